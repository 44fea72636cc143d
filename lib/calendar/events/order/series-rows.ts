/** Series in a list by time: the series itself when one of its instances is in the window, or its instances. */
import { isLivingSeries } from '#lib/calendar/events/rows/rows';
import type { StoredEvent } from '#lib/calendar/model/event';
import { instancesOf, suffixOf } from '#lib/calendar/model/instance';
import { instanceId } from '#lib/calendar/recurrence/instance-id';
import { lastEnd, occurrencesBetween, type Occurrence } from '#lib/calendar/recurrence/series';
import { intervalOf } from '#lib/calendar/time/event-time';
import { sourceOf, type Source } from './merge-sorted.ts';
import { comparePositions, isPast, type PositionedRow, type WindowQuery } from './position.ts';

type WindowPart = Pick<WindowQuery, 'window' | 'horizon' | 'after' | 'budget'>;

/** Occurrences that the rules produce, without those that have an exception. */
export function* plainOccurrences(
  master: StoredEvent,
  { window, horizon, after, budget }: WindowPart,
  calendarZone: string,
): Generator<Occurrence, void> {
  const series = { ...master, recurrence: master.recurrence ?? [] };
  const exceptions = new Set(master.exceptions);
  const isEndless = window.before === undefined && lastEnd(series) === undefined;
  const from = after === undefined ? window.after : Math.max(window.after ?? -Infinity, after.start - 1);
  for (const occurrence of occurrencesBetween(
    series,
    { after: from, before: isEndless ? horizon : window.before },
    calendarZone,
    budget,
  )) {
    if (exceptions.size === 0 || !exceptions.has(suffixOf(instanceId(master.id, occurrence.start)))) yield occurrence;
  }
}

/** The instances without an exception, lazily and in order. */
export function* plainInstances(
  master: StoredEvent,
  part: WindowPart,
  calendarZone: string,
): Generator<PositionedRow, void> {
  const instanceAt = instancesOf(master);
  for (const occurrence of plainOccurrences(master, part, calendarZone)) {
    const whole = instanceAt(occurrence);
    const { start, end } = occurrence.interval;
    const row = { whole, series: master, id: whole.id, start, end };
    if (isPast(row, part.after)) yield row;
  }
}

/** Whether the window has an instance without an exception, however far ahead it is. */
export const hasPlainInstance = (
  master: StoredEvent,
  { window, budget }: Pick<WindowPart, 'window' | 'budget'>,
  calendarZone: string,
): boolean => plainOccurrences(master, { window, horizon: Infinity, budget }, calendarZone).next().done !== true;

export function seriesSources(
  masters: readonly StoredEvent[],
  query: WindowQuery,
  calendarZone: string,
): Source<PositionedRow>[] {
  if (query.isExpanded)
    return masters.filter(isLivingSeries).map((master) => sourceOf(plainInstances(master, query, calendarZone)));
  const rows = masters
    .filter((master) => hasPlainInstance(master, query, calendarZone))
    .map((master): PositionedRow => ({
      whole: master,
      series: master,
      id: master.id,
      ...intervalOf(master, calendarZone),
    }))
    .filter((row) => isPast(row, query.after))
    .sort(comparePositions);
  return [sourceOf(rows)];
}
