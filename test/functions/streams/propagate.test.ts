import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { propagator } from '#functions/streams/propagate';
import { badRequest } from '#lib/api/errors';
import { sweepAll } from '#lib/calendar/sweep';
import { addEvent, eventsPath, hourFrom, refusal, TUESDAYS, type AnsweredEvent } from '#test/support/calendar';
import { guestsFixture, inviting, signUp, type GuestsFixture } from '#test/support/guests';

let fixture: GuestsFixture;
beforeAll(async () => {
  fixture = await guestsFixture();
  await signUp(fixture, fixture.bob, fixture.carol);
});
afterAll(() => fixture.stop());

const NOON = hourFrom('2026-03-10T11:00:00Z');

/** An event of alice's that invites bob and carol, in all three calendars. */
async function meeting(more: object = {}, query = ''): Promise<AnsweredEvent> {
  const event = await addEvent(fixture, { summary: 'Lunch', ...NOON, ...inviting(fixture.bob, fixture.carol), ...more }, 'primary', query);
  await fixture.settle();
  return event;
}

const row = ({ attendees }: AnsweredEvent, email: string) => attendees.find((guest) => guest.email === email);
const listed = async (who: string, query: string): Promise<AnsweredEvent[]> => {
  const { body } = await fixture.ask<{ items: AnsweredEvent[] }>('GET', `${eventsPath()}?${query}`, { as: who });
  return body.items;
};
const syncToken = async (who: string): Promise<string> => (await fixture.ask<{ nextSyncToken: string }>('GET', `${eventsPath()}?maxResults=2500`, { as: who })).body.nextSyncToken;
const answer = (email: string, responseStatus: string, more: object = {}) => ({ attendees: [{ email, responseStatus, ...more }] });

describe('an invitation', () => {
  test('CAL-84 puts a copy with the same ids on the primary calendar of a guest', async () => {
    const { bob, carol, read } = fixture;
    const event = await meeting();

    const copy = await read(bob, event.id);

    expect(copy).toMatchObject({ id: event.id, iCalUID: event.iCalUID, summary: 'Lunch', start: { dateTime: '2026-03-10T11:00:00Z' }, status: 'confirmed', sequence: 0 });
    expect(copy.organizer).toEqual({ email: fixture.alice });
    expect(copy.attendees).toEqual([
      { email: bob, responseStatus: 'needsAction', self: true },
      { email: carol, responseStatus: 'needsAction' },
    ]);
  });

  test('reaches an invited secondary calendar', async () => {
    const { S, bob, ask, settle, read, alice } = fixture;
    const { body } = await ask<AnsweredEvent>('POST', eventsPath(), { as: bob, body: { summary: 'Review', ...NOON, ...inviting(S) } });
    await settle();

    expect(row(await read(alice, body.id, S), S)).toMatchObject({ self: true, responseStatus: 'needsAction' });
  });

  test('CAL-83 maxAttendees keeps only the own row, and a body that omits the others leaves them alone', async () => {
    const { bob, carol, read, write, settle } = fixture;
    const event = await meeting({ ...inviting(bob, carol, 'guest@elsewhere.example') });

    const seen = await read(bob, event.id, 'primary', '?maxAttendees=1');
    expect([seen.attendees, seen.attendeesOmitted]).toEqual([[{ email: bob, responseStatus: 'needsAction', self: true }], true]);

    await write(bob, 'PATCH', event.id, { attendeesOmitted: true, ...answer(bob, 'tentative') });
    await settle();
    expect((await read(carol, event.id)).attendees.map(({ responseStatus }) => responseStatus)).toEqual(['tentative', 'needsAction', 'needsAction']);
  });

  test('waits for somebody who signs up later, once', async () => {
    const { read, settle, records, propagation } = fixture;
    const dave = `dave-${fixture.bob}`;
    const event = await meeting(inviting(dave));
    await signUp(fixture, dave);
    await settle();

    expect(row(await read(dave, event.id), dave)).toMatchObject({ self: true });
    expect(await propagation.stores.waiting.list(dave)).toEqual([]);
    expect(await records()).toEqual([]);
  });

  test('that was taken back no longer waits', async () => {
    const { alice, write, settle, ask, propagation } = fixture;
    const erin = `erin-${fixture.bob}`;
    const event = await meeting(inviting(erin));
    await write(alice, 'PATCH', event.id, { attendees: [] });
    await settle();
    expect(await propagation.stores.waiting.list(erin)).toEqual([]);
    await signUp(fixture, erin);
    await settle();

    expect((await ask('GET', eventsPath('primary', event.id), { as: erin })).status).toBe(404);
  });

  test('is not sent by an import', async () => {
    const { ask, bob, settle } = fixture;
    const { body } = await ask<AnsweredEvent>('POST', `${eventsPath()}/import`, { body: { iCalUID: `import-${bob}`, summary: 'Kept here', ...NOON, ...inviting(bob) } });
    await settle();

    expect((await ask('GET', eventsPath('primary', body.id), { as: bob })).status).toBe(404);
  });
});

