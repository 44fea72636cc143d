/** The instances of one series, in the order of their original starts. */
import type { Context } from '#lib/api/context';
import { notFound } from '#lib/api/errors';
import type { StaticParameters } from '#lib/api/schema';
import { requireAccess } from '#lib/calendar/access/permissions';
import { mergeSorted, sourceOf } from '#lib/calendar/events/order/merge-sorted';
import { plainOccurrences } from '#lib/calendar/events/order/series-rows';
import { openEvents, type OpenEvents } from '#lib/calendar/events/read/find-event';
import { fillPage, MAX_EXPANSIONS, readPlace, type RowBatches } from '#lib/calendar/events/rows/fill-page';
import { readWindow, seriesHorizon } from '#lib/calendar/events/rows/list-request';
import { describeRows, readOverlays, type Candidate } from '#lib/calendar/events/rows/rows';
import { isException, isMaster, type StoredEvent } from '#lib/calendar/model/event';
import {
  hasException,
  storedIdsOf,
  instancesOf,
  modifiedInstance,
  resolveEvent,
  type Resolved,
} from '#lib/calendar/model/instance';
import type { eventsInstancesQuery } from '#lib/calendar/parameters';
import { ExpansionBudget } from '#lib/calendar/recurrence/budget';
import { instanceId } from '#lib/calendar/recurrence/instance-id';
import type { EventsResource } from '#lib/calendar/resources/event';
import type { CalendarStores } from '#lib/calendar/stores/all';
import { DAY, parseDay, type Instant } from '#lib/calendar/time/civil';
import {
  allDayAt,
  intervalOf,
  momentOf,
  overlaps,
  timedAt,
  type EventTime,
  type TimeWindow,
} from '#lib/calendar/time/event-time';
import { readInstant } from '#lib/calendar/time/timestamp';
import { requireTimeZone } from '#lib/calendar/time/zone';
import { markOfList, openPageToken, sealPageToken } from '#lib/calendar/tokens/page-token';
import { describeList } from './list-envelope.ts';

export type InstancesQuery = StaticParameters<typeof eventsInstancesQuery>;

interface Row extends Candidate {
  /** When the rules put it. */
  readonly moment: Instant;
}

interface Instances {
  readonly window: TimeWindow;
  readonly horizon: Instant;
  readonly budget: ExpansionBudget;
  readonly calendarZone: string;
  /** The last original start of the page before. */
  readonly after: Instant | undefined;
}

const rowOf = (resolved: Resolved): Row =>
  resolved.kind === 'instance'
    ? { whole: resolved.whole, series: resolved.master, moment: momentOf(resolved.whole.originalStart) }
    : { whole: resolved.whole, moment: momentOf(resolved.whole.start) };

function readOriginalStart(text: string): EventTime {
  const day = parseDay(text);
  return day === undefined ? timedAt(readInstant(text), undefined) : allDayAt(day * DAY);
}

function* plainRows(
  master: StoredEvent,
  { window, horizon, budget, calendarZone, after }: Instances,
): Generator<Row, void> {
  // An all-day start is up to a day away from its midnight in UTC.
  const from = after === undefined ? undefined : { start: after - DAY, id: '' };
  const instanceAt = instancesOf(master);
  for (const occurrence of plainOccurrences(master, { window, horizon, budget, after: from }, calendarZone)) {
    yield { whole: instanceAt(occurrence), series: master, moment: momentOf(occurrence.start) };
  }
}

/** All instances, or the one asked for. */
function* rowsOf(
  resolved: Resolved,
  { along }: OpenEvents,
  originalStart: string | undefined,
  instances: Instances,
): Generator<Row, void> {
  const { window, calendarZone, after = -Infinity } = instances;
  const exceptions = along.flatMap((item) => (isException(item) ? [item] : []));
  const isWithin = ({ whole, moment }: Row): boolean =>
    moment > after && overlaps(intervalOf(whole, calendarZone), window);
  if (resolved.kind === 'instance' || !isMaster(resolved.stored)) {
    yield* [rowOf(resolved)].filter(isWithin);
    return;
  }
  const master = resolved.stored;
  if (originalStart !== undefined) {
    const id = instanceId(master.id, readOriginalStart(originalStart));
    const one = resolveEvent(id, [exceptions.find((exception) => exception.id === id), master]);
    yield* (one === undefined ? [] : [rowOf(one)]).filter(isWithin);
    return;
  }
  const modified = exceptions
    .filter(({ id }) => hasException(master, id))
    .map((exception): Row => ({
      whole: modifiedInstance(master, exception),
      series: master,
      moment: momentOf(exception.originalStart),
    }))
    .sort((a, b) => a.moment - b.moment);
  for (const row of mergeSorted(
    [sourceOf(modified), sourceOf(plainRows(master, instances))],
    (a, b) => a.moment < b.moment,
  ))
    if (isWithin(row)) yield row;
}

async function* inOneRun(rows: Iterable<Row>): RowBatches<Row> {
  yield await Promise.resolve(rows);
}

/** A deleted series has none. */
function requireLiving(resolved: Resolved | undefined): Resolved {
  if (resolved === undefined || (resolved.kind === 'event' && resolved.whole.status === 'cancelled')) throw notFound();
  return resolved;
}

export async function listInstances(
  calendarId: string,
  eventId: string,
  query: InstancesQuery,
  context: Context<CalendarStores>,
): Promise<EventsResource> {
  const { caller, clock, request } = context;
  const timeZone = requireTimeZone(query.timeZone);
  const { after, before } = readWindow(query);
  if (query.originalStart !== undefined) readOriginalStart(query.originalStart);
  const mark = markOfList(`${caller.email ?? ''} ${calendarId} ${eventId}`, { ...query });
  const page = openPageToken(query.pageToken, mark);
  const [answered] = page === undefined ? [] : readPlace(page.after, ['number']);

  const ids = storedIdsOf(eventId);
  const opened = await openEvents(calendarId, ids, context, { exceptionsOf: ids.length === 1 ? eventId : undefined });
  requireAccess(opened, 'events.instances');
  const resolved = requireLiving(resolveEvent(eventId, opened.events));

  // Unlike in other lists, what ends at `timeMin` is kept; times are whole seconds.
  const window = { after: after === undefined ? undefined : after - 1, before };
  const { calendar } = opened;
  const instances = {
    window,
    horizon: seriesHorizon(window, clock.now().getTime()),
    budget: new ExpansionBudget(MAX_EXPANSIONS),
    calendarZone: calendar.timeZone,
    after: answered,
  };
  const showsDeleted = query.showDeleted === true;
  const rendering = {
    calendar,
    email: caller.email,
    rootUrl: request.rootUrl,
    timeZone,
    maxAttendees: query.maxAttendees,
  };
  const describe = describeRows(opened, rendering, {
    isExpanded: true,
    listsTombstones: showsDeleted,
    isSync: false,
    showsDeleted,
    showsHidden: true,
    matches: () => true,
  });
  const rows = rowsOf(resolved, opened, query.originalStart, instances);
  const { items, last } = await fillPage(inOneRun(rows), readOverlays(opened, context), describe, query.maxResults);
  return {
    ...describeList(opened, timeZone, items),
    ...(last !== undefined && {
      nextPageToken: sealPageToken({ for: mark, after: JSON.stringify([last.moment]), seq: calendar.seq }),
    }),
  };
}
