/** Ids of the occurrences of a series: the master's id and the original start, which never changes. */
import { checkedDay, checkedTime, DAY } from '#lib/calendar/time/civil';
import { allDayAt, isAllDay, timedAt } from '#lib/calendar/time/event-time';
import type { EventTime } from '#lib/calendar/time/event-time';

export interface InstanceId {
  readonly masterId: string;
  /** Without the series' zone, which the id does not tell. */
  readonly originalStart: EventTime;
}

export const instanceId = (masterId: string, originalStart: EventTime): string =>
  `${masterId}_${(isAllDay(originalStart) ? originalStart.date : originalStart.dateTime).replace(/[-:]/g, '')}`;

const INSTANCE_ID = /^(.+)_(\d{4})(\d{2})(\d{2})(?:T(\d{2})(\d{2})(\d{2})Z)?$/;

/** Undefined for the id of a single event or of a master. */
export function parseInstanceId(id: string): InstanceId | undefined {
  const match = INSTANCE_ID.exec(id);
  if (match === null) return undefined;
  const [, masterId = '', year, month, date, hour, minute, second] = match;
  const day = checkedDay(Number(year), Number(month), Number(date));
  if (day === undefined) return undefined;
  if (hour === undefined) return { masterId, originalStart: allDayAt(day * DAY) };
  const time = checkedTime(Number(hour), Number(minute), Number(second));
  return time === undefined ? undefined : { masterId, originalStart: timedAt(day * DAY + time, undefined) };
}
