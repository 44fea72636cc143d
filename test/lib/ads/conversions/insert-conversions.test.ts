import { describe, expect, test } from '@jest/globals';
import { insertConversions } from '#lib/ads/conversions/insert-conversions';
import { updateAvailability } from '#lib/ads/conversions/update-availability';
import { updateConversions } from '#lib/ads/conversions/update-conversions';
import type { AvailabilityMark } from '#lib/ads/model/availability-mark';
import type { Conversion, ConversionFields, ConversionKey } from '#lib/ads/model/conversion';
import type { Entity } from '#lib/ads/model/entity';
import type { Grant } from '#lib/ads/model/grant';
import type { Visit } from '#lib/ads/model/visit';
import type { AdsStores } from '#lib/ads/stores/all';
import type { ApiError } from '#lib/api/errors';
import type { SomeStores } from '#test/support/ads/local-warehouse';

const NOW = Date.parse('2026-03-15T12:00:00Z');
const DAY_MS = 86_400_000;
const LINE = { agencyId: '1', advertiserId: '2', engineAccountId: '3', campaignId: '4', adGroupId: '5' };
const KEYWORD: Entity = {
  level: 'KEYWORD',
  legacy: { ...LINE, criterionId: '6' },
  modern: { customerId: '1231231234', campaignId: '40', adGroupId: '50', criterionId: '60' },
  name: '',
  status: 'Active',
  networkTimeZone: 'UTC',
};
const OTHER: Entity = { ...KEYWORD, legacy: { ...LINE, advertiserId: '22', criterionId: '66' }, modern: undefined };
const clicked = (clickId: string, days: number, more: object = {}): Visit => ({
  clickId,
  timestampMs: NOW - days * DAY_MS,
  device: 'Tablet',
  legacy: { ...LINE, criterionId: '6', ...more },
});
const VISITS = [clicked('c1', 1), clicked('c2', 2, { advertiserId: '22', criterionId: '66' }), clicked('old', 91)];
const activity = (advertiserId: string, activityId: string, name: string, type: 'ACTION' | 'TRANSACTION') => ({
  advertiserId,
  activityId,
  activityName: name,
  conversionType: type,
  groupId: '1',
  groupName: 'Group',
});
const SETUPS = {
  '2': {
    activities: [activity('2', '7', 'Signup', 'ACTION'), activity('2', '8', 'Order', 'TRANSACTION')],
    variables: [{ advertiserId: '2', name: 'sales', use: 'METRIC' as const }],
  },
  '22': { activities: [activity('22', '77', 'Visit', 'ACTION')], variables: [] },
};
const WRITER: Grant = { subject: 'ann@example.com', agencyId: '1', role: 'WRITE' };
const keyOf = ({ advertiserId, conversionId, timestampMs }: ConversionKey): string =>
  JSON.stringify([advertiserId, conversionId, timestampMs]);

interface Given {
  readonly grants?: readonly Grant[];
  readonly rejectsOldClicks?: boolean;
  /** How often a write finds that somebody else was faster. */
  readonly races?: number;
  readonly before?: readonly Conversion[];
}

