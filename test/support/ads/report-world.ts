/**
 * Advertising that reports are made of: two advertisers, three accounts in two zones and two currencies, forty days.
 */
import type { Activity, CustomVariable } from '#lib/ads/model/advertiser';
import type { Conversion } from '#lib/ads/model/conversion';
import type { SavedColumn } from '#lib/ads/model/saved-column';

export interface Fact {
  readonly date: string;
  readonly accountId: string;
  readonly campaignId: string;
  readonly adGroupId: string;
  readonly keywordId: string | undefined;
  readonly adId: string | undefined;
  readonly device: string;
  readonly impr: number;
  readonly clicks: number;
  readonly costMicros: number;
  readonly positionSum: number | undefined;
  readonly engineConversions: number;
  readonly engineConversionValueMicros: number;
  readonly viewThroughConversions: number;
  readonly qualityScore: number | undefined;
  readonly updatedAt: string;
}

export interface WorldEntity {
  readonly level: string;
  readonly legacyId: string;
  readonly parentLegacyId?: string;
  readonly name: string;
  readonly status: string;
  readonly currencyCode?: string;
  readonly timeZone?: string;
  readonly engineType?: string;
  readonly engineId?: string;
  readonly created?: string;
  readonly lastModified?: string;
  readonly attributes?: Readonly<Record<string, unknown>>;
}

/** The line from the agency down. */
export interface Line {
  readonly agencyId: string;
  readonly advertiserId: string;
  readonly accountId: string;
  readonly campaignId: string;
  readonly adGroupId: string;
}

export interface ReportWorld {
  readonly agencyId: string;
  /** Berlin and EUR; New York and USD. */
  readonly advertiserIds: readonly [string, string];
  /** Two of the first advertiser (Berlin EUR, London GBP), one of the second (New York USD). */
  readonly accountIds: readonly [string, string, string];
  readonly entities: readonly WorldEntity[];
  readonly facts: readonly Fact[];
  readonly conversions: readonly Conversion[];
  readonly visits: readonly Readonly<Record<string, unknown>>[];
  readonly activities: readonly (Activity & {
    readonly weight: number;
    readonly groupTag: string;
    readonly activityTag: string;
  })[];
  readonly variables: readonly CustomVariable[];
  readonly savedColumns: readonly SavedColumn[];
  readonly rates: readonly { readonly date: string; readonly currencyCode: string; readonly usdPerUnit: number }[];
  readonly shares: readonly Readonly<Record<string, unknown>>[];
  readonly products: readonly Readonly<Record<string, unknown>>[];
  readonly firstDay: string;
  readonly lastDay: string;
}

const DAY_MS = 86_400_000;
const DAYS = 40;
const FIRST_MS = Date.UTC(2026, 8, 1);
export const dayAt = (offset: number): string => new Date(FIRST_MS + offset * DAY_MS).toISOString().slice(0, 10);
const DEVICES = ['Desktop', 'Mobile', 'Tablet', 'Other'];

/** The same numbers each time (a linear congruence). */
export function numbersFrom(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 4_294_967_296) * below);
  };
}

const CURRENCIES = ['EUR', 'GBP', 'USD'] as const;
const ZONES = ['Europe/Berlin', 'Europe/London', 'America/New_York'] as const;

interface Built {
  readonly entities: WorldEntity[];
  readonly keywords: { readonly line: Line; readonly id: string }[];
  readonly ads: { readonly line: Line; readonly id: string }[];
}

