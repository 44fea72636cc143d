/** Entities name their parents only; these statements find the whole line, in whatever order files arrived. */

const PARENTS = [
  ['ADVERTISER', 'AGENCY'],
  ['ACCOUNT', 'ADVERTISER'],
  ['BID_STRATEGY', 'ADVERTISER'],
  ['CAMPAIGN', 'ACCOUNT'],
  ['AD_GROUP', 'CAMPAIGN'],
  ['KEYWORD', 'AD_GROUP'],
  ['KEYWORD', 'CAMPAIGN'],
  ['TARGET', 'AD_GROUP'],
  ['TARGET', 'CAMPAIGN'],
  ['PRODUCT_GROUP', 'AD_GROUP'],
  ['AD', 'AD_GROUP'],
] as const;

const pairs = PARENTS.map(([child, parent]) => `('${child}', '${parent}')`).join(', ');
const at = (level: string, own: string, inherited: string): string =>
  `CASE WHEN e.level = '${level}' THEN ${own} ELSE ${inherited} END`;

/** What the line adds to an entity's own columns. */
export const LINEAGE_COLUMNS = [
  'agencyId',
  'advertiserId',
  'accountId',
  'campaignId',
  'adGroupId',
  'customerId',
  'newCampaignId',
  'newAdGroupId',
  'networkTimeZone',
] as const;

/** Table `placed` out of table `merged`: entities with their line, those without one left out. */
export const PLACED_SQL = `
  CREATE OR REPLACE TEMP TABLE placed AS
  WITH RECURSIVE tree AS (
    SELECT e.level, e.legacyId, e.legacyId AS agencyId, NULL::BIGINT AS advertiserId, NULL::BIGINT AS accountId, NULL::BIGINT AS campaignId,
      NULL::BIGINT AS adGroupId, e.newCustomerId AS customerId, NULL::BIGINT AS newCampaignId, NULL::BIGINT AS newAdGroupId, 'UTC' AS networkTimeZone
    FROM merged e WHERE e.level = 'AGENCY'
    UNION ALL
    SELECT e.level, e.legacyId, t.agencyId,
      ${at('ADVERTISER', 'e.legacyId', 't.advertiserId')},
      ${at('ACCOUNT', 'e.legacyId', 't.accountId')},
      ${at('CAMPAIGN', 'e.legacyId', 't.campaignId')},
      ${at('AD_GROUP', 'e.legacyId', 't.adGroupId')},
      CASE WHEN e.level IN ('ADVERTISER', 'ACCOUNT', 'BID_STRATEGY') THEN e.newCustomerId ELSE t.customerId END,
      ${at('CAMPAIGN', 'e.newId', 't.newCampaignId')},
      ${at('AD_GROUP', 'e.newId', 't.newAdGroupId')},
      ${at('ADVERTISER', "coalesce(e.timeZone, 'UTC')", 't.networkTimeZone')}
    FROM merged e JOIN tree t ON e.parentLegacyId = t.legacyId AND (e.level, t.level) IN (${pairs})
  )
  SELECT e.*, ${LINEAGE_COLUMNS.map((column) => `t.${column}`).join(', ')} FROM merged e JOIN tree t USING (level, legacyId)`;

/** What look-ups know about an entity; bid strategies are for reports only. */
export const LOOKUP_COLUMNS = ['level', 'legacyId', 'newId', 'name', 'status', ...LINEAGE_COLUMNS] as const;

const idObject = (...ids: readonly (readonly [key: string, column: string])[]): string =>
  `json_object(${ids.map(([key, column]) => `'${key}', ${column}::VARCHAR`).join(', ')})`;

const TOP = [
  ['agencyId', 'agencyId'],
  ['advertiserId', 'advertiserId'],
] as const;
const CAMPAIGN = [...TOP, ['engineAccountId', 'accountId'], ['campaignId', 'campaignId']] as const;
const GROUP = [...CAMPAIGN, ['adGroupId', 'adGroupId']] as const;
const NEW_CAMPAIGN = [
  ['customerId', 'customerId'],
  ['campaignId', 'newCampaignId'],
] as const;
const NEW_GROUP = [...NEW_CAMPAIGN, ['adGroupId', 'newAdGroupId']] as const;

interface Mapping {
  readonly type: string;
  readonly level: string;
  readonly legacy: string;
  readonly modern: string;
}

const MAPPINGS: readonly Mapping[] = [
  { type: 'CUSTOMER', level: 'ADVERTISER', legacy: idObject(...TOP), modern: idObject(['customerId', 'customerId']) },
  {
    type: 'CUSTOMER',
    level: 'ACCOUNT',
    legacy: idObject(...TOP, ['engineAccountId', 'accountId']),
    modern: idObject(['customerId', 'customerId']),
  },
  { type: 'CAMPAIGN', level: 'CAMPAIGN', legacy: idObject(...CAMPAIGN), modern: idObject(...NEW_CAMPAIGN) },
  { type: 'AD_GROUP', level: 'AD_GROUP', legacy: idObject(...GROUP), modern: idObject(...NEW_GROUP) },
  {
    type: 'CRITERION',
    level: 'KEYWORD',
    legacy: idObject(...GROUP, ['keywordId', 'legacyId']),
    modern: idObject(...NEW_GROUP, ['criterionId', 'newId']),
  },
  {
    type: 'CRITERION',
    level: 'TARGET',
    legacy: idObject(...GROUP, ['adGroupTargetId', 'legacyId']),
    modern: idObject(...NEW_GROUP, ['criterionId', 'newId']),
  },
  {
    type: 'CRITERION',
    level: 'PRODUCT_GROUP',
    legacy: idObject(...GROUP, ['productGroupId', 'legacyId']),
    modern: idObject(...NEW_GROUP, ['criterionId', 'newId']),
  },
  {
    type: 'AD_GROUP_AD',
    level: 'AD',
    legacy: idObject(...GROUP, ['adId', 'legacyId']),
    modern: idObject(...NEW_GROUP, ['adId', 'newId']),
  },
];

/** An entity is mapped when every level of its line is known in both spaces. */
const IN_BOTH_SPACES = `customerId IS NOT NULL
  AND (level IN ('ADVERTISER', 'ACCOUNT') OR (newId IS NOT NULL AND newCampaignId IS NOT NULL AND (level = 'CAMPAIGN' OR newAdGroupId IS NOT NULL)))`;

const choose = (value: (mapping: Mapping) => string): string =>
  `CASE level ${MAPPINGS.map((mapping) => `WHEN '${mapping.level}' THEN ${value(mapping)}`).join(' ')} END`;
const TYPES = [...new Set(MAPPINGS.map(({ type }) => type))];

export const ID_MAPPING_HEADER = 'Entity Type,Legacy IDs,New IDs';

/** The table of old and new ids of one advertiser. */
export const idMappingSql = (advertiserId: string): string => `
  SELECT ${choose(({ type }) => `'${type}'`)} AS "Entity Type", ${choose(({ legacy }) => legacy)}::VARCHAR AS "Legacy IDs", ${choose(({ modern }) => modern)}::VARCHAR AS "New IDs"
  FROM placed
  WHERE advertiserId = ${advertiserId} AND level IN (${MAPPINGS.map(({ level }) => `'${level}'`).join(', ')}) AND ${IN_BOTH_SPACES}
  ORDER BY list_position([${TYPES.map((type) => `'${type}'`).join(', ')}], "Entity Type"), accountId NULLS FIRST, campaignId, adGroupId, legacyId`;
