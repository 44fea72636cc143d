/**
 * The caller's calendar list. Read in this order: change-entry.ts (adds, changes and removes entries; nothing is
 * written when nothing changes), entry-fields.ts (the fields and their checks), list-entries.ts (the paged, syncable
 * list), describe-entry.ts (an entry on the wire).
 */
import type { Context, User } from '#lib/api/context';
import { badRequest, forbidden, notFound } from '#lib/api/errors';
import { requireMatch } from '#lib/api/etag';
import { openCalendar } from '#lib/calendar/access/open-calendar';
import { requireAccess, type Permission, type OpenCalendar } from '#lib/calendar/access/permissions';
import { isOwnPrimary } from '#lib/calendar/model/calendar';
import { nextTick } from '#lib/calendar/model/change-clock';
import { newEntry, type ListEntry } from '#lib/calendar/model/list-entry';
import type { CalendarListEntryResource } from '#lib/calendar/resources/calendar-list';
import type { CalendarStores } from '#lib/calendar/stores/all';
import type { WithSeq } from '#lib/calendar/stores/page';
import { retryOnConflict } from '#lib/calendar/stores/retry-on-conflict';
import { describeEntry } from './describe-entry.ts';
import { sameEntry } from './entry-fields.ts';

type EntryContext = Context<CalendarStores, User>;

/** A calendar on the caller's list; 404 when it is not there. */
export interface ListedCalendar extends OpenCalendar {
  readonly entry: WithSeq<ListEntry>;
}

export async function openListed(
  permission: Permission,
  calendarId: string,
  context: EntryContext,
): Promise<ListedCalendar> {
  const opened = requireAccess(await openCalendar(calendarId, context), permission);
  if (opened.entry === undefined || opened.entry.isRemoved) throw notFound();
  return { ...opened, entry: opened.entry };
}

/** Writes the entry unless nothing changes; undefined on a conflict. */
async function write(
  opened: OpenCalendar,
  entry: ListEntry,
  { caller, clock, stores }: EntryContext,
): Promise<ListEntry | undefined> {
  const { entry: previous, user } = opened;
  if (previous !== undefined && sameEntry(previous, entry)) return previous;
  const updatedAtMs = nextTick(clock.now().getTime(), ...(previous === undefined ? [] : [previous.updatedAtMs]));
  const next = { ...entry, updatedAtMs };
  return (await stores.entries.replace({ email: caller.email, seq: user?.seq ?? 0 }, next, previous))
    ? next
    : undefined;
}

/** Puts a calendar on the list. An entry that is there is changed, one that was removed comes back as it was. */
export const addEntry = (
  calendarId: string | undefined,
  change: (entry: ListEntry, isPrimary: boolean) => ListEntry,
  context: EntryContext,
): Promise<CalendarListEntryResource> =>
  retryOnConflict(async () => {
    const { caller } = context;
    if (calendarId === undefined || calendarId === '') throw badRequest('required', 'Missing calendar id.');
    const opened = requireAccess(await openCalendar(calendarId, context), 'calendarList.insert');
    const { calendar } = opened;
    const initial = newEntry(calendar.id, 0, false);
    const entry = await write(
      opened,
      { ...change(opened.entry ?? initial, isOwnPrimary(calendar, caller.email)), isRemoved: false },
      context,
    );
    return entry && describeEntry(entry, opened, caller.email);
  });

export const changeEntry = (
  permission: Permission,
  calendarId: string,
  change: (entry: ListEntry, isPrimary: boolean) => ListEntry,
  context: EntryContext,
): Promise<CalendarListEntryResource> =>
  retryOnConflict(async () => {
    const { caller } = context;
    const opened = await openListed(permission, calendarId, context);
    const { calendar, entry } = opened;
    requireMatch(context.request.preconditions, describeEntry(entry, opened, caller.email).etag ?? '');
    const changed = await write(opened, change(entry, isOwnPrimary(calendar, caller.email)), context);
    return changed && describeEntry(changed, opened, caller.email);
  });

/** Removes a calendar from the list. Users cannot remove calendars whose data they own. */
export async function removeEntry(calendarId: string, context: EntryContext): Promise<void> {
  const { caller } = context;
  await retryOnConflict(async () => {
    const opened = await openListed('calendarList.delete', calendarId, context);
    const { calendar, entry } = opened;
    if (calendar.owner === caller.email) {
      throw calendar.isPrimary
        ? forbidden('cannotChangeOwnPrimarySubscription', 'Your own primary calendar stays on your list.', {
            domain: 'calendar',
          })
        : forbidden(
            'cannotUnsubscribeFromOwnedCalendar',
            'A calendar that you own stays on your list; it can be hidden.',
            { domain: 'calendar' },
          );
    }
    requireMatch(context.request.preconditions, describeEntry(entry, opened, caller.email).etag ?? '');
    return write(opened, { ...entry, isRemoved: true }, context);
  });
}
