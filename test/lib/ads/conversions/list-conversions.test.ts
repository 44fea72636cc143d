import { describe, expect, test } from '@jest/globals';
import { MIN_PASSED } from '#lib/ads/conversions/conversion-pages';
import { conversionList, listConversions, type AccountQuestion } from '#lib/ads/conversions/list-conversions';
import type { Conversion } from '#lib/ads/model/conversion';
import type { Entity, LegacyPath, NewPath } from '#lib/ads/model/entity';
import type { Grant } from '#lib/ads/model/grant';
import type { EntityRef } from '#lib/ads/model/visit';
import type { AdsStores, Bookmark, ConversionWindow } from '#lib/ads/stores/all';
import type { SomeStores } from '#test/support/ads/local-warehouse';

const ACCOUNT: LegacyPath = { agencyId: '1', advertiserId: '2', engineAccountId: '3' };
const entity = (legacy: LegacyPath, modern?: NewPath): Entity => ({
  level: 'ACCOUNT',
  legacy,
  modern,
  name: '',
  status: 'Active',
  networkTimeZone: 'Asia/Tokyo',
});
/** By what they are looked up by. */
const ENTITIES = new Map<string, Entity>([
  ['legacy ACCOUNT 3', entity(ACCOUNT, { customerId: '1231231234' })],
  ['new ACCOUNT 1231231234', entity(ACCOUNT, { customerId: '1231231234' })],
  ['new CAMPAIGN 1231231234 40', entity({ ...ACCOUNT, campaignId: '4' })],
  ['new AD_GROUP 1231231234 50', entity({ ...ACCOUNT, campaignId: '4', adGroupId: '5' })],
  ['new CRITERION 1231231234 50 60', entity({ ...ACCOUNT, criterionId: '6' })],
  ['new AD 1231231234 50 70', entity({ ...ACCOUNT, adId: '7' })],
]);
const keyOf = (ref: EntityRef): string =>
  [ref.space, ref.kind, 'customerId' in ref ? ref.customerId : '', 'adGroupId' in ref ? ref.adGroupId : '']
    .concat('id' in ref ? ref.id : '')
    .filter((part) => part !== '')
    .join(' ');

const AT = Date.parse('2026-03-01T00:00:00+09:00');
const conversion = (index: number, branch: Partial<LegacyPath>, modern?: Partial<NewPath>): Conversion => ({
  advertiserId: '2',
  conversionId: `c${String(index)}`,
  timestampMs: AT + index,
  dsConversionId: String(index),
  modifiedMs: AT,
  type: 'ACTION',
  state: 'ACTIVE',
  legacy: { ...ACCOUNT, ...branch },
  modern: modern && { customerId: '1231231234', ...modern },
  details: {},
});
const LEGACY = { campaignId: '4', adGroupId: '5', criterionId: '6', adId: '7' };
const MODERN = { campaignId: '40', adGroupId: '50', criterionId: '60', adId: '70' };
const CONVERSIONS = [
  conversion(0, LEGACY, MODERN),
  conversion(1, LEGACY),
  conversion(2, { campaignId: '44' }, { campaignId: '440' }),
  conversion(3, { ...LEGACY, adGroupId: '55' }, { ...MODERN, adGroupId: '550' }),
];
const GRANTS: Grant[] = [{ subject: 'ann@example.com', agencyId: '1', role: 'READ' }];

