/**
 * A world for reports in which no two cells are alike: every attribute of every entity has a value of its own, every
 * type of report that can have rows has some, and every measure is known somewhere and missing elsewhere.
 */
import type { Conversion } from '#lib/ads/model/conversion';
import { BUDGET_SHARES, SHARES } from '#lib/ads/model/impression-shares';
import { PRODUCT_AMOUNTS, PRODUCT_TEXTS } from '#lib/ads/model/product-fields';
import { REPORT_TYPES } from '#lib/ads/reports/catalogue/report-types';
import type { ValueType } from '#lib/ads/reports/sql/value-type';
import { dayAt, reportWorld, type Fact, type ReportWorld, type WorldEntity } from '#test/support/ads/report-world';

export interface ColumnFact extends Fact {
  readonly productGroupId?: string;
  readonly visits?: number;
  readonly topOfPageBidMicros?: number;
}
export interface ColumnWorld extends ReportWorld {
  readonly facts: readonly ColumnFact[];
}

/** The attribute of an entity that says which report a target is in. */
export const targetTypeOf = ({ attributes, parentLegacyId }: WorldEntity, campaigns: ReadonlySet<string>): string =>
  (attributes?.targetType as string | undefined) ??
  (campaigns.has(parentLegacyId ?? '') ? 'campaignTarget' : 'adGroupTarget');

const TYPES_OF_LEVEL: Readonly<Record<string, string>> = {
  ADVERTISER: 'advertiser',
  ACCOUNT: 'account',
  CAMPAIGN: 'campaign',
  AD_GROUP: 'adGroup',
  KEYWORD: 'keyword',
  AD: 'ad',
  PRODUCT_GROUP: 'productGroup',
  BID_STRATEGY: 'bidStrategy',
};
const MORE_TARGETS = [
  ['productTarget', 'AD_GROUP'],
  ['negativeAdGroupKeyword', 'AD_GROUP'],
  ['negativeAdGroupTarget', 'AD_GROUP'],
  ['negativeCampaignTarget', 'CAMPAIGN'],
] as const;

/** A value that no other attribute has. */
function ownValue(name: string, type: ValueType, number: number): unknown {
  switch (type) {
    case 'ID':
      return String(8_000_000_000 + number);
    case 'Integer':
      return number;
    case 'Number':
    case 'Money':
      return number + 0.25;
    case 'Boolean':
      return number % 2 === 0;
    case 'Date':
      return `20${String(10 + (number % 80))}-0${String(1 + (number % 9))}-1${String(number % 10)}`;
    case 'List':
      return [`${name} ${String(number)}`, 'second'];
    default:
      return `${name} ${String(number)}`;
  }
}

/** Strategies are followed by what names one; the others have their parents'. */
const HAS_STRATEGY = new Set(['CAMPAIGN', 'PRODUCT_GROUP', 'TARGET']);

function describe(entity: WorldEntity, place: number, campaigns: ReadonlySet<string>, strategies: string[]) {
  const typeName = entity.level === 'TARGET' ? targetTypeOf(entity, campaigns) : TYPES_OF_LEVEL[entity.level];
  const columns = [...(REPORT_TYPES.get(typeName ?? '')?.columns.values() ?? [])].filter(
    ({ behaviour }) => behaviour !== 'metric',
  );
  const own = columns.map(({ name, type }, index) => [name, ownValue(name, type, place * 200 + index)] as const);
  const isLabelled = place % 2 === 0;
  const kept = own.filter(([name]) => name !== 'effectiveBidStrategyId' && (isLabelled || !name.endsWith('Labels')));
  const follows = HAS_STRATEGY.has(entity.level) || place % 4 === 1;
  return {
    ...entity,
    engineId: `engine ${String(place)}`,
    engineStatus: `engine status ${String(place)}`,
    created: `2025-01-02T03:04:05.${String(100 + place)}Z`,
    lastModified: `2025-06-07T08:09:10.${String(100 + place)}Z`,
    ...(entity.level !== 'ADVERTISER' && { status: ['Active', 'Paused', 'Removed'][place % 3] ?? 'Active' }),
    attributes: {
      ...Object.fromEntries(kept),
      ...(isLabelled ? {} : { labels: [`labels ${String(place)}`] }),
      ...(entity.level === 'ADVERTISER' && { floodlightConfigurationId: String(7_000 + place) }),
      ...(entity.level === 'TARGET' && { targetType: typeName }),
      ...(follows && columns.some(({ name }) => name === 'effectiveBidStrategyId')
        ? { effectiveBidStrategyId: strategies[place % strategies.length] }
        : {}),
    },
  };
}

