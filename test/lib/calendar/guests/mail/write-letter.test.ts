import { describe, expect, test } from '@jest/globals';
import ICAL from 'ical.js';
import type { Letter } from '#lib/calendar/guests/mail/letters';
import { writeLetter } from '#lib/calendar/guests/mail/write-letter';
import type { StoredEvent, StoredException } from '#lib/calendar/model/event';
import { modifiedInstance, type WholeEvent } from '#lib/calendar/model/instance';
import { BOB, SERIES, storedException, storedLunch } from '#test/support/calendar/meetings';

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

describe('the calendar file of a series with exceptions', () => {
  const instance = (suffix: string, more: Partial<StoredException> = {}) =>
    modifiedInstance(storedLunch(SERIES), storedException(suffix, more));
  const eventsOf = (series: Partial<StoredEvent>, instances: readonly WholeEvent[], more: Partial<Letter> = {}) => {
    const { calendar } = writeLetter(letter(series, more), { ...head, instances });
    return new ICAL.Component(ICAL.parse(calendar) as unknown[]).getAllSubcomponents('vevent');
  };
  const startsIn = ([series]: readonly ICAL.Component[]): string[] => {
    const starts = new ICAL.Event(series).iterator();
    return [...Array(4)].flatMap(() => starts.next()?.toString() ?? []);
  };

  test('leaves cancelled instances out, by the clock of the series, and tells changed ones', () => {
    const moved = instance('20260324T130000Z', { summary: 'Later' });
    // Summer time begins between this one and the first.
    const cancelled = instance('20260331T120000Z', { status: 'cancelled' });
    const vevents = eventsOf(SERIES, [moved, cancelled]);

    expect(vevents.map((vevent) => String(vevent.getFirstPropertyValue('status')))).toEqual(['CONFIRMED', 'CONFIRMED']);
    expect(vevents[1]?.getFirstPropertyValue('summary')).toBe('Later');
    expect(startsIn(vevents)).toEqual(['2026-03-17T14:00:00', '2026-03-24T14:00:00', '2026-04-07T14:00:00']);
  });

  test('leaves out days of an all-day series, and times of a series in the zone of its calendar', () => {
    const days: Partial<StoredEvent> = { ...SERIES, start: { date: '2026-03-17' }, end: { date: '2026-03-18' } };
    const day = modifiedInstance(
      storedLunch(days),
      storedException('20260324', { originalStart: { date: '2026-03-24' }, status: 'cancelled' }),
    );
    expect(startsIn(eventsOf(days, [day]))).toEqual(['2026-03-17', '2026-03-31', '2026-04-07']);

    const plain = { ...SERIES, start: { dateTime: '2026-03-17T13:00:00Z' }, end: { dateTime: '2026-03-17T14:00:00Z' } };
    const time = { ...instance('20260324T130000Z'), originalStart: { dateTime: '2026-03-24T13:00:00Z' } };
    expect(startsIn(eventsOf(plain, [{ ...time, status: 'cancelled' }]))).not.toContain('2026-03-24T14:00:00');
  });

  test('cancels one instance in a letter of its own', () => {
    const cancelled = instance('20260331T120000Z', { status: 'cancelled' });
    const vevents = eventsOf({}, [], { method: 'CANCEL', event: cancelled });
    expect(vevents.map((vevent) => String(vevent.getFirstPropertyValue('status')))).toEqual(['CANCELLED']);
    expect(String(vevents[0]?.getFirstPropertyValue('recurrence-id'))).toBe('2026-03-31T14:00:00');
  });
});
