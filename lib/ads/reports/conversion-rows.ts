/** Conversions as rows of the relation `conversions`. */
import type { Conversion } from '../conversion.ts';
import { dayInZone } from './calendar-days.ts';

export type RelationType = 'BIGINT' | 'DOUBLE' | 'BOOLEAN' | 'VARCHAR' | 'DATE' | 'VARCHAR[]' | 'DOUBLE[]';

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
  metrics: 'DOUBLE[]',
  dimensions: 'VARCHAR[]',
};

export type ConversionRow = Readonly<Record<string, unknown>>;

export interface RowForm {
  /** Zone of the advertiser's network. */
  readonly timeZone: string;
  /** Names of the custom values that the report looks at, in order. */
  readonly customMetrics: readonly string[];
  readonly customDimensions: readonly string[];
}

const DEVICES: Readonly<Record<string, string>> = { DESKTOP: 'Desktop', MOBILE: 'Mobile', TABLET: 'Tablet', OTHER: 'Other' };
const iso = (ms: number | undefined): string | null => (ms === undefined ? null : new Date(ms).toISOString());

export function conversionRow(conversion: Conversion, { timeZone, customMetrics, customDimensions }: RowForm): ConversionRow {
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
    metrics: customMetrics.map((name) => details.customMetric?.find((metric) => metric.name === name)?.value ?? null),
    dimensions: customDimensions.map((name) => details.customDimension?.find((dimension) => dimension.name === name)?.value ?? null),
  };
}
