/** Rows of imported files as the values that look-ups keep. */
import type { Activity, CustomVariable } from '#lib/ads/model/advertiser';
import type { Entity, NewPath, TreeLevel } from '#lib/ads/model/entity';
import { subjectOf, type Grant, type Role } from '#lib/ads/model/grant';
import type { SavedColumn } from '#lib/ads/model/saved-column';
import type { Visit } from '#lib/ads/model/visit';
import { parseExactly } from '#lib/api/text/exact-json';

export type Row = Readonly<Record<string, unknown>>;

export const idOf = (row: Row, column: string): string | undefined =>
  row[column] === null || row[column] === undefined ? undefined : String(row[column]);
export const textOf = (row: Row, column: string): string => String(row[column] ?? '');
/** Without its members that are null: programs write them for what is absent. */
const withoutNulls = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(withoutNulls);
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) => (inner === null ? [] : [[name, withoutNulls(inner)]])),
  );
};
/** Absent also when it was left empty. */
export const jsonOf = <T>(row: Row, column: string): T | undefined => {
  const text = idOf(row, column);
  return text === undefined ? undefined : (withoutNulls(parseExactly(text)) as T);
};

export const present = <T extends object>(value: T): T =>
  Object.fromEntries(Object.entries(value).filter(([, inner]) => inner !== undefined)) as T;

const LOWEST: Readonly<Partial<Record<TreeLevel, 'criterionId' | 'adId'>>> = {
  KEYWORD: 'criterionId',
  PRODUCT_GROUP: 'criterionId',
  TARGET: 'criterionId',
  AD: 'adId',
};

function modernOf(row: Row, level: TreeLevel): NewPath | undefined {
  const customerId = idOf(row, 'customerId');
  if (customerId === undefined || level === 'AGENCY') return undefined;
  if (level === 'ADVERTISER' || level === 'ACCOUNT') return { customerId };
  const [campaignId, adGroupId, newId] = [idOf(row, 'newCampaignId'), idOf(row, 'newAdGroupId'), idOf(row, 'newId')];
  if (campaignId === undefined || newId === undefined || (level !== 'CAMPAIGN' && adGroupId === undefined))
    return undefined;
  const lowest = LOWEST[level];
  return present({ customerId, campaignId, adGroupId, ...(lowest !== undefined && { [lowest]: newId }) });
}

/** A row of table `placed`. */
export function entityOf(row: Row): Entity {
  const level = textOf(row, 'level') as TreeLevel;
  const lowest = LOWEST[level];
  const modern = modernOf(row, level);
  return {
    level,
    legacy: present({
      agencyId: textOf(row, 'agencyId'),
      advertiserId: idOf(row, 'advertiserId'),
      engineAccountId: idOf(row, 'accountId'),
      campaignId: idOf(row, 'campaignId'),
      adGroupId: idOf(row, 'adGroupId'),
      ...(lowest !== undefined && { [lowest]: textOf(row, 'legacyId') }),
    }),
    ...(modern !== undefined && { modern }),
    name: textOf(row, 'name'),
    status: textOf(row, 'status'),
    networkTimeZone: textOf(row, 'networkTimeZone'),
  };
}

export const visitOf = (row: Row): Visit =>
  present({
    clickId: textOf(row, 'clickId'),
    timestampMs: Number(row['timestampMs']),
    device: idOf(row, 'device'),
    legacy: present({
      agencyId: textOf(row, 'agencyId'),
      advertiserId: textOf(row, 'advertiserId'),
      engineAccountId: textOf(row, 'accountId'),
      campaignId: textOf(row, 'campaignId'),
      adGroupId: idOf(row, 'adGroupId'),
      criterionId: idOf(row, 'keywordId'),
      adId: idOf(row, 'adId'),
    }),
  });

export const activityOfRow = (row: Row): Activity => ({
  advertiserId: textOf(row, 'advertiserId'),
  activityId: textOf(row, 'activityId'),
  activityName: textOf(row, 'activityName'),
  conversionType: row['conversionType'] === 'ACTION' ? 'ACTION' : 'TRANSACTION',
  groupId: textOf(row, 'groupId'),
  groupName: textOf(row, 'groupName'),
});

export const variableOf = (row: Row): CustomVariable => ({
  advertiserId: textOf(row, 'advertiserId'),
  name: textOf(row, 'name'),
  use: row['use'] === 'METRIC' ? 'METRIC' : 'DIMENSION',
});

export const savedColumnOf = (row: Row): SavedColumn => ({
  advertiserId: textOf(row, 'advertiserId'),
  name: textOf(row, 'name'),
  type: textOf(row, 'type') as SavedColumn['type'],
  definition: jsonOf<Record<string, unknown>>(row, 'definition') ?? {},
});

/** Whoever is given no role may read. */
export const grantOf = (row: Row): Grant =>
  present({
    subject: subjectOf(textOf(row, 'subject')),
    agencyId: textOf(row, 'agencyId'),
    advertiserId: idOf(row, 'advertiserId'),
    role: (idOf(row, 'role') ?? 'READ') as Role,
  });
