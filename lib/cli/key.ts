/** Makes, lists and revokes API keys, on the laptop's running stack or on a deployed stage. */
import { parseArgs } from 'node:util';
import { hashKey, isKeyShaped, newKey, type ApiKey, type ApiKeyStore } from '#lib/api/api-keys';
import { CannotStart } from '#lib/local/cannot-start';
import { readConfig } from '#lib/runtime/config';
import { randomIds } from '#lib/runtime/ids';
import { program } from './program.ts';
import { useStage } from './use-stage.ts';

const USAGE = `Usage: npm run --silent key -- create [--service calendar|books|all] [--label TEXT]
       npm run --silent key -- list   [--service calendar|books|all]
       npm run --silent key -- revoke KEY|ID [--service calendar|books|all]
Where: [--data DIR] for the stack that runs on this machine, or --stage NAME for a deployed one (AWS credentials as usual).`;

const ID_LENGTH = 12;

interface Keyring {
  readonly service: string;
  readonly keys: ApiKeyStore;
}

/** The start of the hash is enough to tell keys apart, and is no secret. */
const idOf = ({ hash }: ApiKey): string => hash.slice(0, ID_LENGTH);

/** Loaded late: the stores read the environment when they are first imported. */
async function openKeyrings(service: string): Promise<Keyring[]> {
  const config = readConfig(process.env);
  const tables = { calendar: config.calendarTable, books: config.booksTable };
  const chosen = Object.entries(tables).filter(([name]) => service === 'all' || service === name);
  if (chosen.length === 0) throw new CannotStart(`--service is calendar, books or all, not '${service}'. (The ads service takes tokens only.)`);
  const [{ documents }, { dynamoApiKeys }] = await Promise.all([import('#lib/stores/dynamodb/client'), import('#lib/stores/dynamodb/api-keys')]);
  return chosen.map(([name, table]) => ({ service: name, keys: dynamoApiKeys(documents, table) }));
}

/** Prints the key on standard output, the only time it can be seen. */
async function create(keyrings: readonly Keyring[], label: string): Promise<void> {
  const key = newKey(randomIds);
  const kept: ApiKey = { hash: hashKey(key), label, created: new Date().toISOString() };
  await Promise.all(keyrings.map(({ keys }) => keys.add(kept)));
  console.log(key);
  console.error(`Key ${idOf(kept)} opens what is public in ${keyrings.map(({ service }) => service).join(' and ')}. Keep it now: only its hash is stored.`);
}

async function list(keyrings: readonly Keyring[]): Promise<void> {
  for (const { service, keys } of keyrings) {
    for (const key of await keys.list()) console.log([idOf(key), service, key.created, key.label].join('\t'));
  }
}

async function revoke(keyrings: readonly Keyring[], keyOrId: string): Promise<void> {
  const id = isKeyShaped(keyOrId) ? hashKey(keyOrId) : keyOrId;
  if (id.length < ID_LENGTH) throw new CannotStart(`Which key? Give the key itself or its id of ${String(ID_LENGTH)} characters, as \`list\` shows it.`);
  const found = await Promise.all(
    keyrings.map(async ({ service, keys }) => {
      const match = (await keys.list()).find(({ hash }) => hash.startsWith(id));
      return match !== undefined && (await keys.remove(match.hash)) ? [service] : [];
    }),
  );
  if (found.flat().length === 0) throw new CannotStart(`There is no key ${id.slice(0, ID_LENGTH)}.`);
  console.log(`Revoked in ${found.flat().join(' and ')}. Running instances forget it within a minute.`);
}

/** What the address or the account lacks is for the person to see, not a stack. */
async function explaining(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof CannotStart || !(error instanceof Error)) throw error;
    throw new CannotStart(`The database did not answer as it should: ${error.message || error.name}`, { cause: error });
  }
}

await program(USAGE, async (args) => {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      service: { type: 'string', default: 'all' },
      label: { type: 'string', default: '' },
      data: { type: 'string', default: '.almanac' },
      stage: { type: 'string' },
    },
  });
  const [verb, keyOrId = ''] = positionals;
  if (verb !== 'create' && verb !== 'list' && verb !== 'revoke') throw new CannotStart(`create, list or revoke, not '${verb ?? ''}'.`);
  useStage(values);
  const keyrings = await openKeyrings(values.service);
  await explaining(() => (verb === 'create' ? create(keyrings, values.label) : verb === 'list' ? list(keyrings) : revoke(keyrings, keyOrId)));
});