/** The service with all of its advertising in memory. */
function service({ grants = [WRITER], rejectsOldClicks = true, races = 0, before = [] }: Given = {}) {
  const stored = new Map(before.map((one) => [keyOf(one), one]));
  const marks: AvailabilityMark[] = [];
  const asked: string[] = [];
  let lost = 0;
  const entityOf = (ref: object): Entity | undefined => {
    const { space, kind, id } = ref as { readonly space: string; readonly kind: string; readonly id?: string };
    if (kind === 'ADVERTISER')
      return { ...KEYWORD, level: 'ADVERTISER', legacy: { agencyId: '1', advertiserId: id ?? '2' } };
    if (kind !== 'CRITERION') return undefined;
    if (space === 'new') return id === '60' ? KEYWORD : undefined;
    return id === '6' ? KEYWORD : id === '66' ? OTHER : undefined;
  };
  const stores = {
    settings: { rejectsOldClicks },
    grants: { listFor: () => Promise.resolve([...grants]) },
    visits: { findAll: (ids) => Promise.resolve(ids.map((id) => VISITS.find(({ clickId }) => clickId === id))) },
    entities: { findAll: (refs) => Promise.resolve(refs.map(entityOf)) },
    advertisers: {
      setup(advertiserId) {
        asked.push(advertiserId);
        return Promise.resolve(SETUPS[advertiserId as '2' | '22']);
      },
    },
    conversions: {
      addAll: (added) =>
        Promise.resolve(
          added.map((one) => {
            const other = stored.get(keyOf(one));
            if (other === undefined) stored.set(keyOf(one), one);
            return other?.dsConversionId;
          }),
        ),
      replaceAll: (changes) =>
        Promise.resolve(
          changes.map(({ next }) => {
            if (lost < races) {
              lost += 1;
              return false;
            }
            stored.set(keyOf(next), next);
            return true;
          }),
        ),
      findAll: (keys) => Promise.resolve(keys.map((key) => stored.get(keyOf(key)))),
      findByDsId: (id) => Promise.resolve([...stored.values()].find(({ dsConversionId }) => dsConversionId === id)),
    },
    availability: {
      putAll(added) {
        marks.push(...added);
        return Promise.resolve();
      },
    },
  } as SomeStores<AdsStores>;
  let hex = 0;
  const surroundings = {
    stores: stores as AdsStores,
    caller: { email: 'ann@example.com' },
    clock: { now: () => new Date(NOW) },
    ids: { next: () => '', hex: (characters: number) => String((hex += 1)).padStart(characters, '0') },
  };
  return {
    insert: (...conversion: readonly unknown[]) => insertConversions({ conversion }, surroundings),
    update: (...conversion: readonly object[]) => updateConversions({ conversion }, surroundings),
    mark: (...availabilities: readonly object[]) => updateAvailability({ availabilities }, surroundings),
    stored: () => [...stored.values()],
    marks,
    asked,
  };
}
const AT = NOW - 3_600_000;
const BASE = { conversionTimestamp: String(AT), segmentationType: 'FLOODLIGHT', segmentationId: '7' };
const byClick = (conversionId: string, more: ConversionFields = {}) => ({
  ...BASE,
  conversionId,
  clickId: 'c1',
  ...more,
});
const byKeyword = (conversionId: string, more: ConversionFields = {}) => ({
  ...BASE,
  conversionId,
  ...LINE,
  criterionId: '6',
  ...more,
});
const problems = async (work: Promise<unknown>): Promise<string[]> => {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown as ApiError,
  );
  return (error?.entries ?? []).map(({ message }) => /Details: \[(.*)\]$/s.exec(message)?.[1] ?? message);
};

