import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { VisibleEvent } from '#lib/calendar/access/event-visibility';
import { eventMatcher, type EventFilters } from '#lib/calendar/events/rows/matcher';
import { thrownBy } from '#test/support/thrown';
import { anyText } from '#test/tools/fuzz/any-text';

const CALENDAR = 'alice@example.com';
const EVENT: VisibleEvent = {
  id: 'e1',
  iCalUID: 'e1@example.com',
  status: 'confirmed',
  eventType: 'default',
  sequence: 0,
  createdAtMs: 0,
  updatedAtMs: 0,
  start: { dateTime: '2026-03-10T09:00:00Z' },
  end: { dateTime: '2026-03-10T10:00:00Z' },
  summary: 'Café with C++ people (draft)',
  description: 'Über-review\nsecond line',
  location: '12, Rue de l’Église',
  creator: { email: CALENDAR },
  organizer: { email: CALENDAR, displayName: 'Alice Ärmel' },
  attendees: [{ email: 'bob.jones@example.org', displayName: 'Bob Jones' }],
  extendedProperties: { private: { k: 'v=w', empty: '' }, shared: { k: 'other' } },
};
const matches = (filters: EventFilters, event: Partial<VisibleEvent> = {}): boolean =>
  eventMatcher(filters, CALENDAR)({ ...EVENT, ...event });

describe('q', () => {
  test.each([
    ['café', true],
    ['CAFÉ', true],
    ['cafe', false],
    ['afé', false],
    ['peop', true],
    ['c++', true],
    ['++', true],
    ['(draft)', true],
    ['draft)', true],
    ['über', true],
    ['review', true],
    ['second café', true],
    ['second nothing', false],
    ['église', true],
    ['12', true],
    ['2', false],
    ['bob', true],
    ['jones@', true],
    ['ones@', false],
    ['jones', true],
    ['@example.org', true],
    ['ärmel', true],
    ['"café with"', false],
    ['.*', false],
    ['', true],
    ['  \t ', true],
  ])('%j', (q, expected) => {
    expect(matches({ q })).toBe(expected);
  });

  test('looks at working places and at the names of types', () => {
    const workingLocationProperties = {
      type: 'officeLocation',
      officeLocation: { buildingId: 'B7', deskId: 'D12', label: 'North' },
      customLocation: { label: 'Hut' },
    };

    for (const q of ['b7', 'd12', 'north', 'hut', 'working location'])
      expect(matches({ q }, { eventType: 'workingLocation', workingLocationProperties })).toBe(true);
    expect(matches({ q: 'out of office' }, { eventType: 'outOfOffice' })).toBe(true);
    expect(matches({ q: 'focus' }, { eventType: 'focusTime' })).toBe(true);
    expect(matches({ q: 'focus' })).toBe(false);
  });

  test('does not find what was stripped, nor guests who are hidden', () => {
    const {
      summary: _s,
      description: _d,
      location: _l,
      creator: _c,
      organizer: _o,
      attendees: _a,
      extendedProperties: _e,
      ...stripped
    } = EVENT;
    expect(eventMatcher({ q: 'focus' }, CALENDAR)({ ...stripped, eventType: 'focusTime' })).toBe(false);
    expect(matches({ q: 'bob' }, { guestsCanSeeOtherGuests: false })).toBe(true);
    expect(matches({ q: 'bob' }, { guestsCanSeeOtherGuests: false, organizer: { email: 'boss@example.org' } })).toBe(
      false,
    );
  });

  test('takes any text', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), anyText(), fc.string({ unit: fc.constantFrom(...String.raw`\^$.*+?()[]{}|/-& `) })),
        (q) => {
          expect(typeof matches({ q })).toBe('boolean');
          // Whatever a title is made of, it is found by itself.
          expect(matches({ q }, { summary: q })).toBe(true);
        },
      ),
    );
  });
});

test('32 words may be asked for, and one word as often as one likes', () => {
  const words = Array.from({ length: 32 }, (_, index) => `w${String(index)}`).join(' ');
  expect(matches({ q: words }, { summary: words })).toBe(true);
  expect(matches({ q: words }, { summary: words.slice(3) })).toBe(false);
  expect(matches({ q: 'tea '.repeat(40) }, { summary: 'Tea' })).toBe(true);
});

test.each([
  ['ΟΔΟΣ', 'ΟΔΟΣΑ'],
  ['οδός', 'ΟΔΌΣ'],
])('%s is found in %s: a sigma is a sigma', (q, summary) => {
  expect(matches({ q }, { summary })).toBe(true);
});

describe('properties, types and UID', () => {
  test.each<[EventFilters, boolean]>([
    [{ privateExtendedProperty: ['k=v=w'] }, true],
    [{ privateExtendedProperty: ['k=V=W'] }, false],
    [{ privateExtendedProperty: ['empty='] }, true],
    [{ privateExtendedProperty: ['k=other'] }, false],
    [{ sharedExtendedProperty: ['k=other'], privateExtendedProperty: ['k=v=w'] }, true],
    [{ sharedExtendedProperty: ['k=other', 'k=another'] }, false],
    [{ privateExtendedProperty: ['constructor='] }, false],
    [{ eventTypes: ['default', 'focusTime'] }, true],
    [{ eventTypes: ['focusTime'] }, false],
    [{ iCalUID: 'e1@example.com' }, true],
    [{ iCalUID: 'E1@example.com' }, false],
  ])('%j', (filters, expected) => {
    expect(matches(filters)).toBe(expected);
  });

  test.each<[string, EventFilters]>([
    ['a query of thousands of words', { q: 'word '.repeat(4000) }],
    ['a query of 33 words', { q: Array.from({ length: 33 }, (_, index) => `w${String(index)}`).join(' ') }],
    ['thousands of properties', { privateExtendedProperty: Array.from({ length: 1001 }, () => 'k=v=w') }],
  ])('refuses %s, since every event would be held against them', (_name, filters) => {
    expect(thrownBy(() => eventMatcher(filters, CALENDAR))).toMatchObject({ code: 400, reason: 'invalid' });
  });

  test('refuses a property without a value', () => {
    expect(thrownBy(() => eventMatcher({ privateExtendedProperty: ['k'] }, CALENDAR))).toMatchObject({
      code: 400,
      reason: 'invalid',
    });
  });
});
