import { describe, expect, test } from '@jest/globals';
import { topicChangesIn, concernsWatcher, type TopicChange, type TableChange } from '#lib/calendar/push/changes';
import type { Watcher } from '#lib/calendar/stores/channels';

const S = 's@group.calendar.google.com';
const event = (eventType: string | undefined, atMs = 1): TableChange => ({
  kind: 'event',
  calendarId: S,
  eventType,
  atMs,
});
const watcher = (email: string, ...eventTypes: string[]): Watcher => ({
  id: email,
  email,
  expiresAtMs: 1,
  ...(eventTypes.length > 0 && { eventTypes }),
});

/** `what of`, in order. */
const topics = (changes: readonly TableChange[]): string[] =>
  topicChangesIn(changes).map(({ topic: { what, of } }) => `${what} ${of}`);
const only = (...changes: TableChange[]): TopicChange =>
  topicChangesIn(changes)[0] ?? {
    topic: { what: 'events', of: '' },
    changedAtMs: 0,
    parts: [],
    isGone: false,
    reducesAccess: false,
  };

describe('what is concerned', () => {
  test.each<[string, TableChange, string[]]>([
    ['an event', event('default'), [`events ${S}`]],
    ["somebody's own part of an event", { kind: 'ownPart', calendarId: S, email: 'bob', atMs: 1 }, [`events ${S}`]],
    ['a cleared calendar', { kind: 'cleared', calendarId: S, atMs: 1 }, [`events ${S}`]],
    ['a removed calendar', { kind: 'removed', calendarId: S, atMs: 1 }, [`events ${S}`, `acl ${S}`]],
    ['a rule that gives more', { kind: 'rule', calendarId: S, reducesAccess: false, atMs: 1 }, [`acl ${S}`]],
    [
      'a rule that gives less',
      { kind: 'rule', calendarId: S, reducesAccess: true, atMs: 1 },
      [`acl ${S}`, `events ${S}`],
    ],
    ['a list entry', { kind: 'entry', email: 'bob', atMs: 1 }, ['calendarList bob']],
    ['a setting', { kind: 'setting', email: 'bob', atMs: 1 }, ['settings bob']],
    ['a channel', { kind: 'opened', channelId: 'c', atMs: 1 }, []],
  ])('%s', (_name, change, expected) => {
    expect(topics([change])).toEqual(expected);
  });

  test('however much happens to a thing, it is one concern, as late as its latest change', () => {
    const concerns = topicChangesIn([event('default', 5), event('focusTime', 9), event('default', 7)]);

    expect(concerns.map(({ changedAtMs }) => changedAtMs)).toEqual([9]);
  });
});

describe('who is told', () => {
  test('channels without a filter hear of every event', () => {
    expect(concernsWatcher(only(event('focusTime')), watcher('bob'))).toBe(true);
  });

  test('a filter by type narrows', () => {
    const bob = watcher('bob', 'focusTime', 'outOfOffice');

    expect(concernsWatcher(only(event('default')), bob)).toBe(false);
    expect(concernsWatcher(only(event('default'), event('outOfOffice')), bob)).toBe(true);
  });

  test('an event whose type is not known passes every filter', () => {
    expect(concernsWatcher(only(event(undefined)), watcher('bob', 'focusTime'))).toBe(true);
  });

  test("only the user's own channels hear of their own part of an event", () => {
    const concern = only({ kind: 'ownPart', calendarId: S, email: 'bob', atMs: 1 });

    expect([concernsWatcher(concern, watcher('bob')), concernsWatcher(concern, watcher('alice'))]).toEqual([
      true,
      false,
    ]);
  });

  test('a lost role alone is no change of events', () => {
    const [, events] = topicChangesIn([{ kind: 'rule', calendarId: S, reducesAccess: true, atMs: 1 }]);

    expect(events).toMatchObject({ reducesAccess: true, parts: [] });
  });
});