describe('an answer', () => {
  test("reaches the organizer's copy and the other guests, and is no new revision", async () => {
    const { alice, bob, carol, read, write, settle } = fixture;
    const event = await meeting();
    const token = await syncToken(alice);

    await write(bob, 'PATCH', event.id, answer(bob, 'accepted', { comment: 'Hungry', additionalGuests: 1 }));
    await settle();

    const copies = await Promise.all([alice, bob, carol].map((who) => read(who, event.id)));
    for (const copy of copies) expect(row(copy, bob)).toMatchObject({ responseStatus: 'accepted', comment: 'Hungry', additionalGuests: 1 });
    expect(copies.map(({ sequence }) => sequence)).toEqual([0, 0, 0]);
    expect(copies[0]?.updated).not.toBe(event.updated);
    expect((await listed(alice, `syncToken=${encodeURIComponent(token)}`)).map(({ id }) => id)).toEqual([event.id]);
  });

  test("leaves other people's rows as they are", async () => {
    const { alice, bob, carol, read, write, settle } = fixture;
    const event = await meeting();

    const { status } = await write(bob, 'PATCH', event.id, { attendees: [{ email: bob, responseStatus: 'declined' }, { email: carol, responseStatus: 'accepted' }] });
    await settle();

    expect(status).toBe(200);
    expect((await read(alice, event.id)).attendees.map(({ responseStatus }) => responseStatus)).toEqual(['declined', 'needsAction']);
  });

  test('of the organizer for a guest reaches the guest', async () => {
    const { alice, bob, carol, read, write, settle } = fixture;
    const event = await meeting();

    await write(alice, 'PATCH', event.id, { attendees: [{ email: bob, responseStatus: 'accepted' }, { email: carol }] });
    await settle();

    expect(row(await read(bob, event.id), bob)).toMatchObject({ responseStatus: 'accepted' });
  });

  test('CAL-87 is given by deleting the copy, which stays readable', async () => {
    const { alice, bob, read, write, settle } = fixture;
    const event = await meeting();

    const { status } = await write(bob, 'DELETE', event.id);
    await settle();

    expect(status).toBe(204);
    expect(row(await read(alice, event.id), bob)).toMatchObject({ responseStatus: 'declined' });
    expect((await read(alice, event.id)).status).toBe('confirmed');
    expect(await read(bob, event.id)).toMatchObject({ status: 'cancelled', summary: 'Lunch' });
  });

  test('is heard from a guest whose first copy was forgotten long ago', async () => {
    const { alice, bob, carol, clock, read, write, settle } = fixture;
    const event = await meeting(inviting(bob, carol));
    for (const responseStatus of ['accepted', 'tentative', 'needsAction']) await write(bob, 'PATCH', event.id, answer(bob, responseStatus));
    await write(alice, 'PATCH', event.id, inviting(carol));
    await settle();
    clock.pass({ days: 31 });
    expect((await fixture.ask('GET', eventsPath('primary', event.id), { as: bob })).status).toBe(404);

    await write(alice, 'PATCH', event.id, inviting(bob, carol));
    await settle();
    await write(bob, 'PATCH', event.id, answer(bob, 'accepted'));
    await settle();

    expect(row(await read(alice, event.id), bob)).toMatchObject({ responseStatus: 'accepted' });
  });

  test('is given by clearing the calendar', async () => {
    const { alice, ask, read, settle, stores, clock } = fixture;
    const frank = `frank-${fixture.bob}`;
    await signUp(fixture, frank);
    const event = await meeting(inviting(frank));

    expect((await ask('POST', '/calendars/primary/clear', { as: frank })).status).toBe(204);
    await sweepAll({ stores, clock }, new Date(clock.now().getTime() + 1));
    await settle();

    expect(row(await read(alice, event.id), frank)).toMatchObject({ responseStatus: 'declined' });
  });

  test('to one instance makes an exception in every copy', async () => {
    const { alice, bob, carol, read, write, settle } = fixture;
    const series = await addEvent(fixture, { ...TUESDAYS, ...inviting(bob, carol) });
    await settle();
    const second = `${series.id}_20260324T130000Z`;

    await write(bob, 'PATCH', second, answer(bob, 'declined'));
    await settle();

    for (const who of [alice, bob, carol]) {
      expect(row(await read(who, second), bob)).toMatchObject({ responseStatus: 'declined' });
      expect(row(await read(who, series.id), bob)).toMatchObject({ responseStatus: 'needsAction' });
      expect(row(await read(who, `${series.id}_20260317T130000Z`), bob)).toMatchObject({ responseStatus: 'needsAction' });
    }
  });
});

