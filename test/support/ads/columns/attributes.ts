/** What the attributes of a report's row should say, taken from what the row stands for. */
import type { Conversion } from '#lib/ads/model/conversion';
import { REPORT_TYPES } from '#lib/ads/reports/catalogue/report-types';
import type { ReportWorld, WorldEntity } from '#test/support/ads/report-world';

type Cells = Readonly<Record<string, unknown>>;

export interface Described {
  readonly key: string;
  /** The row's ancestors, and itself, by level. */
  readonly line: Readonly<Record<string, WorldEntity>>;
  readonly own: Cells;
  readonly settings: Cells;
  /** What one unit of the row's own amounts is worth. */
  readonly rate: number;
  readonly activity?: ReportWorld['activities'][number] | undefined;
  readonly keyword?: WorldEntity | undefined;
  readonly ad?: WorldEntity | undefined;
  readonly visit?: Cells | undefined;
  readonly conversion?: (Conversion & { readonly day: string }) | undefined;
  readonly revenueRate?: number;
}

type Read = (row: Described) => unknown;
const own =
  (name: string): Read =>
  (row) =>
    row.own[name];
const above =
  (level: string, field: keyof WorldEntity): Read =>
  ({ line }) =>
    line[level]?.[field];
const moment = (ms: unknown): string | undefined => (ms === undefined ? undefined : new Date(Number(ms)).toISOString());

const LINEAGE: Readonly<Record<string, Read>> = {
  agency: above('AGENCY', 'name'),
  agencyId: above('AGENCY', 'legacyId'),
  advertiser: above('ADVERTISER', 'name'),
  advertiserId: above('ADVERTISER', 'legacyId'),
  account: above('ACCOUNT', 'name'),
  accountId: above('ACCOUNT', 'legacyId'),
  accountEngineId: above('ACCOUNT', 'engineId'),
  accountType: above('ACCOUNT', 'engineType'),
  campaign: above('CAMPAIGN', 'name'),
  campaignId: above('CAMPAIGN', 'legacyId'),
  campaignStatus: above('CAMPAIGN', 'status'),
  adGroup: above('AD_GROUP', 'name'),
  adGroupId: above('AD_GROUP', 'legacyId'),
  adGroupStatus: above('AD_GROUP', 'status'),
  status: own('status'),
  creationTimestamp: ({ activity, own: { created } }) => (activity as Cells | undefined)?.created ?? created,
  lastModifiedTimestamp: ({ activity, own: { lastModified } }) =>
    (activity as Cells | undefined)?.lastModified ?? lastModified,
  engineStatus: own('engineStatus'),
  dfaNetworkTimeZone: above('ADVERTISER', 'timeZone'),
  advertiserCurrencyCode: above('ADVERTISER', 'currencyCode'),
  accountCurrencyCode: above('ACCOUNT', 'currencyCode'),
  accountTimeZone: above('ACCOUNT', 'timeZone'),
  floodlightConfigurationId: ({ line }) => line.ADVERTISER?.attributes?.floodlightConfigurationId,
  floodlightGroup: ({ activity }) => activity?.groupName,
  floodlightGroupId: ({ activity }) => activity?.groupId,
  floodlightGroupTag: ({ activity }) => activity?.groupTag,
  floodlightActivity: ({ activity }) => activity?.activityName,
  floodlightActivityId: ({ activity }) => activity?.activityId,
  floodlightActivityTag: ({ activity }) => activity?.activityTag,
  floodlightGroupConversionType: ({ activity }) => activity?.conversionType,
  isUnattributedAd: () => false,
};

/** Of what the row itself is: its id, its name and its id in the engine. */
const SELF: Readonly<Record<string, readonly [id: string, name?: string | undefined, engineId?: string]>> = {
  campaign: ['campaignId', 'campaign', 'campaignEngineId'],
  adGroup: ['adGroupId', 'adGroup', 'adGroupEngineId'],
  keyword: ['keywordId', undefined, 'keywordEngineId'],
  ad: ['adId', 'ad', 'adEngineId'],
  productGroup: ['productGroupId', 'productGroup'],
  productTarget: ['productTargetId', undefined, 'productTargetEngineId'],
  bidStrategy: ['bidStrategyId', 'bidStrategy'],
  campaignTarget: ['campaignTargetId'],
  adGroupTarget: ['adGroupTargetId'],
  negativeCampaignKeyword: ['negativeCampaignKeywordId', 'negativeCampaignKeywordText'],
  negativeAdGroupKeyword: ['negativeAdGroupKeywordId', 'negativeAdGroupKeywordText'],
  negativeCampaignTarget: ['negativeCampaignTargetId'],
  negativeAdGroupTarget: ['negativeAdGroupTargetId'],
};

