/** The ways to change an event that exists: replace it, patch it, cancel it. */
import type { User } from '#lib/api/context';
import { gone } from '#lib/api/errors';
import type { Patch } from '#lib/api/schema';
import type { OpenCalendar } from './access.ts';
import { bodyOf } from './event-body.ts';
import type { Edit, Editor } from './event-change.ts';
import { readFields, type EventParts, type Reading } from './event-input.ts';
import { mergePatch } from './event-merge.ts';
import type { EventContext, Target } from './event-target.ts';
import type { WholeEvent } from './instance.ts';
import { readReminders } from './reminders.ts';
import type { EventResource } from './resources/event.ts';

/** What reading a body needs to know of the request and the calendar. */
export const readingOf = ({ calendar }: OpenCalendar, parts: EventParts, { caller, ids, request }: EventContext<User>): Reading => ({
  calendar,
  email: caller.email,
  parts,
  conferences: { nextId: () => ids.next(), rootUrl: request.rootUrl },
});

const readEdit = (body: EventResource, { open, resolved }: Target, parts: EventParts, context: EventContext<User>): Edit => ({
  fields: readFields(body, { ...readingOf(open, parts, context), before: resolved.whole, isInstance: resolved.kind === 'instance' }),
  reminders: readReminders(body.reminders),
});

/** What the body leaves out goes back to its default. */
export const replaceWith =
  (body: EventResource, parts: EventParts, context: EventContext<User>): Editor =>
  (target) =>
    readEdit(body, target, parts, context);

/** What the body leaves out stays. */
export const patchWith =
  (patch: Patch<EventResource>, parts: EventParts, context: EventContext<User>): Editor =>
  (target) =>
    readEdit(mergePatch(bodyOf(target), patch), target, parts, context);

export const cancel: Editor = ({ resolved, overlay }) => ({ fields: { ...resolved.whole, status: 'cancelled' }, reminders: overlay?.reminders });

/** 410 for what was deleted before. */
export function requireNotDeleted({ status }: WholeEvent): void {
  if (status === 'cancelled') throw gone('deleted', 'Resource has been deleted');
}

const REACHING = ['start', 'end', 'recurrence', 'status'] as const;
export const reachesExceptions = (patch: Patch<EventResource>): boolean => REACHING.some((name) => patch[name] !== undefined);
