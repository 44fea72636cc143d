/**
 * The rows that one changed item adds to a sync or to a list by `updatedMin`. Exceptions inherit from their series, so
 * a change of the series is a change of its exceptions; in a list of instances (`isExpanded`) it is a change of every
 * instance.
 *
 * Example. Series `lunch` (four Tuesdays from March 17) with one exception, March 24 moved to the 25th. The token has
 * seq 10.
 *   - The series changed at 12, the exception at 8: the series and the exception. Expanded: the 17th, 25th, 31st and
 *     April 7.
 *   - The exception changed at 12, the series at 7: the exception alone.
 *   - The exception changed at 11, the series at 12: the item at 11 adds nothing, the series at 12 adds both. Each row
 *     comes once.
 *   - The series changed at 12, the exception at 13: the series at 12, the exception at 13.
 *   - The series was deleted at 12: the series and the exception as cancelled. Expanded: every instance as cancelled.
 *   - The reader's reminders for the 31st changed at 12, the series at 7: the 31st alone, for this reader.
 *   - A series without exceptions got COUNT=2 at 12: the series. Expanded: the 17th and 24th, and as cancelled the 31st
 *     and April 7, which only the former rules produce.
 */
import type { ListRequest } from '#lib/calendar/events/rows/list-request';
import { isLivingSeries, type Overlays } from '#lib/calendar/events/rows/rows';
import { isException, isMaster, type FormerRules } from '#lib/calendar/model/event';
import { hasException, plainInstance } from '#lib/calendar/model/instance';
import type { ExpansionBudget } from '#lib/calendar/recurrence/budget';
import { parseInstanceId } from '#lib/calendar/recurrence/instance-id';
import type { IndexedItem } from '#lib/calendar/stores/events';
import type { Instant } from '#lib/calendar/time/civil';
import { intervalOf } from '#lib/calendar/time/event-time';
import { vanishedRows } from './former-rules.ts';
import { mergeSorted, sourceOf } from './merge-sorted.ts';
import { rowOfOwnInstance } from './own-instances.ts';
import {
  comparePositions,
  isBefore,
  isPast,
  positionItem,
  type IndexedEvent,
  type Masters,
  type PositionedRow,
  type Position,
} from './position.ts';
import { plainInstances } from './series-rows.ts';

export interface ChangeOptions extends Pick<ListRequest, 'isSync' | 'isExpanded' | 'window'> {
  /** Changes after this number. */
  readonly since: number;
  readonly horizon: Instant;
  readonly budget?: ExpansionBudget | undefined;
  /** When the reader's last list or sync was. */
  readonly heardAtMs: Instant;
}

/** What has to be read besides the item. */
export interface RowDependencies {
  readonly masters: Masters;
  /** Of the series that changed, by series. */
  readonly exceptions: ReadonlyMap<string, readonly IndexedItem[]>;
  readonly overlays: Overlays;
  readonly calendarZone: string;
}

/** Ids of the reader's overlays that changed, for an item or for instances of a series. */
const ownChanges = ({ id }: IndexedItem, since: number, overlays: Overlays): string[] =>
  [...overlays.values()].flatMap(({ seq, eventId }) =>
    seq > since && (eventId === id || eventId.startsWith(`${id}_`)) ? [eventId] : [],
  );

/** Instances of a series whose overlay the reader changed. */
const changedByReader = (series: IndexedEvent, ids: readonly string[], calendarZone: string): PositionedRow[] =>
  ids.flatMap((id) => rowOfOwnInstance(id, series, calendarZone) ?? []).sort(comparePositions);

/**
 * The reader's own exceptions, where series are listed as series. A sync also reports those that the event no longer
 * has.
 */
function ownExceptions(
  event: IndexedEvent,
  { isExpanded, isSync }: ChangeOptions,
  { overlays, calendarZone }: RowDependencies,
): PositionedRow[] {
  if (isExpanded) return [];
  const rows = [...overlays.keys()].flatMap((id) => {
    const instance = parseInstanceId(id);
    if (instance?.masterId !== event.id || hasException(event, id)) return [];
    const row = rowOfOwnInstance(id, event, calendarZone);
    if (row !== undefined || !isSync) return row ?? [];
    const gone = plainInstance(event, instance.originalStart);
    return [{ whole: { ...gone, status: 'cancelled' as const }, series: event, id, ...intervalOf(gone, calendarZone) }];
  });
  return rows.sort(comparePositions);
}

/** The instances of a deleted series, as cancelled. */
function* asCancelled(rows: Iterable<PositionedRow>): Generator<PositionedRow, void> {
  for (const row of rows) yield { ...row, whole: { ...row.whole, status: 'cancelled' } };
}

