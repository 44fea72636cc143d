/**
 * Instances for which the reader has set reminders. To this reader they are exceptions, with a row of their own where
 * series are listed as series; to everybody else they are like the rest of the series.
 */
import { isLivingSeries, type Overlays } from '#lib/calendar/events/rows/rows';
import { hasException, resolveEvent } from '#lib/calendar/model/instance';
import { parseInstanceId } from '#lib/calendar/recurrence/instance-id';
import { intervalOf } from '#lib/calendar/time/event-time';
import type { IndexedEvent, Masters, PositionedRow } from './position.ts';

export interface OwnInstance {
  readonly id: string;
  readonly seriesId: string;
}

export const ownInstancesIn = (overlays: Overlays): OwnInstance[] =>
  [...overlays.keys()].flatMap((id) => {
    const instance = parseInstanceId(id);
    return instance === undefined ? [] : [{ id, seriesId: instance.masterId }];
  });

/** The row of an instance without an exception that everybody sees; undefined when the series has none. */
export function rowOfOwnInstance(
  id: string,
  series: IndexedEvent | undefined,
  calendarZone: string,
): PositionedRow | undefined {
  if (series === undefined || !isLivingSeries(series) || hasException(series, id)) return undefined;
  const resolved = resolveEvent(id, [undefined, series]);
  if (resolved?.kind !== 'instance') return undefined;
  return { whole: resolved.whole, series, id, ...intervalOf(resolved.whole, calendarZone) };
}

export const rowsOfOwnInstances = (
  own: readonly OwnInstance[],
  masters: Masters,
  calendarZone: string,
): PositionedRow[] =>
  own.flatMap(({ id, seriesId }) => rowOfOwnInstance(id, masters.get(seriesId), calendarZone) ?? []);