describe("the organizer's change", () => {
  test('reaches the guests, and replaces what they changed for themselves', async () => {
    const { alice, bob, read, write, settle } = fixture;
    const event = await meeting();
    await write(bob, 'PATCH', event.id, { summary: 'My lunch' });
    await settle();
    expect([(await read(bob, event.id)).summary, (await read(alice, event.id)).summary]).toEqual(['My lunch', 'Lunch']);

    await write(alice, 'PATCH', event.id, { location: 'Canteen', start: { dateTime: '2026-03-10T11:30:00Z' } });
    await settle();

    expect(await read(bob, event.id)).toMatchObject({ summary: 'Lunch', location: 'Canteen', sequence: 1, start: { dateTime: '2026-03-10T11:30:00Z' } });
  });

  test('CAL-88 cancels every copy, which then says no more than that, and is found by a sync', async () => {
    const { alice, bob, read, write, settle } = fixture;
    const event = await meeting();
    const token = await syncToken(bob);

    await write(alice, 'DELETE', event.id);
    await settle();

    const copy = await read(bob, event.id);
    expect(Object.keys(copy).sort()).toEqual(['etag', 'id', 'kind', 'status']);
    expect(copy.status).toBe('cancelled');
    expect((await listed(bob, `syncToken=${encodeURIComponent(token)}`)).map(({ id, status }) => ({ id, status }))).toEqual([{ id: event.id, status: 'cancelled' }]);
  });

  test('takes the event away from somebody who is no longer invited', async () => {
    const { alice, bob, carol, read, write, settle } = fixture;
    const event = await meeting();

    await write(alice, 'PATCH', event.id, inviting(bob));
    await settle();

    expect((await read(carol, event.id)).status).toBe('cancelled');
    expect((await read(bob, event.id)).attendees.map(({ email }) => email)).toEqual([bob]);

    await write(alice, 'PATCH', event.id, inviting(bob, carol));
    await settle();
    expect(await read(carol, event.id)).toMatchObject({ status: 'confirmed', summary: 'Lunch' });
  });

  test('of one instance, and of the rules, reaches the series of the guests', async () => {
    const { alice, bob, read, write, settle, ask } = fixture;
    const series = await addEvent(fixture, { ...TUESDAYS, ...inviting(bob) });
    const [first, second, third] = ['20260317T130000Z', '20260324T130000Z', '20260331T120000Z'].map((suffix) => `${series.id}_${suffix}`) as [string, string, string];
    await write(alice, 'PATCH', second, { summary: 'Elsewhere' });
    await write(alice, 'DELETE', third);
    await settle();

    expect([(await read(bob, first)).summary, (await read(bob, second)).summary, (await read(bob, third)).status]).toEqual(['Tuesdays', 'Elsewhere', 'cancelled']);

    await write(alice, 'PATCH', series.id, { recurrence: ['RRULE:FREQ=WEEKLY;COUNT=1'] });
    await settle();
    const { body } = await ask<{ items: AnsweredEvent[] }>('GET', `${eventsPath('primary', series.id)}/instances`, { as: bob });
    expect(body.items.map(({ id }) => id)).toEqual([first]);
    expect((await read(bob, second)).status).toBe('cancelled');
  });

  test('of the guests of one instance invites to that one alone', async () => {
    const { alice, bob, carol, read, write, settle, ask } = fixture;
    const series = await addEvent(fixture, { ...TUESDAYS, ...inviting(bob) });
    const second = `${series.id}_20260324T130000Z`;
    await write(alice, 'PATCH', second, inviting(carol));
    await settle();

    expect(await read(carol, second)).toMatchObject({ summary: 'Tuesdays', start: { dateTime: '2026-03-24T13:00:00Z' } });
    expect((await ask('GET', eventsPath('primary', series.id), { as: carol })).status).toBe(404);
    expect((await read(bob, second)).status).toBe('cancelled');

    await write(carol, 'PATCH', second, answer(carol, 'accepted'));
    await settle();
    expect(row(await read(alice, second), carol)).toMatchObject({ responseStatus: 'accepted' });

    await write(alice, 'PATCH', series.id, { summary: 'Wednesdays', location: 'Garden' });
    await settle();
    expect(await read(carol, second)).toMatchObject({ summary: 'Wednesdays', location: 'Garden' });
    expect(row(await read(carol, second), carol)).toMatchObject({ responseStatus: 'accepted' });
  });

  test('of a series into a single event cancels the one instance that somebody was invited to alone, and no answer brings it back', async () => {
    const { alice, bob, carol, read, write, settle } = fixture;
    const { recurrence: _rules, ...once } = TUESDAYS;
    const series = await addEvent(fixture, { ...TUESDAYS, ...inviting(bob) });
    const second = `${series.id}_20260324T130000Z`;
    await write(alice, 'PATCH', second, inviting(bob, carol));
    await settle();
    const token = await syncToken(carol);
    expect((await read(carol, second)).status).toBe('confirmed');

    await write(alice, 'PUT', series.id, { ...once, ...inviting(bob) });
    await settle();

    expect([(await read(alice, second)).status, (await read(carol, second)).status]).toEqual(['cancelled', 'cancelled']);
    expect((await listed(carol, `syncToken=${token}`)).map(({ id, status }) => [id, status])).toEqual([[second, 'cancelled']]);
    const { recurrence, status, attendees } = await read(bob, series.id);
    expect([recurrence, status, attendees.map(({ email }) => email)]).toEqual([undefined, 'confirmed', [bob]]);

    await write(carol, 'PATCH', second, answer(carol, 'accepted'));
    await settle();
    expect([(await read(carol, second)).status, (await read(alice, second)).status]).toEqual(['cancelled', 'cancelled']);

    await write(alice, 'PATCH', series.id, inviting(bob, carol));
    await settle();
    expect([(await read(carol, series.id)).status, (await read(carol, second)).status]).toEqual(['confirmed', 'cancelled']);
  });

  test('of the calendar makes the new one the organizer of every copy', async () => {
    const { S, bob, read, ask, settle, alice, write } = fixture;
    const event = await meeting();

    await ask('POST', `${eventsPath('primary', event.id)}/move?destination=${encodeURIComponent(S)}`);
    await settle();
    expect(await read(bob, event.id)).toMatchObject({ status: 'confirmed', organizer: { email: S, displayName: 'S' } });

    await write(bob, 'PATCH', event.id, answer(bob, 'accepted'));
    await settle();
    expect(row(await read(alice, event.id, S), bob)).toMatchObject({ responseStatus: 'accepted' });
  });

  test('of the whole calendar, deleted with its events, cancels the copies', async () => {
    const { bob, read, ask, settle, stores, clock } = fixture;
    const { body: calendar } = await ask<{ id: string }>('POST', '/calendars', { body: { summary: 'Short-lived' } });
    const event = await addEvent(fixture, { summary: 'Lost', ...NOON, ...inviting(bob) }, calendar.id);
    await settle();
    await ask('DELETE', `/calendars/${encodeURIComponent(calendar.id)}`);
    await sweepAll({ stores, clock }, new Date(clock.now().getTime() + 1));
    await settle();

    expect((await read(bob, event.id)).status).toBe('cancelled');
  });
});

