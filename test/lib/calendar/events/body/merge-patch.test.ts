import { describe, expect, test } from '@jest/globals';
import type { Patch } from '#lib/api/schema';
import { mergePatch } from '#lib/calendar/events/body/merge-patch';
import type { EventResource } from '#lib/calendar/resources/event';

const conference = {
  createRequest: { requestId: 'one' },
  conferenceId: 'abc',
  entryPoints: [{ uri: 'https://example.com' }],
};

describe('a merge patch', () => {
  test.each<[string, EventResource, Patch<EventResource>, EventResource]>([
    ['keeps what it does not name', { summary: 'a', location: 'b' }, { summary: 'c' }, { summary: 'c', location: 'b' }],
    ['clears with null', { summary: 'a', location: 'b' }, { summary: null }, { location: 'b' }],
    [
      'merges objects',
      { start: { dateTime: 'x', timeZone: 'y' } },
      { start: { dateTime: 'z' } },
      { start: { dateTime: 'z', timeZone: 'y' } },
    ],
    [
      'clears within objects',
      { start: { dateTime: 'x', timeZone: 'y' } },
      { start: { dateTime: null, date: 'd' } },
      { start: { timeZone: 'y', date: 'd' } },
    ],
    ['replaces lists', { recurrence: ['a', 'b'] }, { recurrence: ['c'] }, { recurrence: ['c'] }],
    ['clears lists', { recurrence: ['a'] }, { recurrence: null }, {}],
    ['makes objects that are not there', {}, { source: { url: 'u', title: null } }, { source: { url: 'u' } }],
    [
      'replaces the conference when another is asked for',
      { conferenceData: conference },
      { conferenceData: { createRequest: { requestId: 'two' } } },
      { conferenceData: { createRequest: { requestId: 'two' } } },
    ],
    [
      'keeps the conference when the same is asked for',
      { conferenceData: conference },
      { conferenceData: { createRequest: { requestId: 'one' } } },
      { conferenceData: conference },
    ],
    [
      'drops reminders when the defaults come back',
      { reminders: { useDefault: false, overrides: [{ minutes: 1 }] } },
      { reminders: { useDefault: true } },
      { reminders: { useDefault: true } },
    ],
  ])('%s', (_what, body, patch, merged) => {
    expect(mergePatch(body, patch)).toEqual(merged);
  });

  test('leaves the body as it was', () => {
    const body = { start: { dateTime: 'x' } };

    mergePatch(body, { start: { dateTime: 'y' } });

    expect(body).toEqual({ start: { dateTime: 'x' } });
  });
});
