/**
 * Copies a person's calendar from another service: settings, calendars with their rules and events, list entries. Read
 * in this order: this file, take-calendar.ts (details, entry and rules), list-calendar.ts (pages of events),
 * take-series.ts (from rows to writes), plan-series.ts and read-event.ts (what to write), compare.ts (whether both
 * sides agree). Every step compares before it writes, so a pull may be repeated and cut short at any point.
 */
import { foldAddress } from '#lib/api/text/address';
import { ruleIdsFor, requireVisible } from '#lib/calendar/access/permissions';
import type { CalendarListEntryResource } from '#lib/calendar/resources/calendar-list';
import { SCOPE } from '#lib/calendar/scopes';
import { retryOnConflict } from '#lib/calendar/stores/retry-on-conflict';
import { newUser } from '#lib/calendar/users/new-user';
import { settingError } from '#lib/calendar/users/settings';
import { UpstreamError } from '#lib/pull/http/upstream-error';
import type { PulledPerson, Untaken } from '#lib/pull/stores';
import { Lease } from './lease.ts';
import { isOwn, listThere, settingsThere } from './list-all.ts';
import { listCalendar } from './list-calendar.ts';
import { QUIETLY, reasonOf, UntakenThings, type PullContext, type PullCounts } from './pull-context.ts';
import { entryAfter, takeCalendar, writeEntry } from './take-calendar.ts';

async function takeSettings(context: PullContext): Promise<void> {
  const { email, stores, clock, untaken, counts } = context;
  for (const { id = '', value = '' } of await settingsThere(context)) {
    const reason = settingError(id, value);
    if (reason !== undefined) {
      await untaken.add([{ what: 'setting', id, reason }]);
      continue;
    }
    if (await stores.users.changeSetting(email, id, value, clock.now().getTime(), QUIETLY)) counts.changed += 1;
    await untaken.forget([{ what: 'setting', id }]);
  }
}

/** The entry of somebody else's calendar, which has to be here and to be shared with the person here too. */
async function takeEntry(row: CalendarListEntryResource, context: PullContext): Promise<string | undefined> {
  const { email, stores, untaken } = context;
  const id = foldAddress(row.id ?? '');
  try {
    const groups = await stores.groups.latest();
    const isWritten = await retryOnConflict(async () => {
      const view = await stores.calendars.view(id, email, ruleIdsFor(email, groups));
      requireVisible(view, { kind: 'user', email, scopes: [SCOPE.calendar], clientId: undefined });
      return (await writeEntry(entryAfter(view.entry, row, id, false), view.entry, context)) || undefined;
    });
    await untaken.forget([{ what: 'entry', id }]);
    return isWritten ? id : undefined;
  } catch (error) {
    reasonOf(error);
    const reason = `This calendar is not here, or not shared with ${email} here. Pull its owner first.`;
    await untaken.add([{ what: 'entry', id, reason }]);
    return undefined;
  }
}

async function removeEntry(calendarId: string, context: PullContext): Promise<void> {
  await retryOnConflict(async () => {
    const { entry } = await context.stores.calendars.view(calendarId, context.email, []);
    if (entry === undefined || entry.isRemoved) return true;
    return (await writeEntry({ ...entry, isRemoved: true }, entry, context)) || undefined;
  });
}

/** A calendar that was pulled and is not on the list any more: deleted there, or given to somebody else. */
async function removeCalendar(calendarId: string, context: PullContext): Promise<void> {
  const { email, upstream, stores, clock, pulls, counts } = context;
  try {
    await upstream.get(`calendars/${encodeURIComponent(calendarId)}`);
  } catch (error) {
    if (!(error instanceof UpstreamError) || ![404, 410].includes(error.status)) throw error;
    const { calendar, user, entry } = await stores.calendars.view(calendarId, email, []);
    if (calendar !== undefined && entry !== undefined && !calendar.isPrimary && user !== undefined) {
      await stores.calendars.remove(calendar, user, { ...entry, updatedAtMs: clock.now().getTime() });
      counts.changed += 1;
    }
  }
  await pulls.removeCalendar(email, calendarId);
}

