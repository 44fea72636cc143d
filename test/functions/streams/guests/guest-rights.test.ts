import { describe, expect, test } from '@jest/globals';
import { refusal } from '#test/support/calendar/calendar';
import { answer, inviting, NOON, guestRow } from '#test/support/calendar/guests';
import { useGuests } from '#test/support/calendar/use-guests';

const fixture = useGuests();

describe('what a guest may change', () => {
  test('CAL-86 of the rights of guests: nothing', async () => {
    const { bob, write, alice, read, meeting } = fixture;
    const event = await meeting({ guestsCanInviteOthers: false });

    expect(refusal(await write(bob, 'PATCH', event.id, { guestsCanModify: true }))).toMatchObject({
      status: 403,
      reason: 'forbiddenForNonOrganizer',
      domain: 'calendar',
    });
    expect(refusal(await write(bob, 'PUT', event.id, { ...NOON, summary: 'Lunch' }))).toMatchObject({
      status: 403,
      reason: 'forbiddenForNonOrganizer',
    });
    expect((await read(alice, event.id)).guestsCanModify).toBeUndefined();
  });

  test('of the properties that all share: nothing, unless guests may modify the event', async () => {
    const { alice, bob, write, read, settle, meeting } = fixture;
    const properties = { extendedProperties: { private: { mine: '1' }, shared: { room: 'blue' } } };
    const event = await meeting({ extendedProperties: { shared: { room: 'red' } } });
    expect(refusal(await write(bob, 'PATCH', event.id, properties))).toMatchObject({
      status: 403,
      reason: 'forbiddenForNonOrganizer',
      domain: 'calendar',
    });
    expect(
      (await write(bob, 'PATCH', event.id, { extendedProperties: { private: { mine: '1' }, shared: { room: 'red' } } }))
        .status,
    ).toBe(200);

    const open = await meeting({ guestsCanModify: true, extendedProperties: { shared: { room: 'red' } } });
    expect((await write(bob, 'PATCH', open.id, properties)).status).toBe(200);
    await settle();
    expect((await read(alice, open.id)).extendedProperties).toEqual({ shared: { room: 'blue' } });
  });

  test('CAL-89 colour, transparency, private properties and reminders are the own', async () => {
    const { alice, bob, read, write, settle, meeting } = fixture;
    const event = await meeting();
    const own = {
      colorId: '3',
      transparency: 'transparent',
      extendedProperties: { private: { a: '1' } },
      reminders: { useDefault: false, overrides: [{ method: 'popup', minutes: 5 }] },
    };

    await write(bob, 'PATCH', event.id, own);
    await settle();
    const { updated } = await read(alice, event.id);
    expect([await read(alice, event.id), updated]).toEqual([event, event.updated]);

    await write(alice, 'PATCH', event.id, {
      colorId: '7',
      extendedProperties: { private: { b: '2' }, shared: { c: '3' } },
      summary: 'Late lunch',
    });
    await settle();
    expect(await read(bob, event.id)).toMatchObject({
      ...own,
      summary: 'Late lunch',
      extendedProperties: { private: { a: '1' }, shared: { c: '3' } },
    });
  });

  test('guests may invite others, who get a copy, unless the organizer says no', async () => {
    const { alice, bob, carol, read, write, settle, meeting } = fixture;
    const event = await meeting(inviting(bob));
    await write(bob, 'PATCH', event.id, inviting(bob, carol));
    await settle();

    expect((await read(alice, event.id)).attendees.map(({ email }) => email)).toEqual([bob, carol]);
    expect(guestRow(await read(carol, event.id), carol)).toMatchObject({ self: true, responseStatus: 'needsAction' });

    await write(alice, 'PATCH', event.id, { guestsCanInviteOthers: false });
    await settle();
    expect(refusal(await write(bob, 'PATCH', event.id, inviting(bob, 'more@elsewhere.example')))).toMatchObject({
      status: 403,
      reason: 'forbidden',
    });
  });

  test('with guestsCanModify, everything that is shared', async () => {
    const { alice, bob, carol, read, write, settle, meeting } = fixture;
    const event = await meeting({ guestsCanModify: true, description: 'Bring food' });

    await write(bob, 'PATCH', event.id, {
      summary: 'Picnic',
      description: null,
      start: { dateTime: '2026-03-10T11:15:00Z' },
      colorId: '2',
    });
    await settle();

    for (const who of [alice, carol]) {
      const copy = await read(who, event.id, 'primary', '?timeZone=UTC');
      expect(copy).toMatchObject({ summary: 'Picnic', sequence: 1, start: { dateTime: '2026-03-10T11:15:00Z' } });
      expect([copy.description, copy.colorId]).toEqual([undefined, undefined]);
    }
    expect(await read(bob, event.id)).toMatchObject({ summary: 'Picnic', colorId: '2', sequence: 1 });
  });

  test('guests who may not see each other see themselves, and lose nobody by writing so', async () => {
    const { alice, bob, read, write, settle, meeting } = fixture;
    const event = await meeting({ guestsCanSeeOtherGuests: false });
    const copy = await read(bob, event.id);
    expect([copy.attendees.map(({ email }) => email), copy.attendeesOmitted]).toEqual([[bob], true]);

    await write(bob, 'PATCH', event.id, answer(bob, 'accepted'));
    await settle();

    expect((await read(alice, event.id)).attendees.map(({ responseStatus }) => responseStatus)).toEqual([
      'accepted',
      'needsAction',
    ]);
  });
});
