/** The parameters of a list of events, and those that its sync token remembers. */
import { describe, expect, test } from '@jest/globals';
import {
  beginsSync,
  readListRequest,
  readWindow,
  refuseLongAgo,
  remember,
  seriesHorizon,
  type ListQuery,
} from '#lib/calendar/events/rows/list-request';

const DAY = 86_400_000;
const MIN = '2026-03-01T00:00:00Z';
const MAX = '2026-04-01T00:00:00Z';
const query = (change: Partial<ListQuery> = {}): ListQuery => ({ maxResults: 250, ...change }) as ListQuery;
const syncWith = (parameters: Record<string, unknown> | undefined) => ({ of: 'x', seq: 1, at: 0, with: parameters });
const read = (change: Partial<ListQuery>) => readListRequest(query(change), undefined);
const sync = (change: Partial<ListQuery>, remembered: Record<string, unknown> | undefined = {}) =>
  readListRequest(query(change), syncWith(remembered));

describe('a window', () => {
  test('has the ends that were sent', () => {
    expect(readWindow({})).toStrictEqual({ after: undefined, before: undefined });
    expect(readWindow({ timeMin: MIN, timeMax: MAX })).toStrictEqual({
      after: Date.parse(MIN),
      before: Date.parse(MAX),
    });
  });

  test.each([
    [MIN, MIN],
    [MAX, MIN],
  ])('from %s to %s is empty', (timeMin, timeMax) => {
    expect(() => readWindow({ timeMin, timeMax })).toThrow(
      expect.objectContaining({
        code: 400,
        entries: [
          {
            domain: 'calendar',
            reason: 'timeRangeEmpty',
            message: 'The specified time range is empty.',
            locationType: 'parameter',
            location: 'timeMax',
          },
        ],
      }),
    );
  });

  test('without an end lets an endless series go on for two years after it begins, or after now', () => {
    const now = Date.parse(MIN);
    expect(seriesHorizon({}, now)).toBe(now + 730 * DAY);
    expect(seriesHorizon({ after: now + DAY }, now)).toBe(now + 731 * DAY);
    expect(seriesHorizon({ after: now - DAY }, now)).toBe(now + 730 * DAY);
    expect(seriesHorizon({ before: now + DAY }, now)).toBe(now + DAY);
  });
});

describe('a list', () => {
  test('by start is one of instances', () => {
    expect(() => read({ orderBy: 'startTime' })).toThrow('The requested ordering is not available');
    expect(() => read({ orderBy: 'startTime', singleEvents: false })).toThrow('The requested ordering');
    expect(read({ orderBy: 'startTime', singleEvents: true })).toMatchObject({ isExpanded: true });
    expect(read({ orderBy: 'updated' })).toMatchObject({ isExpanded: false });
  });

  test.each([
    [{}, false],
    [{ showDeleted: false }, false],
    [{ showDeleted: true }, true],
    [{ updatedMin: MIN }, true],
  ])('with %j has deleted events: %j', (sent, listsTombstones) => {
    expect(read(sent)).toMatchObject({ listsTombstones, isSync: false });
  });

  test('knows the time zones', () => {
    expect(() => read({ timeZone: 'Mars/Olympus' })).toThrow(expect.objectContaining({ code: 400 }));
    expect(read({ timeZone: 'Europe/Zurich' }).query.timeZone).toBe('Europe/Zurich');
  });

  test('has `updatedMin` to the millisecond', () => {
    expect(read({ updatedMin: '2026-03-01T00:00:00.250Z' }).updatedMin).toBe(Date.parse(MIN) + 250);
    expect(read({}).updatedMin).toBeUndefined();
  });

  test('of changes goes back for thirty days', () => {
    const request = read({ updatedMin: MIN });
    const at = (ms: number) => () => {
      refuseLongAgo(request, new Date(Date.parse(MIN) + ms));
    };

    expect(at(30 * DAY)).not.toThrow();
    expect(at(30 * DAY + 1)).toThrow(
      expect.objectContaining({
        code: 410,
        entries: [expect.objectContaining({ reason: 'updatedMinTooLongAgo', location: 'updatedMin' })],
      }),
    );
    expect(() => {
      refuseLongAgo(read({}), new Date());
    }).not.toThrow();
  });

  test.each([
    [{}, true],
    [{ timeMin: MIN, timeMax: MAX, singleEvents: true, showDeleted: true, eventTypes: ['default'] }, true],
    [{ orderBy: 'updated' }, false],
    [{ q: 'x' }, false],
    [{ iCalUID: 'x' }, false],
    [{ privateExtendedProperty: ['a=b'] }, false],
    [{ sharedExtendedProperty: ['a=b'] }, false],
    [{ updatedMin: MIN }, false],
  ] as [Partial<ListQuery>, boolean][])('with %j begins a sync: %j', (sent, begins) => {
    expect(beginsSync(read(sent))).toBe(begins);
  });
});

describe('a sync', () => {
  const first: Partial<ListQuery> = {
    singleEvents: true,
    showDeleted: true,
    eventTypes: ['birthday', 'default'],
    timeMin: MIN,
    timeMax: MAX,
  };

  test('has the parameters of the first list', () => {
    expect(remember(query({ ...first, q: 'x', timeZone: 'UTC' }))).toStrictEqual(first);
    expect(remember(query())).toStrictEqual({});

    const request = sync({ maxResults: 7 }, remember(query(first)));
    expect(request.query).toStrictEqual({ ...first, maxResults: 7 });
    expect(request).toMatchObject({
      window: { after: Date.parse(MIN), before: Date.parse(MAX) },
      isExpanded: true,
      listsTombstones: true,
      isSync: true,
    });
  });

  test('lists what was deleted, and all of the calendar when the first list did', () => {
    for (const remembered of [{}, undefined]) {
      const request = sync({}, remembered);
      expect(request).toMatchObject({ window: {}, isExpanded: false, listsTombstones: true, isSync: true });
      expect(request.query.eventTypes).toBeUndefined();
    }
  });

  test('takes from a token only what a list has', () => {
    const odd = { singleEvents: 'yes', showDeleted: 1, eventTypes: ['default', 'party', 3], timeMin: 5, timeMax: {} };

    expect(sync({}, odd).query).toEqual({ ...query(), eventTypes: ['default'] });
    expect(sync({}, { eventTypes: 'default' }).query.eventTypes).toBeUndefined();
  });

  test('has another time zone, or its instances, when it asks for them', () => {
    expect(sync({ timeZone: 'UTC' }).query.timeZone).toBe('UTC');
    expect(sync({ singleEvents: true })).toMatchObject({ isExpanded: true });
  });

  test.each([
    ['iCalUID', 'x'],
    ['orderBy', 'updated'],
    ['privateExtendedProperty', ['a=b']],
    ['sharedExtendedProperty', ['a=b']],
    ['q', 'x'],
    ['timeMin', MIN],
    ['timeMax', MAX],
    ['updatedMin', MIN],
    ['showDeleted', false],
  ])('is refused with %s', (parameter, value) => {
    expect(() => sync({ [parameter]: value })).toThrow(
      expect.objectContaining({
        code: 400,
        message: `Sync token cannot be used with ${parameter}.`,
        entries: [expect.objectContaining({ reason: 'invalid', location: parameter })],
      }),
    );
  });

  test('may ask for deleted events, which it has anyway', () => {
    expect(sync({ showDeleted: true })).toMatchObject({ listsTombstones: true });
  });
});
