/** `npm run users`: the people of a stage, over calendar, books and ads: what there is of them, moved, renamed, erased. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { foldAddress } from '#lib/api/text/address';
import { askYes, canAsk } from '#lib/command/ask';
import { WrongUsage, type Options } from '#lib/command/command';
import { program } from '#lib/command/program';
import { openProgress } from '#lib/command/progress';
import { StartupError } from '#lib/command/startup-error';
import { packFolder, unpackFile } from '#lib/local/data-folder/backup/archive';
import type { PersonManifest } from '#lib/runtime/people/export';
import type { Person } from '#lib/runtime/people/person';
import type { Survey } from '#lib/runtime/people/survey';
import { withTemporaryFolder } from '#lib/runtime/process/temporary-folder';
import { BUCKET_OPTION, stageCommand, STAGE_OPTIONS } from './stage/use-stage.ts';

const STAGE = { ...STAGE_OPTIONS, ...BUCKET_OPTION } as const satisfies Options;
const YES = {
  yes: { type: 'boolean', default: false, does: 'do not ask first' },
  ...STAGE,
} as const satisfies Options;

/** Load late: they read the stage's environment when they are loaded. */
const survey = () => import('#lib/runtime/people/survey');

function addressOf(text: string | undefined): string {
  if (text === undefined || !/^[^\s@]+@[^\s@]+$/.test(text))
    throw new WrongUsage('Give the email address of a person.');
  return foldAddress(text);
}

const isNobody = (found: Survey): boolean => Object.values(found).every((count) => count === 0);

async function surveyed(email: string): Promise<{ person: Person; found: Survey }> {
  const [{ findPerson }, { surveyOf }] = await Promise.all([import('#lib/runtime/people/person'), survey()]);
  const person = await findPerson(email);
  return { person, found: await surveyOf(person) };
}

/** Runs what is given before it says that there is nothing. */
async function known(
  email: string,
  before?: (person: Person) => Promise<void>,
): Promise<{ person: Person; found: Survey }> {
  const result = await surveyed(email);
  if (!isNobody(result.found) || result.person.userId !== undefined) return result;
  await before?.(result.person);
  throw new StartupError(`There is no data of ${email} here. \`list\` shows all users.`);
}

const WORDS: Readonly<Record<keyof Survey, string>> = {
  calendars: 'calendars of their own',
  events: 'events in them',
  meetings: 'events of others that name them',
  rules: 'rights on calendars of others',
  channels: 'channels',
  letters: 'letters that wait or were set aside',
  shelves: 'shelves with volumes',
  purchases: 'purchases',
  ratings: 'ratings',
  grants: 'grants on advertisers',
  reports: 'reports',
  consents: 'consents, tokens and sessions',
};

function print(found: Survey): void {
  for (const [name, words] of Object.entries(WORDS))
    console.log(`${String(found[name as keyof Survey]).padStart(7)}  ${words}`);
}

async function confirmed(question: string, isSure: boolean): Promise<void> {
  if (isSure) return;
  if (!canAsk()) throw new StartupError('Nothing was changed. Run it again with --yes to confirm.');
  if (!(await askYes(question))) throw new StartupError('Nothing was changed.');
}

async function exportTo(email: string, file: string): Promise<void> {
  if (existsSync(file)) throw new StartupError(`${file} exists already.`);
  const { person } = await known(email);
  const { exportPerson } = await import('#lib/runtime/people/export');
  await withTemporaryFolder('person', async (folder) => {
    await exportPerson(folder, person);
    await packFolder(folder, file);
  });
  console.log(`${file} contains all data of ${email}. Keep it secret.`);
}

function readManifest(file: string, folder: string): PersonManifest {
  const path = join(folder, 'manifest.json');
  const manifest = existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as PersonManifest) : undefined;
  if (manifest?.kind !== 'almanac-person') throw new StartupError(`${file} is not an export of a person.`);
  if (manifest.version > 1) throw new StartupError(`${file} was written by a newer Almanac: update this one.`);
  return manifest;
}

async function importFolder(folder: string, manifest: PersonManifest, email: string): Promise<void> {
  const { importPerson } = await import('#lib/runtime/people/import');
  await importPerson(folder, manifest, email, (problem) => {
    console.error(problem);
    process.exitCode = 2;
  });
}

async function importFrom(file: string, as: string | undefined): Promise<void> {
  await withTemporaryFolder('person', async (folder) => {
    await unpackFile(file, folder);
    const manifest = readManifest(file, folder);
    const email = as === undefined ? manifest.email : addressOf(as);
    await importFolder(folder, manifest, email);
    console.log(`Imported the data of ${email}, exported at ${manifest.exportedAt}.`);
  });
}