function accountTree(
  agencyId: string,
  advertiserId: string,
  index: number,
  id: (kind: string, n: number) => string,
): Built {
  const built: Built = { entities: [], keywords: [], ads: [] };
  const accountId = id('70', index);
  const put = (
    level: string,
    legacyId: string,
    parentLegacyId: string,
    name: string,
    attributes: Record<string, unknown> = {},
    extra: Partial<WorldEntity> = {},
  ) =>
    built.entities.push({
      level,
      legacyId,
      parentLegacyId,
      name,
      status: 'Active',
      created: '2026-01-01T08:00:00Z',
      lastModified: '2026-08-01T12:30:00Z',
      attributes,
      ...extra,
    });
  put('ACCOUNT', accountId, advertiserId, `Account ${String(index)}`, {}, {
    currencyCode: CURRENCIES[index],
    timeZone: ZONES[index],
    engineType: index === 1 ? 'Bing Ads' : 'Google AdWords',
    engineId: `e-${String(index)}`,
  } as Partial<WorldEntity>);
  for (let c = 0; c < 2; c += 1) {
    const campaignId = id('71', index * 10 + c);
    put('CAMPAIGN', campaignId, accountId, `Campaign ${String(index)}.${String(c)}`, {
      dailyBudget: 10 + c,
      countryTargets: ['DE', 'AT'],
      campaignLabels: c === 0 ? ['brand', 'summer'] : ['generic'],
      effectiveBidStrategyId: id('72', index),
    });
    for (let g = 0; g < 2; g += 1) {
      const adGroupId = id('58', index * 100 + c * 10 + g);
      const line = { agencyId, advertiserId, accountId, campaignId, adGroupId };
      put(
        'AD_GROUP',
        adGroupId,
        campaignId,
        `Group ${String(index)}.${String(c)}.${String(g)}`,
        { adGroupSearchMaxCpc: 1.5 },
        g === 1 ? { status: 'Paused' } : {},
      );
      for (let a = 0; a < 2; a += 1) {
        const adId = id('44', index * 1000 + c * 100 + g * 10 + a);
        put('AD', adId, adGroupId, `Ad ${String(a)}`, { adHeadline: `Headline ${String(a)}` });
        built.ads.push({ line, id: adId });
      }
      for (let k = 0; k < 3; k += 1) {
        const keywordId = id('43', index * 1000 + c * 100 + g * 10 + k);
        const text = ['red shoes', '+boots, "wide"', 'émoji 🥾\nline'][k] ?? '';
        put(
          'KEYWORD',
          keywordId,
          adGroupId,
          text,
          { keywordText: text, keywordMatchType: 'Exact', keywordMaxCpc: 0.5 * (k + 1) },
          k === 2 && g === 1 ? { status: 'Removed' } : {},
        );
        built.keywords.push({ line, id: keywordId });
      }
      put('PRODUCT_GROUP', id('92', index * 1000 + c * 100 + g * 10), adGroupId, 'All products', {});
      put('TARGET', id('95', index * 1000 + c * 100 + g * 10), adGroupId, 'Adults', { ageTargetAgeRange: '25-34' });
    }
    put('TARGET', id('96', index * 10 + c), campaignId, 'Berlin', {
      locationTargetName: 'Berlin',
      locationTargetBidModifier: 1.2,
    });
    put('TARGET', id('97', index * 10 + c), campaignId, 'free', {
      targetType: 'negativeCampaignKeyword',
      negativeCampaignKeywordMatchType: 'Broad',
    });
  }
  return built;
}

function growFacts({ keywords, ads }: Built, random: (below: number) => number): Fact[] {
  const facts: Fact[] = [];
  for (const { line, id } of keywords) {
    const ofGroup = ads.filter(({ line: { adGroupId } }) => adGroupId === line.adGroupId);
    for (let day = 0; day < DAYS; day += 1) {
      if (random(3) === 0) continue;
      const impr = random(200);
      const clicks = impr === 0 ? 0 : random(impr / 4 + 1);
      const { accountId, campaignId, adGroupId } = line;
      facts.push({
        date: dayAt(day),
        accountId,
        campaignId,
        adGroupId,
        // Some is known for the ad group only.
        keywordId: random(20) === 0 ? undefined : id,
        adId: random(10) === 0 ? undefined : ofGroup[random(ofGroup.length)]?.id,
        device: DEVICES[random(4)] ?? 'Other',
        impr,
        clicks,
        costMicros: clicks * (100_000 + random(900_000)),
        positionSum: random(5) === 0 ? undefined : impr * (1 + random(3)),
        engineConversions: random(3),
        engineConversionValueMicros: random(5_000_000),
        viewThroughConversions: random(2),
        qualityScore: random(4) === 0 ? undefined : 1 + random(10),
        updatedAt: '2026-10-11T00:00:00Z',
      });
    }
  }
  /** The first of each key. */
  const byKey = new Map<string, Fact>();
  for (const fact of facts) {
    const key = [fact.date, fact.adGroupId, fact.keywordId, fact.adId, fact.device].join();
    if (!byKey.has(key)) byKey.set(key, fact);
  }
  return [...byKey.values()];
}

