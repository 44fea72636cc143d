/** What an advertiser has set up: Floodlight activities and the custom variables that conversions may carry. */
import { findDistinct } from '#lib/ads/batch/find-distinct';
import type { AdvertiserSetup, Activity, VariableUse } from '#lib/ads/model/advertiser';
import type { ConversionFields } from '#lib/ads/model/conversion';
import { activityNotFound, dimensionNotFound, metricNotFound } from '#lib/ads/model/fault';
import type { AdsStores } from '#lib/ads/stores/all';

export const EMPTY_SETUP: AdvertiserSetup = { activities: [], variables: [] };

export const setupsOf = (advertiserIds: readonly string[], { advertisers }: Pick<AdsStores, 'advertisers'>) =>
  findDistinct(advertiserIds, (distinct) =>
    Promise.all(distinct.map((advertiserId) => advertisers.setup(advertiserId))),
  );

type Segmentation = Pick<ConversionFields, 'segmentationId' | 'segmentationName'>;

/** The activity that an upload means, by id or by exact name; both must mean the same. */
export function activityOf(
  { activities }: AdvertiserSetup,
  { segmentationId, segmentationName }: Segmentation,
): Activity {
  if (segmentationId !== undefined) {
    const byId = activities.find(({ activityId }) => activityId === segmentationId);
    if (byId === undefined) throw activityNotFound('ID', segmentationId);
    if (segmentationName !== undefined && byId.activityName !== segmentationName)
      throw activityNotFound('name', segmentationName);
    return byId;
  }
  const byName = activities.find(({ activityName }) => activityName === segmentationName);
  if (byName === undefined) throw activityNotFound('name', segmentationName ?? '');
  return byName;
}

export function checkVariables(
  { variables }: AdvertiserSetup,
  { customMetric = [], customDimension = [] }: ConversionFields,
): void {
  const isSetUp = (name: string, use: VariableUse): boolean =>
    variables.some((variable) => variable.use === use && variable.name === name);
  for (const { name = '' } of customDimension) if (!isSetUp(name, 'DIMENSION')) throw dimensionNotFound(name);
  for (const { name = '' } of customMetric) if (!isSetUp(name, 'METRIC')) throw metricNotFound(name);
}
