/** Takes events of one calendar: reads what is here, plans, and writes what differs. */
import { ApiError } from '#lib/api/errors';
import { inParallel } from '#lib/api/process/in-parallel';
import { readReminders } from '#lib/calendar/events/body/reminders';
import { sameReminders } from '#lib/calendar/events/write/change-event';
import type { Calendar } from '#lib/calendar/model/calendar';
import { nextTick } from '#lib/calendar/model/change-clock';
import { isException, isMaster, type Overlay } from '#lib/calendar/model/event';
import type { EventResource } from '#lib/calendar/resources/event';
import type { EventView, IndexedItem, OverlayWrite } from '#lib/calendar/stores/events';
import { retryOnConflict } from '#lib/calendar/stores/retry-on-conflict';
import { UpstreamError } from '#lib/pull/http/upstream-error';
import { planSeries, type SeriesPlan, type SeriesRows } from './plan-series.ts';
import { reasonOf, type PullContext } from './pull-context.ts';

interface TakenSeries {
  readonly isChanged: boolean;
  readonly refused: readonly { readonly id: string; readonly reason: string }[];
}

/** The calendar with what it holds under some ids. */
interface Found {
  readonly calendar: Calendar;
  /** True once, if the person's list entry does not say yet that there are reminders in this calendar. */
  readonly marksEntry: () => boolean;
  readonly items: ReadonlyMap<string, IndexedItem>;
  readonly overlays: ReadonlyMap<string, Overlay>;
}

const idsOf = ({ id, exceptions }: SeriesRows): string[] => [id, ...exceptions.flatMap((row) => row.id ?? [])];

async function find(calendarId: string, ids: readonly string[], { stores, email }: PullContext): Promise<Found> {
  const view: EventView = await stores.events.view(calendarId, ids, email, []);
  const { calendar, entry } = view;
  if (calendar === undefined || calendar.isRemoved === true)
    throw new Error(`${calendarId} was deleted here while it was pulled.`);
  const withIds = <T>(values: readonly (T | undefined)[]): Map<string, T> =>
    new Map(ids.flatMap((id, index) => (values[index] === undefined ? [] : [[id, values[index]] as const])));
  let isMarked = entry === undefined || entry.hasOverlays === true;
  const marksEntry = (): boolean => {
    const marks = !isMarked;
    isMarked = true;
    return marks;
  };
  return { calendar, marksEntry, items: withIds(view.events), overlays: withIds(view.overlays) };
}

/** Without what the other service answers for the instance of a series that this person is not invited to. */
const asSingleEvent = ({
  recurringEventId: _series,
  originalStartTime: _start,
  ...row
}: EventResource): EventResource => row;

/** The rows with those of their series, which is neither here nor among them. */
async function withSeries(
  rows: SeriesRows,
  calendarId: string,
  { upstream }: PullContext,
): Promise<readonly SeriesRows[]> {
  try {
    const path = `calendars/${encodeURIComponent(calendarId)}/events/${encodeURIComponent(rows.id)}`;
    return [{ ...rows, event: await upstream.get<EventResource>(path) }];
  } catch (error) {
    if (!(error instanceof UpstreamError) || error.status !== 404) throw error;
    return rows.exceptions
      .filter(({ status }) => status !== 'cancelled')
      .map((row) => ({ id: row.id ?? '', event: asSingleEvent(row), exceptions: [] }));
  }
}

/** Reminders that are not yet as the person has them there. */
function overlaysToWrite(
  rows: SeriesRows,
  { marksEntry, items, overlays }: Found,
  { clock, email }: PullContext,
): OverlayWrite[] {
  const nowMs = clock.now().getTime();
  const write = (row: EventResource, current: Overlay['reminders']): OverlayWrite[] => {
    if (row.id === undefined || row.reminders === undefined || row.status === 'cancelled') return [];
    const reminders = readReminders(row.reminders);
    if (sameReminders(current, reminders)) return [];
    const value: Overlay = {
      eventId: row.id,
      ...(reminders !== undefined && { reminders }),
      updatedAtMs: nextTick(nowMs, items.get(row.id)?.updatedAtMs ?? 0, overlays.get(row.id)?.updatedAtMs ?? 0),
      seq: 0,
    };
    return [{ email, value, marksEntry: marksEntry(), eventType: row.eventType ?? 'default' }];
  };
  const ofSeries =
    rows.event?.reminders === undefined ? overlays.get(rows.id)?.reminders : readReminders(rows.event.reminders);
  return [
    ...(rows.event === undefined ? [] : write(rows.event, overlays.get(rows.id)?.reminders)),
    ...rows.exceptions.flatMap((row) => write(row, (overlays.get(row.id ?? '') ?? { reminders: ofSeries }).reminders)),
  ];
}

