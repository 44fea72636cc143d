import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import ICAL from 'ical.js';
import PostalMime, { type Email } from 'postal-mime';
import { propagator } from '#functions/streams/propagate';
import { sendDueMailings } from '#lib/calendar/guests/mail/mailing';
import { newPostTally } from '#lib/calendar/guests/mail/send-once';
import { addEvent, eventsPath, hourFrom, TUESDAYS, type AnsweredEvent } from '#test/support/calendar/calendar';
import { inviting } from '#test/support/calendar/guests';
import { useOutbox } from '#test/support/calendar/outbox';
import { useGuests } from '#test/support/calendar/use-guests';

const outbox = useOutbox();
const OUTSIDE = 'friend@elsewhere.example';
const fixture = useGuests(outbox.folder);

interface Received {
  readonly to: string;
  readonly subject: string;
  readonly method: string;
}

/** What came, by recipient. */
async function received(): Promise<Received[]> {
  const mail = (await outbox.letters()).map((email) => ({
    to: email.to?.[0]?.address ?? '',
    subject: email.subject ?? '',
    method: calendarOf(email).getFirstPropertyValue('method') as string,
  }));
  return mail.sort((a, b) => (a.to < b.to ? -1 : 1));
}

function calendarOf({ attachments }: Email): ICAL.Component {
  const file = attachments.find(({ filename }) => filename === 'invite.ics');
  return new ICAL.Component(ICAL.parse(Buffer.from(file?.content as ArrayBuffer).toString()) as unknown[]);
}

const only = async (): Promise<Email> => {
  const [email, ...more] = await outbox.letters();
  if (email === undefined || more.length > 0) throw new Error('There should be one message.');
  return email;
};

const NOON = hourFrom('2026-03-10T11:00:00Z');
const added = async (query: string, more: object = {}): Promise<AnsweredEvent> => {
  const event = await addEvent(
    fixture,
    { summary: 'Lunch', ...NOON, ...inviting(fixture.bob, OUTSIDE), ...more },
    'primary',
    query,
  );
  await fixture.settle();
  return event;
};

describe('sendUpdates', () => {
  test.each([
    ['', []],
    ['?sendUpdates=none', []],
    ['?sendNotifications=true&sendUpdates=none', []],
    ['?sendUpdates=externalOnly', ['outside']],
    ['?sendUpdates=all', ['bob', 'outside']],
    ['?sendNotifications=true', ['bob', 'outside']],
  ])("'%s' mails an invitation to %j", async (query, readers) => {
    await added(query);

    const addresses: Record<string, string> = { bob: fixture.bob, outside: OUTSIDE };
    expect(await received()).toEqual(
      readers.map((name) => ({ to: addresses[name], subject: 'Invitation: Lunch', method: 'REQUEST' })),
    );
  });

  test('a change is mailed to all guests, a guest who is no longer invited is told so, and new ones are invited', async () => {
    const { alice, bob, write, settle } = fixture;
    const event = await added('');
    await write(
      alice,
      'PATCH',
      event.id,
      { location: 'Canteen', ...inviting(bob, 'new@elsewhere.example') },
      '?sendUpdates=all',
    );
    await settle();

    expect(await received()).toEqual(
      [
        { to: bob, subject: 'Updated invitation: Lunch', method: 'REQUEST' },
        { to: OUTSIDE, subject: 'Cancelled event: Lunch', method: 'CANCEL' },
        { to: 'new@elsewhere.example', subject: 'Invitation: Lunch', method: 'REQUEST' },
      ].sort((a, b) => (a.to < b.to ? -1 : 1)),
    );
  });

  test('what only the organizer sees is mailed to nobody', async () => {
    const { alice, write, settle } = fixture;
    const event = await added('');
    await write(
      alice,
      'PATCH',
      event.id,
      { colorId: '4', transparency: 'transparent', reminders: { useDefault: false } },
      '?sendUpdates=all',
    );
    await settle();

    expect(await received()).toEqual([]);
  });

  test('a cancellation is mailed as one', async () => {
    const { alice, write, settle } = fixture;
    const event = await added('');
    await write(alice, 'DELETE', event.id, undefined, '?sendUpdates=externalOnly');
    await settle();

    const email = await only();
    expect([email.to?.[0]?.address, email.subject]).toEqual([OUTSIDE, 'Cancelled event: Lunch']);
    const vevent = calendarOf(email).getFirstSubcomponent('vevent');
    expect([vevent?.getFirstPropertyValue('status'), vevent?.getFirstPropertyValue('sequence')]).toEqual([
      'CANCELLED',
      1,
    ]);
  });

  test('an answer is mailed to the organizer, with the own row alone', async () => {
    const { alice, bob, write, settle } = fixture;
    const event = await added('');
    await write(
      bob,
      'PATCH',
      event.id,
      { attendees: [{ email: bob, responseStatus: 'tentative', comment: 'Maybe' }] },
      '?sendUpdates=all',
    );
    await settle();

    const email = await only();
    expect([email.to?.[0]?.address, email.subject, email.replyTo?.[0]?.address]).toEqual([
      alice,
      'Tentatively accepted: Lunch',
      bob,
    ]);
    const calendar = calendarOf(email);
    const attendees = calendar.getFirstSubcomponent('vevent')?.getAllProperties('attendee') ?? [];
    expect(calendar.getFirstPropertyValue('method')).toBe('REPLY');
    expect(attendees.map((attendee) => [attendee.getFirstValue(), attendee.getParameter('partstat')])).toEqual([
      [`mailto:${bob}`, 'TENTATIVE'],
    ]);
  });

  test('one instance is mailed as that one', async () => {
    const { alice, write, settle } = fixture;
    const series = await addEvent(fixture, { ...TUESDAYS, ...inviting(OUTSIDE) });
    await write(alice, 'PATCH', `${series.id}_20260324T130000Z`, { location: 'Garden' }, '?sendUpdates=all');
    await settle();

    const vevents = calendarOf(await only()).getAllSubcomponents('vevent');
    expect(
      vevents.map((vevent) => [
        vevent.getFirstPropertyValue('location'),
        String(vevent.getFirstPropertyValue('recurrence-id')),
        vevent.hasProperty('rrule'),
      ]),
    ).toEqual([['Garden', '2026-03-24T14:00:00', false]]);
  });

  test('a series comes with the instances that differ, and without those that are cancelled', async () => {
    const { alice, write, settle } = fixture;
    const series = await addEvent(fixture, { ...TUESDAYS, ...inviting(OUTSIDE) });
    await write(alice, 'DELETE', `${series.id}_20260324T130000Z`);
    await write(alice, 'PATCH', `${series.id}_20260331T120000Z`, { location: 'Garden' });
    await write(alice, 'PATCH', series.id, { summary: 'Every Tuesday' }, '?sendUpdates=all');
    await settle();

    const vevents = calendarOf(await only()).getAllSubcomponents('vevent');
    expect(
      vevents.map((vevent) => [
        vevent.getFirstPropertyValue('status'),
        vevent.hasProperty('recurrence-id'),
        String(vevent.getFirstPropertyValue('exdate')),
      ]),
    ).toEqual([
      ['CONFIRMED', false, '2026-03-24T14:00:00'],
      ['CONFIRMED', true, 'null'],
    ]);
  });
});

