import { describe, expect, test } from '@jest/globals';
import {
  attributeToKeyword,
  attributeToVisit,
  checkClickAge,
  claimOf,
  differingField,
  modernPathOf,
  refsOfPath,
  requireVisit,
} from '#lib/ads/attribution/attribution';
import type { ConversionFields } from '#lib/ads/model/conversion';
import type { Entity } from '#lib/ads/model/entity';
import type { Grant } from '#lib/ads/model/grant';
import type { EntityRef, Visit } from '#lib/ads/model/visit';
import { KEYWORD_PATH as PATH, TOP } from '#test/support/ads/lineage';

const NEW_PATH = { customerId: '1231231234', campaignId: '40', adGroupId: '50', criterionId: '60' };
const ASKED_NEW = { ...NEW_PATH, customerId: '123-123-1234' };
const WRITER: Grant[] = [{ subject: 'ann@example.com', agencyId: '1', role: 'WRITE' }];

const entity = (fields: Partial<Entity>): Entity => ({
  level: 'KEYWORD',
  legacy: PATH,
  modern: NEW_PATH,
  name: '',
  status: 'Active',
  networkTimeZone: 'UTC',
  ...fields,
});
const KEYWORD = entity({});
const AD = entity({
  level: 'AD',
  legacy: { ...TOP, campaignId: '4', adGroupId: '5', adId: '7' },
  modern: { customerId: '1231231234', campaignId: '40', adGroupId: '50', adId: '70' },
});
const visit = (more: object = {}): Visit => ({ clickId: 'c1', timestampMs: 0, legacy: { ...PATH, ...more } });

/** Knows the keyword and the ad under their legacy ids. */
const entityOf = (ref: EntityRef): Entity | undefined => {
  if (ref.space !== 'legacy') return undefined;
  return ref.kind === 'CRITERION' && ref.id === '6' ? KEYWORD : ref.kind === 'AD' && ref.id === '7' ? AD : undefined;
};

describe('what an upload says about where it belongs', () => {
  test('a click decides, whatever else is there', () => {
    expect(claimOf({ ...PATH, clickId: 'c1' })).toEqual({ mode: 'visit', clickId: 'c1' });
  });

  test.each<[string, ConversionFields, EntityRef, EntityRef | undefined]>([
    ['by legacy ids', PATH, { space: 'legacy', kind: 'CRITERION', id: '6' }, undefined],
    [
      'with an ad',
      { ...PATH, adId: '7' },
      { space: 'legacy', kind: 'CRITERION', id: '6' },
      { space: 'legacy', kind: 'AD', id: '7' },
    ],
    [
      'with the ad that is not known',
      { ...PATH, adId: '0' },
      { space: 'legacy', kind: 'CRITERION', id: '6' },
      undefined,
    ],
    [
      'by new ids',
      { ...ASKED_NEW, adId: '70' },
      { space: 'new', kind: 'CRITERION', customerId: '1231231234', adGroupId: '50', id: '60' },
      { space: 'new', kind: 'AD', customerId: '1231231234', adGroupId: '50', id: '70' },
    ],
    [
      'by new ids, the ad not known',
      { ...ASKED_NEW, adId: '0' },
      { space: 'new', kind: 'CRITERION', customerId: '1231231234', adGroupId: '50', id: '60' },
      undefined,
    ],
  ])('a keyword %s', (_, fields, criterion, ad) => {
    expect(claimOf(fields)).toEqual({ mode: 'keyword', criterion, ad });
  });

  test.each<[string, ConversionFields]>([
    ['clickId or criterionId', { ...PATH, criterionId: undefined }],
    ['agencyId', { ...PATH, agencyId: undefined }],
    ['advertiserId', { ...PATH, advertiserId: undefined }],
    ['engineAccountId', { ...PATH, engineAccountId: undefined }],
    ['campaignId', { ...PATH, campaignId: undefined }],
    ['campaignId', { ...ASKED_NEW, campaignId: undefined }],
    ['adGroupId', { ...ASKED_NEW, adGroupId: undefined }],
  ])('%s is required', (field, fields) => {
    expect(() => claimOf(fields)).toThrow(`Field '${field}' is required`);
  });

  test('a keyword of a campaign has no ad group', () => {
    expect(claimOf({ ...PATH, adGroupId: undefined })).toMatchObject({ mode: 'keyword' });
  });
});

