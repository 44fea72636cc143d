/** Conversions as rows of the relation `conversions`. */
import type { Conversion } from '#lib/ads/model/conversion';
import { dayInZone } from './calendar-days.ts';

export type RelationType = 'BIGINT' | 'DOUBLE' | 'BOOLEAN' | 'VARCHAR' | 'DATE' | 'BIGINT[]' | 'VARCHAR[]' | 'DOUBLE[]';

/** What was bought, line by line: `lines` counts from 1, the others have the values of each. */
export const LINE_COLUMNS: Readonly<Record<string, RelationType>> = {
  lines: 'BIGINT[]',
  lineProductIds: 'VARCHAR[]',
  lineCountries: 'VARCHAR[]',
  lineLanguages: 'VARCHAR[]',
  lineQuantities: 'DOUBLE[]',
  lineRevenues: 'DOUBLE[]',
};

/** In the order of the relation. */
export const CONVERSION_COLUMNS: Readonly<Record<string, RelationType>> = {
  agencyId: 'BIGINT',
  advertiserId: 'BIGINT',
  accountId: 'BIGINT',
  campaignId: 'BIGINT',
  adGroupId: 'BIGINT',
  keywordId: 'BIGINT',
  adId: 'BIGINT',
  productGroupId: 'BIGINT',
  inventoryAccountId: 'BIGINT',
  dsConversionId: 'BIGINT',
  conversionId: 'VARCHAR',
  type: 'VARCHAR',
  state: 'VARCHAR',
  status: 'VARCHAR',
  timestampMs: 'BIGINT',
  modifiedMs: 'BIGINT',
  day: 'DATE',
  occurredAt: 'VARCHAR',
  modifiedAt: 'VARCHAR',
  visitAt: 'VARCHAR',
  attributionType: 'VARCHAR',
  clickId: 'VARCHAR',
  orderId: 'VARCHAR',
  device: 'VARCHAR',
  activityId: 'BIGINT',
  quantityMillis: 'BIGINT',
  revenueMicros: 'BIGINT',
  currencyCode: 'VARCHAR',
  isCrossEnv: 'BOOLEAN',
  productId: 'VARCHAR',
  productCountry: 'VARCHAR',
  productLanguage: 'VARCHAR',
  productStoreId: 'VARCHAR',
  productChannel: 'VARCHAR',
  searchTerm: 'VARCHAR',
  eventRequestString: 'VARCHAR',
  referrer: 'VARCHAR',
  metrics: 'DOUBLE[]',
  dimensions: 'VARCHAR[]',
  ...LINE_COLUMNS,
};

export type ConversionRow = Readonly<Record<string, unknown>>;

export interface RowForm {
  /** Zone of the advertiser's network. */
  readonly timeZone: string;
  /** Names of the custom values that the report looks at, in order. */
  readonly customMetrics: readonly string[];
  readonly customDimensions: readonly string[];
}

const DEVICES: Readonly<Record<string, string>> = {
  DESKTOP: 'Desktop',
  MOBILE: 'Mobile',
  TABLET: 'Tablet',
  OTHER: 'Other',
};
const iso = (ms: number | undefined): string | null => (ms === undefined ? null : new Date(ms).toISOString());

const MILLIS = 1_000;
const MICROS = 1_000_000;

/** Null where nothing has the name: such a conversion is not one of zero. */
const sumOf = (metrics: Conversion['details']['customMetric'] = []): number | null =>
  metrics.length === 0 ? null : metrics.reduce((sum, { value = 0 }) => sum + value, 0);

/** A line without a country or a language has those of the product that was advertised. */
function linesOf({ tag, details }: Conversion): ConversionRow {
  const lines = tag?.lineItems;
  if (lines === undefined) return {};
  return {
    lines: lines.map((_, index) => index + 1),
    lineProductIds: lines.map(({ productId }) => productId),
    lineCountries: lines.map(({ productCountry }) => productCountry ?? details.productCountry ?? null),
    lineLanguages: lines.map(({ productLanguage }) => productLanguage ?? details.productLanguage ?? null),
    lineQuantities: lines.map(({ quantityMillis }) =>
      quantityMillis === undefined ? 1 : Number(quantityMillis) / MILLIS,
    ),
    lineRevenues: lines.map(({ revenueMicros }) => Number(revenueMicros ?? 0) / MICROS),
  };
}

export function conversionRow(
  conversion: Conversion,
  { timeZone, customMetrics, customDimensions }: RowForm,
): ConversionRow {
  const { legacy, details, timestampMs, modifiedMs, visitMs } = conversion;
  return {
    agencyId: legacy.agencyId,
    advertiserId: conversion.advertiserId,
    accountId: legacy.engineAccountId,
    campaignId: legacy.campaignId,
    adGroupId: legacy.adGroupId,
    keywordId: legacy.criterionId,
    adId: legacy.adId,
    // Product groups share the space of criterion ids.
    productGroupId: details.productGroupId ?? legacy.criterionId,
    inventoryAccountId: details.inventoryAccountId,
    dsConversionId: conversion.dsConversionId,
    conversionId: conversion.conversionId,
    type: conversion.type,
    state: conversion.state,
    status: conversion.state === 'ACTIVE' ? 'Active' : 'Removed',
    timestampMs,
    modifiedMs,
    day: dayInZone(timestampMs, timeZone),
    occurredAt: iso(timestampMs),
    modifiedAt: iso(modifiedMs),
    visitAt: iso(visitMs),
    attributionType: visitMs === undefined ? 'Keyword' : 'Visit',
    clickId: details.clickId,
    orderId: details.floodlightOrderId,
    device: DEVICES[details.deviceType ?? ''] ?? conversion.device,
    activityId: details.segmentationId,
    quantityMillis: details.quantityMillis,
    revenueMicros: details.revenueMicros,
    currencyCode: details.currencyCode,
    isCrossEnv: conversion.tag?.isCrossEnv ?? false,
    productId: details.productId,
    productCountry: details.productCountry,
    productLanguage: details.productLanguage,
    productStoreId: details.storeId,
    productChannel: details.channel,
    searchTerm: conversion.tag?.searchTerm,
    eventRequestString: conversion.tag?.eventRequestString,
    referrer: conversion.tag?.referrer,
    ...linesOf(conversion),
    metrics: customMetrics.map((name) => sumOf(details.customMetric?.filter((metric) => metric.name === name))),
    dimensions: customDimensions.map(
      (name) => details.customDimension?.find((dimension) => dimension.name === name)?.value || null,
    ),
  };
}

/** Many lines at once: a write for each would take as long as making it. */
const PIECE_LENGTH = 64 * 1024;

/** A file of rows: a line of JSON for each. */
export async function* conversionLines(rows: AsyncIterable<ConversionRow>): AsyncGenerator<Uint8Array> {
  let text = '';
  for await (const row of rows) {
    text += `${JSON.stringify(row)}\n`;
    if (text.length < PIECE_LENGTH) continue;
    yield Buffer.from(text);
    text = '';
  }
  if (text !== '') yield Buffer.from(text);
}