const EVENT: Readonly<Record<string, Read>> = {
  ...LINEAGE,
  ...Object.fromEntries(
    [
      'keywordId',
      'adId',
      'productGroupId',
      'inventoryAccountId',
      'productId',
      'productCountry',
      'productLanguage',
      'productStoreId',
      'productChannel',
    ].map((name) => [name, own(name)]),
  ),
  deviceSegment: own('device'),
  keywordText: ({ keyword }) => keyword?.attributes?.keywordText,
  keywordMatchType: ({ keyword }) => keyword?.attributes?.keywordMatchType,
  ad: ({ ad }) => ad?.name,
  isUnattributedAd: ({ ad }) => ad === undefined,
};

const CONVERSION: Readonly<Record<string, Read>> = {
  ...EVENT,
  conversionId: ({ conversion }) => conversion?.dsConversionId,
  advertiserConversionId: ({ conversion }) => conversion?.conversionId,
  conversionType: ({ conversion }) => conversion?.type,
  conversionRevenue: ({ conversion, revenueRate = NaN }) =>
    conversion?.details.revenueMicros && (Number(conversion.details.revenueMicros) / 1e6) * revenueRate,
  conversionQuantity: ({ conversion }) => Number(conversion?.details.quantityMillis ?? 1_000) / 1_000,
  conversionDate: ({ conversion }) => conversion?.day,
  conversionTimestamp: ({ conversion }) => moment(conversion?.timestampMs),
  conversionLastModifiedTimestamp: ({ conversion }) => moment(conversion?.modifiedMs),
  conversionAttributionType: ({ conversion }) => (conversion?.visitMs === undefined ? 'Keyword' : 'Visit'),
  conversionVisitTimestamp: ({ conversion }) => moment(conversion?.visitMs),
  conversionVisitExternalClickId: own('clickId'),
  conversionVisitId: own('clickId'),
  floodlightOriginalRevenue: ({ conversion }) =>
    conversion?.details.revenueMicros && Number(conversion.details.revenueMicros) / 1e6,
  floodlightOrderId: own('floodlightOrderId'),
  conversionSearchTerm: ({ conversion, visit }) => conversion?.tag?.searchTerm ?? visit?.searchQuery,
  floodlightEventRequestString: ({ conversion }) => conversion?.tag?.eventRequestString,
  floodlightReferrer: ({ conversion }) => conversion?.tag?.referrer,
};

const VISIT: Readonly<Record<string, Read>> = {
  ...EVENT,
  visitId: own('clickId'),
  visitExternalClickId: own('clickId'),
  visitDate: ({ visit }) => visit?.day,
  visitTimestamp: ({ visit }) => moment(visit?.timestampMs),
  visitSearchQuery: own('searchQuery'),
  visitNetworkType: own('network'),
  visitReferrer: own('referrer'),
};

/** Columns that nothing imported can fill, although entities of this world have attributes of that name. */
const EMPTY: Readonly<Record<string, readonly string[]>> = { adGroupTarget: ['campaignTargetId'] };

function readerOf(type: string): Readonly<Record<string, Read>> {
  if (type === 'conversion') return CONVERSION;
  if (type === 'visit') return VISIT;
  const [id, name, engineId] = SELF[type] ?? [];
  return {
    ...LINEAGE,
    ...(id && { [id]: own('legacyId') }),
    ...(name && { [name]: own('name') }),
    ...(engineId && { [engineId]: own('engineId') }),
    ...Object.fromEntries((EMPTY[type] ?? []).map((empty) => [empty, () => undefined])),
  };
}

/** What has no rule above is an attribute of the row under the column's own name; amounts are exchanged. */
export function attributesOf(type: string, row: Described, columns: readonly string[]): Cells {
  const readers = readerOf(type);
  const known = REPORT_TYPES.get(type)?.columns;
  return Object.fromEntries(
    columns.map((name) => {
      const read = readers[name];
      if (read !== undefined) return [name, read(row)];
      const value = row.settings[name] ?? (name.endsWith('Labels') ? row.settings.labels : undefined);
      return [name, known?.get(name)?.type === 'Money' && typeof value === 'number' ? value * row.rate : value];
    }),
  );
}
