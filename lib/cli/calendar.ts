/**
 * `npm run calendar`: what the calendar's protocol cannot do, such as changing a user's settings, importing a file and
 * exporting one.
 */
import { constants, createReadStream, createWriteStream } from 'node:fs';
import { access, readFile, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { ApiError } from '#lib/api/errors';
import { counted } from '#lib/api/text/counted';
import type { AdoptedZone } from '#lib/calendar/ics/adopt-zone';
import type { FileText } from '#lib/calendar/ics/content-lines';
import type { SurveyedFile } from '#lib/calendar/ics/read-calendar';
import { WrongUsage, type Options, type Values } from '#lib/command/command';
import { program } from '#lib/command/program';
import { openProgress } from '#lib/command/progress';
import { StartupError } from '#lib/command/startup-error';
import { compare } from './calendar/compare.ts';
import { FORCE } from './calendar/force.ts';
import { changeGroups } from './calendar/groups.ts';
import { requireKnownUser } from './calendar/known-user.ts';
import { FROM_OPTIONS } from './calendar/pull-options.ts';
import { pull, PULL_OPTIONS } from './calendar/pull.ts';
import { SETTING_OPTIONS, setSetting } from './calendar/setting.ts';
import { rewriteCommand } from './stage/rewrite.ts';
import { rootUrlOf, stageCommand, STAGE_OPTIONS } from './stage/use-stage.ts';

const CALENDAR = {
  user: { type: 'string', value: 'EMAIL', does: 'the owner of the calendar' },
  calendar: { type: 'string', value: 'ID', default: 'primary', does: 'the calendar of that user' },
  ...STAGE_OPTIONS,
} as const satisfies Options;

type Force = Values<typeof FORCE>;
type CalendarOptions = Pick<Values<typeof CALENDAR>, 'user' | 'calendar'>;

async function contextOf({ user = '' }: CalendarOptions) {
  if (!/^\S+@\S+$/.test(user)) throw new WrongUsage('Whose calendar? --user EMAIL is needed.');
  const [{ calendar }, { actingAs }, { SCOPE }] = await Promise.all([
    import('#lib/runtime/calendar/serve'),
    import('#lib/runtime/acting-as'),
    import('#lib/calendar/scopes'),
  ]);
  return actingAs(calendar, user, [SCOPE.calendar]);
}

/** A regular file is read in pieces, several times; a pipe can be read only once, so it is read as a whole. */
const openText = async (path: string): Promise<FileText> => {
  try {
    await access(path, constants.R_OK);
    return (await stat(path)).isFile() ? () => createReadStream(path, 'utf8') : await readFile(path, 'utf8');
  } catch (error) {
    throw new StartupError(`${path} cannot be read: ${String(error)}`);
  }
};

/** Turns protocol errors into messages for a person. */
const withReadableErrors = async <T>(work: Promise<T>, { calendar, user }: CalendarOptions): Promise<T> => {
  try {
    return await work;
  } catch (error) {
    if (error instanceof ApiError) throw new StartupError(`${calendar} of ${String(user)}: ${error.message}`);
    throw error;
  }
};

/** Returns the time since its creation: `12.3 s`. */
const stopwatch = (): (() => string) => {
  const startedAt = performance.now();
  return () => `${((performance.now() - startedAt) / 1000).toFixed(1)} s`;
};

/** A calendar in the wrong zone shows every time without one at the wrong hour. */
function tellZone({ timeZone, how }: AdoptedZone, { calendar }: CalendarOptions): void {
  if (how === 'taken') console.log(`The calendar is now in ${timeZone}, the zone of the file.`);
  if (how === 'guessed')
    console.error(
      `Neither the file nor the calendar ${calendar} names a time zone: times without one are read as UTC. ` +
        'Give the calendar its zone with calendars.patch, and import the file again.',
    );
}

async function importFile(path: string | undefined, values: CalendarOptions): Promise<void> {
  if (path === undefined) throw new WrongUsage('Which file?');
  const [text, context] = await Promise.all([openText(path), contextOf(values)]);
  const { importFile } = await import('#lib/calendar/ics/import-file');
  const { adoptZone } = await import('#lib/calendar/ics/adopt-zone');
  const { surveyFile } = await import('#lib/calendar/ics/read-calendar');
  const progress = openProgress();
  const took = stopwatch();
  progress.show(`reading ${path}`);
  let survey: Promise<SurveyedFile> | undefined;
  const surveyed = (): Promise<SurveyedFile> => (survey ??= surveyFile(text));
  const zone = await withReadableErrors(adoptZone(surveyed, values.calendar, context), values).finally(progress.clear);
  tellZone(zone, values);
  const show = (done: number, all: number): void => {
    progress.show('events', done, all);
  };
  const importing = importFile(text, values.calendar, context, show, surveyed);
  const { added, changed, unchanged, refusals } = await withReadableErrors(importing, values).finally(progress.clear);
  for (const { line, component, reason } of refusals)
    console.error(`${path}:${String(line)}: ${component} refused: ${reason}`);
  console.log(
    `${String(added)} added, ${String(changed)} changed, ${String(unchanged)} unchanged, ${String(refusals.length)} refused, in ${took()}.`,
  );
  if (refusals.length > 0) process.exitCode = 1;
}

async function exportFile(path: string | undefined, values: CalendarOptions & Force): Promise<void> {
  if (path === undefined) throw new WrongUsage('Into which file?');
  const context = await contextOf(values);
  if (!values.force) await requireKnownUser(context.caller.email, context.stores);
  const { exportCalendar } = await import('#lib/calendar/ics/export-file');
  const progress = openProgress();
  const took = stopwatch();
  let written = 0;
  const exporting = async (): Promise<void> => {
    const { events, text } = await exportCalendar(values.calendar, context, (seen) => {
      progress.show(`${seen.toLocaleString('en')} events seen`);
    });
    const counting = async function* (parts: AsyncIterable<string>): AsyncGenerator<string> {
      for await (const part of parts) {
        yield part;
        written += part.match(/^BEGIN:VEVENT/gm)?.length ?? 0;
        progress.show('events', written, events);
      }
    };
    // Open the file this late: if the calendar cannot be read, an existing file stays as it is.
    await pipeline(text, counting, createWriteStream(path));
  };
  await withReadableErrors(exporting(), values).finally(progress.clear);
  console.log(`${counted(written, 'event')} in ${path}, in ${took()}.`);
}

const ICAL_ADDRESS = {
  reset: { type: 'boolean', does: 'create a new secret address; the old one stops working' },
  remove: { type: 'boolean', does: 'delete the secret address' },
  url: { type: 'string', value: 'URL', does: 'root URL of the services, if not that of `npm start`' },
  ...STAGE_OPTIONS,
} as const satisfies Options;

async function showAddress(
  [user = '', calendar = 'primary']: readonly string[],
  values: Values<typeof ICAL_ADDRESS>,
): Promise<void> {
  const context = await contextOf({ user, calendar });
  const { icalAddress } = await import('./calendar/ical-address.ts');
  const request = { ...context.request, rootUrl: rootUrlOf(values) };
  console.log(await withReadableErrors(icalAddress(calendar, values, { ...context, request }), { user, calendar }));
}

await program('npm run --silent calendar', {
  does: 'Manages settings and groups, which clients cannot change, and imports and exports calendars.',
  verbs: {
    import: stageCommand({
      does: 'imports an iCalendar file into a calendar; importing it again changes nothing',
      takes: 'FILE.ics',
      options: CALENDAR,
      example: 'old.ics --user ann@example.com',
      run: (values, [path]) => importFile(path, values),
    }),
    export: stageCommand({
      does: 'writes all events of a calendar into an iCalendar file',
      takes: 'FILE.ics',
      options: { ...FORCE, ...CALENDAR },
      example: 'all.ics --user ann@example.com',
      run: (values, [path]) => exportFile(path, values),
    }),
    pull: stageCommand({
      does:
        'imports calendars from another service of the same protocol, without notifying anybody. Run it again to import ' +
        'changes or to resume; it lists what it could not import',
      options: { ...PULL_OPTIONS, ...STAGE_OPTIONS },
      example: '--from https://www.googleapis.com/ --user ann@example.com --credentials key.json',
      run: pull,
    }),
    compare: stageCommand({
      does: 'compares the calendars here with those of the service that they were imported from, event by event',
      options: { ...FROM_OPTIONS, ...STAGE_OPTIONS },
      example: '--user ann@example.com --credentials key.json',
      run: compare,
    }),
    groups: stageCommand({
      does:
        'import FILE reads groups for access rules and free/busy from JSON, { "team@example.com": ["ann@example.com"] }, or from CSV ' +
        'with the columns group,member. It keeps groups that are not in the file and deletes groups without members. list shows them',
      takes: 'import|list [FILE|GROUP]',
      options: STAGE_OPTIONS,
      example: 'import groups.json',
      run: (_values, words) => changeGroups(words),
    }),
    setting: stageCommand({
      does: "changes a setting of a user, which clients can only read; after timezone, it offers to change the user's calendars",
      takes: 'EMAIL ID VALUE',
      options: { ...SETTING_OPTIONS, ...STAGE_OPTIONS },
      example: 'ann@example.com timezone Europe/Zurich --calendars',
      run: (values, words) => setSetting(words, values),
    }),
    'ical-address': stageCommand({
      does: 'shows the iCalendar addresses that phones and other programs use to subscribe to a calendar',
      takes: 'EMAIL [CALENDAR]',
      options: ICAL_ADDRESS,
      example: 'ann@example.com primary --reset',
      run: (values, words) => showAddress(words, values),
    }),
    rewrite: rewriteCommand(async () => {
      const [{ config }, { rewriteCalendarItem }] = await Promise.all([
        import('#lib/runtime/process/config'),
        import('#lib/stores/dynamodb/rewrite/calendar-items'),
      ]);
      return { table: config.calendarTable, rewriteOf: rewriteCalendarItem };
    }),
  },
});
