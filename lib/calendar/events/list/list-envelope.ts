import { listTag } from '#lib/api/etag';
import type { OpenCalendar } from '#lib/calendar/access/permissions';
import type { EventResource, EventsResource } from '#lib/calendar/resources/event';
import { formatMoment } from '#lib/calendar/time/timestamp';

/**
 * What a list says of its calendar; its tag moves with whatever it shows. The fields stand in an order of our own, for
 * the tag's sake: the database gives them in any.
 */
export function describeList(
  { calendar, role, entry }: OpenCalendar,
  timeZone: string | undefined,
  items: EventResource[],
): EventsResource {
  const envelope = {
    summary: calendar.summary,
    ...(calendar.description !== undefined && { description: calendar.description }),
    updated: formatMoment(calendar.eventsUpdatedAtMs),
    timeZone: timeZone ?? calendar.timeZone,
    accessRole: role,
    defaultReminders: (entry?.isRemoved === false ? entry.defaultReminders : []).map(({ method, minutes }) => ({
      method,
      minutes,
    })),
  };
  return { kind: 'calendar#events', etag: listTag(JSON.stringify([calendar.id, envelope]), items), ...envelope, items };
}