describe('conversion.insert', () => {
  test('stores what a click brought, under an id of the service', async () => {
    const { insert, stored } = service();
    const [answer] = await insert(byClick('a', { floodlightOrderId: 'o1' }));
    const { dsConversionId } = stored()[0] as Conversion;

    expect(answer).toEqual({
      ...BASE,
      ...LINE,
      criterionId: '6',
      clickId: 'c1',
      conversionId: 'a',
      floodlightOrderId: 'o1',
      segmentationName: 'Signup',
      type: 'ACTION',
      state: 'ACTIVE',
      dsConversionId,
      conversionModifiedTimestamp: String(NOW),
    });
    expect(stored()).toEqual([
      {
        advertiserId: '2',
        conversionId: 'a',
        timestampMs: AT,
        dsConversionId,
        modifiedMs: NOW,
        type: 'ACTION',
        state: 'ACTIVE',
        legacy: { ...LINE, criterionId: '6' },
        modern: KEYWORD.modern,
        device: 'Tablet',
        visitMs: NOW - DAY_MS,
        details: {
          segmentationType: 'FLOODLIGHT',
          segmentationId: '7',
          segmentationName: 'Signup',
          clickId: 'c1',
          floodlightOrderId: 'o1',
        },
      },
    ]);
  });

  test('type, state and device are those of the entry; else of the activity and the click', async () => {
    const { insert, stored } = service();
    const money = { revenueMicros: '1', currencyCode: 'EUR' };
    await insert(
      byClick('a', { type: 'TRANSACTION', ...money, state: 'REMOVED', deviceType: 'MOBILE' }),
      byClick('b', { segmentationId: '8', ...money }),
      byKeyword('c'),
    );

    expect(stored().map(({ type, state, device }) => [type, state, device])).toEqual([
      ['TRANSACTION', 'REMOVED', 'Mobile'],
      ['TRANSACTION', 'ACTIVE', 'Tablet'],
      ['ACTION', 'ACTIVE', undefined],
    ]);
  });

  test('each answer is in the space of its entry', async () => {
    const { insert } = service();
    const modern = { customerId: '123-123-1234', campaignId: '40', adGroupId: '50', criterionId: '60' };
    const [first, second] = await insert(byKeyword('a'), { ...BASE, conversionId: 'b', ...modern });

    expect(first).toMatchObject({ agencyId: '1', criterionId: '6' });
    expect(second).toMatchObject(modern);
    expect(second).not.toHaveProperty('agencyId');
  });

  test('good entries are stored beside bad ones, each of which is told by its place', async () => {
    const { insert, stored } = service();

    expect(
      await problems(
        insert(
          byClick('a', { clickId: 'nobody' }),
          byClick('b'),
          byClick('b'),
          byClick('c', { segmentationId: '9' }),
          byClick('d', { clickId: 'c2', segmentationId: '77' }),
          byClick('e', { customMetric: [{ name: 'size', value: 1 }] }),
          byClick('f', { segmentationId: '8' }),
          byClick('g', { attributionModel: 'x'.repeat(300_000) }),
          byKeyword('h', { criterionId: '9' }),
          { conversionId: 5 },
          7,
        ),
      ),
    ).toEqual([
      "Click ID 'nobody' is not found (0x00000101) index=0 conversionId=a",
      'Advertiser conversion ID is already specified in the request (0x0000011F) index=2 conversionId=b',
      "Floodlight activity ID '9' is not found (0x0000010E) index=3 conversionId=c",
      "Custom metric 'size' is not found (0x00000116) index=5 conversionId=e",
      "Field 'revenueMicros' is required index=6 conversionId=f",
      expect.stringMatching(/^A conversion has at most 300000 bytes, not \d+ index=7 conversionId=g$/),
      "Criterion ID '9' is not found index=8 conversionId=h",
      expect.stringMatching(/ index=9 conversionId=5$/),
      'An entry must be an object index=10 conversionId=',
    ]);
    expect(stored().map(({ conversionId, advertiserId }) => `${conversionId} of ${advertiserId}`)).toEqual([
      'b of 2',
      'd of 22',
    ]);
  });

  test('a conversion that is there already is told with the id of the service', async () => {
    const { insert, stored } = service();
    await insert(byClick('a'));
    const found = await problems(insert(byClick('b'), byClick('a'), byClick('c')));

    expect(found).toEqual([
      expect.stringContaining(`conversion ID ${stored()[0]?.dsConversionId ?? ''} (0x0000011A) index=1 conversionId=a`),
    ]);
    expect(stored().map(({ conversionId }) => conversionId)).toEqual(['a', 'b', 'c']);
  });

  test.each<[string, ConversionFields, string]>([
    ['an id', { conversionId: undefined }, "Field 'conversionId' is required index=0 conversionId="],
    ['a time', { conversionTimestamp: undefined }, "Field 'conversionTimestamp' is required index=0 conversionId=a"],
    [
      'a type of activity',
      { segmentationType: undefined },
      "Field 'segmentationType' is required index=0 conversionId=a",
    ],
    ['a click or keyword', { clickId: undefined }, "Field 'clickId or criterionId' is required index=0 conversionId=a"],
  ])('needs %s', async (_, fields, message) => {
    const entry = JSON.parse(JSON.stringify(byClick('a', fields))) as object;

    expect(await problems(service().insert(entry))).toEqual([message]);
  });

  test('old clicks are refused, unless the stage takes them', async () => {
    const old = byClick('a', { clickId: 'old' });

    expect(await problems(service().insert(old))).toEqual([
      "Click ID 'old' is older than 90 days index=0 conversionId=a",
    ]);
    expect(await service({ rejectsOldClicks: false }).insert(old)).toHaveLength(1);
  });

  test('whoever may only read may not write', async () => {
    const reader = service({ grants: [{ ...WRITER, role: 'READ' }] });
    const change = 'User does not have permission to change advertiser 2 (0x0000011D)';

    expect(await problems(reader.insert(byClick('a'), byKeyword('b')))).toEqual([
      `${change} index=0 conversionId=a`,
      `${change} index=1 conversionId=b`,
    ]);
    expect(await problems(service({ grants: [] }).insert(byClick('a')))).toEqual([
      "Click ID 'c1' is not found (0x00000101) index=0 conversionId=a",
    ]);
  });

  test('what an advertiser has set up is looked up once', async () => {
    const { insert, asked } = service();
    await insert(byClick('a'), byClick('b'), byKeyword('c'), byClick('d', { clickId: 'c2', segmentationId: '77' }));

    expect(asked.toSorted()).toEqual(['2', '22']);
  });
});