describe('what a guest may change', () => {
  test('CAL-86 of the rights of guests: nothing', async () => {
    const { bob, write, alice, read } = fixture;
    const event = await meeting({ guestsCanInviteOthers: false });

    expect(refusal(await write(bob, 'PATCH', event.id, { guestsCanModify: true }))).toMatchObject({ status: 403, reason: 'forbiddenForNonOrganizer', domain: 'calendar' });
    expect(refusal(await write(bob, 'PUT', event.id, { ...NOON, summary: 'Lunch' }))).toMatchObject({ status: 403, reason: 'forbiddenForNonOrganizer' });
    expect((await read(alice, event.id)).guestsCanModify).toBeUndefined();
  });

  test('of the properties that all share: nothing, unless guests may modify the event', async () => {
    const { alice, bob, write, read, settle } = fixture;
    const properties = { extendedProperties: { private: { mine: '1' }, shared: { room: 'blue' } } };
    const event = await meeting({ extendedProperties: { shared: { room: 'red' } } });
    expect(refusal(await write(bob, 'PATCH', event.id, properties))).toMatchObject({ status: 403, reason: 'forbiddenForNonOrganizer', domain: 'calendar' });
    expect((await write(bob, 'PATCH', event.id, { extendedProperties: { private: { mine: '1' }, shared: { room: 'red' } } })).status).toBe(200);

    const open = await meeting({ guestsCanModify: true, extendedProperties: { shared: { room: 'red' } } });
    expect((await write(bob, 'PATCH', open.id, properties)).status).toBe(200);
    await settle();
    expect((await read(alice, open.id)).extendedProperties).toEqual({ shared: { room: 'blue' } });
  });

  test('CAL-89 colour, transparency, private properties and reminders are the own', async () => {
    const { alice, bob, read, write, settle } = fixture;
    const event = await meeting();
    const own = { colorId: '3', transparency: 'transparent', extendedProperties: { private: { a: '1' } }, reminders: { useDefault: false, overrides: [{ method: 'popup', minutes: 5 }] } };

    await write(bob, 'PATCH', event.id, own);
    await settle();
    const { updated } = await read(alice, event.id);
    expect([await read(alice, event.id), updated]).toEqual([event, event.updated]);

    await write(alice, 'PATCH', event.id, { colorId: '7', extendedProperties: { private: { b: '2' }, shared: { c: '3' } }, summary: 'Late lunch' });
    await settle();
    expect(await read(bob, event.id)).toMatchObject({ ...own, summary: 'Late lunch', extendedProperties: { private: { a: '1' }, shared: { c: '3' } } });
  });

  test('guests may invite others, who get a copy, unless the organizer says no', async () => {
    const { alice, bob, carol, read, write, settle } = fixture;
    const event = await meeting(inviting(bob));
    await write(bob, 'PATCH', event.id, inviting(bob, carol));
    await settle();

    expect((await read(alice, event.id)).attendees.map(({ email }) => email)).toEqual([bob, carol]);
    expect(row(await read(carol, event.id), carol)).toMatchObject({ self: true, responseStatus: 'needsAction' });

    await write(alice, 'PATCH', event.id, { guestsCanInviteOthers: false });
    await settle();
    expect(refusal(await write(bob, 'PATCH', event.id, inviting(bob, 'more@elsewhere.example')))).toMatchObject({ status: 403, reason: 'forbidden' });
  });

  test('with guestsCanModify, everything that is shared', async () => {
    const { alice, bob, carol, read, write, settle } = fixture;
    const event = await meeting({ guestsCanModify: true, description: 'Bring food' });

    await write(bob, 'PATCH', event.id, { summary: 'Picnic', description: null, start: { dateTime: '2026-03-10T11:15:00Z' }, colorId: '2' });
    await settle();

    for (const who of [alice, carol]) {
      const copy = await read(who, event.id, 'primary', '?timeZone=UTC');
      expect(copy).toMatchObject({ summary: 'Picnic', sequence: 1, start: { dateTime: '2026-03-10T11:15:00Z' } });
      expect([copy.description, copy.colorId]).toEqual([undefined, undefined]);
    }
    expect(await read(bob, event.id)).toMatchObject({ summary: 'Picnic', colorId: '2', sequence: 1 });
  });

  test('guests who may not see each other see themselves, and lose nobody by writing so', async () => {
    const { alice, bob, read, write, settle } = fixture;
    const event = await meeting({ guestsCanSeeOtherGuests: false });
    const copy = await read(bob, event.id);
    expect([copy.attendees.map(({ email }) => email), copy.attendeesOmitted]).toEqual([[bob], true]);

    await write(bob, 'PATCH', event.id, answer(bob, 'accepted'));
    await settle();

    expect((await read(alice, event.id)).attendees.map(({ responseStatus }) => responseStatus)).toEqual(['accepted', 'needsAction']);
  });
});

