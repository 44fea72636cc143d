/** Which rows a page of a list has, and where it ends. */
import { describe, expect, test } from '@jest/globals';
import { fillPage, readPlace } from '#lib/calendar/events/rows/fill-page';
import { describeRows, isListed, overlayOf, type Candidate, type RowOptions } from '#lib/calendar/events/rows/rows';
import type { Overlay, StoredEvent } from '#lib/calendar/model/event';
import { modifiedInstance, plainInstance } from '#lib/calendar/model/instance';
import { ExpansionBudget, ExpansionLimit } from '#lib/calendar/recurrence/budget';
import type { EventResource } from '#lib/calendar/resources/event';
import { ALICE, aCalendar, NINE, storedEvent } from '#test/support/calendar/events';
import { BOB, copyMark, SERIES, storedException, storedLunch } from '#test/support/calendar/meetings';

const rows = (count: number): Candidate[] =>
  Array.from({ length: count }, (_, index) => ({ whole: storedEvent(NINE, { id: String(index) }) }));
async function* inRuns(...runs: (Candidate[] | Error)[]): AsyncGenerator<Candidate[], void> {
  for (const run of runs) {
    if (run instanceof Error) throw await Promise.resolve(run);
    yield run;
  }
}
const none = Promise.resolve(new Map<string, Overlay>());
const asItem = ({ whole }: Candidate): EventResource => ({ id: whole.id });
async function page(
  runs: ReturnType<typeof inRuns>,
  size: number,
  describeRow = asItem as Parameters<typeof fillPage>[2],
) {
  const { items, last } = await fillPage(runs, none, describeRow, size);
  return { ids: items.map(({ id }) => id), last: last?.whole.id };
}

describe('a page', () => {
  test('has as many rows as are asked for, and leads on when there are more', async () => {
    expect(await page(inRuns(rows(3)), 3)).toStrictEqual({ ids: ['0', '1', '2'], last: undefined });
    expect(await page(inRuns(rows(4)), 3)).toStrictEqual({ ids: ['0', '1', '2'], last: '2' });
    expect(await page(inRuns(rows(2), rows(2)), 3)).toStrictEqual({ ids: ['0', '1', '0'], last: '0' });
    expect(await page(inRuns(), 3)).toStrictEqual({ ids: [], last: undefined });
  });

  test('passes over what is no row, and ends after 5000 of them', async () => {
    const even = (row: Candidate) => (Number(row.whole.id) % 2 === 0 ? asItem(row) : undefined);
    expect(await page(inRuns(rows(6)), 2, even)).toStrictEqual({ ids: ['0', '2'], last: '3' });
    expect(await page(inRuns(rows(4_999)), 2, () => undefined)).toStrictEqual({ ids: [], last: undefined });
    expect(await page(inRuns(rows(6_000)), 2, () => undefined)).toStrictEqual({ ids: [], last: '4999' });
  });

  test.each<[string, object]>([
    ['descriptions', { description: 'x'.repeat(700_000) }],
    ['titles', { summary: 'x'.repeat(700_000) }],
    ['places', { location: 'x'.repeat(700_000) }],
    ['attachments', { attachments: [{ title: 'x'.repeat(700_000) }] }],
    ['properties', { extendedProperties: { private: { a: 'x'.repeat(700_000) } } }],
    ['conferences', { conferenceData: { notes: 'x'.repeat(700_000) } }],
    ['guests', { attendees: [{ comment: 'x'.repeat(700_000) }, {}] }],
  ])('ends early when its %s are long', async (_what, heavy) => {
    const { ids, last } = await page(inRuns(rows(5)), 250, ({ whole }) => ({ id: whole.id, ...heavy }));
    expect([ids.length, last]).toStrictEqual([3, '2']);
  });

  test('has one row in any case', async () => {
    const huge = ({ whole }: Candidate) => ({ id: whole.id, description: 'x'.repeat(3_000_000) });
    expect(await page(inRuns(rows(2)), 250, huge)).toStrictEqual({ ids: ['0'], last: '0' });
    expect((await page(inRuns(rows(2_500)), 2_500)).ids).toHaveLength(2_500);
    expect((await page(inRuns(rows(2_700)), 2_700)).ids).toHaveLength(2_600);
  });

  test('ends early where there is too much to expand, and is refused where there is nothing else', async () => {
    expect(await page(inRuns(rows(2), new ExpansionLimit()), 9)).toStrictEqual({ ids: ['0', '1'], last: '1' });
    await expect(page(inRuns(new ExpansionLimit()), 9)).rejects.toMatchObject({
      code: 403,
      reason: 'quotaExceeded',
      message: 'Calendar usage limits exceeded: too many recurring events in the requested range.',
    });
    await expect(page(inRuns(rows(1), new Error('broken')), 9)).rejects.toThrow('broken');
  });
});

describe('a budget of expansions', () => {
  test('is spent by occurrences and by days, and then throws', () => {
    const budget = new ExpansionBudget(10);
    budget.spend(5, 16);
    budget.spend(4, 0);
    expect(() => {
      budget.spend(0, 1);
    }).toThrow(ExpansionLimit);
  });

  test('spends that of which it is a part', () => {
    const whole = new ExpansionBudget(10);
    new ExpansionBudget(8, whole).spend(8, 0);
    expect(() => {
      new ExpansionBudget(8, whole).spend(3, 0);
    }).toThrow(ExpansionLimit);
  });
});