async function erase(person: Person): Promise<void> {
  const { erasePerson, STEPS } = await import('#lib/runtime/people/erase');
  const progress = openProgress();
  await erasePerson(person, (what, done) => {
    progress.show(what, done, STEPS.length);
  }).finally(progress.clear);
}

async function remove(email: string, isSure: boolean): Promise<void> {
  // A removal that was cut short may have left what is not counted.
  const { person, found } = await known(email, erase);
  console.log(`This will delete all data of ${email}:`);
  print(found);
  await confirmed('This cannot be undone.', isSure);
  await erase(person);
  console.log(`All data of ${email} is deleted.`);
}

async function rename(email: string, address: string, isSure: boolean): Promise<void> {
  const [{ person, found }, other] = [await known(email), await surveyed(address)];
  if (!isNobody(other.found))
    throw new StartupError(`${address} already has data here. To combine both, use \`merge ${email} ${address}\`.`);
  console.log(`${email} becomes ${address}:`);
  print(found);
  await confirmed('Clients of both addresses will do a full sync once.', isSure);
  const { renamePerson } = await import('#lib/runtime/people/rename');
  await renamePerson(person, address);
  console.log(`${email} is now ${address} and must sign in again.`);
}

async function merge(email: string, address: string, isSure: boolean): Promise<void> {
  const { person, found } = await known(email);
  console.log(`This will move the data of ${email} to ${address}, then delete ${email}:`);
  print(found);
  await confirmed('This cannot be undone.', isSure);
  const { exportPerson } = await import('#lib/runtime/people/export');
  await withTemporaryFolder('person', async (folder) =>
    importFolder(folder, await exportPerson(folder, person), address),
  );
  if (process.exitCode === 2)
    throw new StartupError(
      `Some data could not be moved, so ${email} was not deleted. Fix the problems above and run it again.`,
    );
  const { renameInMeetings } = await import('#lib/runtime/people/others-events');
  await renameInMeetings(person, address);
  await erase(person);
  console.log(`The data of ${email} now belongs to ${address}.`);
}

await program('npm run --silent users', {
  does: 'Manages the people of a stage across calendar, books and ads.',
  verbs: {
    list: stageCommand({
      does: 'lists the address of every user',
      options: STAGE,
      example: '',
      run: async () => {
        for (const email of await (await survey()).listPeople()) console.log(email);
      },
    }),
    show: stageCommand({
      does: 'counts the data of a person',
      takes: 'EMAIL',
      options: STAGE,
      example: 'ann@example.com',
      run: async (_values, [email]) => {
        print((await known(addressOf(email))).found);
      },
    }),
    export: stageCommand({
      does: 'exports all data of a person to one archive: JSON as in API responses, iCalendar files, and tables',
      takes: 'EMAIL FILE.tar.gz',
      options: STAGE,
      example: 'ann@example.com ann.tar.gz',
      run: (_values, [email, file]) => {
        if (file === undefined) throw new WrongUsage('Into which file?');
        return exportTo(addressOf(email), file);
      },
    }),
    import: stageCommand({
      does: 'imports such an archive into this stage or another; importing it twice changes nothing',
      takes: 'FILE.tar.gz',
      options: {
        as: { type: 'string', value: 'EMAIL', does: 'import the data under this address instead of the original one' },
        ...STAGE,
      },
      example: 'ann.tar.gz --stage next',
      run: ({ as }, [file]) => {
        if (file === undefined) throw new WrongUsage('Which file?');
        return importFrom(file, as);
      },
    }),
    remove: stageCommand({
      does: 'shows what it will delete, asks, then deletes all data of a person; other guests see "Guest removed"',
      takes: 'EMAIL',
      options: YES,
      example: 'ann@example.com',
      run: ({ yes }, [email]) => remove(addressOf(email), yes),
    }),
    rename: stageCommand({
      does: 'changes the address of a person in calendars, meetings, shelves and grants',
      takes: 'OLD NEW',
      options: YES,
      example: 'ann@example.com ann.lee@example.com',
      run: ({ yes }, [from, to]) => rename(addressOf(from), addressOf(to), yes),
    }),
    merge: stageCommand({
      does: 'moves the data of one person to another, and deletes the first',
      takes: 'FROM INTO',
      options: YES,
      example: 'ann@example.com ann.lee@example.com',
      run: ({ yes }, [from, to]) => merge(addressOf(from), addressOf(to), yes),
    }),
  },
});