describe('conversion.update', () => {
  const SALE = { type: 'TRANSACTION', segmentationId: '8', revenueMicros: '5', currencyCode: 'EUR' };
  const started = async (given: Given = {}) => {
    const world = service(given);
    await world.insert(byClick('a', SALE), byClick('b', SALE));
    return { ...world, ds: (index: number) => world.stored()[index]?.dsConversionId ?? '' };
  };

  test('finds a conversion by its id and time, or by the id of the service', async () => {
    const { update, stored, ds } = await started();
    const answers = await update(
      { dsConversionId: ds(1), revenueMicros: '7', currencyCode: 'EUR' },
      byClick('a', { ...SALE, revenueMicros: '6' }),
    );

    expect(answers.map(({ conversionId, revenueMicros }) => [conversionId, revenueMicros])).toEqual([
      ['b', '7'],
      ['a', '6'],
    ]);
    expect(stored().map(({ details, modifiedMs }) => [details.revenueMicros, modifiedMs])).toEqual([
      ['6', NOW + 1],
      ['7', NOW + 1],
    ]);
  });

  test('an entry with all of its names is found by id and time, and the id of the service must be right', async () => {
    const { update, ds } = await started();

    expect(await update(byClick('a', { ...SALE, dsConversionId: ds(0) }))).toHaveLength(1);
    expect(await problems(update(byClick('a', { ...SALE, dsConversionId: ds(1) })))).toEqual([
      "Field 'dsConversionId' cannot be changed; remove the conversion and insert another index=0 conversionId=a",
    ]);
  });

  test('bad entries are told by their place, and the others are changed', async () => {
    const { update, stored, ds } = await started();
    const found = await problems(
      update(
        byClick('x', SALE),
        { dsConversionId: '123' },
        { dsConversionId: '124', conversionId: 'y' },
        byClick('b', { ...SALE, type: undefined } as ConversionFields),
        { conversionId: 'z' },
        byClick('a', { ...SALE, revenueMicros: '9' }),
        byClick('a', SALE),
        { dsConversionId: ds(1), revenueMicros: '5', currencyCode: 'EUR', customMetric: [{ name: 'no', value: 1 }] },
        { dsConversionId: ds(1), revenueMicros: '8', currencyCode: 'EUR', customMetric: [{ name: 'sales', value: 1 }] },
      ),
    );

    expect(found).toEqual([
      "Advertiser conversion ID 'x' is not found (0x0000011B) index=0 conversionId=x",
      "Advertiser conversion ID '123' is not found (0x0000011B) index=1 conversionId=",
      "Advertiser conversion ID 'y' is not found (0x0000011B) index=2 conversionId=y",
      expect.stringMatching(/ index=3 conversionId=b$/),
      "Field 'conversionTimestamp' is required index=4 conversionId=z",
      'Advertiser conversion ID is already specified in the request (0x0000011F) index=6 conversionId=a',
      "Custom metric 'no' is not found (0x00000116) index=7 conversionId=",
    ]);
    expect(stored().map(({ details }) => [details.revenueMicros, details.customMetric?.length])).toEqual([
      ['9', undefined],
      ['8', 1],
    ]);
  });

  test('by id and time, a type and a click or keyword are needed', async () => {
    const { update } = await started();
    const { type: _, ...untyped } = SALE;

    expect(await problems(update(byClick('a', untyped)))).toEqual(["Field 'type' is required index=0 conversionId=a"]);
    const { clickId: __, ...placeless } = byClick('a', SALE);
    expect(await problems(update(placeless))).toEqual([
      "Field 'clickId or criterionId' is required index=0 conversionId=a",
    ]);
  });

  test('entries without variables look nothing up, those without change write nothing', async () => {
    const { update, asked, stored } = await started({ races: 0 });
    asked.length = 0;
    const before = stored();

    expect(await update(byClick('a', SALE))).toHaveLength(1);
    expect(asked).toEqual([]);
    expect(stored()).toEqual(before);
  });

  test.each([
    [4, []],
    [5, ['The conversion is being changed by somebody else; try again index=0 conversionId=a']],
  ])('a change that loses %i races', async (races, expected) => {
    const { update } = await started({ races });

    expect(await problems(update(byClick('a', { ...SALE, revenueMicros: '6' })))).toEqual(expected);
  });

  test('one that loses is tried again, and the others keep what they have', async () => {
    const { update, stored } = await started({ races: 1 });
    const changed = { ...SALE, revenueMicros: '6' };
    const answers = await update(byClick('a', changed), byClick('b', changed));

    expect(answers.map(({ conversionId, revenueMicros }) => [conversionId, revenueMicros])).toEqual([
      ['a', '6'],
      ['b', '6'],
    ]);
    expect(stored().every(({ details }) => details.revenueMicros === '6')).toBe(true);
  });

  test('is for those who may write; others learn nothing', async () => {
    const { stored, ds } = await started();
    const as = (...grants: readonly Grant[]) =>
      problems(service({ grants, before: stored() }).update({ dsConversionId: ds(0), state: 'REMOVED' }));

    const nothing = `Advertiser conversion ID '${ds(0)}' is not found (0x0000011B) index=0 conversionId=`;
    expect(await as()).toEqual([nothing]);
    expect(await as({ ...WRITER, agencyId: '9' })).toEqual([nothing]);
    expect(await as({ ...WRITER, role: 'READ' })).toEqual([
      'User does not have permission to change advertiser 2 (0x0000011D) index=0 conversionId=',
    ]);
  });
});

