/**
 * What deleting and clearing a calendar and taking a role away leave to be done. A job goes through its calendar page
 * by page and can stop after any of them: what is done stays done, so whoever takes it up again goes on from there, and
 * two that work on the same job only meet conditions that no longer hold.
 */
import type { Clock } from '#lib/api/context';
import { audienceOf } from '#lib/calendar/access/acl-rule';
import { ruleIdsFor } from '#lib/calendar/access/permissions';
import { nextTick } from '#lib/calendar/model/change-clock';
import type { Job, JobKind } from '#lib/calendar/model/job';
import { highest } from '#lib/calendar/model/roles';
import type { CalendarStores } from '#lib/calendar/stores/all';
import { forgottenAtMs } from '#lib/calendar/tokens/retention';
import { hasTombstoneKey, tombstoneOf } from './tombstone.ts';

export interface JobDependencies {
  readonly clock: Clock;
  readonly stores: Pick<CalendarStores, 'calendars' | 'entries' | 'events' | 'groups' | 'jobs'>;
}

const SUBSCRIBERS_AT_ONCE = 25;
const EVENTS_AT_ONCE = 200;

/** One page of a job: where the next one begins, or undefined when it was the last. */
type Step = (job: Job, after: string | undefined, dependencies: JobDependencies) => Promise<string | undefined>;

/** Takes a calendar off somebody's list, with a row for their sync, unless they may still see it. */
async function takeOff(email: string, { calendarId }: Job, { clock, stores }: JobDependencies): Promise<void> {
  for (;;) {
    const ruleIds = ruleIdsFor(email, await stores.groups.latest());
    const { calendar, entry, rules, user } = await stores.calendars.view(calendarId, email, ruleIds);
    const mayStay =
      calendar !== undefined && calendar.isRemoved !== true && highest(rules.map(({ role }) => role)) !== 'none';
    if (user === undefined || entry === undefined || entry.isRemoved || mayStay) return;
    if (entry.hasOverlays === true && calendar?.isRemoved === true) await stores.jobs.removeOverlays(email, calendarId);
    const updatedAtMs = nextTick(clock.now().getTime(), entry.updatedAtMs);
    if (await stores.entries.replace(user, { ...entry, isRemoved: true, updatedAtMs }, entry)) return;
  }
}

const takeOffLists: Step = async (job, after, dependencies) => {
  const { items, next } = await dependencies.stores.jobs.listSubscribers(job.calendarId, after, SUBSCRIBERS_AT_ONCE);
  await Promise.all(items.map((email) => takeOff(email, job, dependencies)));
  return next;
};

/** First the lists, as long as it is known whose; then everything else. */
const LISTS = 'lists:';
const ITEMS = 'items';

const removeCalendar: Step = async (job, after = LISTS, dependencies) => {
  const { clock, stores } = dependencies;
  if (after.startsWith(LISTS)) {
    const next = await takeOffLists(job, after.slice(LISTS.length) || undefined, dependencies);
    return next === undefined ? ITEMS : `${LISTS}${next}`;
  }
  if (await stores.jobs.removeItems(job.calendarId)) return ITEMS;
  await stores.jobs.retire(job.calendarId, forgottenAtMs(clock.now().getTime()));
  return undefined;
};

/**
 * Events that were there when the calendar was cleared get their tombstones. To everybody they are cancelled already,
 * with the number of the clearing: nothing changes for those who read, and the calendar's counter stays as it is.
 */
const clearCalendar: Step = async (job, after, { clock, stores }) => {
  const { calendar } = await stores.calendars.view(job.calendarId, undefined, []);
  if (calendar === undefined || calendar.isRemoved === true) return undefined;
  const { items, next } = await stores.events.list(calendar, after, EVENTS_AT_ONCE);
  const cleared = items.filter((event) => event.sharedSeq <= (calendar.clearedSeq ?? 0) && !hasTombstoneKey(event));
  await stores.jobs.writeTombstones(
    calendar,
    cleared.map((event) => tombstoneOf(event, clock.now().getTime())),
  );
  if (next === undefined) await stores.jobs.markSwept(job);
  return next;
};

const revokeRule: Step = async (job, after, dependencies) => {
  const { stores } = dependencies;
  const isMeant = audienceOf(job.ruleId ?? '', await stores.groups.latest());
  if (typeof isMeant === 'string') {
    await takeOff(isMeant, job, dependencies);
    return undefined;
  }
  const { items, next } = await stores.jobs.listSubscribers(job.calendarId, after, SUBSCRIBERS_AT_ONCE);
  await Promise.all(items.filter(isMeant).map((email) => takeOff(email, job, dependencies)));
  return next;
};

const STEPS: Readonly<Record<JobKind, Step>> = { remove: removeCalendar, clear: clearCalendar, revoke: revokeRule };

/** Does one page of a job and remembers how far it came; undefined when it is done. */
export async function runJobPage(job: Job, dependencies: JobDependencies): Promise<Job | undefined> {
  const { jobs } = dependencies.stores;
  const cursor = await STEPS[job.kind](job, job.cursor, dependencies);
  await (cursor === undefined ? jobs.finish(job) : jobs.advance(job, cursor));
  return cursor === undefined ? undefined : { ...job, cursor };
}

/**
 * Works on all that is left, a page of each in turn, until the time is up. One that fails holds up none of the others.
 */
export async function runJobs(dependencies: JobDependencies, deadline: Date): Promise<void> {
  const failures: unknown[] = [];
  const tryWork = (job: Job): Promise<Job | undefined> =>
    runJobPage(job, dependencies).catch((error: unknown) => {
      failures.push(error);
      return undefined;
    });
  let waiting: readonly Job[] = await dependencies.stores.jobs.listJobs();
  while (waiting.length > 0) {
    const unfinished: Job[] = [];
    for (const job of waiting) {
      if (dependencies.clock.now() >= deadline) break;
      const rest = await tryWork(job);
      if (rest !== undefined) unfinished.push(rest);
    }
    waiting = unfinished;
  }
  if (failures.length > 0) throw new AggregateError(failures, 'some jobs failed and will be tried again');
}
