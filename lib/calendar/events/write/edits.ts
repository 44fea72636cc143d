/** The ways to change an event that exists: replace it, patch it, cancel it. */
import type { User } from '#lib/api/context';
import { gone, notFound, type ApiError } from '#lib/api/errors';
import type { Patch } from '#lib/api/schema';
import type { OpenCalendar } from '#lib/calendar/access/permissions';
import { mergePatch } from '#lib/calendar/events/body/merge-patch';
import { readFields, type EventParts, type Reading } from '#lib/calendar/events/body/read-body';
import { readReminders } from '#lib/calendar/events/body/reminders';
import type { ErrorIfMissing, EventContext, AnswerOptions, Target } from '#lib/calendar/events/read/find-event';
import type { Edit } from '#lib/calendar/model/edit';
import { isOfDeletedSeries, type WholeEvent } from '#lib/calendar/model/instance';
import { mailTo, type MailParameters } from '#lib/calendar/model/mail-choice';
import type { EventResource } from '#lib/calendar/resources/event';
import { changeEvent, type ChangeRequest, type Editor } from './change-event.ts';
import { bodyOf } from './event-body.ts';

/** What reading a body needs of the request and the calendar. */
export const readingOf = (
  { calendar }: OpenCalendar,
  parts: EventParts,
  { caller, ids, request }: EventContext<User>,
): Reading => ({
  calendar,
  email: caller.email,
  parts,
  conferences: { nextId: () => ids.next(), rootUrl: request.rootUrl },
});

const readEdit = (
  body: EventResource,
  { open, resolved }: Target,
  parts: EventParts,
  context: EventContext<User>,
): Edit => ({
  fields: readFields(body, {
    ...readingOf(open, parts, context),
    before: resolved.whole,
    isInstance: resolved.kind === 'instance',
  }),
  reminders: readReminders(body.reminders),
});

interface EventPath {
  readonly calendarId: string;
  readonly eventId: string;
}

/** The query of a change: optional parts of the body, who gets mail, and how the answer looks. */
type ChangeQuery = EventParts & MailParameters & Pick<AnswerOptions, 'maxAttendees'>;

const requestOf = (
  path: EventPath,
  query: ChangeQuery,
): Pick<ChangeRequest, 'calendarId' | 'eventId' | 'presenting' | 'mail'> => ({
  ...path,
  presenting: { maxAttendees: query.maxAttendees },
  mail: mailTo(query),
});

/** What the body leaves out goes back to its default. */
export function replaceEvent(
  path: EventPath,
  body: EventResource,
  query: ChangeQuery,
  context: EventContext<User>,
): Promise<EventResource> {
  const edit: Editor = (target) => readEdit(body, target, query, context);
  return changeEvent(
    { ...requestOf(path, query), permission: 'events.update', edit, reachesExceptions: true },
    context,
  );
}

const FIELDS_REACHING_EXCEPTIONS = ['start', 'end', 'recurrence', 'status', 'attendees'] as const;

/** What the body leaves out stays. */
export function patchEvent(
  path: EventPath,
  patch: Patch<EventResource>,
  query: ChangeQuery,
  context: EventContext<User>,
): Promise<EventResource> {
  const edit: Editor = (target) => readEdit(mergePatch(bodyOf(target), patch), target, query, context);
  const reachesExceptions = FIELDS_REACHING_EXCEPTIONS.some((name) => patch[name] !== undefined);
  return changeEvent({ ...requestOf(path, query), permission: 'events.patch', edit, reachesExceptions }, context);
}

export const cancel: Editor = ({ resolved, overlay }) => ({
  fields: { ...resolved.whole, status: 'cancelled' },
  reminders: overlay?.reminders,
});

const deleted = (): ApiError => gone('deleted', 'Resource has been deleted');

/** 410 for an event that is already deleted. */
export function requireNotDeleted({ status }: WholeEvent): void {
  if (status === 'cancelled') throw deleted();
}

/** 410 also for an instance whose series was deleted. */
export const goneWithSeries: ErrorIfMissing = (eventId, items) =>
  isOfDeletedSeries(eventId, items) ? deleted() : notFound();
