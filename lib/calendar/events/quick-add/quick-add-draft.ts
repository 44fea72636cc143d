/** The body of a new event from a sentence. */
import type { EventResource } from '#lib/calendar/resources/event';
import type { EventDateTime } from '#lib/calendar/time/event-time';
import { quickAdd } from './quick-add.ts';

/** Whose sentence it is. */
export interface Writer {
  readonly timeZone: string;
  /** The setting `dateFieldOrder`. */
  readonly dateFieldOrder: string;
  /** The setting `defaultEventLength`, in minutes. */
  readonly eventLength: number;
}

const FIELD_ORDERS = ['MDY', 'DMY', 'YMD'] as const;

const onTheWire = ({ date, dateTime, timeZone }: EventDateTime) => ({
  ...(typeof date === 'string' && { date }),
  ...(typeof dateTime === 'string' && { dateTime }),
  ...(typeof timeZone === 'string' && { timeZone }),
});

export function quickAddDraft(
  text: string,
  { timeZone, dateFieldOrder, eventLength }: Writer,
  now: Date,
): EventResource {
  const { start, end, recurrence, attendees, ...words } = quickAdd(text, {
    now: now.getTime(),
    timeZone,
    dateFieldOrder: FIELD_ORDERS.find((known) => known === dateFieldOrder) ?? 'MDY',
    defaultEventLengthMinutes: eventLength,
  });
  return {
    ...words,
    start: onTheWire(start),
    end: onTheWire(end),
    ...(recurrence !== undefined && { recurrence: [...recurrence] }),
    ...(attendees !== undefined && { attendees: attendees.map(({ email }) => ({ email })) }),
  };
}
