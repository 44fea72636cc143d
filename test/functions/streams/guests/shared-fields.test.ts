import { describe, expect, test } from '@jest/globals';
import type { EventResource } from '#lib/calendar/resources/event';
import { addEvent, eventsPath, TUESDAYS, type AnsweredEvent } from '#test/support/calendar/calendar';
import { inviting, NOON, signUp } from '#test/support/calendar/guests';
import { useGuests } from '#test/support/calendar/use-guests';

const fixture = useGuests();

const ALL_FIELDS = '?supportsAttachments=true&conferenceDataVersion=1&eventLabelVersion=1';

async function meeting(more: Partial<EventResource> = {}): Promise<AnsweredEvent> {
  const event = await addEvent(
    fixture,
    { summary: 'Lunch', ...NOON, ...inviting(fixture.bob), ...more },
    'primary',
    ALL_FIELDS,
  );
  await fixture.settle();
  return event;
}

/** What the organizer sets, and the names under which everybody is to see the same. */
const SHARED: readonly [string, Partial<EventResource>][] = [
  ['start', { start: { dateTime: '2026-03-10T11:15:00Z', timeZone: 'America/New_York' } }],
  ['end', { end: { dateTime: '2026-03-10T13:00:00Z', timeZone: 'Asia/Tokyo' } }],
  ['summary', { summary: 'Picnic' }],
  ['description', { description: 'Bring food' }],
  ['location', { location: 'Garden' }],
  ['visibility', { visibility: 'public' }],
  ['status', { status: 'tentative' }],
  ['guestsCanModify', { guestsCanModify: true }],
  ['guestsCanInviteOthers', { guestsCanInviteOthers: false }],
  ['attachments', { attachments: [{ fileUrl: 'https://files.example.com/menu.pdf', title: 'Menu' }] }],
  [
    'conferenceData',
    { conferenceData: { createRequest: { requestId: 'r1', conferenceSolutionKey: { type: 'hangoutsMeet' } } } },
  ],
  ['extendedProperties', { extendedProperties: { shared: { room: 'blue' } } }],
];

describe("the organizer's", () => {
  test.each(SHARED)('%s is the same in every copy, from the first and after a change', async (name, body) => {
    const { alice, bob, read, write, settle } = fixture;
    const field = name as keyof AnsweredEvent;
    const [first, second] = [await meeting({ ...body }), await meeting()];
    await write(alice, 'PATCH', second.id, body, ALL_FIELDS);
    await settle();

    for (const { id } of [first, second]) {
      const [leading, copy] = await Promise.all([alice, bob].map((who) => read(who, id, 'primary', '?timeZone=UTC')));
      expect(leading?.[field]).toBeDefined();
      expect(copy?.[field]).toEqual(leading?.[field]);
    }
  });

  test('recurrence and attendees are the same in every copy, in their order', async () => {
    const { alice, bob, carol, read, write, settle } = fixture;
    const series = await addEvent(fixture, { ...TUESDAYS, ...inviting(bob) });
    await settle();
    const attendees = [
      { email: 'room@elsewhere.example', resource: true },
      { email: carol, optional: true, displayName: 'Carol' },
      { email: bob, comment: 'Late' },
    ];
    await write(alice, 'PATCH', series.id, { recurrence: ['RRULE:FREQ=WEEKLY;COUNT=6'], attendees });
    await settle();

    const rowsOf = ({ attendees: rows }: AnsweredEvent) => rows.map(({ self: _self, ...row }) => row);
    const [leading, ...copies] = await Promise.all([alice, bob, carol].map((who) => read(who, series.id)));
    if (leading === undefined) throw new Error('The organizer has no copy.');
    expect(leading.recurrence).toEqual(['RRULE:FREQ=WEEKLY;COUNT=6']);
    expect(rowsOf(leading)).toMatchObject(attendees);
    for (const copy of copies)
      expect([copy.recurrence, rowsOf(copy), copy.iCalUID]).toEqual([
        leading.recurrence,
        rowsOf(leading),
        leading.iCalUID,
      ]);
  });

  test.each<[string, Partial<EventResource>]>([
    ['colorId', { colorId: '4' }],
    ['reminders', { reminders: { useDefault: false, overrides: [{ method: 'popup', minutes: 7 }] } }],
    ['transparency', { transparency: 'transparent' }],
    ['extendedProperties', { extendedProperties: { private: { secret: '1' } } }],
  ])('%s stays in the own copy', async (name, body) => {
    const { alice, bob, read, write, settle } = fixture;
    const event = await meeting();
    const before = await read(bob, event.id);

    await write(alice, 'PATCH', event.id, { ...body, summary: 'Told with it' });
    await settle();

    const after = await read(bob, event.id);
    expect(after.summary).toBe('Told with it');
    expect(after[name as keyof AnsweredEvent]).toEqual(before[name as keyof AnsweredEvent]);
  });
});

describe('an invited secondary calendar', () => {
  test('answers, follows a change, and is cancelled with the event', async () => {
    const { S, alice, bob, read, ask, settle, write } = fixture;
    const { body: event } = await ask<AnsweredEvent>('POST', eventsPath(), {
      as: bob,
      body: { summary: 'Review', ...NOON, ...inviting(S) },
    });
    await settle();

    await ask('PATCH', eventsPath(S, event.id), {
      as: alice,
      body: { attendees: [{ email: S, responseStatus: 'accepted' }] },
    });
    await settle();
    expect((await read(bob, event.id)).attendees).toMatchObject([{ email: S, responseStatus: 'accepted' }]);

    await write(bob, 'PATCH', event.id, { location: 'Studio' });
    await settle();
    expect(await read(alice, event.id, S)).toMatchObject({ location: 'Studio', organizer: { email: bob } });

    await write(bob, 'DELETE', event.id);
    await settle();
    expect((await read(alice, event.id, S)).status).toBe('cancelled');
  });
});

describe('somebody who signs up later', () => {
  test('finds the one instance that the invitation was for, as it is by then', async () => {
    const { alice, bob, read, write, settle, ask } = fixture;
    const frida = `frida-${bob}`;
    const series = await addEvent(fixture, { ...TUESDAYS, ...inviting(bob) });
    const second = `${series.id}_20260324T130000Z`;
    await write(alice, 'PATCH', second, inviting(bob, frida));
    await settle();
    await write(alice, 'PATCH', second, { location: 'Garden' });
    await settle();

    await signUp(fixture, frida);
    await settle();

    expect(await read(frida, second)).toMatchObject({ summary: 'Tuesdays', location: 'Garden' });
    expect((await ask('GET', eventsPath('primary', series.id), { as: frida })).status).toBe(404);
    await write(frida, 'PATCH', second, { attendees: [{ email: frida, responseStatus: 'accepted' }] });
    await settle();
    expect((await read(alice, second)).attendees).toMatchObject([
      { email: bob, responseStatus: 'needsAction' },
      { email: frida, responseStatus: 'accepted' },
    ]);
  });

  test('does not find what was cancelled meanwhile', async () => {
    const { alice, bob, write, settle, ask, propagation } = fixture;
    const gerd = `gerd-${bob}`;
    const event = await meeting(inviting(gerd));
    await write(alice, 'DELETE', event.id);
    await settle();

    await signUp(fixture, gerd);
    await settle();

    expect((await ask('GET', eventsPath('primary', event.id), { as: gerd })).status).toBe(404);
    expect(await propagation.stores.waiting.list(gerd)).toEqual([]);
  });
});
