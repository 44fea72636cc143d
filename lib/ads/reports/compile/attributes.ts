/** Attributes and segments of a row as expressions over its relations. */
import type { Relation } from '#lib/ads/reports/catalogue/column';
import type { Plan, PlannedColumn } from '#lib/ads/reports/plan/plan';
import type { Dialect } from '#lib/ads/reports/sql/dialect';
import { raw, sql, type Sql } from '#lib/ads/reports/sql/sql';
import { sqlTypeOf, type ValueType } from '#lib/ads/reports/sql/value-type';
import { aliasOf } from './rows.ts';
import { isAdPart } from './segments.ts';

type Described = Pick<PlannedColumn, 'type' | 'origin' | 'behaviour' | 'name'>;

/**
 * Bids and budgets are in the currency of their account, prices in that of their product; what conversions brought is
 * exchanged already.
 */
export const isMoneySetting = ({ type, origin }: Described): boolean =>
  type === 'Money' && (origin.from === 'setting' || (origin.from === 'field' && origin.field !== 'revenue'));

/** The relation that a column reads, besides the row. */
export function relationOf({ origin }: Described): Relation | undefined {
  if (origin.from === 'searchTerm') return 'visit';
  return (origin.from === 'field' || origin.from === 'setting') && origin.of !== 'row' ? origin.of : undefined;
}

const cast = (expression: Sql, type: ValueType): Sql =>
  sqlTypeOf(type) === 'VARCHAR' ? expression : sql`TRY_CAST(${expression} AS ${raw(sqlTypeOf(type))})`;

function settingSql(alias: string, keys: readonly string[], type: ValueType, dialect: Dialect): Sql {
  const json = raw(`${alias}.attributes`);
  const read = (key: string): Sql =>
    type === 'List' ? dialect.jsonPart(json, key) : sql`NULLIF(${dialect.jsonText(json, key)}, '')`;
  const values = keys.map(read);
  const [first = raw('NULL')] = values;
  return cast(values.length === 1 ? first : values.slice(1).reduce((a, b) => sql`COALESCE(${a}, ${b})`, first), type);
}

function fieldSql(alias: string, field: string, type: ValueType, plan: Plan, dialect: Dialect): Sql {
  const column = raw(`${alias}.${field}`);
  if (type === 'Date') return sql`CAST(${column} AS VARCHAR)`;
  // Events bring their moments as text.
  return type === 'Timestamp' && !plan.type.isEvents ? dialect.isoMoment(column) : column;
}

export interface Places {
  /** Column of the measures' ad, where ads split the rows. */
  readonly adPart: string | undefined;
  /** What amounts among the settings are multiplied with. */
  readonly moneyFactor: Sql | undefined;
}

export function attributeSql(column: Described, plan: Plan, dialect: Dialect, { adPart, moneyFactor }: Places): Sql {
  const { origin, type } = column;
  const isPart = isAdPart(column) && adPart !== undefined;
  switch (origin.from) {
    case 'field':
    case 'setting': {
      if (isPart && origin.of === 'row') return raw(adPart);
      const alias = aliasOf(origin.of, plan.type);
      const value =
        origin.from === 'field'
          ? fieldSql(alias, origin.field, type, plan, dialect)
          : settingSql(alias, origin.keys, type, dialect);
      return moneyFactor !== undefined && isMoneySetting(column) ? sql`${value} * ${moneyFactor}` : value;
    }
    case 'searchTerm':
      return raw('COALESCE(e.searchTerm, j_visit.searchQuery)');
    case 'unknownAd':
      if (isPart) return raw(`(${adPart} IS NULL)`);
      return raw(plan.type.isEvents ? '(COALESCE(e.adId, 0) = 0)' : 'FALSE');
    case 'dimension':
      return raw(
        plan.type.name === 'conversion' ? `e.dimensions[${String(origin.index + 1)}]` : 'CAST(NULL AS VARCHAR)',
      );
    case 'customValue':
      return raw(plan.type.name === 'conversion' ? `e.metrics[${String(origin.index + 1)}]` : 'CAST(NULL AS DOUBLE)');
    default:
      return raw(`CAST(NULL AS ${sqlTypeOf(type)})`);
  }
}
