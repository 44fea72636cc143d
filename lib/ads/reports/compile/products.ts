/** Products as rows, and how conversions and visits name them. */
import { products } from '#lib/ads/import/kinds';
import { raw, sql, text, type Sql } from '#lib/ads/reports/sql/sql';
import type { NamedSql } from './factors.ts';

const COLUMNS = products.columns
  .filter(({ name }) => !['advertiserId', 'status', 'currencyCode'].includes(name))
  .map(({ name }) => `p.${name}`);

/**
 * Prices without a currency are in that of the advertiser. Rows are told apart by a number, as those of entities are by
 * their ids.
 */
const ITEMS = `SELECT ${COLUMNS.join(', ')}, p.advertiserId, COALESCE(p.status, 'Active') AS status, COALESCE(p.currencyCode, pa.currencyCode) AS currencyCode, pa.agencyId,
    CAST(NULL AS BIGINT) AS accountId, CAST(NULL AS BIGINT) AS campaignId, CAST(NULL AS BIGINT) AS adGroupId,
    ROW_NUMBER() OVER (ORDER BY p.advertiserId, p.inventoryAccountId, p.productId, p.productCountry, p.productLanguage) AS legacyId
    FROM products p JOIN entities pa ON pa.level = 'ADVERTISER' AND pa.legacyId = p.advertiserId`;

/**
 * By all of its key, and (for those who do not say whose inventory it is) without the inventory: then the first one
 * counts.
 */
const ITEM_KEYS = `SELECT advertiserId, inventoryAccountId, productId, productCountry, productLanguage, legacyId FROM items
    UNION ALL SELECT advertiserId, CAST(NULL AS BIGINT), productId, productCountry, productLanguage, MIN(legacyId) FROM items GROUP BY advertiserId, productId, productCountry, productLanguage`;

export const PRODUCT_TABLES: readonly NamedSql[] = [
  { name: 'items', query: raw(ITEMS) },
  { name: 'item_keys', query: raw(ITEM_KEYS) },
];

/** The product that `source` says was advertised. */
export const advertisedItem = (source: string, inventory: string): string =>
  `LEFT JOIN item_keys ik ON ik.advertiserId = ${source}.advertiserId AND ik.inventoryAccountId IS NOT DISTINCT FROM ${inventory}
    AND ik.productId = ${source}.productId AND ik.productCountry = ${source}.productCountry AND ik.productLanguage = ${source}.productLanguage`;

/**
 * Lines of the conversions `c`, one row each. A line leads when what was bought is what was advertised. `key` says
 * whose row a line counts for.
 */
export const linesSql = (key: string, currencyCode: string): Sql =>
  sql`SELECT ${raw(key)} AS k, c.day, c.device, c.adId, c.accountId, c.campaignId, c.adGroupId, c.dimensions, c.groupName, c.groupId, c.groupTag, c.activityName, c.activityId, c.activityTag, c.factor, c.isChanged,
    c.lineQuantities[l.line] AS quantity, c.lineRevenues[l.line] AS revenue, COALESCE(sk.legacyId = c.advertised, FALSE) AS isLead,
    c.lineQuantities[l.line] * si.productCostOfGoodsSold * CASE WHEN si.currencyCode = ${text(currencyCode)} THEN 1e0 ELSE gx.factor END AS goods
    FROM counted_conversions c CROSS JOIN UNNEST(c.lines) AS l (line)
    LEFT JOIN item_keys sk ON sk.advertiserId = c.advertiserId AND sk.inventoryAccountId IS NOT DISTINCT FROM c.inventoryAccountId
    AND sk.productId = c.lineProductIds[l.line] AND sk.productCountry = c.lineCountries[l.line] AND sk.productLanguage = c.lineLanguages[l.line]
    LEFT JOIN items si ON si.legacyId = sk.legacyId
    LEFT JOIN factors gx ON gx.currencyCode = si.currencyCode AND gx.day = c.day`;
