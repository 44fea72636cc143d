/** Answers one event, also a cancelled one. */
import { notFound } from '#lib/api/errors';
import { requireAccess } from '#lib/calendar/access/permissions';
import type { EventResource } from '#lib/calendar/resources/event';
import { requireTimeZone } from '#lib/calendar/time/zone';
import { findTarget, present, type EventContext, type AnswerOptions } from './find-event.ts';

export async function getEvent(
  path: { readonly calendarId: string; readonly eventId: string },
  query: AnswerOptions,
  context: EventContext,
): Promise<EventResource> {
  const timeZone = requireTimeZone(query.timeZone);
  const { open, resolved, overlay } = await findTarget(path.calendarId, path.eventId, context);
  requireAccess(open, 'events.get');
  const event = present(resolved.whole, overlay, open, context, { timeZone, maxAttendees: query.maxAttendees });
  if (event === undefined) throw notFound();
  return event;
}