function describedEntities({ entities, advertiserIds }: ReportWorld): WorldEntity[] {
  const campaigns = new Set(entities.filter(({ level }) => level === 'CAMPAIGN').map(({ legacyId }) => legacyId));
  const strategies = entities
    .filter(({ level, parentLegacyId }) => level === 'BID_STRATEGY' && parentLegacyId === advertiserIds[0])
    .map(({ legacyId }) => legacyId);
  const targets = MORE_TARGETS.flatMap(([targetType, level], kind) =>
    entities
      .filter((entity) => entity.level === level)
      .map((parent, index): WorldEntity => ({
        level: 'TARGET',
        legacyId: String(99_000 + kind * 1_000 + index),
        parentLegacyId: parent.legacyId,
        name: `${targetType} ${String(index)}`,
        status: 'Active',
        attributes: { targetType },
      })),
  );
  return [...entities, ...targets].map((entity, place) => describe(entity, place, campaigns, strategies));
}

/** Some facts are of a target or of a product group. */
function placedFacts({ facts }: ReportWorld, entities: readonly WorldEntity[]): ColumnFact[] {
  const below = (level: string, parentId: string): WorldEntity[] =>
    entities.filter((entity) => entity.level === level && entity.parentLegacyId === parentId);
  const placed = facts.map((fact, index): ColumnFact => {
    const targets = [...below('TARGET', fact.adGroupId), ...below('TARGET', fact.campaignId)];
    const [group] = below('PRODUCT_GROUP', fact.adGroupId);
    return {
      ...fact,
      ...(index % 3 === 0 && { keywordId: targets[(index / 3) % targets.length]?.legacyId }),
      ...(index % 4 === 1 && group !== undefined && { productGroupId: group.legacyId }),
      ...(index % 5 > 0 && { visits: index % 17 }),
      ...(index % 6 > 0 && { topOfPageBidMicros: 100_000 + index * 1_000 }),
    };
  });
  const keyOf = (fact: ColumnFact): string =>
    JSON.stringify([fact.date, fact.adGroupId, fact.keywordId, fact.adId, fact.productGroupId, fact.device]);
  return [...new Map(placed.map((fact) => [keyOf(fact), fact])).values()];
}

/** Reports are of these days: facts lie on both sides, and the end of a week, a month and a quarter between them. */
const FIRST_DAY = 22;
const LAST_DAY = 34;
const DAY_MS = 86_400_000;

const PRODUCT_IDS = ['boot', 'shoe'];

function tagged(world: ReportWorld, entities: readonly WorldEntity[]): Conversion[] {
  return world.conversions.map((conversion, index): Conversion => {
    const { legacy, details, timestampMs } = conversion;
    const inGroup = entities.filter(({ parentLegacyId }) => parentLegacyId === legacy.adGroupId);
    const inCampaign = entities.filter(({ parentLegacyId }) => parentLegacyId === legacy.campaignId);
    const targets = [...inGroup, ...inCampaign].filter(({ level }) => level === 'TARGET');
    const criteria = index % 2 === 0 ? inGroup.filter(({ level }) => level === 'PRODUCT_GROUP') : targets;
    const criterion = criteria[Math.floor(index / 3) % criteria.length];
    const visit = world.visits[index % 20];
    const line = (productId: string, quantity: number) => ({
      productId,
      quantityMillis: String(quantity * 1_000),
      revenueMicros: String(quantity * 1_500_000 + index * 1_000),
    });
    return {
      ...conversion,
      modifiedMs: timestampMs + index * 1_001,
      legacy: index % 3 > 0 && criterion ? { ...legacy, criterionId: criterion.legacyId } : legacy,
      ...(visit && { visitMs: timestampMs - 3_600_000 - index }),
      details: {
        ...details,
        ...(visit && { clickId: String(visit.clickId) }),
        ...(index % 3 === 0 && { floodlightOrderId: `basket ${String(index)}` }),
        ...(index % 11 === 0 && { deviceType: 'TABLET' }),
        ...(index % 13 === 0 && { productGroupId: inGroup.find(({ level }) => level === 'PRODUCT_GROUP')?.legacyId }),
        ...(index % 4 > 0 && {
          productId: PRODUCT_IDS[index % 2],
          productCountry: 'DE',
          productLanguage: 'de',
          ...(index % 4 > 1 && { inventoryAccountId: index % 4 === 2 ? '78' : '77' }),
          channel: index % 8 > 3 ? 'local' : 'online',
          storeId: `store ${String(index % 9)}`,
        }),
      },
      ...(index % 7 < 5 && {
        tag: {
          isCrossEnv: index % 9 === 4,
          fingerprint: String(index),
          eventRequestString: `src=${String(index)}`,
          referrer: `https://shop.example/${String(index)}`,
          ...(index % 2 === 0 && { searchTerm: `term ${String(index)}` }),
          ...(index % 3 > 0 && { lineItems: [line('boot', 1 + (index % 3)), line('shoe', 2), line('lace', 1)] }),
        },
      }),
    };
  });
}