describe('a place in a page token', () => {
  test('has the shape that was written', () => {
    expect(readPlace('["a",5]', ['string', 'number'])).toStrictEqual(['a', 5]);
    expect(readPlace(JSON.stringify(['x'.repeat(1041)]), ['string'])).toHaveLength(1);
  });

  test.each(['', '{}', '"ab"', '["a"]', '["a",5,6]', '["a","5"]', '[5,"a"]', `["${'x'.repeat(1042)}",5]`])(
    '%s is refused',
    (text) => {
      expect(() => readPlace(text, ['string', 'number'])).toThrow('Invalid page token value.');
    },
  );
});

describe('a row', () => {
  const SECOND = '20260324T130000Z';
  const series = storedLunch({ ...SERIES, exceptions: [SECOND] });
  const start = { dateTime: '2026-03-24T13:00:00Z', timeZone: 'Europe/Zurich' };
  const cancelled = (master: StoredEvent): Candidate => ({
    whole: modifiedInstance(master, storedException(SECOND, { status: 'cancelled' })),
    series: master,
  });
  const plain = { isExpanded: false, listsTombstones: false };
  const expanded = { isExpanded: true, listsTombstones: false };
  const withDeleted = { isExpanded: false, listsTombstones: true };

  test('is a series or its instances', () => {
    const master = { whole: series, series };
    expect([isListed(master, plain), isListed(master, expanded)]).toStrictEqual([true, false]);
    const instance = { whole: plainInstance(series, start), series };
    expect([isListed(instance, plain), isListed(instance, expanded)]).toStrictEqual([true, true]);
    expect(isListed({ whole: storedLunch({ recurrence: [] }) }, expanded)).toBe(true);
  });

  test('is what was deleted only where that is asked for, or an instance of a series that is listed', () => {
    const deleted = { whole: storedLunch({ status: 'cancelled' }) };
    expect([isListed(deleted, plain), isListed(deleted, withDeleted)]).toStrictEqual([false, true]);
    expect([isListed(cancelled(series), plain), isListed(cancelled(series), expanded)]).toStrictEqual([true, false]);
    expect(isListed(cancelled(storedLunch(SERIES)), plain)).toBe(false);
    expect(isListed(cancelled({ ...series, status: 'cancelled' }), plain)).toBe(false);
    expect(isListed(cancelled({ ...series, recurrence: [] }), plain)).toBe(false);
    expect(isListed({ ...cancelled(series), series: undefined }, plain)).toBe(false);
  });

  test('has the part of the reader: of the instance, else of its series', () => {
    const overlay = (eventId: string): [string, Overlay] => [eventId, { eventId, updatedAtMs: 1, seq: 1 }];
    const whole = plainInstance(series, start);
    expect(overlayOf(whole, new Map([overlay('lunch'), overlay(whole.id)]))?.eventId).toBe(whole.id);
    expect(overlayOf(whole, new Map([overlay('lunch')]))?.eventId).toBe('lunch');
    expect(overlayOf(series, new Map([overlay('other')]))).toBeUndefined();
  });

  const rowOf = (
    candidate: Candidate,
    options: Partial<RowOptions> = {},
    detailLevel: 'times' | 'everything' = 'everything',
    calendarId = ALICE,
  ) =>
    describeRows(
      { detailLevel },
      { calendar: aCalendar({ id: calendarId }), email: ALICE, rootUrl: 'https://almanac.test/' },
      {
        ...plain,
        isSync: false,
        showsDeleted: false,
        showsHidden: false,
        matches: ({ summary }) => summary !== 'Other',
        ...options,
      },
    )(candidate, new Map());

  test('matches, and is whole', () => {
    expect(rowOf({ whole: storedLunch() })).toMatchObject({ id: 'lunch', summary: 'Lunch' });
    expect(rowOf({ whole: storedLunch({ summary: 'Other' }) })).toBeUndefined();
  });

  test('of a deleted event has its id and status alone, unless deleted events are asked for', () => {
    const deleted = { whole: storedLunch({ status: 'cancelled' }) };
    expect(rowOf(deleted, { listsTombstones: true })).not.toHaveProperty('summary');
    expect(rowOf(deleted, { listsTombstones: true, showsDeleted: true })).toHaveProperty('summary', 'Lunch');
    expect(rowOf(cancelled(series), { showsDeleted: true })).not.toHaveProperty('summary');
    expect(rowOf(cancelled(series), { showsDeleted: true })).toMatchObject({
      status: 'cancelled',
      recurringEventId: 'lunch',
    });
  });

  test('that the reader may not see is none, and gone in a sync', () => {
    const free = { whole: storedLunch({ transparency: 'transparent' }) };
    expect(rowOf(free, {}, 'times')).toBeUndefined();
    expect(rowOf(free, { isSync: true }, 'times')).toMatchObject({ id: 'lunch', status: 'cancelled' });
    expect(rowOf(free, { isSync: true }, 'times')).not.toHaveProperty('summary');
  });

  test('is no invitation that is hidden until it is answered', () => {
    const hidden = { whole: storedLunch({ copy: copyMark({ isHidden: true }) }) };
    expect(rowOf(hidden, {}, 'everything', BOB)).toBeUndefined();
    expect(rowOf(hidden, { showsHidden: true }, 'everything', BOB)).toMatchObject({ id: 'lunch' });
    const attendees = [{ email: BOB, responseStatus: 'accepted' }];
    expect(rowOf({ whole: { ...hidden.whole, attendees } }, {}, 'everything', BOB)).toMatchObject({ id: 'lunch' });
  });
});