async function write(
  plan: SeriesPlan,
  overlays: readonly OverlayWrite[],
  rows: SeriesRows,
  { calendar }: Found,
  { stores, email, clock }: PullContext,
): Promise<boolean> {
  const telling = { eventId: rows.id, by: email, isImport: true, isQuiet: true };
  const [first, ...others] = overlays;
  const changes = [
    { writes: plan.writes, overlay: first },
    ...others.map((overlay) => ({ writes: [], overlay })),
  ].filter(({ writes, overlay }) => writes.length > 0 || overlay !== undefined);
  for (const { writes, overlay } of changes) {
    const change = { writes, overlay, telling, atMs: clock.now().getTime() };
    if ((await stores.events.write(calendar, change)) === false) return false;
  }
  return true;
}

async function takeSeries(
  rows: SeriesRows,
  first: Found,
  calendarId: string,
  context: PullContext,
): Promise<TakenSeries> {
  const { stores, clock } = context;
  try {
    return await retryOnConflict(async (lost) => {
      const found = lost === 0 ? first : await find(calendarId, idsOf(rows), context);
      const own = found.items.get(rows.id);
      const isSeries = lost > 0 || rows.gone !== undefined || (own !== undefined && !isException(own) && isMaster(own));
      const items = isSeries
        ? await stores.events.listSeries(found.calendar, rows.id)
        : idsOf(rows).flatMap((id) => found.items.get(id) ?? []);
      const plan = planSeries(rows, { calendar: found.calendar, items, nowMs: clock.now().getTime() });
      if (plan === undefined) {
        const whole = await withSeries(rows, calendarId, context);
        const taken = await takeAll(whole, calendarId, context);
        return { isChanged: taken.some((one) => one.isChanged), refused: taken.flatMap(({ refused }) => refused) };
      }
      const overlays = overlaysToWrite(rows, found, context);
      if (!(await write(plan, overlays, rows, found, context))) return undefined;
      return {
        isChanged: plan.writes.length + overlays.length > 0,
        refused: plan.refused.map(({ id, error }) => ({ id, reason: reasonOf(error) })),
      };
    });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const reason = reasonOf(error);
    const ids = rows.event === undefined ? idsOf(rows).slice(1) : idsOf(rows);
    return { isChanged: false, refused: ids.map((id) => ({ id, reason })) };
  }
}

/** One read for all of them; their writes share transactions. */
async function takeAll(
  series: readonly SeriesRows[],
  calendarId: string,
  context: PullContext,
): Promise<TakenSeries[]> {
  if (series.length === 0) return [];
  const found = await find(calendarId, series.flatMap(idsOf), context);
  return Promise.all(series.map((rows) => takeSeries(rows, found, calendarId, context)));
}

const IDS_AT_ONCE = 200;
const READS_AT_ONCE = 2;

/** In groups that are read and written together. */
function inGroups(series: readonly SeriesRows[]): SeriesRows[][] {
  const groups: SeriesRows[][] = [[]];
  let ids = 0;
  for (const rows of series) {
    const size = idsOf(rows).length;
    if (ids > 0 && ids + size > IDS_AT_ONCE) {
      groups.push([]);
      ids = 0;
    }
    groups.at(-1)?.push(rows);
    ids += size;
  }
  return groups;
}

export async function takeEvents(
  series: readonly SeriesRows[],
  calendarId: string,
  context: PullContext,
): Promise<void> {
  const { counts, untaken, lease, onProgress } = context;
  await inParallel(inGroups(series), READS_AT_ONCE, async (group) => {
    await lease.check();
    const taken = await takeAll(group, calendarId, context);
    const refused = taken.flatMap((one) => one.refused);
    const failed = new Set(refused.map(({ id }) => id));
    await untaken.add(refused.map(({ id, reason }) => ({ what: 'event', id, calendarId, reason })));
    await untaken.forget(
      group.flatMap((rows) => idsOf(rows).flatMap((id) => (failed.has(id) ? [] : [{ what: 'event', id, calendarId }]))),
    );
    counts.events += group.reduce((sum, { event, exceptions }) => sum + exceptions.length + (event ? 1 : 0), 0);
    counts.changed += taken.filter(({ isChanged }) => isChanged).length;
    onProgress(counts);
  });
}
