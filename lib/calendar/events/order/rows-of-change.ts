/**
 * What a changed item makes of rows. A change of a series is one of its exceptions too, which inherit from it; and
 * where instances take the place of series, it is one of all its instances.
 */
import type { ListRequest } from '#lib/calendar/events/rows/list-request';
import { isLivingSeries, type Overlays } from '#lib/calendar/events/rows/rows';
import { isException, isMaster, type FormerRules } from '#lib/calendar/model/event';
import { hasException, resolveEvent } from '#lib/calendar/model/instance';
import type { IndexedItem } from '#lib/calendar/stores/events';
import type { Instant } from '#lib/calendar/time/civil';
import { intervalOf } from '#lib/calendar/time/event-time';
import { vanishedRows } from './former-rules.ts';
import { mergeSorted, sourceOf } from './merge-sorted.ts';
import {
  comparePositions,
  isBefore,
  isPast,
  placeItem,
  type FiledEvent,
  type Masters,
  type PositionedRow,
  type Position,
} from './position.ts';
import { plainInstances } from './series-rows.ts';

export interface ChangeOptions extends Pick<ListRequest, 'isSync' | 'isExpanded' | 'window'> {
  /** Changes after this number. */
  readonly since: number;
  readonly horizon: Instant;
  /** When the reader last heard of the calendar. */
  readonly heardAtMs: Instant;
}

/** What has to be known beside the item. */
export interface RowDependencies {
  readonly masters: Masters;
  /** Of the series that changed, by series. */
  readonly exceptions: ReadonlyMap<string, readonly IndexedItem[]>;
  readonly overlays: Overlays;
  readonly calendarZone: string;
}

/** The reader's own parts, changed since, of an item or of the instances of a series. */
const ownChanges = ({ id }: IndexedItem, since: number, overlays: Overlays): string[] =>
  [...overlays.values()].flatMap(({ seq, eventId }) =>
    seq > since && (eventId === id || eventId.startsWith(`${id}_`)) ? [eventId] : [],
  );

/** Instances of which the reader alone changed something. */
function changedByReader(series: FiledEvent, ids: readonly string[], calendarZone: string): PositionedRow[] {
  return ids.flatMap((id) => {
    const resolved = resolveEvent(id, [undefined, series]);
    return resolved?.kind === 'instance'
      ? [{ whole: resolved.whole, series, id, ...intervalOf(resolved.whole, calendarZone) }]
      : [];
  });
}

/** Whoever has the instances of a series that was deleted must forget them. */
function* forgotten(rows: Iterable<PositionedRow>): Generator<PositionedRow, void> {
  for (const row of rows) yield { ...row, whole: { ...row.whole, status: 'cancelled' } };
}

/** Rules that applied when the reader last heard of the series. */
const rulesSince = (
  { formerly = [] }: FiledEvent,
  { isSync, isExpanded, heardAtMs }: ChangeOptions,
): readonly FormerRules[] => (isSync && isExpanded ? formerly.filter(({ untilMs }) => untilMs >= heardAtMs) : []);

/** Without instances that have an item of their own that counts or has changed: that tells of them. */
function* untold(
  rows: Iterable<PositionedRow>,
  event: FiledEvent,
  { since }: ChangeOptions,
  { exceptions }: RowDependencies,
): Generator<PositionedRow, void> {
  const told = new Set(
    (exceptions.get(event.id) ?? [])
      .filter(({ id, sharedSeq }) => sharedSeq > since || hasException(event, id))
      .map(({ id }) => id),
  );
  for (const row of rows) if (!told.has(row.id)) yield row;
}

/** What the rules of before tell to be gone. */
function vanishedSince(
  event: FiledEvent,
  options: ChangeOptions,
  after: Position | undefined,
  surroundings: RowDependencies,
): Iterable<PositionedRow> {
  const stretch = { window: options.window, horizon: options.horizon, after };
  const runs = vanishedRows(event, rulesSince(event, options), stretch, surroundings.calendarZone);
  return untold(mergeSorted(runs.map(sourceOf), isBefore), event, options, surroundings);
}

function rowsOfSeries(
  series: FiledEvent,
  options: ChangeOptions,
  after: Position | undefined,
  surroundings: RowDependencies,
): Iterable<PositionedRow> {
  const { masters, exceptions, calendarZone } = surroundings;
  // An exception that changed later, or that the rules dropped, has a place of its own.
  const following = (exceptions.get(series.id) ?? []).filter(
    ({ id, sharedSeq }) => hasException(series, id) && sharedSeq <= Math.max(series.sharedSeq, options.since),
  );
  const items = [...(options.isExpanded ? [] : [series]), ...following];
  const stored = items.flatMap((item) => placeItem(item, masters, calendarZone) ?? []).sort(comparePositions);
  const isLiving = isLivingSeries(series);
  if (!options.isExpanded || (!isLiving && !options.isSync)) return stored;
  const plain = plainInstances(series, { window: options.window, horizon: options.horizon, after }, calendarZone);
  return mergeSorted(
    [
      stored,
      isLiving ? plain : untold(forgotten(plain), series, options, surroundings),
      vanishedSince(series, options, after, surroundings),
    ].map(sourceOf),
    isBefore,
  );
}

/** The series changed with it or later. */
const comesWithSeries = (item: IndexedItem, series: FiledEvent | undefined, { since }: ChangeOptions): boolean =>
  series !== undefined &&
  hasException(series, item.id) &&
  series.sharedSeq > since &&
  series.sharedSeq >= item.sharedSeq;

function rowsOfItem(
  item: IndexedItem,
  options: ChangeOptions,
  after: Position | undefined,
  surroundings: RowDependencies,
): Iterable<PositionedRow> {
  const { masters, overlays, calendarZone } = surroundings;
  if (isException(item) && comesWithSeries(item, masters.get(item.recurringEventId), options)) return [];
  if (options.isSync && item.sharedSeq <= options.since) {
    const own = ownChanges(item, options.since, overlays);
    if (!own.includes(item.id))
      return options.isExpanded && !isException(item)
        ? changedByReader(item, own, calendarZone).sort(comparePositions)
        : [];
  }
  if (!isException(item) && isMaster(item)) return rowsOfSeries(item, options, after, surroundings);
  const row = placeItem(item, masters, calendarZone);
  const rows = row === undefined ? [] : [row];
  return isException(item)
    ? rows
    : mergeSorted([rows, vanishedSince(item, options, after, surroundings)].map(sourceOf), isBefore);
}

/** Its rows in the order of (start, id), from a place on. */
export function* changedRows(
  item: IndexedItem,
  options: ChangeOptions,
  after: Position | undefined,
  surroundings: RowDependencies,
): Generator<PositionedRow, void> {
  let last: string | undefined;
  for (const row of rowsOfItem(item, options, after, surroundings)) {
    if (isPast(row, after) && row.id !== last) yield row;
    last = row.id;
  }
}