describe('conversion.updateAvailability', () => {
  const MARK = { agencyId: '1', advertiserId: '2', segmentationId: '7', availabilityTimestamp: String(AT) };

  test('sets each mark and answers with id and name of its activity', async () => {
    const { mark, marks } = service();
    const byName = { ...MARK, segmentationId: undefined, segmentationName: 'Order' };
    const answers = await mark(MARK, JSON.parse(JSON.stringify(byName)) as object);

    expect(answers).toEqual([
      { ...MARK, segmentationType: 'FLOODLIGHT', segmentationName: 'Signup' },
      { ...MARK, segmentationType: 'FLOODLIGHT', segmentationId: '8', segmentationName: 'Order' },
    ]);
    expect(marks).toEqual([
      { advertiserId: '2', activityId: '7', timestampMs: AT, markedMs: NOW },
      { advertiserId: '2', activityId: '8', timestampMs: AT, markedMs: NOW },
    ]);
  });

  test('bad marks are told, and the others are set', async () => {
    const { mark, marks } = service();

    expect(await problems(mark({ ...MARK, segmentationId: '9' }, MARK, { ...MARK, agencyId: '9' }))).toEqual([
      "Floodlight activity ID '9' is not found (0x0000010E) index=0",
      'User does not have permission to view advertiser 2 (0x0000011D) index=2',
    ]);
    expect(marks.map(({ activityId }) => activityId)).toEqual(['7']);
  });
});
