/** One event, cancelled ones included. */
import { notFound } from '#lib/api/errors';
import { requireAccess } from './access.ts';
import { findTarget, present, type EventContext, type Presenting } from './event-target.ts';
import type { EventResource } from './resources/event.ts';
import { requireTimeZone } from './time/zone.ts';

export async function getEvent(path: { readonly calendarId: string; readonly eventId: string }, query: Presenting, context: EventContext): Promise<EventResource> {
  const timeZone = requireTimeZone(query.timeZone);
  const { open, resolved, overlay } = await findTarget(path.calendarId, path.eventId, context);
  requireAccess(open, 'events.get');
  const event = present(resolved.whole, overlay, open, context, { timeZone, maxAttendees: query.maxAttendees });
  if (event === undefined) throw notFound();
  return event;
}