function world(grants: readonly Grant[] = GRANTS, conversions: readonly Conversion[] = CONVERSIONS) {
  const notes: string[] = [];
  const windows: ConversionWindow[] = [];
  const remembered = new Map<string, Bookmark>();
  const kept = new Map<string, Bookmark>();
  const fail: { keep?: Error } = {};
  const stores = {
    grants: { listFor: () => Promise.resolve([...grants]) },
    entities: {
      find: (ref) => Promise.resolve(ENTITIES.get(keyOf(ref))),
      findAll: (refs) => Promise.resolve(refs.map((ref) => ENTITIES.get(keyOf(ref)))),
    },
    conversions: {
      async *list(window, reading) {
        windows.push(window);
        notes.push(`list after ${reading?.after?.dsConversionId ?? 'nothing'}`);
        await Promise.resolve();
        const after = reading?.after?.timestampMs ?? -Infinity;
        yield* conversions.filter(({ timestampMs }) => timestampMs > after);
      },
    },
    bookmarks: {
      recall: (reader, row) => remembered.get(`${reader} ${String(row)}`),
      remember(reader, bookmark) {
        remembered.set(`${reader} ${String(bookmark.row)}`, bookmark);
      },
      find(reader, row) {
        notes.push(`find ${String(row)}`);
        return Promise.resolve(kept.get(reader));
      },
      keep(reader, bookmark) {
        notes.push(`keep ${String(bookmark.row)}`);
        kept.set(reader, bookmark);
        return fail.keep === undefined ? Promise.resolve() : Promise.reject(fail.keep);
      },
    },
  } as SomeStores<AdsStores>;
  const ask = async (fields: Partial<AccountQuestion>, email = 'ann@example.com') => {
    const question = { startDate: 20_260_301, endDate: 20_260_302, startRow: 0, rowCount: 10, ...fields };
    return listConversions(question, { stores: stores as AdsStores, caller: { email } });
  };
  const ids = async (fields: Partial<AccountQuestion>, email?: string) =>
    (await ask(fields, email)).map(({ conversionId }) => conversionId).join(' ');
  return { ask, ids, notes, windows, remembered, fail };
}
const OLD = { agencyId: '1', advertiserId: '2', engineAccountId: '3' };
const NEW = { customerId: '123-123-1234' };

describe('conversions of an account', () => {
  test('in its own space of ids, on the days of the network', async () => {
    const { ask, windows } = world();

    expect((await ask(OLD))[0]).toMatchObject({ conversionId: 'c0', campaignId: '4' });
    expect((await ask(NEW))[0]).toMatchObject({ customerId: '123-123-1234', campaignId: '40' });
    expect(windows[0]).toEqual({
      advertiserId: '2',
      engineAccountId: '3',
      fromMs: AT,
      untilMs: Date.parse('2026-03-03T00:00:00+09:00'),
    });
  });

  test.each<[string, Partial<AccountQuestion>, string]>([
    ['all', OLD, 'c0 c1 c2 c3'],
    ['a campaign', { ...OLD, campaignId: '4' }, 'c0 c1 c3'],
    ['an ad group', { ...OLD, adGroupId: '5' }, 'c0 c1'],
    ['a keyword', { ...OLD, criterionId: '6' }, 'c0 c1 c3'],
    ['an ad', { ...OLD, adId: '7' }, 'c0 c1 c3'],
    ['all of them together', { ...OLD, ...LEGACY }, 'c0 c1'],
    ['none', { ...OLD, campaignId: '40' }, ''],
    ['all, by customer', NEW, 'c0 c1 c2 c3'],
    ['a campaign, by its new id', { ...NEW, campaignId: '40' }, 'c0 c1 c3'],
    ['a campaign that no entity has', { ...NEW, campaignId: '440' }, 'c2'],
    ['an ad group, by its new id', { ...NEW, adGroupId: '50' }, 'c0 c1'],
    ['a keyword of an ad group', { ...NEW, adGroupId: '50', criterionId: '60' }, 'c0 c1'],
    ['an ad of an ad group', { ...NEW, adGroupId: '50', adId: '70' }, 'c0 c1'],
    ['a keyword without its ad group', { ...NEW, criterionId: '60' }, 'c0 c3'],
    ['an ad without its ad group', { ...NEW, adId: '70' }, 'c0 c3'],
    ['by an old id in the new space', { ...NEW, campaignId: '4' }, ''],
  ])('%s', async (_, fields, found) => {
    expect(await world().ids(fields)).toBe(found);
  });

  test.each<[string, Partial<AccountQuestion>, readonly Grant[], number]>([
    ['another agency', { ...OLD, agencyId: '9' }, GRANTS, 404],
    ['another advertiser', { ...OLD, advertiserId: '9' }, GRANTS, 404],
    ['no such account', { ...OLD, engineAccountId: '9' }, GRANTS, 404],
    ['no such customer', { customerId: '9' }, GRANTS, 404],
    ['another customer of the account', { ...OLD, customerId: '9' }, GRANTS, 404],
    ['what may not be seen', OLD, [{ ...(GRANTS[0] as Grant), agencyId: '9' }], 404],
    ['nothing granted', OLD, [], 403],
    ['no day', { ...OLD, startDate: 20_260_230 }, [], 400],
  ])('%s', async (_, fields, grants, code) => {
    await expect(world(grants).ask(fields)).rejects.toMatchObject({ code });
  });

  test('an empty list has no conversions at all', () => {
    expect(conversionList([])).toEqual({ kind: 'doubleclicksearch#conversionList' });
    expect(conversionList([{ conversionId: 'a' }])).toEqual({
      kind: 'doubleclicksearch#conversionList',
      conversion: [{ conversionId: 'a' }],
    });
  });
});