function convert(
  { keywords, ads }: Built,
  random: (below: number) => number,
  count: number,
  first: number,
  activities: ReportWorld['activities'],
): Conversion[] {
  return Array.from({ length: count }, (_, index): Conversion => {
    const keyword = keywords[random(keywords.length)] as Built['keywords'][number];
    const { line } = keyword;
    const ofGroup = ads.filter(({ line: { adGroupId } }) => adGroupId === line.adGroupId);
    const mine = activities.filter(({ advertiserId }) => advertiserId === line.advertiserId);
    const activity = mine[random(mine.length)] as ReportWorld['activities'][number];
    const timestampMs = FIRST_MS + random(DAYS * 24 * 60) * 60_000;
    const isSale = activity.conversionType === 'TRANSACTION';
    const { agencyId, advertiserId, accountId, campaignId, adGroupId } = line;
    return {
      advertiserId,
      conversionId: `order-${String(first + index)}`,
      timestampMs,
      dsConversionId: String(100_000 + first + index),
      modifiedMs: timestampMs + 60_000,
      type: activity.conversionType,
      state: random(12) === 0 ? 'REMOVED' : 'ACTIVE',
      legacy: {
        agencyId,
        advertiserId,
        engineAccountId: accountId,
        campaignId,
        adGroupId,
        criterionId: keyword.id,
        adId: random(5) === 0 ? '0' : (ofGroup[random(2)]?.id ?? '0'),
      },
      device: random(6) === 0 ? undefined : DEVICES[random(4)],
      // Some were seen on another device than the click.
      ...(index % 9 === 4 && { tag: { isCrossEnv: true, fingerprint: String(index) } }),
      details: {
        segmentationType: 'FLOODLIGHT',
        segmentationId: activity.activityId,
        segmentationName: activity.activityName,
        ...(random(3) > 0 && { quantityMillis: String(500 * (1 + random(4))) }),
        ...(isSale && { revenueMicros: String(random(90_000_000)), currencyCode: CURRENCIES[random(3)] }),
        ...(random(2) === 0 && { customMetric: [{ name: 'sales', value: random(100) / 4 }] }),
        ...(random(3) > 0 && { customDimension: [{ name: 'product_type', value: ['shoes', 'boots'][random(2)] }] }),
      },
    };
  });
}

