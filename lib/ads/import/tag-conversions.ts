/** Conversions that tags recorded, as a file tells them, put among the uploaded ones. */
import { hash } from 'node:crypto';
import { EMPTY_SETUP, setupsOf } from '#lib/ads/attribution/advertiser-setup';
import { modernPathOf, refsOfPath } from '#lib/ads/attribution/attribution';
import { findDistinct } from '#lib/ads/batch/find-distinct';
import type { AdvertiserSetup } from '#lib/ads/model/advertiser';
import {
  deviceOf,
  newDsConversionId,
  type Conversion,
  type ConversionDetails,
  type LineItem,
} from '#lib/ads/model/conversion';
import type { LegacyPath, NewPath } from '#lib/ads/model/entity';
import type { Visit } from '#lib/ads/model/visit';
import type { AdsStores } from '#lib/ads/stores/all';
import { sortedJson } from '#lib/api/text/sorted-json';
import { idOf, jsonOf, present, textOf, type Row } from './rows.ts';

type AdvertiserPath = LegacyPath & { readonly advertiserId: string };

const hashOf = (...parts: readonly unknown[]): string => hash('sha256', sortedJson(parts));

/** A line without an id of the service is known by what cannot change about it. */
function dsIdOf(row: Row, timestampMs: number): string {
  const digest = hashOf(
    row['advertiserId'],
    row['conversionId'],
    row['floodlightOrderId'],
    row['clickId'],
    row['segmentationId'],
    timestampMs,
  );
  return (
    idOf(row, 'dsConversionId') ?? newDsConversionId(timestampMs, { hex: (characters) => digest.slice(0, characters) })
  );
}

/** The ids of the line; a click that is known fills in the others. */
function pathOf(row: Row, visit: Visit | undefined): AdvertiserPath {
  const own = present({
    agencyId: textOf(row, 'agencyId'),
    advertiserId: textOf(row, 'advertiserId'),
    engineAccountId: idOf(row, 'engineAccountId'),
    campaignId: idOf(row, 'campaignId'),
    adGroupId: idOf(row, 'adGroupId'),
    criterionId: idOf(row, 'criterionId'),
    adId: idOf(row, 'adId'),
  });
  return visit?.legacy.advertiserId === own.advertiserId ? { ...visit.legacy, ...own } : own;
}

const DETAILS = [
  'clickId',
  'segmentationId',
  'segmentationName',
  'revenueMicros',
  'currencyCode',
  'quantityMillis',
  'countMillis',
  'attributionModel',
  'floodlightOrderId',
  'deviceType',
  'productGroupId',
  'inventoryAccountId',
  'productId',
  'productCountry',
  'productLanguage',
  'channel',
  'storeId',
  'adUserDataConsent',
] as const;

const detailsOf = (row: Row, activityName: string | undefined): ConversionDetails =>
  present({
    segmentationType: 'FLOODLIGHT',
    ...(activityName !== undefined && { segmentationName: activityName }),
    ...present(Object.fromEntries(DETAILS.map((name) => [name, idOf(row, name)]))),
    customMetric: jsonOf<ConversionDetails['customMetric']>(row, 'customMetric'),
    customDimension: jsonOf<ConversionDetails['customDimension']>(row, 'customDimension'),
  });

/** Of a product only what reports look at. */
const lineItemsOf = (row: Row): LineItem[] | undefined =>
  jsonOf<Row[]>(row, 'lineItems')?.map((line) =>
    present({
      productId: textOf(line, 'productId'),
      productCountry: idOf(line, 'productCountry'),
      productLanguage: idOf(line, 'productLanguage'),
      quantityMillis: idOf(line, 'quantityMillis'),
      revenueMicros: idOf(line, 'revenueMicros'),
    }),
  );

interface Known {
  readonly visit: Visit | undefined;
  readonly legacy: AdvertiserPath;
  readonly modern: NewPath | undefined;
  readonly setup: AdvertiserSetup;
  readonly nowMs: number;
}

/** A line names its activity by id; one that was not imported yet leaves the name open, and is taken for an action. */
export function tagConversion(row: Row, { visit, legacy, modern, setup, nowMs }: Known): Conversion {
  const timestampMs = Number(row['conversionTimestamp']);
  const dsConversionId = dsIdOf(row, timestampMs);
  const activity = setup.activities.find(({ activityId }) => activityId === idOf(row, 'segmentationId'));
  return present({
    advertiserId: legacy.advertiserId,
    conversionId: idOf(row, 'conversionId') ?? idOf(row, 'floodlightOrderId') ?? dsConversionId,
    timestampMs,
    dsConversionId,
    modifiedMs: nowMs,
    type: (idOf(row, 'type') ?? activity?.conversionType) === 'TRANSACTION' ? 'TRANSACTION' : 'ACTION',
    state: idOf(row, 'state') === 'REMOVED' ? 'REMOVED' : 'ACTIVE',
    legacy,
    modern,
    device: deviceOf(idOf(row, 'deviceType')) ?? visit?.device,
    visitMs: visit?.timestampMs,
    details: detailsOf(row, activity?.activityName),
    tag: present({
      isCrossEnv: row['crossEnv'] === true,
      lineItems: lineItemsOf(row),
      searchTerm: idOf(row, 'searchTerm'),
      eventRequestString: idOf(row, 'eventRequestString'),
      referrer: idOf(row, 'referrer'),
      fingerprint: hashOf(row, legacy, activity?.activityName).slice(0, 32),
    }),
  });
}

/**
 * New lines are added and lines that say something else replace what they restate. What a client changed since stays
 * until a file says something else, and what was uploaded under the same id and time is never touched.
 */
export async function keepTagConversions(stores: AdsStores, rows: readonly Row[], nowMs: number): Promise<void> {
  const [visitOf, setupOf] = await Promise.all([
    findDistinct(
      rows.flatMap((row) => idOf(row, 'clickId') ?? []),
      (clickIds) => stores.visits.findAll(clickIds),
    ),
    setupsOf(
      rows.map((row) => textOf(row, 'advertiserId')),
      stores,
    ),
  ]);
  const placed = rows.map((row) => {
    const visit = visitOf(textOf(row, 'clickId'));
    return { row, visit, legacy: pathOf(row, visit) };
  });
  const entityOf = await findDistinct(
    placed.flatMap(({ legacy }) => refsOfPath(legacy)),
    (refs) => stores.entities.findAll(refs),
  );
  const told = placed.map(({ row, visit, legacy }) =>
    tagConversion(row, {
      visit,
      legacy,
      modern: modernPathOf(legacy, entityOf),
      setup: setupOf(legacy.advertiserId) ?? EMPTY_SETUP,
      nowMs,
    }),
  );
  const stored = await stores.conversions.findAll(told);
  await stores.conversions.addAll(told.filter((_, index) => stored[index] === undefined));
  await stores.conversions.replaceAll(
    told.flatMap((next, index) => {
      const read = stored[index];
      const isRestated = read?.tag !== undefined && read.tag.fingerprint !== next.tag?.fingerprint;
      return isRestated
        ? [
            {
              read,
              next: { ...next, dsConversionId: read.dsConversionId, modifiedMs: Math.max(nowMs, read.modifiedMs + 1) },
            },
          ]
        : [];
    }),
  );
}
