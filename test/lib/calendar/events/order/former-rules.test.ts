import { describe, expect, test } from '@jest/globals';
import { rememberRules, vanishedRows } from '#lib/calendar/events/order/former-rules';
import type { StoredEvent } from '#lib/calendar/model/event';
import { ExpansionBudget } from '#lib/calendar/recurrence/budget';
import { NINE, storedEvent } from '#test/support/calendar/events';

const DAY = 86_400_000;
const NOW = Date.parse('2026-03-01T00:00:00Z');
const at = (dateTime: string) => ({ dateTime, timeZone: 'UTC' });
const series = (change: Partial<StoredEvent> = {}): StoredEvent =>
  storedEvent(NINE, {
    id: 'series',
    start: at('2026-03-02T09:00:00Z'),
    end: at('2026-03-02T10:00:00Z'),
    recurrence: ['RRULE:FREQ=DAILY;COUNT=3'],
    ...change,
  });
const { recurrence: _rules, ...single } = series();

describe('rememberRules', () => {
  const { start, end, recurrence = [] } = series();
  const before = { start, end, recurrence, untilMs: NOW };

  test.each<[string, StoredEvent, StoredEvent, unknown]>([
    [
      'nothing when neither start nor rules change',
      series(),
      series({ end: at('2026-03-02T11:00:00Z'), status: 'cancelled' }),
      undefined,
    ],
    ['other rules', series(), series({ recurrence: ['RRULE:FREQ=DAILY;COUNT=2'] }), [before]],
    ['another start', series(), series({ start: at('2026-03-02T08:00:00Z') }), [before]],
    ['a series that became a single event', series(), single, [before]],
    ['a single event that became a series', single, series(), [{ ...before, recurrence: [] }]],
    ['nothing of a single event that stays one', single, { ...single, start: at('2026-03-02T08:00:00Z') }, undefined],
  ])('%s', (_case, was, is, expected) => {
    expect(rememberRules(was, is, NOW)).toEqual(expected);
  });

  const of = (count: number) => [`RRULE:FREQ=DAILY;COUNT=${String(count)}`];
  const remembered = (formerly: StoredEvent['formerly']) =>
    rememberRules(series({ formerly }), series({ recurrence: of(99) }), NOW);

  test('forgets after thirty days, and keeps twenty', () => {
    const formerly = [31, ...Array.from({ length: 22 }, (_, index) => 29 - index)].map((days) => ({
      ...before,
      recurrence: of(days),
      untilMs: NOW - days * DAY,
    }));

    expect(remembered(formerly.slice(0, 3))?.map(({ untilMs }) => (NOW - untilMs) / DAY)).toEqual([29, 28, 0]);
    expect(remembered(formerly)).toHaveLength(20);
  });

  test('remembers what a series was twice once', () => {
    expect(remembered([{ ...before, untilMs: NOW - DAY }])).toEqual([before]);
  });

  test('has room for a few long rules, the latest', () => {
    const recurrence = [`RDATE:${Array.from({ length: 200 }, () => '20260302T090000Z').join(',')}`];
    const formerly = [3, 2, 1].map((days) => ({ ...before, recurrence, untilMs: NOW - days * DAY }));

    expect(remembered(formerly)?.map(({ untilMs }) => (NOW - untilMs) / DAY)).toEqual([2, 1, 0]);
  });

  test('has no room for rules with very many dates', () => {
    const recurrence = [`RDATE:${Array.from({ length: 500 }, () => '20260302T090000Z').join(',')}`];

    expect(rememberRules(series({ recurrence }), series(), NOW)).toBeUndefined();
  });
});

describe('vanishedRows', () => {
  const former = { start: series().start, end: series().end, recurrence: ['RRULE:FREQ=DAILY;COUNT=3'], untilMs: NOW };
  const vanished = (event: StoredEvent, before?: number, formerly = [former]) =>
    vanishedRows(event, formerly, { window: { before }, horizon: NOW + 730 * DAY, after: undefined }, 'UTC')
      .flatMap((run) => [...run])
      .map(({ id, whole }) => [id, whole.status]);

  test('names what the rules no longer do', () => {
    expect(vanished(series({ recurrence: ['RRULE:FREQ=DAILY;COUNT=2'] }))).toEqual([
      ['series_20260304T090000Z', 'cancelled'],
    ]);
    expect(vanished(series({ recurrence: ['RRULE:FREQ=DAILY'] }))).toEqual([]);
  });

  test('names each that is between those that stay, and goes on after a position', () => {
    const part = { window: {}, horizon: NOW + 730 * DAY, after: undefined };
    const daily = [{ ...former, recurrence: ['RRULE:FREQ=DAILY;COUNT=7'] }];
    const idsAfter = (days: number | undefined) =>
      vanishedRows(
        series({ recurrence: ['RRULE:FREQ=DAILY;INTERVAL=3'] }),
        daily,
        { ...part, after: days === undefined ? undefined : { start: NOW + days * DAY + 9 * 3_600_000, id: 'z' } },
        'UTC',
      ).flatMap((run) => [...run].map(({ id }) => id.slice('series_202603'.length, 'series_20260302'.length)));

    expect(idsAfter(undefined)).toEqual(['03', '04', '06', '07']);
    expect(idsAfter(3)).toEqual(['06', '07']);
  });

  test('looks at no more of endless rules than what is taken', () => {
    const [hours, minutes] = [24, 60].map((count) => Array.from({ length: count }, (_, number) => number).join());
    const recurrence = [`RRULE:FREQ=DAILY;BYHOUR=${hours ?? ''};BYMINUTE=${minutes ?? ''}`];
    const budget = new ExpansionBudget(20_000);
    const [, rows = []] = vanishedRows(
      series({ recurrence }),
      [{ ...former, start: at('2026-03-02T09:00:30Z'), recurrence }],
      { window: {}, horizon: NOW + 730 * DAY, after: undefined, budget },
      'UTC',
    );

    const [first] = rows;
    expect(first?.id).toBe('series_20260302T090030Z');
  });

  test('names everything when there is no series any more, within the window', () => {
    expect(vanished(single).map(([id]) => id)).toEqual([
      'series_20260302T090000Z',
      'series_20260303T090000Z',
      'series_20260304T090000Z',
    ]);
    expect(vanished(series({ status: 'cancelled' }), NOW + 2 * DAY).map(([id]) => id)).toEqual([
      'series_20260302T090000Z',
    ]);
  });

  test('names the event itself once it is a series, and no longer when it stands alone again', () => {
    const alone = { ...former, recurrence: [] };

    expect(vanished(series(), undefined, [alone])).toEqual([['series', 'cancelled']]);
    expect(vanished(series({ status: 'cancelled' }), undefined, [alone])).toEqual([['series', 'cancelled']]);
    expect(vanished(single, undefined, [alone])).toEqual([]);
  });
});
