/** What people cannot do through the calendar's protocol: change a user's settings, move in with a file and out again. */
import { readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { Presets, SingleBar } from 'cli-progress';
import { ApiError } from '#lib/api/errors';
import { newUser } from '#lib/calendar/open';
import { objectionTo } from '#lib/calendar/settings';
import { CannotStart } from '#lib/local/cannot-start';
import { program } from './program.ts';
import { useStage } from './use-stage.ts';

const USAGE = `Usage: npm run --silent calendar -- setting EMAIL ID VALUE
       such as: npm run calendar -- setting ann@example.com weekStart 1
   or: npm run --silent calendar -- import FILE.ics --user EMAIL [--calendar ID]
       reads an iCalendar file into a calendar of the user's, the main one unless another is named
   or: npm run --silent calendar -- export FILE.ics --user EMAIL [--calendar ID]
Where: [--data DIR] for the stack that runs on this machine, or --stage NAME for a deployed one.`;

interface Values {
  readonly user?: string | undefined;
  readonly calendar: string;
}

async function contextOf({ user = '' }: Values) {
  if (!/^\S+@\S+$/.test(user)) throw new CannotStart('Whose calendar? --user EMAIL is needed.');
  const [{ calendar }, { actingAs }, { SCOPE }] = await Promise.all([import('#lib/runtime/calendar'), import('#lib/runtime/acting-as'), import('#lib/calendar/scopes')]);
  return actingAs(calendar, user, [SCOPE.calendar]);
}

const readText = async (path: string): Promise<string> => {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    throw new CannotStart(`${path} cannot be read: ${String(error)}`);
  }
};

/** Says what went wrong for the person, not for the protocol. */
const explained = async <T>(work: Promise<T>, { calendar, user }: Values): Promise<T> => {
  try {
    return await work;
  } catch (error) {
    if (error instanceof ApiError) throw new CannotStart(`${calendar} of ${String(user)}: ${error.message}`);
    throw error;
  }
};

async function importFile([path, ...rest]: readonly string[], values: Values): Promise<void> {
  if (path === undefined || rest.length > 0) throw new CannotStart('Which file? One at a time.');
  const [text, context] = await Promise.all([readText(path), contextOf(values)]);
  const { moveIn } = await import('#lib/calendar/ics/move-in');
  const bar = new SingleBar({ format: '{bar} {percentage}% | {value} of {total} events | {eta_formatted} left', clearOnComplete: true }, Presets.shades_classic);
  bar.start(1, 0);
  const { added, changed, unchanged, refusals } = await explained(
    moveIn(text, values.calendar, context, (done, all) => {
      bar.setTotal(all);
      bar.update(done);
    }),
    values,
  ).finally(() => {
    bar.stop();
  });
  for (const { line, component, reason } of refusals) console.error(`${path}:${String(line)}: ${component} refused: ${reason}`);
  console.log(`${String(added)} added, ${String(changed)} changed, ${String(unchanged)} unchanged, ${String(refusals.length)} refused.`);
  if (refusals.length > 0) process.exitCode = 1;
}

async function exportFile([path, ...rest]: readonly string[], values: Values): Promise<void> {
  if (path === undefined || rest.length > 0) throw new CannotStart('Into which file?');
  const context = await contextOf(values);
  const { moveOut } = await import('#lib/calendar/ics/move-in');
  const text = await explained(moveOut(values.calendar, context), values);
  await writeFile(path, text);
  console.log(`${String((text.match(/^BEGIN:VEVENT/gm) ?? []).length)} events in ${path}.`);
}

/** Clients learn of it as of any change: by their next sync, and through the channels that watch the settings. */
async function setSetting([address = '', id = '', value = '', ...rest]: readonly string[]): Promise<void> {
  if (!/^\S+@\S+$/.test(address) || rest.length > 0) throw new CannotStart('Whose setting? EMAIL, ID and VALUE are needed.');
  const objection = objectionTo(id, value);
  if (objection !== undefined) throw new CannotStart(objection);
  const { calendar } = await import('#lib/runtime/calendar');
  const { users } = calendar.stores;
  const email = address.toLowerCase();
  const atMs = calendar.clock.now().getTime();
  await users.provision(newUser(email, atMs));
  const isChanged = await users.changeSetting(email, id, value, atMs);
  console.log(isChanged ? `${id} of ${email} is now ${value}.` : `${id} of ${email} was ${value} already.`);
}

const VERBS: Readonly<Record<string, (args: readonly string[], values: Values) => Promise<void>>> = { setting: setSetting, import: importFile, export: exportFile };

await program(USAGE, async (args) => {
  const options = { data: { type: 'string', default: '.almanac' }, stage: { type: 'string' }, user: { type: 'string' }, calendar: { type: 'string', default: 'primary' } } as const;
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options });
  const [verb = '', ...rest] = positionals;
  const run = VERBS[verb];
  if (run === undefined) throw new CannotStart(`${Object.keys(VERBS).join(', ')}, not '${verb}'.`);
  useStage(values);
  await run(rest, values);
});