describe('a message', () => {
  test('has words, HTML, and a calendar part that is also attached', async () => {
    await added('?sendUpdates=externalOnly', {
      summary: 'Zmittag im «Löwen» – für alle',
      description: '<b>Bring</b> food<br>& friends',
      location: 'Zürich',
    });

    const [name = ''] = readdirSync(outbox.folder);
    const raw = readFileSync(join(outbox.folder, name)).toString('latin1');
    const email = await PostalMime.parse(raw);
    expect(email.subject).toBe('Invitation: Zmittag im «Löwen» – für alle');
    expect(email.text).toContain('Where: Zürich');
    expect(email.text).toMatch(/^When: Tuesday,? 10 March 2026, 12:00 to 13:00 \(Europe\/Zurich\)$/m);
    expect(email.text).toContain('Bring food\n& friends');
    expect(email.html).toContain('Bring food<br>&#38; friends');
    expect(raw).toMatch(/^Content-Type: multipart\/mixed/m);
    expect(raw).toMatch(/^Content-Type: text\/calendar; charset=utf-8; method=REQUEST/m);
    expect(raw.split('\r\n').filter((line) => line.length > 998 || /\P{ASCII}/u.test(line))).toEqual([]);
    expect(raw).toMatch(/^Subject: =\?UTF-8\?/m);
    const vevent = calendarOf(email).getFirstSubcomponent('vevent');
    expect(vevent?.getFirstPropertyValue('summary')).toBe('Zmittag im «Löwen» – für alle');
    expect(vevent?.getAllProperties('attendee').map((attendee) => attendee.getParameter('rsvp'))).toEqual([
      'TRUE',
      'TRUE',
    ]);
  });

  test("tells nothing of the organizer's own part, and no other guests where they are hidden", async () => {
    await added('?sendUpdates=externalOnly', {
      guestsCanSeeOtherGuests: false,
      extendedProperties: { private: { secret: 'x1y2' } },
      colorId: '5',
    });

    const email = await only();
    const text = calendarOf(email).toString();
    expect([text.includes('x1y2'), text.includes(fixture.bob), email.text?.includes(fixture.bob)]).toEqual([
      false,
      false,
      false,
    ]);
    expect(text).toContain(OUTSIDE);
  });

  test('is not sent again when the same change is seen again', async () => {
    const { records, propagation, posting, alice } = fixture;
    await fixture.ask('POST', `${eventsPath()}?sendUpdates=all`, {
      as: alice,
      body: { summary: 'Once', ...NOON, ...inviting(OUTSIDE) },
    });
    const Records = await records();

    for (let time = 0; time < 2; time += 1) {
      await propagator(propagation)({ Records });
      await sendDueMailings(Infinity, newPostTally(), posting);
    }

    expect(await received()).toEqual([{ to: OUTSIDE, subject: 'Invitation: Once', method: 'REQUEST' }]);
  });
});
