/** The event as a request body, to which a merge patch is applied. */
import type { Target } from '#lib/calendar/events/read/find-event';
import type { EventResource } from '#lib/calendar/resources/event';
import { renderTime } from '#lib/calendar/time/event-time';

export function bodyOf({ open, resolved, overlay }: Target): EventResource {
  const { start, end, creator: _creator, organizer: _organizer, id: _id, iCalUID: _uid, ...fields } = resolved.whole;
  const zones = { calendar: open.calendar.timeZone, response: 'UTC' };
  const { useDefault, overrides } = overlay?.reminders ?? { useDefault: true };
  return {
    ...fields,
    start: renderTime(start, zones) as NonNullable<EventResource['start']>,
    end: renderTime(end, zones) as NonNullable<EventResource['end']>,
    reminders: {
      useDefault,
      ...(overrides !== undefined && { overrides: overrides.map((reminder) => ({ ...reminder })) }),
    },
  };
}
