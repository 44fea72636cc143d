/** Alice, Bob and their team calendar, as `npm start` shows them. What is there already stays. */
import type { Context, User } from '#lib/api/context';
import { ApiError } from '#lib/api/errors';
import { requireUser } from '#lib/calendar/access/open-calendar';
import { putRule } from '#lib/calendar/acl/change-rule';
import { addEntry } from '#lib/calendar/calendar-list/change-entry';
import { changeCalendar } from '#lib/calendar/calendars/change-calendar';
import { newCalendar, patchedDetails } from '#lib/calendar/calendars/details';
import { patchEvent } from '#lib/calendar/events/write/edits';
import { insertEvent } from '#lib/calendar/events/write/insert-event';
import { newEntry } from '#lib/calendar/model/list-entry';
import type { CalendarStores } from '#lib/calendar/stores/all';
import { ownerRule } from '#lib/calendar/users/new-user';
import { sampleMonth, type Place } from './month.ts';
import { ALICE, BOB } from './people.ts';

/** Fixed, so that a seeding that was cut short finds what it had made. */
export const TEAM = 'c_0000000000000000000000000000000000000000000000000000000000005eed@group.calendar.google.com';

type Acting = Context<CalendarStores, User>;

/** Runs a step whose result may be there from an earlier run. */
async function once(step: Promise<unknown>): Promise<void> {
  try {
    await step;
  } catch (error) {
    if (!(error instanceof ApiError) || error.reason !== 'duplicate') throw error;
  }
}

async function fill(calendarId: string, place: Place, context: Acting): Promise<void> {
  const { events, exceptions } = sampleMonth(place, context.clock.now());
  await Promise.all(
    events.map((event) => once(insertEvent({ permission: 'events.insert', calendarId, body: event }, context))),
  );
  await Promise.all(
    exceptions.map(({ instanceId, change }) => patchEvent({ calendarId, eventId: instanceId }, change, {}, context)),
  );
}

async function makeTeam(alice: Acting, bob: Acting): Promise<void> {
  const { calendar } = await alice.stores.calendars.view(TEAM, undefined, []);
  if (calendar === undefined) {
    const atMs = alice.clock.now().getTime();
    const team = newCalendar(
      { summary: 'Team', description: 'What we do together.', timeZone: 'Europe/Zurich' },
      alice.caller,
      TEAM,
      atMs,
    );
    await alice.stores.calendars.add(
      team,
      await requireUser(alice),
      ownerRule(ALICE, atMs),
      newEntry(TEAM, atMs, true),
    );
  }
  await putRule(TEAM, () => ({ ruleId: `user:${BOB}`, role: 'writer' }), alice);
  await addEntry(TEAM, (entry) => ({ ...entry, isSelected: true }), bob);
}

/** `actingAs` gives the context of a user. */
export async function seedCalendar(actingAs: (email: string) => Acting): Promise<void> {
  const [alice, bob] = [actingAs(ALICE), actingAs(BOB)];
  await Promise.all([requireUser(alice), requireUser(bob)]);
  await changeCalendar(
    'calendars.patch',
    'primary',
    (calendar) => patchedDetails(calendar, { summary: 'Alice', timeZone: 'Europe/Zurich' }, alice.ids),
    alice,
  );
  await changeCalendar(
    'calendars.patch',
    'primary',
    (calendar) => patchedDetails(calendar, { summary: 'Bob', timeZone: 'Europe/London' }, bob.ids),
    bob,
  );
  await makeTeam(alice, bob);
  await Promise.all([fill('primary', 'alice', alice), fill('primary', 'bob', bob), fill(TEAM, 'team', alice)]);
}
