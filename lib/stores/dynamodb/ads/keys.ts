/** All keys of the ads table. */
import type { ConversionKey } from '#lib/ads/model/conversion';
import type { Entity, TreeLevel } from '#lib/ads/model/entity';
import type { Grant } from '#lib/ads/model/grant';
import type { EntityRef } from '#lib/ads/model/visit';
import { fitIntoKey } from '#lib/stores/dynamodb/commands/fit-into-key';
import type { Key } from '#lib/stores/dynamodb/item';

export const SCHEMA_VERSION = 2;

export const grantPartition = (subject: string): string => `GRANT#${subject}`;
export const grantKey = ({ subject, agencyId, advertiserId }: Omit<Grant, 'role'>): Key => ({
  pk: grantPartition(subject),
  sk: `${agencyId}#${advertiserId ?? '*'}`,
});
/** Under `byAlternate`: all grants together. */
export const GRANTS = 'GRANTS';

/** Keywords, product groups and targets share the space of criterion ids. */
const KINDS: Readonly<Record<TreeLevel, string>> = {
  AGENCY: 'AGENCY',
  ADVERTISER: 'ADVERTISER',
  ACCOUNT: 'ACCOUNT',
  CAMPAIGN: 'CAMPAIGN',
  AD_GROUP: 'AD_GROUP',
  KEYWORD: 'CRITERION',
  PRODUCT_GROUP: 'CRITERION',
  TARGET: 'CRITERION',
  AD: 'AD',
};

const legacyEntityKey = (kind: string, id: string): Key => ({ pk: `ENTITY#${kind}#${id}`, sk: 'ENTITY' });
const customerPartition = (customerId: string): string => `CUSTOMER#${fitIntoKey(customerId)}`;
/** Ids at the bottom are unique in their ad group only. */
const newEntityKey = (customerId: string, kind: string, ...ids: readonly string[]): Key => ({
  pk: customerPartition(customerId),
  sk: [kind, ...ids].join('#'),
});

export function refKey(ref: EntityRef): Key {
  if (ref.space === 'legacy') return legacyEntityKey(ref.kind, ref.id);
  if ('adGroupId' in ref) return newEntityKey(ref.customerId, ref.kind, ref.adGroupId, ref.id);
  return 'id' in ref ? newEntityKey(ref.customerId, ref.kind, ref.id) : newEntityKey(ref.customerId, ref.kind);
}

const lowestId = ({ level, legacy }: Entity): string => {
  const ids: Partial<Record<TreeLevel, string | undefined>> = {
    AGENCY: legacy.agencyId,
    ADVERTISER: legacy.advertiserId,
    ACCOUNT: legacy.engineAccountId,
    CAMPAIGN: legacy.campaignId,
    AD_GROUP: legacy.adGroupId,
    AD: legacy.adId,
  };
  return ids[level] ?? legacy.criterionId ?? '';
};

/** An entity is kept under its id in each space that knows it. */
export function entityKeys(entity: Entity): Key[] {
  const { level, modern } = entity;
  const kind = KINDS[level];
  const keys = [legacyEntityKey(kind, lowestId(entity))];
  if (modern === undefined) return keys;
  const { customerId, campaignId = '', adGroupId = '', criterionId, adId } = modern;
  if (level === 'ADVERTISER' || level === 'ACCOUNT') return [...keys, newEntityKey(customerId, kind)];
  if (level === 'CAMPAIGN') return [...keys, newEntityKey(customerId, kind, campaignId)];
  if (level === 'AD_GROUP') return [...keys, newEntityKey(customerId, kind, adGroupId)];
  const lowest = level === 'AD' ? adId : criterionId;
  return lowest === undefined ? keys : [...keys, newEntityKey(customerId, kind, adGroupId, lowest)];
}

export const visitKey = (clickId: string): Key => ({ pk: `VISIT#${fitIntoKey(clickId)}`, sk: 'VISIT' });

export const advertiserPartition = (advertiserId: string): string => `ADVERTISER#${advertiserId}`;
export const SETUP = { activity: 'SETUP#ACTIVITY#', variable: 'SETUP#VARIABLE#', all: 'SETUP#' } as const;
export const activityKey = (advertiserId: string, activityId: string): Key => ({
  pk: advertiserPartition(advertiserId),
  sk: `${SETUP.activity}${activityId}`,
});
export const variableKey = (advertiserId: string, use: string, name: string): Key => ({
  pk: advertiserPartition(advertiserId),
  sk: `${SETUP.variable}${use}#${name}`,
});
export const COLUMN = 'COLUMN#';
export const savedColumnKey = (advertiserId: string, name: string): Key => ({
  pk: advertiserPartition(advertiserId),
  sk: `${COLUMN}${name}`,
});
export const MARK = 'MARK#';
/** Under `byAlternate`: the marks of all advertisers together. */
export const MARKS = 'MARKS';
export const markKey = (advertiserId: string, activityId: string): Key => ({
  pk: advertiserPartition(advertiserId),
  sk: `${MARK}${activityId}`,
});
export const pastMarkKey = (advertiserId: string, activityId: string, markedMs: number): Key => ({
  pk: advertiserPartition(advertiserId),
  sk: `PASTMARK#${activityId}#${paddedMs(markedMs)}`,
});

const paddedMs = (timestampMs: number): string => String(timestampMs).padStart(15, '0');

export const conversionPartition = (advertiserId: string): string => `CONVERSIONS#${advertiserId}`;
/** One item for each id and moment of an advertiser: a conditional put is all that uniqueness needs. */
export const conversionKey = ({ advertiserId, conversionId, timestampMs }: ConversionKey): Key => ({
  pk: conversionPartition(advertiserId),
  sk: `${paddedMs(timestampMs)}#${conversionId}`,
});
/** First and last sort key of a time span; `#` sorts before every digit that could follow. */
export const conversionRange = (fromMs: number, untilMs: number): readonly [string, string] => [
  `${paddedMs(Math.max(fromMs, 0))}#`,
  paddedMs(Math.max(untilMs, 0)),
];
/** Under `byAlternate`. */
export const dsIdPartition = (dsConversionId: string): string => `DS#${dsConversionId}`;

export const bookmarkPartition = (reader: string): string => `BOOKMARK#${reader}`;
/** Padded, so that the nearest one before a row can be asked for. */
export const bookmarkKey = (reader: string, row: number): Key => ({
  pk: bookmarkPartition(reader),
  sk: String(row).padStart(12, '0'),
});

export const importLockKey: Key = { pk: 'LOCK#IMPORT', sk: 'LOCK' };

/** All schedules of reports together: there are few. */
export const SCHEDULES = 'SCHEDULES';
export const scheduleKey = (name: string): Key => ({ pk: SCHEDULES, sk: name });

export const REPORT = 'REPORT#';
export const reportKey = (id: string): Key => ({ pk: `${REPORT}${fitIntoKey(id)}`, sk: 'REPORT' });
/** Under `byAlternate`: reports that are not ended yet, by the time they were ordered. */
export const OPEN_REPORTS = 'REPORTS#OPEN';
export const openReportKey = (requestedMs: number, id: string): { readonly gpk: string; readonly gsk: string } => ({
  gpk: OPEN_REPORTS,
  gsk: `${paddedMs(requestedMs)}#${id}`,
});
/** When an owner of reports last had a turn, and counters of what was made for the owner. */
export const turnKey = (owner: string, sk = 'TURN'): Key => ({ pk: `TURN#${owner}`, sk });
