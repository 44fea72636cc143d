/** A new event in a calendar. */
import type { User } from '#lib/api/context';
import { badRequest, conflict, type ApiError } from '#lib/api/errors';
import { requireAccess, type Permission, type OpenCalendar } from '#lib/calendar/access/permissions';
import { readFields, type EventParts } from '#lib/calendar/events/body/read-body';
import { readReminders } from '#lib/calendar/events/body/reminders';
import {
  openEvents,
  presentWritten,
  type EventContext,
  type AnswerOptions,
} from '#lib/calendar/events/read/find-event';
import { isException, type StoredEvent, type Reminders } from '#lib/calendar/model/event';
import type { EventFields } from '#lib/calendar/model/event-fields';
import type { MailTo } from '#lib/calendar/model/mail-choice';
import type { EventResource } from '#lib/calendar/resources/event';
import type { ChangeNotice } from '#lib/calendar/stores/events';
import { retryOnConflict } from '#lib/calendar/stores/retry-on-conflict';
import { overlayWrite } from './change-event.ts';
import { readingOf } from './edits.ts';
import { writeOf } from './item-write.ts';

/** Ids that a client may choose; dashes and underscores mark instances. */
const ID = /^[0-9a-v]{5,1024}$/;
const MAX_UID_LENGTH = 1024;

export const invalidId = (): ApiError => badRequest('invalid', 'Invalid resource id value.');
export const duplicate = (): ApiError => conflict('duplicate', 'The requested identifier already exists.');

export function readUid(iCalUID: string | undefined): string | undefined {
  if (iCalUID !== undefined && iCalUID.length > MAX_UID_LENGTH) throw badRequest('invalid', 'Invalid iCalUID value.');
  return iCalUID === '' ? undefined : iCalUID;
}

export interface NewEvent {
  readonly id: string;
  readonly iCalUID: string;
  readonly fields: EventFields;
  readonly reminders: Reminders | undefined;
  /** Who else hears of it. */
  readonly telling: Pick<ChangeNotice, 'mail' | 'isImport'>;
}

/** The event as the caller sees it; undefined when somebody was faster to take its id. */
export async function addEvent(
  { id, iCalUID, fields, reminders, telling }: NewEvent,
  open: OpenCalendar,
  context: EventContext<User>,
  presenting?: AnswerOptions,
): Promise<EventResource | undefined> {
  const { caller, clock, stores } = context;
  const atMs = clock.now().getTime();
  const event: StoredEvent = { ...fields, id, iCalUID, createdAtMs: atMs, updatedAtMs: atMs, version: 1 };
  const overlay = reminders && { eventId: id, reminders, updatedAtMs: atMs, seq: 0 };
  const change = {
    writes: [writeOf(event, atMs)],
    atMs,
    telling: { ...telling, eventId: id, by: caller.email },
    ...(overlay !== undefined && { overlay: overlayWrite(open, caller.email, overlay, event) }),
  };
  return (await stores.events.write(open.calendar, change)) === false
    ? undefined
    : presentWritten(event, overlay, open, context, presenting);
}

export interface InsertRequest {
  readonly permission: Permission;
  readonly calendarId: string;
  /** What the event is to say; a function where that depends on the calendar. Only a body can name its own id or UID. */
  readonly body: EventResource | ((open: OpenCalendar) => Omit<EventResource, 'id' | 'iCalUID'>);
  readonly parts?: EventParts;
  readonly presenting?: AnswerOptions;
  /** Which guests get mail. */
  readonly mail?: MailTo | undefined;
}

/** Ids stay taken for ever, by deleted events too; an iCalendar UID is taken as long as its event lives. */
export function insertEvent(request: InsertRequest, context: EventContext<User>): Promise<EventResource> {
  const { body, calendarId, permission, mail, parts = {}, presenting } = request;
  const chosen: Pick<EventResource, 'id' | 'iCalUID'> = typeof body === 'function' ? {} : body;
  const isIdAllowed = chosen.id === undefined || ID.test(chosen.id);
  const id = chosen.id ?? context.ids.next();
  let isFirst = true;
  return retryOnConflict(
    async () => {
      // An id of our own making is nobody else's: found at the second attempt, the first one wrote it and its answer was lost.
      const isRead = isIdAllowed && (chosen.id !== undefined || !isFirst);
      isFirst = false;
      const { events, along, ...open } = await openEvents(calendarId, isRead ? [id] : [], context, {
        uid: chosen.iCalUID,
      });
      requireAccess(open, permission);
      if (!isIdAllowed) throw invalidId();
      const [known] = events;
      if (chosen.id === undefined && known !== undefined && !isException(known))
        return presentWritten(known, open.overlays[0], open, context, presenting);
      const sent = typeof body === 'function' ? body(open) : body;
      const iCalUID = readUid(chosen.iCalUID) ?? `${id}@google.com`;
      const fields = readFields(sent, readingOf(open, parts, context));
      const reminders = readReminders(sent.reminders);
      const isUidTaken = along.some((other) => !isException(other) && other.status !== 'cancelled');
      if (known !== undefined || isUidTaken) throw duplicate();
      return addEvent({ id, iCalUID, fields, reminders, telling: { mail } }, open, context, presenting);
    },
    { giveUp: duplicate },
  );
}
