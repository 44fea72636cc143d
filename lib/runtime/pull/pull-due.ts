/** Pulls everybody who is not switched over, for the schedule of a stage. */
import { inParallel } from '#lib/api/process/in-parallel';
import { PersonIsLeased } from '#lib/pull/calendar/lease';
import { pullPeople } from '#lib/pull/people';
import type { PulledPerson } from '#lib/pull/stores';
import { config } from '#lib/runtime/process/config';
import { randomIds } from '#lib/runtime/process/ids';
import { logger } from '#lib/runtime/process/logger';
import { secretText } from '#lib/runtime/process/secret-text';
import { openCalendarService, pullCalendar, pulls } from './calendar.ts';

/** Time for the page that is being written. */
const SPARE_MS = 30_000;
/** One that is slow or silent does not keep people of another waiting. */
const SERVICES_AT_ONCE = 4;
/** There is a next run. */
const MAX_ATTEMPTS = 3;

async function pullFrom(
  from: string,
  people: readonly PulledPerson[],
  credentials: string,
  remainingMs: () => number,
): Promise<void> {
  const network = { allowLoopback: config.loopbackWebhooks, allowPrivate: false };
  const service = openCalendarService({ from, credentials, network, maxAttempts: MAX_ATTEMPTS });
  const isOver = (): boolean => remainingMs() < SPARE_MS;
  const emails = people.map(({ email }) => email);
  const outcomes = await pullPeople(emails, async (email) => {
    const request = { email, from, upstream: service.as(email), holder: `schedule ${randomIds.next()}`, isOver };
    return isOver() ? undefined : pullCalendar(request);
  }).finally(service.close);
  const results = outcomes.flatMap((outcome) => ('result' in outcome ? (outcome.result ?? []) : []));
  // Somebody pulls this person by hand.
  const errors = outcomes.flatMap((outcome) =>
    'error' in outcome && !(outcome.error instanceof PersonIsLeased) ? [outcome.error] : [],
  );
  logger.info('pulled', {
    service: 'calendar',
    people: results.length,
    incomplete: results.filter(({ isComplete }) => !isComplete).length,
    changed: results.reduce((sum, { changed }) => sum + changed, 0),
    failures: errors.length,
  });
  // Messages hold addresses.
  for (const error of errors) logger.error('pull failed', { service: 'calendar', error: error.name });
}

/** Does nothing on a stage without credentials for it. */
export async function pullDue(remainingMs: () => number): Promise<void> {
  if (config.pullCredentials === undefined) return;
  const people = (await pulls.list()).filter(({ finishedAtMs }) => finishedAtMs === undefined);
  if (people.length === 0) return;
  const credentials = await secretText(config.pullCredentials);
  // If time does not suffice for all, others come first in the next run.
  const first = Math.floor(Math.random() * people.length);
  const inTurn = [...people.slice(first), ...people.slice(0, first)];
  const byService = Map.groupBy(inTurn, ({ from }) => from);
  await inParallel([...byService], SERVICES_AT_ONCE, ([from, theirs]) =>
    pullFrom(from, theirs, credentials, remainingMs),
  );
}
