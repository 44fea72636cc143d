import { describe, expect, test } from '@jest/globals';
import ICAL from 'ical.js';
import type { Letter } from '#lib/calendar/guests/mail/letters';
import { writeLetter } from '#lib/calendar/guests/mail/write-letter';
import type { StoredEvent } from '#lib/calendar/model/event';
import { BOB, storedLunch } from '#test/support/calendar/meetings';

const head = { timeZone: 'Europe/Zurich', now: new Date('2026-03-02T08:00:00Z'), guest: BOB, instances: [] };
const letter = (event: Partial<StoredEvent>, more: Partial<Letter> = {}): Letter => ({
  method: 'REQUEST',
  to: BOB,
  isUpdate: false,
  event: storedLunch(event),
  ...more,
});
const whenIn = (event: Partial<StoredEvent>): string | undefined =>
  /^When: (.*)$/m.exec(writeLetter(letter(event), head).text)?.[1]?.replaceAll(/(day),/g, '$1');

describe('when', () => {
  test.each<[string, Partial<StoredEvent>, string]>([
    ["the calendar's zone where the event has none", {}, 'Tuesday 10 March 2026, 12:00 to 13:00 (Europe/Zurich)'],
    [
      "the event's own zone",
      { start: { dateTime: '2026-03-10T11:00:00Z', timeZone: 'America/New_York' } },
      'Tuesday 10 March 2026, 07:00 to 08:00 (America/New_York)',
    ],
    [
      'over midnight',
      { start: { dateTime: '2026-03-10T22:00:00Z' }, end: { dateTime: '2026-03-10T23:30:00Z' } },
      'Tuesday 10 March 2026, 23:00 to Wednesday 11 March 2026, 00:30 (Europe/Zurich)',
    ],
    ['a day', { start: { date: '2026-03-10' }, end: { date: '2026-03-11' } }, 'Tuesday 10 March 2026'],
    [
      'days',
      { start: { date: '2026-03-10' }, end: { date: '2026-03-13' } },
      'Tuesday 10 March 2026 to Thursday 12 March 2026',
    ],
  ])('%s', (_, event, expected) => {
    expect(whenIn(event)).toBe(expected);
  });
});

describe('words', () => {
  test.each<[Partial<Letter>, string]>([
    [{}, 'Invitation: Lunch'],
    [{ isUpdate: true }, 'Updated invitation: Lunch'],
    [{ method: 'CANCEL', isUpdate: true }, 'Cancelled event: Lunch'],
    [
      { method: 'REPLY', event: storedLunch({ attendees: [{ email: BOB, responseStatus: 'declined' }] }) },
      'Declined: Lunch',
    ],
  ])('%j', (more, subject) => {
    expect(writeLetter(letter({}, more), head).subject).toBe(subject);
  });

  test('an event without a title has a subject', () => {
    expect(writeLetter(letter({ summary: undefined }), head).subject).toBe('Invitation: (no title)');
  });

  test('nothing that an event says becomes markup', () => {
    const { html, text } = writeLetter(
      letter({
        summary: '<img src=x onerror=alert(1)>',
        location: '"A" & <B>',
        description: '<p>One</p><script>two</script>&lt;three&gt;',
      }),
      head,
    );

    expect(html).not.toMatch(/<(?:img|script|B)\b/);
    expect(text).toContain('One\ntwo<three>');
  });
});

test('the calendar file says what is shared, folds its lines, and escapes what it holds', () => {
  const { calendar } = writeLetter(
    letter({
      description: `${'long, '.repeat(40)}\nEND:VEVENT`,
      colorId: '3',
      extendedProperties: { private: { secret: 'x1y2' } },
    }),
    head,
  );

  const file = new ICAL.Component(ICAL.parse(calendar) as unknown[]);
  const vevents = file.getAllSubcomponents('vevent');
  expect([file.getFirstPropertyValue('method'), vevents.length, vevents[0]?.getFirstPropertyValue('uid')]).toEqual([
    'REQUEST',
    1,
    'lunch@google.com',
  ]);
  expect(calendar.split('\r\n').filter((line) => Buffer.byteLength(line) > 75)).toEqual([]);
  expect(calendar).not.toContain('x1y2');
});