export function columnWorld(): ColumnWorld {
  const world = reportWorld();
  const entities = describedEntities(world);
  const [campaignId, otherCampaign] = entities
    .filter(({ level }) => level === 'CAMPAIGN')
    .map(({ legacyId }) => legacyId);
  const adGroupId = entities.find((entity) => entity.level === 'AD_GROUP')?.legacyId;
  const accountId = world.accountIds[0];
  const shares = (base: number) =>
    Object.fromEntries([...SHARES, ...BUDGET_SHARES].map((name, index) => [name, `${String(base + index * 2)}%`]));
  return {
    ...world,
    firstDay: dayAt(FIRST_DAY),
    lastDay: dayAt(LAST_DAY),
    entities,
    facts: placedFacts(world, entities),
    conversions: tagged(world, entities),
    visits: world.visits.map((visit, index) => ({
      ...visit,
      timestampMs: Number(visit.timestampMs) + (FIRST_DAY - 1) * DAY_MS,
      referrer: `https://search.example/${String(index)}`,
      ...(index % 2 === 0 && {
        adId: entities.find(({ level, parentLegacyId }) => level === 'AD' && parentLegacyId === visit.adGroupId)
          ?.legacyId,
        productId: PRODUCT_IDS[(index / 2) % 2],
        productCountry: 'DE',
        productLanguage: 'de',
        productStoreId: `store ${String(index)}`,
        productChannel: 'local',
      }),
    })),
    activities: world.activities.map((activity, index) => ({
      ...activity,
      created: `2024-01-02T03:04:05.00${String(index)}Z`,
      lastModified: `2024-05-06T07:08:09.00${String(index)}Z`,
    })),
    shares: [
      { date: dayAt(FIRST_DAY), accountId, ...shares(10) },
      { date: dayAt(FIRST_DAY + 1), accountId, ...shares(21) },
      { date: dayAt(FIRST_DAY + 1), accountId: world.accountIds[1], ...shares(50) },
      { date: dayAt(FIRST_DAY + 2), accountId, campaignId, ...shares(30) },
      {
        date: dayAt(FIRST_DAY + 2),
        accountId,
        campaignId: otherCampaign,
        ...shares(31),
        searchImpressionShare: '< 10%',
      },
      { date: dayAt(FIRST_DAY + 3), accountId, campaignId: otherCampaign, ...shares(32) },
      { date: dayAt(FIRST_DAY + 3), accountId, campaignId, adGroupId, ...shares(35) },
    ],
    products: [
      ['77', 'boot'],
      ['77', 'shoe'],
      ['78', 'boot'],
    ].map(([inventoryAccountId, productId], index) => ({
      advertiserId: world.advertiserIds[0],
      inventoryAccountId,
      productId,
      productCountry: 'DE',
      productLanguage: 'de',
      ...(index === 2 && { currencyCode: 'GBP', status: 'Removed' }),
      created: `2023-01-02T03:04:05.00${String(index)}Z`,
      lastModified: `2023-05-06T07:08:09.00${String(index)}Z`,
      ...Object.fromEntries(PRODUCT_TEXTS.map((name) => [name, `${name} ${String(index)}`])),
      ...Object.fromEntries(PRODUCT_AMOUNTS.map((name, place) => [name, 3 + index * 5 + place + 0.5])),
    })),
  };
}