/** The token belongs to somebody else: their calendars must not become this person's. */
class OtherPerson extends Error {
  constructor(email: string, other: string) {
    super(`The credentials are those of ${other}, not of ${email}.`);
    this.name = 'OtherPerson';
  }
}

async function takeEverything(only: string | undefined, person: PulledPerson, context: PullContext): Promise<boolean> {
  const { email, pulls, stores, clock, isOver } = context;
  const rows = await listThere(context);
  const main = foldAddress(rows.find(({ primary }) => primary === true)?.id ?? email);
  if (main !== email) throw new OtherPerson(email, main);
  await stores.users.provision(newUser(email, clock.now().getTime(), stores.defaultTimeZone));
  const isWanted = (id: string): boolean => only === undefined || id === only || (only === 'primary' && id === email);
  const wanted = rows.filter(({ id = '' }) => isWanted(foldAddress(id)));
  const known = await pulls.listCalendars(email);
  if (only === undefined) await takeSettings(context);
  for (const row of wanted.filter((one) => isOwn(one, email))) {
    if (isOver()) return false;
    await context.lease.check();
    const calendarId = await takeCalendar(row, context);
    if (calendarId === undefined) continue;
    const state = await listCalendar(known.find((one) => one.calendarId === calendarId) ?? { calendarId }, context);
    if (state.syncToken === undefined) return false;
  }
  const entries: string[] = [];
  for (const row of wanted.filter((one) => !isOwn(one, email))) {
    await context.lease.check();
    const id = await takeEntry(row, context);
    if (id !== undefined) entries.push(id);
  }
  if (only !== undefined) return true;
  const listed = new Set(rows.map(({ id = '' }) => foldAddress(id)));
  for (const { calendarId } of known) if (!listed.has(calendarId)) await removeCalendar(calendarId, context);
  for (const id of person.entries ?? []) if (!listed.has(id)) await removeEntry(id, context);
  await pulls.put({ ...person, entries });
  return true;
}

export interface PullRequest
  extends
    Pick<PullContext, 'email' | 'upstream' | 'stores' | 'pulls' | 'clock'>,
    Partial<Pick<PullContext, 'onProgress' | 'isOver'>> {
  /** Root URL of the other service. */
  readonly from: string;
  /** One calendar of the person's alone. */
  readonly calendar?: string | undefined;
  /** Names this process. */
  readonly holder: string;
  /** A process that held the lease and is no more. */
  readonly abandoned?: string | undefined;
}

export interface PullResult extends PullCounts {
  /** Everything that could not be taken, by this run and by those before. */
  readonly untaken: readonly Untaken[];
  /** False when time was over: the next run goes on. */
  readonly isComplete: boolean;
}

/** The person was switched over: what is here is the truth. */
class IsFinished extends Error {
  constructor(email: string) {
    super(`${email} is switched over: the calendar here is the truth, and nothing is pulled any more.`);
    this.name = 'IsFinished';
  }
}

/** The person was pulled from another service before: its tokens mean nothing here. */
class OtherService extends Error {
  constructor(email: string, before: string) {
    super(`${email} was pulled from ${before} before. Switch over with --finish, or go on from there.`);
    this.name = 'OtherService';
  }
}

export async function pullPerson(request: PullRequest): Promise<PullResult> {
  const { from, calendar, holder, abandoned, pulls, clock } = request;
  const { onProgress = () => undefined, isOver = () => false } = request;
  const email = foldAddress(request.email);
  const known = await pulls.find(email);
  if (known?.finishedAtMs !== undefined) throw new IsFinished(email);
  if (known !== undefined && known.from !== from) throw new OtherService(email, known.from);
  const person = known ?? { email, from, startedAtMs: clock.now().getTime() };
  if (known === undefined) await pulls.put(person);
  const lease = new Lease(email, holder, pulls, clock);
  await lease.take(abandoned);
  try {
    const untaken = new UntakenThings(pulls, email, await pulls.listUntaken(email));
    const counts = { events: 0, changed: 0 };
    const context = { ...request, email, lease, untaken, counts, onProgress, isOver };
    const isComplete = await takeEverything(calendar && foldAddress(calendar), person, context);
    return { ...counts, untaken: untaken.list(), isComplete };
  } finally {
    await lease.release();
  }
}