describe('page after page', () => {
  test('the next page goes on where the last one ended', async () => {
    const { ids, notes } = world();

    expect(await ids({ ...OLD, rowCount: 2 })).toBe('c0 c1');
    expect(await ids({ ...OLD, startRow: 2, rowCount: 2 })).toBe('c2 c3');
    expect(await ids({ ...OLD, startRow: 4, rowCount: 2 })).toBe('');
    expect(notes).toEqual(['list after nothing', 'list after 1', 'list after 3']);
  });

  test('in the new space with filters, too', async () => {
    const { ids, notes } = world();
    const question = { ...NEW, campaignId: '40', rowCount: 1 };

    expect([await ids(question), await ids({ ...question, startRow: 1 })]).toEqual(['c0', 'c1']);
    expect(await ids({ ...question, startRow: 2 })).toBe('c3');
    expect(notes.filter((note) => note.startsWith('list'))).toEqual([
      'list after nothing',
      'list after 0',
      'list after 1',
    ]);
  });

  test('another question, and another caller, begin anew', async () => {
    const { ids, notes } = world();
    await ids({ ...OLD, rowCount: 2 });

    expect(await ids({ ...OLD, startRow: 2, rowCount: 2, endDate: 20_260_303 })).toBe('c2 c3');
    expect(await ids({ ...OLD, startRow: 2, rowCount: 2 }, 'bob@example.com')).toBe('c2 c3');
    expect(notes.filter((note) => note.startsWith('list'))).toEqual(
      Array.from({ length: 3 }, () => 'list after nothing'),
    );
  });

  test('a bookmark of other days is not used', async () => {
    const { ids, remembered, windows } = world();
    await ids({ ...OLD, rowCount: 2 });
    for (const [key, bookmark] of remembered)
      remembered.set(key, { ...bookmark, window: { ...bookmark.window, fromMs: bookmark.window.fromMs - 1 } });

    expect(await ids({ ...OLD, startRow: 2, rowCount: 1 })).toBe('c2');
    expect(windows.at(-1)?.fromMs).toBe(AT);
  });

  test('nobody else is answered from what a reader remembers', async () => {
    const { ask } = world([]);

    await expect(ask({ ...OLD, startRow: 2 })).rejects.toMatchObject({ code: 403 });
  });

  test('a bookmark that cannot be kept costs no answer', async () => {
    const many = Array.from({ length: MIN_PASSED + 3 }, (_, index) => conversion(index, LEGACY));
    const { ids, fail } = world(GRANTS, many);
    fail.keep = new Error('too busy');
    await ids({ ...OLD, startRow: MIN_PASSED, rowCount: 1 });

    expect(await ids({ ...OLD, startRow: MIN_PASSED + 1, rowCount: 1 })).toBe(`c${String(MIN_PASSED + 1)}`);
  });

  test('far from the start, bookmarks of other processes are looked for and left', async () => {
    const many = Array.from({ length: MIN_PASSED + 3 }, (_, index) => conversion(index, LEGACY));
    const { ids, notes } = world(GRANTS, many);

    expect(await ids({ ...OLD, startRow: MIN_PASSED - 1, rowCount: 1 })).toBe(`c${String(MIN_PASSED - 1)}`);
    expect(notes).toEqual(['list after nothing']);
    expect(await ids({ ...OLD, startRow: MIN_PASSED + 1, rowCount: 1 })).toBe(`c${String(MIN_PASSED + 1)}`);
    expect(notes.slice(1)).toEqual([`find ${String(MIN_PASSED + 1)}`, 'list after nothing']);
    expect(await ids({ ...OLD, startRow: MIN_PASSED + 2, rowCount: 1 })).toBe(`c${String(MIN_PASSED + 2)}`);
    expect(notes.slice(3).sort()).toEqual([`keep ${String(MIN_PASSED + 2)}`, `list after ${String(MIN_PASSED + 1)}`]);
  });
});
