/** Up to when all conversions of an activity have been uploaded: a heartbeat of the uploader. */
import { activityOf } from '#lib/ads/attribution/advertiser-setup';
import { readEntry } from '#lib/ads/batch/batch';
import type { AdvertiserSetup } from '#lib/ads/model/advertiser';
import type { AvailabilityMark } from '#lib/ads/model/availability-mark';
import { customerDigits, type Entity } from '#lib/ads/model/entity';
import { Fault, missingField, wrongValue } from '#lib/ads/model/fault';
import { requireWritable, type Grant } from '#lib/ads/model/grant';
import type { EntityRef } from '#lib/ads/model/visit';
import { AvailabilityResource } from '#lib/ads/resources/availability';
import type { Static } from '#lib/api/schema';

export type AvailabilityFields = Static<typeof AvailabilityResource>;
const DAY_MS = 86_400_000;

function timestampOf({ availabilityTimestamp }: AvailabilityFields, nowMs: number): number {
  if (availabilityTimestamp === undefined) throw missingField('availabilityTimestamp');
  const timestampMs = Number(availabilityTimestamp);
  if (timestampMs < 0 || timestampMs > nowMs + DAY_MS) {
    throw wrongValue('availabilityTimestamp', availabilityTimestamp, 'milliseconds since 1970, at most a day ahead');
  }
  return timestampMs;
}

/** An entry of the request, as far as it can be judged alone. */
export function readAvailability(entry: unknown, nowMs: number): AvailabilityFields {
  const fields = readEntry(AvailabilityResource, entry);
  const { segmentationType = 'FLOODLIGHT' } = fields;
  if (segmentationType !== 'FLOODLIGHT') throw wrongValue('segmentationType', segmentationType, 'FLOODLIGHT');
  if (fields.customerId === undefined && fields.agencyId === undefined) throw missingField('agencyId');
  if (fields.customerId === undefined && fields.advertiserId === undefined) throw missingField('advertiserId');
  if (fields.segmentationId === undefined && fields.segmentationName === undefined)
    throw missingField('segmentationId or segmentationName');
  timestampOf(fields, nowMs);
  return { ...fields, segmentationType };
}

export const advertiserRef = ({ customerId, advertiserId = '' }: AvailabilityFields): EntityRef =>
  customerId === undefined
    ? { space: 'legacy', kind: 'ADVERTISER', id: advertiserId }
    : { space: 'new', kind: 'ADVERTISER', customerId: customerDigits(customerId) };

/** The advertiser an entry speaks of, when the caller may write to it. */
export function requireAdvertiser(
  fields: AvailabilityFields,
  advertiser: Entity | undefined,
  grants: readonly Grant[],
): string {
  if (fields.customerId === undefined)
    requireWritable(grants, { agencyId: fields.agencyId ?? '', advertiserId: fields.advertiserId });
  if (advertiser?.legacy.advertiserId === undefined)
    throw new Fault(`Advertiser '${fields.customerId ?? fields.advertiserId ?? ''}' is not found`);
  const { agencyId, advertiserId } = advertiser.legacy;
  requireWritable(grants, { agencyId, advertiserId });
  for (const [field, actual] of [
    ['agencyId', agencyId],
    ['advertiserId', advertiserId],
  ] as const) {
    if (fields[field] !== undefined && fields[field] !== actual)
      throw new Fault(`Field '${field}' does not lead to advertiser ID '${advertiserId}'`);
  }
  return advertiserId;
}

export interface Marked {
  readonly mark: AvailabilityMark;
  /** The entry with id and name of its activity. */
  readonly answer: AvailabilityFields;
}

export function markOf(
  fields: AvailabilityFields,
  advertiserId: string,
  setup: AdvertiserSetup,
  nowMs: number,
): Marked {
  const { activityId, activityName } = activityOf(setup, fields);
  return {
    mark: { advertiserId, activityId, timestampMs: timestampOf(fields, nowMs), markedMs: nowMs },
    answer: { ...fields, segmentationId: activityId, segmentationName: activityName },
  };
}
