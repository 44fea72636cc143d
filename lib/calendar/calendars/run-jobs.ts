/**
 * Jobs: the work that deleting a calendar, clearing it, or removing a rule leaves for later. The table's stream begins
 * it (functions/streams/propagate.ts), and a schedule goes on with what is left. A job goes through its calendar page
 * by page and may stop after any page: finished pages stay finished, and the next run continues there. Two runs of the
 * same job do no harm, since every write is conditional.
 */
import type { Clock, Logger } from '#lib/api/context';
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

/** Does one page of a job. Answers where the next page begins; undefined after the last. */
type Step = (job: Job, after: string | undefined, dependencies: JobDependencies) => Promise<string | undefined>;

/** Marks a user's list entry as removed, so that their sync reports it, unless they may still see the calendar. */
async function removeFromList(email: string, { calendarId }: Job, { clock, stores }: JobDependencies): Promise<void> {
  for (;;) {
    const ruleIds = ruleIdsFor(email, await stores.groups.latest());
    const { calendar, entry, rules, user } = await stores.calendars.view(calendarId, email, ruleIds);
    const hasAccess =
      calendar !== undefined && calendar.isRemoved !== true && highest(rules.map(({ role }) => role)) !== 'none';
    if (user === undefined || entry === undefined || entry.isRemoved || hasAccess) return;
    if (entry.hasOverlays === true && calendar?.isRemoved === true) await stores.jobs.removeOverlays(email, calendarId);
    const updatedAtMs = nextTick(clock.now().getTime(), entry.updatedAtMs);
    if (await stores.entries.replace(user, { ...entry, isRemoved: true, updatedAtMs }, entry)) return;
  }
}

const removeFromLists: Step = async (job, after, dependencies) => {
  const { items, next } = await dependencies.stores.jobs.listSubscribers(job.calendarId, after, SUBSCRIBERS_AT_ONCE);
  await Promise.all(items.map((email) => removeFromList(email, job, dependencies)));
  return next;
};

/** First the entries on users' lists, while the subscribers are still stored; then everything else. */
const LISTS = 'lists:';
const ITEMS = 'items';

const removeCalendar: Step = async (job, after = LISTS, dependencies) => {
  const { clock, stores } = dependencies;
  if (after.startsWith(LISTS)) {
    const next = await removeFromLists(job, after.slice(LISTS.length) || undefined, dependencies);
    return next === undefined ? ITEMS : `${LISTS}${next}`;
  }
  if (await stores.jobs.removeItems(job.calendarId)) return ITEMS;
  await stores.jobs.retire(job.calendarId, forgottenAtMs(clock.now().getTime()));
  return undefined;
};

/**
 * Writes the tombstones of events that were cleared. Readers see them as cancelled already, at the number of the
 * clearing, so nothing changes for them and the calendar's counter stays.
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
  const isAffected = audienceOf(job.ruleId ?? '', await stores.groups.latest());
  if (typeof isAffected === 'string') {
    await removeFromList(isAffected, job, dependencies);
    return undefined;
  }
  const { items, next } = await stores.jobs.listSubscribers(job.calendarId, after, SUBSCRIBERS_AT_ONCE);
  await Promise.all(items.filter(isAffected).map((email) => removeFromList(email, job, dependencies)));
  return next;
};

const STEPS: Readonly<Record<JobKind, Step>> = { remove: removeCalendar, clear: clearCalendar, revoke: revokeRule };

/** Does one page of a job and stores the progress; undefined when the job is done. */
export async function runJobPage(job: Job, dependencies: JobDependencies): Promise<Job | undefined> {
  const { jobs } = dependencies.stores;
  const cursor = await STEPS[job.kind](job, job.cursor, dependencies);
  await (cursor === undefined ? jobs.finish(job) : jobs.advance(job, cursor));
  return cursor === undefined ? undefined : { ...job, cursor };
}

/** Begins a job that has just been requested. What is left at the deadline, and after a failure, is for `runJobs`. */
export async function beginJob(
  job: Job,
  dependencies: JobDependencies & { readonly log: Logger },
  deadline: Date,
): Promise<void> {
  try {
    let rest: Job | undefined = job;
    while (rest !== undefined && dependencies.clock.now() < deadline) rest = await runJobPage(rest, dependencies);
  } catch (error) {
    const { kind, calendarId } = job;
    dependencies.log.error('a job is left to the schedule', { kind, calendarId, error: String(error) });
  }
}

/** Runs all open jobs, a page of each in turn, until the deadline. A job that fails does not stop the others. */
export async function runJobs(dependencies: JobDependencies, deadline: Date): Promise<void> {
  const failures: unknown[] = [];
  const tryPage = (job: Job): Promise<Job | undefined> =>
    runJobPage(job, dependencies).catch((error: unknown) => {
      failures.push(error);
      return undefined;
    });
  let waiting: readonly Job[] = await dependencies.stores.jobs.listJobs();
  while (waiting.length > 0) {
    const unfinished: Job[] = [];
    for (const job of waiting) {
      if (dependencies.clock.now() >= deadline) break;
      const rest = await tryPage(job);
      if (rest !== undefined) unfinished.push(rest);
    }
    waiting = unfinished;
  }
  if (failures.length > 0) throw new AggregateError(failures, 'some jobs failed and will be tried again');
}
