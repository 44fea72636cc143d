import { listTag } from '#lib/api/etag';
import type { OpenCalendar } from './access.ts';
import type { EventResource, EventsResource } from './resources/event.ts';

/** What a list says of its calendar; its tag moves with whatever it shows. */
export function describeList({ calendar, role, entry }: OpenCalendar, timeZone: string | undefined, items: EventResource[]): EventsResource {
  const envelope = {
    summary: calendar.summary,
    ...(calendar.description !== undefined && { description: calendar.description }),
    updated: new Date(calendar.eventsUpdatedAtMs).toISOString(),
    timeZone: timeZone ?? calendar.timeZone,
    accessRole: role,
    defaultReminders: (entry?.isRemoved === false ? entry.defaultReminders : []).map((reminder) => ({ ...reminder })),
  };
  return { kind: 'calendar#events', etag: listTag([calendar.id, envelope, items.map(({ id = '', etag = '' }) => `${id} ${etag}`)]), ...envelope, items };
}
