/** Writes users and calendars of a seed as their owners would. What is there already stays. */
import type { Context, User } from '#lib/api/context';
import { ApiError } from '#lib/api/errors';
import { requireUser } from '#lib/calendar/access/open-calendar';
import { putRule } from '#lib/calendar/acl/change-rule';
import { addEntry } from '#lib/calendar/calendar-list/change-entry';
import { replacedEntry } from '#lib/calendar/calendar-list/entry-fields';
import { changeCalendar } from '#lib/calendar/calendars/change-calendar';
import { newCalendar } from '#lib/calendar/calendars/details';
import { patchEvent } from '#lib/calendar/events/write/edits';
import { importEvent } from '#lib/calendar/events/write/import-event';
import { insertEvent } from '#lib/calendar/events/write/insert-event';
import { newEntry } from '#lib/calendar/model/list-entry';
import type { EventResource } from '#lib/calendar/resources/event';
import type { CalendarStores } from '#lib/calendar/stores/all';
import { ownerRule } from '#lib/calendar/users/new-user';
import type { CalendarPlan, CalendarsPlan, UserPlan } from './calendar-plan.ts';
import { partsOf, type EventPlan } from './event-plan.ts';

export type ActingAs = (email: string) => Context<CalendarStores, User>;

async function applyUser({ email, settings }: UserPlan, actingAs: ActingAs): Promise<void> {
  const context = actingAs(email);
  await requireUser(context);
  for (const [id, value] of settings)
    await context.stores.users.changeSetting(email, id, value, context.clock.now().getTime());
}

async function makeCalendar({ calendar }: CalendarPlan, actingAs: ActingAs): Promise<void> {
  const { id, owner, isPrimary } = calendar;
  const context = actingAs(owner);
  const user = await requireUser(context);
  const { calendar: known } = await context.stores.calendars.view(id, undefined, []);
  if (known === undefined && !isPrimary) {
    const atMs = context.clock.now().getTime();
    const made = newCalendar(calendar, context.caller, id, atMs);
    await context.stores.calendars.add(made, user, ownerRule(owner, atMs), newEntry(id, atMs, true));
    return;
  }
  await changeCalendar('calendars.patch', id, () => calendar, context);
}

/** False when the event is there from an earlier time. */
async function insert({ by, body }: EventPlan, calendarId: string, actingAs: ActingAs): Promise<boolean> {
  try {
    await insertEvent({ permission: 'events.insert', calendarId, body, parts: partsOf(body) }, actingAs(by));
    return true;
  } catch (error) {
    if (!(error instanceof ApiError) || error.reason !== 'duplicate') throw error;
    return false;
  }
}

/** The same UID again replaces what is there. */
async function importSeries({ body, by, instances }: EventPlan, calendarId: string, actingAs: ActingAs): Promise<void> {
  const { recurrence: _, ...single } = body;
  const bodies = instances.map(({ originalStartTime, change }) => ({ ...single, ...change, originalStartTime }));
  for (const one of [body, ...bodies])
    await importEvent({ calendarId, body: one as EventResource, parts: partsOf(one) }, actingAs(by));
}

/** Copies are made at once for those who have changed theirs: the stream would come to it later. */
async function applyOwn(
  { id, own }: EventPlan,
  calendarId: string,
  { actingAs, copy, ownerOf }: Applying,
): Promise<void> {
  const guests = own.filter(({ isGuest }) => isGuest).map(({ address }) => address);
  for (const guest of guests) await requireUser(actingAs(ownerOf(guest)));
  if (guests.length > 0) await copy(calendarId, id, guests);
  for (const { address, isGuest, changes } of own)
    for (const { eventId, change } of changes) {
      const place = { calendarId: isGuest ? address : calendarId, eventId };
      await patchEvent(place, change, partsOf(change), actingAs(isGuest ? ownerOf(address) : address));
    }
}

async function applyEvent(plan: EventPlan, calendarId: string, applying: Applying): Promise<void> {
  const { actingAs } = applying;
  if (plan.isImported) return importSeries(plan, calendarId, actingAs);
  if (!(await insert(plan, calendarId, actingAs))) return;
  for (const { eventId, change } of plan.instances)
    await patchEvent({ calendarId, eventId }, change, partsOf(change), actingAs(plan.by));
  await applyOwn(plan, calendarId, applying);
}

/** Copies an event to the calendars of these guests. */
export type CopyToGuests = (calendarId: string, eventId: string, guests: readonly string[]) => Promise<void>;

interface Applying {
  readonly actingAs: ActingAs;
  readonly copy: CopyToGuests;
  /** Whose calendar it is; an address is its own. */
  ownerOf(calendarId: string): string;
}

export async function applyCalendars(
  { users, calendars }: CalendarsPlan,
  actingAs: ActingAs,
  copy: CopyToGuests,
): Promise<void> {
  const owners = new Map(calendars.map(({ calendar }) => [calendar.id, calendar.owner]));
  const applying = { actingAs, copy, ownerOf: (id: string) => owners.get(id) ?? id };
  await Promise.all(users.map((user) => applyUser(user, actingAs)));
  // One after the other: owners are made with their first calendar.
  for (const plan of calendars) await makeCalendar(plan, actingAs);
  for (const { calendar, rules } of calendars)
    for (const rule of rules) await putRule(calendar.id, () => rule, actingAs(calendar.owner));
  for (const { email, entries } of users)
    for (const entry of entries)
      await addEntry(entry.id, (known, isPrimary) => replacedEntry(known, entry, true, isPrimary), actingAs(email));
  await Promise.all(
    calendars.map(async ({ calendar, events }) => {
      await Promise.all(events.map((event) => applyEvent(event, calendar.id, applying)));
    }),
  );
}
