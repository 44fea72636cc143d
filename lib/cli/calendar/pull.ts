/** `npm run calendar -- pull`: takes people's calendars from another service, again and again until they move in. */
import { hostname } from 'node:os';
import { counted } from '#lib/api/text/counted';
import { WrongUsage, type Options, type Values } from '#lib/command/command';
import { openProgress, type Progress } from '#lib/command/progress';
import { StartupError } from '#lib/command/startup-error';
import { PersonIsLeased } from '#lib/pull/calendar/lease';
import type { PullResult } from '#lib/pull/calendar/pull-person';
import type { Untaken } from '#lib/pull/stores';
import { FROM_OPTIONS, addressOf, peopleOf, rootUrlOf, upstreamOf } from './pull-options.ts';

export const PULL_OPTIONS = {
  calendar: { type: 'string', value: 'ID', does: 'only this calendar (default: all calendars that they own)' },
  continue: {
    type: 'boolean',
    does: 'import changes of everybody who was pulled before and is not switched over yet',
  },
  finish: {
    type: 'string',
    value: 'EMAIL',
    does: 'switch a person over: from now on only the data here counts, and nothing more is pulled',
  },
  ...FROM_OPTIONS,
} as const satisfies Options;

type PullValues = Values<typeof PULL_OPTIONS>;

/** Loaded late: the stores read the environment when they are loaded. */
const runtime = () => import('#lib/runtime/pull/calendar');

/** `host pid` of a process on this machine that is no more; its lease is nobody's. */
function isGone(holder: string): boolean {
  const [host, pid] = holder.split(' ');
  if (host !== hostname() || pid === undefined) return false;
  try {
    process.kill(Number(pid), 0);
    return false;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ESRCH';
  }
}

const THIS_PROCESS = `${hostname()} ${String(process.pid)}`;

/** Once more, when the lease is that of a process which is no more. */
async function overGoneProcess<T>(run: (abandoned?: string) => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof PersonIsLeased && isGone(error.holder)) return run(error.holder);
    throw error;
  }
}

interface Person {
  readonly email: string;
  readonly from: string;
}

async function peopleToPull(values: PullValues): Promise<readonly Person[]> {
  const { pulls } = await runtime();
  const named = peopleOf(values);
  if (values.continue !== true) {
    if (named === undefined) throw new WrongUsage('Whose calendar? --user EMAIL or --users FILE is needed.');
    if (values.from === undefined) throw new WrongUsage('From where? --from ROOT_URL is needed, or --continue.');
    const from = rootUrlOf(values.from);
    return named.map((email) => ({ email, from }));
  }
  const known = (await pulls.list()).filter(({ finishedAtMs }) => finishedAtMs === undefined);
  const missing = named?.find((email) => !known.some((person) => person.email === email));
  if (missing !== undefined) throw new StartupError(`${missing} was not pulled before, or is switched over.`);
  return known.filter(({ email }) => named?.includes(email) ?? true);
}

const described = ({ what, id, calendarId }: Pick<Untaken, 'what' | 'id' | 'calendarId'>): string =>
  `${what} ${id}${calendarId === undefined ? '' : ` of ${calendarId}`}`;

function report(email: string, { events, changed, untaken }: PullResult): void {
  for (const thing of untaken) console.error(`${email}: ${described(thing)} not taken: ${thing.reason}`);
  console.log(
    `${email}: ${counted(events, 'event')} read, ${counted(changed, 'change')} taken, ${String(untaken.length)} not taken.`,
  );
}

/** One line for all of them. */
function counter(progress: Progress) {
  const events = new Map<string, number>();
  return (email: string, count: number): void => {
    events.set(email, count);
    const sum = [...events.values()].reduce((all, one) => all + one, 0);
    progress.show(`${sum.toLocaleString('en')} events of ${String(events.size)} people`);
  };
}

/** Those of one service share its pace. */
async function pullFrom(from: string, people: readonly Person[], values: PullValues): Promise<void> {
  const [{ openCalendarService, pullCalendar }, { pullPeople }] = await Promise.all([
    runtime(),
    import('#lib/pull/people'),
  ]);
  const service = openCalendarService(upstreamOf(from, values));
  const progress = openProgress();
  const show = counter(progress);
  const emails = people.map(({ email }) => email);
  const outcomes = await pullPeople(emails, async (email) => {
    const request = {
      email,
      from,
      upstream: service.as(email),
      calendar: values.calendar,
      holder: THIS_PROCESS,
      onProgress: ({ events }: { readonly events: number }) => {
        show(email, events);
      },
    };
    return overGoneProcess((abandoned) => pullCalendar({ ...request, abandoned }));
  }).finally(progress.clear);
  service.close();
  for (const outcome of outcomes) {
    if ('result' in outcome) report(outcome.email, outcome.result);
    else console.error(`${outcome.email}: ${outcome.error.message}`);
    if ('error' in outcome || outcome.result.untaken.length > 0) process.exitCode = 1;
  }
}

async function finish(email: string): Promise<void> {
  const [{ pulls }, { guests }, { finishPerson, NeverPulled }] = await Promise.all([
    runtime(),
    import('#lib/runtime/calendar/guests'),
    import('#lib/pull/calendar/finish-person'),
  ]);
  const progress = openProgress();
  const onProgress = (events: number): void => {
    progress.show(`${events.toLocaleString('en')} events looked at`);
  };
  try {
    const context = { pulls, guests, holder: THIS_PROCESS, onProgress };
    await overGoneProcess((abandoned) => finishPerson(email, { ...context, abandoned }));
  } catch (error) {
    const isExpected = error instanceof NeverPulled || error instanceof PersonIsLeased;
    throw isExpected ? new StartupError(error.message) : error;
  } finally {
    progress.clear();
  }
  console.log(`${email} is switched over: the calendar here is the truth now.`);
}

export async function pull(values: PullValues): Promise<void> {
  if (values.finish !== undefined) return finish(addressOf(values.finish));
  const people = await peopleToPull(values);
  if (people.length === 0) console.log('Nobody is to be pulled.');
  for (const from of new Set(people.map((person) => person.from)))
    await pullFrom(
      from,
      people.filter((person) => person.from === from),
      values,
    );
}