describe('ids that differ', () => {
  test.each<[ConversionFields, string | undefined]>([
    [{}, undefined],
    [PATH, undefined],
    [{ ...PATH, agencyId: '9', campaignId: '9' }, 'agencyId'],
    [{ ...PATH, advertiserId: '9' }, 'advertiserId'],
    [{ ...PATH, engineAccountId: '9' }, 'engineAccountId'],
    [{ campaignId: '9' }, 'campaignId'],
    [{ adGroupId: '9' }, 'adGroupId'],
    [{ criterionId: '9' }, 'criterionId'],
    [{ adId: '9' }, 'adId'],
    [{ adId: '0' }, undefined],
    [ASKED_NEW, undefined],
    [{ ...ASKED_NEW, adId: '0' }, undefined],
    [{ ...ASKED_NEW, customerId: '9' }, 'customerId'],
    [{ ...ASKED_NEW, campaignId: '4' }, 'campaignId'],
    [{ ...ASKED_NEW, agencyId: '9' }, 'agencyId'],
  ])('%j: %s', (fields, field) => {
    expect(differingField(fields, PATH, NEW_PATH)).toBe(field);
  });

  test('an ad that is known is not the unknown one, and no customer is not any customer', () => {
    expect(differingField({ adId: '0' }, { ...PATH, adId: '7' }, undefined)).toBe('adId');
    expect(differingField({ adId: '7' }, { ...PATH, adId: '7' }, undefined)).toBeUndefined();
    expect(differingField({ customerId: '1231231234' }, PATH, undefined)).toBe('customerId');
    expect(differingField({ criterionId: '0' }, { ...PATH, criterionId: undefined }, undefined)).toBe('criterionId');
  });
});

describe('the lowest entities of a path', () => {
  test.each([
    [PATH, [['CRITERION', '6']]],
    [{ ...PATH, criterionId: undefined }, [['AD_GROUP', '5']]],
    [{ ...TOP, campaignId: '4' }, [['CAMPAIGN', '4']]],
    [TOP, [['ACCOUNT', '3']]],
    [{ agencyId: '1', advertiserId: '2' }, []],
    [
      { ...PATH, adId: '7' },
      [
        ['CRITERION', '6'],
        ['AD', '7'],
      ],
    ],
    [{ ...PATH, adId: '0' }, [['CRITERION', '6']]],
  ])('%j', (path, refs) => {
    expect(refsOfPath(path)).toEqual(refs.map(([kind, id]) => ({ space: 'legacy', kind, id })));
  });

  test.each([
    ['the keyword alone', PATH, NEW_PATH],
    ['with the ad', { ...PATH, adId: '7' }, { ...NEW_PATH, adId: '70' }],
    ['with the ad that is not known', { ...PATH, adId: '0' }, { ...NEW_PATH, adId: '0' }],
    ['with an ad that nobody imported', { ...PATH, adId: '8' }, NEW_PATH],
    ['of a keyword that nobody imported', { ...PATH, criterionId: '8' }, undefined],
    ['of an ad alone', { agencyId: '1', adId: '7' }, undefined],
  ])('in the new space: %s', (_, path, modern) => {
    expect(modernPathOf(path, entityOf)).toEqual(modern);
  });
});