/** `offset` keeps worlds apart that share a database. */
export function reportWorld(offset = 0): ReportWorld {
  const id = (kind: string, n: number): string =>
    `${kind}${String(offset).padStart(7, '0')}${String(n).padStart(5, '0')}`;
  const random = numbersFrom(4_711);
  const agencyId = id('20', 1);
  const advertiserIds = [id('21', 1), id('21', 2)] as const;
  const trees = [0, 1, 2].map((index) => accountTree(agencyId, advertiserIds[index === 2 ? 1 : 0], index, id));
  const activities = advertiserIds.flatMap((advertiserId, index) =>
    (
      [
        ['Purchase', 'TRANSACTION', 1],
        ['Signup', 'ACTION', 0.5],
      ] as const
    ).map(([activityName, conversionType, weight], place) => ({
      advertiserId,
      activityId: id('25', index * 10 + place),
      activityName,
      conversionType,
      groupId: id('26', index * 10 + place),
      groupName: `${activityName}s`,
      groupTag: activityName.toLowerCase(),
      activityTag: `${activityName.toLowerCase()}-tag`,
      weight,
    })),
  );
  const all: Built = {
    entities: trees.flatMap(({ entities }) => entities),
    keywords: trees.flatMap(({ keywords }) => keywords),
    ads: trees.flatMap(({ ads }) => ads),
  };
  const facts = growFacts(all, random);
  return {
    agencyId,
    advertiserIds,
    accountIds: [id('70', 0), id('70', 1), id('70', 2)],
    entities: [
      { level: 'AGENCY', legacyId: agencyId, name: 'Agency', status: 'Active', currencyCode: 'GBP' },
      {
        level: 'ADVERTISER',
        legacyId: advertiserIds[0],
        parentLegacyId: agencyId,
        name: 'Shoes',
        status: 'Active',
        currencyCode: 'EUR',
        timeZone: 'Europe/Berlin',
      },
      {
        level: 'ADVERTISER',
        legacyId: advertiserIds[1],
        parentLegacyId: agencyId,
        name: 'Garden',
        status: 'Active',
        currencyCode: 'USD',
        timeZone: 'America/New_York',
      },
      ...[0, 1, 2].map((index): WorldEntity => ({
        level: 'BID_STRATEGY',
        legacyId: id('72', index),
        parentLegacyId: advertiserIds[index === 2 ? 1 : 0],
        name: `Strategy ${String(index)}`,
        status: 'Active',
        attributes: { cpaTarget: 5 },
      })),
      ...all.entities,
    ],
    facts,
    conversions: convert(all, random, 300, 1, activities),
    visits: all.keywords.slice(0, 10).map(({ line, id: keywordId }, index) => ({
      clickId: `click-${String(offset)}-${String(index)}`,
      timestampMs: FIRST_MS + index * DAY_MS + 23.5 * 3_600_000,
      ...line,
      keywordId,
      device: DEVICES[index % 4],
      searchQuery: `query ${String(index)}`,
      network: 'search',
    })),
    activities,
    variables: advertiserIds.flatMap((advertiserId): CustomVariable[] => [
      { advertiserId, name: 'sales', use: 'METRIC' },
      { advertiserId, name: 'product_type', use: 'DIMENSION' },
    ]),
    savedColumns: [
      {
        advertiserId: advertiserIds[0],
        name: 'Cost per sale',
        type: 'Money',
        definition: { kind: 'formula', formula: 'cost / dfaTransactions' },
      },
      {
        advertiserId: advertiserIds[0],
        name: 'Boot sales',
        type: 'Money',
        definition: {
          kind: 'floodlight',
          metric: 'revenue',
          activityIds: [activities[0]?.activityId],
          dimensionFilter: { name: 'product_type', values: ['boots'] },
        },
      },
    ],
    // A day without a rate takes the last one before it.
    rates: Array.from({ length: DAYS }, (_, day) => day)
      .filter((day) => day % 7 !== 3)
      .flatMap((day) => [
        { date: dayAt(day), currencyCode: 'EUR', usdPerUnit: 1.05 + day / 1_000 },
        { date: dayAt(day), currencyCode: 'GBP', usdPerUnit: 1.25 + day / 500 },
      ]),
    shares: [
      { date: dayAt(0), accountId: id('70', 0), searchImpressionShare: '45%' },
      { date: dayAt(1), accountId: id('70', 0), searchImpressionShare: '55%' },
      { date: dayAt(0), accountId: id('70', 0), campaignId: id('71', 0), searchImpressionShare: '< 10%' },
    ],
    products: ['boot', 'shoe'].map((productId, index) => ({
      advertiserId: advertiserIds[0],
      inventoryAccountId: '77',
      productId,
      productCountry: 'DE',
      productLanguage: 'de',
      productTitle: `A ${productId}`,
      productPrice: 40 + index,
      productCostOfGoodsSold: 10,
    })),
    firstDay: dayAt(0),
    lastDay: dayAt(DAYS - 1),
  };
}