describe('the settings of a guest', () => {
  const hide = async (who: string, value: string): Promise<void> => {
    await fixture.stores.users.changeSetting(who, 'hideInvitationsSetting', value, fixture.clock.now().getTime());
  };
  const isListed = async (who: string, eventId: string, query = ''): Promise<boolean> => (await listed(who, `maxResults=2500${query}`)).some(({ id }) => id === eventId);
  const isBusy = async (who: string): Promise<boolean> => {
    const body = { timeMin: NOON.start?.dateTime, timeMax: NOON.end?.dateTime, items: [{ id: who }] };
    const answered = await fixture.ask<{ calendars: Record<string, { busy: unknown[] }> }>('POST', '/freeBusy', { as: who, body });
    return (answered.body.calendars[who]?.busy ?? []).length > 0;
  };

  test.each([
    ['UNRESPONDED', 'example.com', true],
    ['UNKNOWN_SENDER', 'example.com', false],
    ['UNKNOWN_SENDER', 'elsewhere.example', true],
    ['NONE', 'elsewhere.example', false],
  ])('%s hides an invitation to somebody at %s until it is answered: %s', async (setting, domain, isHidden) => {
    const guest = `${setting.toLowerCase()}-${fixture.bob.replace(/@.*/, '')}@${domain}`;
    const { settle, write } = fixture;
    await signUp(fixture, guest);
    await hide(guest, setting);
    const event = await meeting(inviting(guest));

    expect([await isListed(guest, event.id), await isBusy(guest)]).toEqual([!isHidden, !isHidden]);
    expect(await isListed(guest, event.id, '&showHiddenInvitations=true')).toBe(true);

    await write(guest, 'PATCH', event.id, answer(guest, 'accepted'));
    await settle();
    expect([await isListed(guest, event.id), await isBusy(guest)]).toEqual([true, true]);
  });

  test.each([
    ['focusTime', 'declineAllConflictingInvitations', 'declined'],
    ['outOfOffice', 'declineOnlyNewConflictingInvitations', 'declined'],
    ['outOfOffice', 'declineNone', 'needsAction'],
  ])('%s with %s: a new invitation is %s', async (eventType, autoDeclineMode, responseStatus) => {
    const { alice, ask, read } = fixture;
    const guest = `${eventType}-${autoDeclineMode.slice(0, 11)}-${fixture.bob.slice(4)}`.toLowerCase();
    const busy = { eventType, summary: 'Away', ...NOON, [`${eventType}Properties`]: { autoDeclineMode, declineMessage: 'Not now' } };
    expect((await ask('POST', eventsPath(), { as: guest, body: busy })).status).toBe(200);
    const [during, after] = [await meeting(inviting(guest)), await meeting({ ...inviting(guest), ...hourFrom('2026-03-10T12:00:00Z') })];

    expect([row(await read(alice, during.id), guest)?.responseStatus, row(await read(alice, after.id), guest)?.responseStatus]).toEqual([responseStatus, 'needsAction']);
    expect(row(await read(guest, during.id), guest)?.comment).toBe(responseStatus === 'declined' ? 'Not now' : undefined);
  });

  describe('time set apart', () => {
    const JUNE = { summary: 'Tuesdays', start: { dateTime: '2026-06-02T14:00:00', timeZone: 'Europe/Zurich' }, end: { dateTime: '2026-06-02T15:00:00', timeZone: 'Europe/Zurich' }, recurrence: ['RRULE:FREQ=WEEKLY;COUNT=4'] };
    const away = async (who: string, when: object): Promise<void> => {
      await signUp(fixture, who);
      const body = { eventType: 'outOfOffice', summary: 'Away', ...when, outOfOfficeProperties: { autoDeclineMode: 'declineAllConflictingInvitations', declineMessage: 'Away' } };
      expect((await fixture.ask('POST', eventsPath(), { as: who, body })).status).toBe(200);
    };
    const answersTo = async (who: string, seriesId: string): Promise<(string | undefined)[]> =>
      Promise.all(['20260602T120000Z', '20260609T120000Z', '20260616T120000Z', '20260623T120000Z'].map(async (suffix) => row(await fixture.read(fixture.alice, `${seriesId}_${suffix}`), who)?.responseStatus));

    test('declines those instances of a series that fall into it, in every copy, and leaves the series open', async () => {
      const { carol, read, settle } = fixture;
      const guest = `away-${fixture.bob}`;
      await away(guest, { start: { dateTime: '2026-06-08T08:00:00Z' }, end: { dateTime: '2026-06-17T08:00:00Z' } });
      const series = await addEvent(fixture, { ...JUNE, ...inviting(guest, carol) });
      await settle();

      expect(await answersTo(guest, series.id)).toEqual(['needsAction', 'declined', 'declined', 'needsAction']);
      for (const who of [guest, carol]) {
        expect(row(await read(who, `${series.id}_20260609T120000Z`), guest)).toMatchObject({ responseStatus: 'declined', comment: 'Away' });
        expect(row(await read(who, series.id), guest)).toMatchObject({ responseStatus: 'needsAction' });
      }
      expect(row(await read(carol, `${series.id}_20260609T120000Z`), carol)).toMatchObject({ responseStatus: 'needsAction' });
    });

    test('that repeats declines as well, and a series of which nothing is left as a whole', async () => {
      const { alice, read, settle } = fixture;
      const guest = `always-away-${fixture.bob}`;
      await away(guest, { start: { dateTime: '2026-03-03T13:00:00', timeZone: 'Europe/Zurich' }, end: { dateTime: '2026-03-03T18:00:00', timeZone: 'Europe/Zurich' }, recurrence: ['RRULE:FREQ=WEEKLY'] });
      const series = await addEvent(fixture, { ...JUNE, ...inviting(guest) });
      await settle();

      expect(row(await read(alice, series.id), guest)).toMatchObject({ responseStatus: 'declined', comment: 'Away' });
      expect(await answersTo(guest, series.id)).toEqual(['declined', 'declined', 'declined', 'declined']);
    });

    test('declines one instance to which somebody is invited alone', async () => {
      const { alice, bob, read, settle, write } = fixture;
      const guest = `once-away-${bob}`;
      await away(guest, { start: { dateTime: '2026-06-08T08:00:00Z' }, end: { dateTime: '2026-06-10T08:00:00Z' } });
      const series = await addEvent(fixture, { ...JUNE, ...inviting(bob) });
      const [second, third] = ['20260609T120000Z', '20260616T120000Z'].map((suffix) => `${series.id}_${suffix}`) as [string, string];
      for (const instance of [second, third]) await write(alice, 'PATCH', instance, inviting(bob, guest));
      await settle();

      expect([row(await read(alice, second), guest)?.responseStatus, row(await read(alice, third), guest)?.responseStatus]).toEqual(['declined', 'needsAction']);
      expect(row(await read(guest, second), guest)?.responseStatus).toBe('declined');
    });
  });
});

test('a run is counted: what it worked on, what is handed over again, what is given up, and how late it was', async () => {
  const { propagation, records, bob, settle } = fixture;
  await settle();
  await addEvent(fixture, { summary: 'Counted', ...NOON, ...inviting(bob) });
  const Records = await records();
  const logged: unknown[] = [];
  const log = { info: (_message: string, fields = {}) => void logged.push(fields), error: () => undefined };
  const run = (viewInEach = propagation.stores.events.viewInEach) => propagator({ ...propagation, log, stores: { ...propagation.stores, events: { ...propagation.stores.events, viewInEach } } })({ Records });

  expect((await run(() => Promise.reject(new Error('busy')))).batchItemFailures).toHaveLength(1);
  expect((await run(() => Promise.reject(badRequest('invalid', 'Too large.')))).batchItemFailures).toEqual([]);
  expect((await run()).batchItemFailures).toEqual([]);

  expect(logged).toMatchObject([
    { service: 'calendar', run: 'propagate', tasks: 1, failures: 1, drops: 0, lagMs: expect.any(Number) },
    { tasks: 1, failures: 0, drops: 1 },
    { tasks: 1, failures: 0, drops: 0 },
  ]);
});