describe('by click', () => {
  test('a conversion has the ids of the visit, in both spaces', () => {
    const clicked = visit({ adId: '7' });

    expect(attributeToVisit({ criterionId: '6' }, clicked, entityOf)).toEqual({
      legacy: clicked.legacy,
      modern: { ...NEW_PATH, adId: '70' },
      visit: clicked,
    });
  });

  test('other ids must agree', () => {
    expect(() => attributeToVisit({ criterionId: '7' }, visit(), entityOf)).toThrow(
      "Field 'criterionId' does not agree with click ID 'c1'",
    );
  });

  test.each<[string, Visit | undefined, Grant[], string]>([
    ['a click that nobody imported', undefined, WRITER, "Click ID 'c1' is not found (0x00000101)"],
    ["somebody else's click", visit(), [], "Click ID 'c1' is not found (0x00000101)"],
    [
      'a click of an advertiser to read',
      visit(),
      [{ subject: 'ann@example.com', agencyId: '1', role: 'READ' }],
      'User does not have permission to change advertiser 2 (0x0000011D)',
    ],
  ])('%s', (_, found, grants, message) => {
    expect(() => requireVisit('c1', found, grants)).toThrow(message);
  });

  test('a click that may be written to is given back', () => {
    expect(requireVisit('c1', visit(), WRITER)).toEqual(visit());
  });

  test.each([
    ['insert', 90],
    ['update', 60],
  ] as const)('to %s, a click may be %i days old and not a millisecond more', (purpose, days) => {
    const nowMs = days * 86_400_000;

    expect(() => checkClickAge(visit(), purpose, nowMs)).not.toThrow();
    expect(() => checkClickAge(visit(), purpose, nowMs + 1)).toThrow(
      `Click ID 'c1' is older than ${String(days)} days`,
    );
  });
});

describe('by keyword', () => {
  test.each<[string, ConversionFields, Entity | undefined, object]>([
    ['by legacy ids', PATH, undefined, { legacy: PATH, modern: NEW_PATH }],
    [
      'with the ad that is not known',
      { ...PATH, adId: '0' },
      undefined,
      { legacy: { ...PATH, adId: '0' }, modern: { ...NEW_PATH, adId: '0' } },
    ],
    [
      'with its ad',
      { ...PATH, adId: '7' },
      AD,
      { legacy: { ...PATH, adId: '7' }, modern: { ...NEW_PATH, adId: '70' } },
    ],
    [
      'by new ids, with its ad',
      { ...ASKED_NEW, adId: '70' },
      AD,
      { legacy: { ...PATH, adId: '7' }, modern: { ...NEW_PATH, adId: '70' } },
    ],
  ])('%s', (_, fields, ad, attribution) => {
    expect(attributeToKeyword(fields, KEYWORD, ad, WRITER)).toEqual(attribution);
  });

  test('a keyword without new ids has none', () => {
    expect(attributeToKeyword(PATH, entity({ modern: undefined }), undefined, WRITER).modern).toBeUndefined();
  });

  test.each<[string, ConversionFields, Entity | undefined, Entity | undefined, string]>([
    ['a keyword that nobody imported', PATH, undefined, undefined, "Criterion ID '6' is not found"],
    [
      'a wrong id on the way',
      { ...PATH, campaignId: '9' },
      KEYWORD,
      undefined,
      "Field 'campaignId' does not lead to criterion ID '6'",
    ],
    ['no ad group', { ...PATH, adGroupId: undefined }, KEYWORD, undefined, "Field 'adGroupId' is required"],
    ['an ad that nobody imported', { ...PATH, adId: '8' }, KEYWORD, undefined, "Ad ID '8' is not found"],
    [
      'an ad of another ad group',
      { ...PATH, adId: '7' },
      KEYWORD,
      entity({ level: 'AD', legacy: { ...TOP, campaignId: '4', adGroupId: '55', adId: '7' } }),
      "Ad ID '7' is not found",
    ],
    ['another agency', { ...PATH, agencyId: '8' }, KEYWORD, undefined, 'permission to view advertiser 2 (0x0000011D)'],
    [
      "somebody else's keyword",
      ASKED_NEW,
      entity({ legacy: { ...PATH, agencyId: '8', advertiserId: '88' } }),
      undefined,
      'permission to view advertiser 88 (0x0000011D)',
    ],
  ])('%s', (_, fields, criterion, ad, message) => {
    expect(() => attributeToKeyword(fields, criterion, ad, WRITER)).toThrow(message);
  });

  test('whose advertiser is not to be seen learns nothing of the keyword', () => {
    expect(() => attributeToKeyword(PATH, undefined, undefined, [])).toThrow('permission to view advertiser 2');
  });

  test('a keyword of a campaign needs no ad group', () => {
    const { adGroupId: _, ...path } = PATH;

    expect(attributeToKeyword(path, entity({ legacy: path, modern: undefined }), undefined, WRITER)).toEqual({
      legacy: path,
      modern: undefined,
    });
  });
});