/** Former rules that may have applied when the reader last listed the series. */
const formerRulesSince = (
  { formerly = [] }: IndexedEvent,
  { isSync, isExpanded, heardAtMs }: ChangeOptions,
): readonly FormerRules[] => (isSync && isExpanded ? formerly.filter(({ untilMs }) => untilMs >= heardAtMs) : []);

/** Leaves out instances with an exception that is active or has changed: those add their own row. */
function* withoutExceptions(
  rows: Iterable<PositionedRow>,
  event: IndexedEvent,
  { since }: ChangeOptions,
  { exceptions }: RowDependencies,
): Generator<PositionedRow, void> {
  const exceptionIds = new Set(
    (exceptions.get(event.id) ?? [])
      .filter(({ id, sharedSeq }) => sharedSeq > since || hasException(event, id))
      .map(({ id }) => id),
  );
  for (const row of rows) if (!exceptionIds.has(row.id)) yield row;
}

/** Rows for instances that only former rules produce, as cancelled. */
function vanishedSince(
  event: IndexedEvent,
  options: ChangeOptions,
  after: Position | undefined,
  dependencies: RowDependencies,
): Iterable<PositionedRow> {
  const { window, horizon, budget } = options;
  const part = { window, horizon, budget, after };
  const runs = vanishedRows(event, formerRulesSince(event, options), part, dependencies.calendarZone);
  return withoutExceptions(mergeSorted(runs.map(sourceOf), isBefore), event, options, dependencies);
}

function rowsOfSeries(
  series: IndexedEvent,
  options: ChangeOptions,
  after: Position | undefined,
  dependencies: RowDependencies,
): Iterable<PositionedRow> {
  const { masters, exceptions, calendarZone } = dependencies;
  // An exception that changed later, or that is no longer active, adds its own row.
  const following = (exceptions.get(series.id) ?? []).filter(
    ({ id, sharedSeq }) => hasException(series, id) && sharedSeq <= Math.max(series.sharedSeq, options.since),
  );
  const items = [...(options.isExpanded ? [] : [series]), ...following];
  const stored = [
    ...items.flatMap((item) => positionItem(item, masters, calendarZone) ?? []),
    ...ownExceptions(series, options, dependencies),
  ].sort(comparePositions);
  const isLiving = isLivingSeries(series);
  if (!options.isExpanded || (!isLiving && !options.isSync)) return stored;
  const { window, horizon, budget } = options;
  const plain = plainInstances(series, { window, horizon, budget, after }, calendarZone);
  return mergeSorted(
    [
      stored,
      isLiving ? plain : withoutExceptions(asCancelled(plain), series, options, dependencies),
      vanishedSince(series, options, after, dependencies),
    ].map(sourceOf),
    isBefore,
  );
}

/** The series changed in the same change or later, so its rows include this exception. */
const comesWithSeries = (item: IndexedItem, series: IndexedEvent | undefined, { since }: ChangeOptions): boolean =>
  series !== undefined &&
  hasException(series, item.id) &&
  series.sharedSeq > since &&
  series.sharedSeq >= item.sharedSeq;

function rowsOfItem(
  item: IndexedItem,
  options: ChangeOptions,
  after: Position | undefined,
  dependencies: RowDependencies,
): Iterable<PositionedRow> {
  const { masters, overlays, calendarZone } = dependencies;
  if (isException(item) && comesWithSeries(item, masters.get(item.recurringEventId), options)) return [];
  if (options.isSync && item.sharedSeq <= options.since) {
    const own = ownChanges(item, options.since, overlays);
    if (!own.includes(item.id)) return isException(item) ? [] : changedByReader(item, own, calendarZone);
  }
  if (!isException(item) && isMaster(item)) return rowsOfSeries(item, options, after, dependencies);
  const row = positionItem(item, masters, calendarZone);
  const rows = row === undefined ? [] : [row];
  if (isException(item)) return rows;
  const gone = [ownExceptions(item, options, dependencies), vanishedSince(item, options, after, dependencies)];
  return mergeSorted([rows, ...gone].map(sourceOf), isBefore);
}

/** The rows of an item in the order of (start, id), after a position. */
export function* changedRows(
  item: IndexedItem,
  options: ChangeOptions,
  after: Position | undefined,
  dependencies: RowDependencies,
): Generator<PositionedRow, void> {
  let last: string | undefined;
  for (const row of rowsOfItem(item, options, after, dependencies)) {
    if (isPast(row, after) && row.id !== last) yield row;
    last = row.id;
  }
}
