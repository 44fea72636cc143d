/** `npm run key`: creates, lists and revokes API keys, on the local stack or a deployed stage. */
import { hashKey, isKeyShaped, newKey, type ApiKey, type ApiKeyStore } from '#lib/api/api-keys';
import { WrongUsage, type Options, type Values } from '#lib/command/command';
import { program } from '#lib/command/program';
import { StartupError } from '#lib/command/startup-error';
import { readConfig } from '#lib/runtime/process/config';
import { randomIds } from '#lib/runtime/process/ids';
import { stageCommand, STAGE_OPTIONS } from './stage/use-stage.ts';

const OPTIONS = {
  service: {
    type: 'string',
    choices: ['calendar', 'books', 'all'],
    default: 'all',
    does: 'the service it is for; ads accepts only tokens',
  },
  ...STAGE_OPTIONS,
} as const satisfies Options;

const LABEL = {
  label: { type: 'string', value: 'TEXT', default: '', does: 'what the key is for, as the list shows it' },
} as const satisfies Options;

const ID_LENGTH = 12;

interface Keyring {
  readonly service: string;
  readonly keys: ApiKeyStore;
}

/** The start of the hash identifies a key and is not secret. */
const idOf = ({ hash }: ApiKey): string => hash.slice(0, ID_LENGTH);

/** Load late: the stores read the environment when they are loaded. */
async function openKeyrings(service: string): Promise<Keyring[]> {
  const config = readConfig(process.env);
  const tables = { calendar: config.calendarTable, books: config.booksTable };
  const chosen = Object.entries(tables).filter(([name]) => service === 'all' || service === name);
  const [{ documents }, { dynamoApiKeys }] = await Promise.all([
    import('#lib/stores/dynamodb/client/client'),
    import('#lib/stores/dynamodb/platform/api-keys'),
  ]);
  return chosen.map(([name, table]) => ({ service: name, keys: dynamoApiKeys(documents, table) }));
}

/** Prints the key on standard output; it cannot be shown again. */
async function create(keyrings: readonly Keyring[], label: string): Promise<void> {
  const key = newKey(randomIds);
  const kept: ApiKey = { hash: hashKey(key), label, created: new Date().toISOString() };
  await Promise.all(keyrings.map(({ keys }) => keys.add(kept)));
  console.log(key);
  console.error(
    `Key ${idOf(kept)} opens what is public in ${keyrings.map(({ service }) => service).join(' and ')}. Keep it now: only its hash is stored.`,
  );
}

async function list(keyrings: readonly Keyring[]): Promise<void> {
  for (const { service, keys } of keyrings) {
    for (const key of await keys.list()) console.log([idOf(key), service, key.created, key.label].join('\t'));
  }
}

async function revoke(keyrings: readonly Keyring[], keyOrId: string): Promise<void> {
  const id = isKeyShaped(keyOrId) ? hashKey(keyOrId) : keyOrId;
  if (id.length < ID_LENGTH)
    throw new WrongUsage(
      `Which key? Give the key itself or its id of ${String(ID_LENGTH)} characters, as \`list\` shows it.`,
    );
  const found = await Promise.all(
    keyrings.map(async ({ service, keys }) => {
      const match = (await keys.list()).find(({ hash }) => hash.startsWith(id));
      return match !== undefined && (await keys.remove(match.hash)) ? [service] : [];
    }),
  );
  if (found.flat().length === 0) throw new StartupError(`There is no key ${id.slice(0, ID_LENGTH)}.`);
  console.log(`Revoked in ${found.flat().join(' and ')}. Running instances forget it within a minute.`);
}

/** Turns errors of the connection or the account into messages without a stack. */
async function withReadableErrors(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof StartupError || !(error instanceof Error)) throw error;
    throw new StartupError(`The database did not answer as it should: ${error.message || error.name}`, {
      cause: error,
    });
  }
}

async function withKeyrings(
  { service }: Values<typeof OPTIONS>,
  work: (keyrings: readonly Keyring[]) => Promise<void>,
): Promise<void> {
  const keyrings = await openKeyrings(service);
  await withReadableErrors(() => work(keyrings));
}

await program('npm run --silent key', {
  does: 'Manages API keys for public data, on the local stack or a deployed stage.',
  verbs: {
    create: stageCommand({
      does: 'creates a key and prints it; it is never shown again',
      options: { ...LABEL, ...OPTIONS },
      example: '--service calendar --label website',
      run: (values) => withKeyrings(values, (keyrings) => create(keyrings, values.label)),
    }),
    list: stageCommand({
      does: 'shows the id, service, date and label of every key',
      options: OPTIONS,
      example: '',
      run: (values) => withKeyrings(values, list),
    }),
    revoke: stageCommand({
      does: 'revokes a key; it stops working within a minute',
      takes: 'KEY|ID',
      options: OPTIONS,
      example: '0123456789ab',
      run: (values, [keyOrId = '']) => withKeyrings(values, (keyrings) => revoke(keyrings, keyOrId)),
    }),
  },
});
