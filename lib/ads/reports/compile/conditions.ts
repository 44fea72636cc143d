/** A filter as a condition on the expression of its column. */
import type { PlannedFilter } from '#lib/ads/reports/plan/plan';
import type { Dialect } from '#lib/ads/reports/sql/dialect';
import { all, any, anyOf, id, number, raw, sql, text, type Sql } from '#lib/ads/reports/sql/sql';
import type { ValueType } from '#lib/ads/reports/sql/value-type';

const COMPARISONS = { lessThan: '<', greaterThan: '>', lessThanOrEqual: '<=', greaterThanOrEqual: '>=' } as const;

function boundValue(type: ValueType, value: string): Sql {
  switch (type) {
    case 'ID':
      return id(value);
    case 'Integer':
    case 'Number':
    case 'Money':
      return number(value);
    case 'Boolean':
      return raw(value === 'true' ? 'TRUE' : 'FALSE');
    default:
      return text(value);
  }
}

export function conditionOn(expression: Sql, { column, operator, values }: PlannedFilter, dialect: Dialect): Sql {
  const bound = values.map((value) => boundValue(column.type, value));
  const one = bound[0] ?? raw('NULL');
  switch (operator) {
    case 'equals':
      return sql`${expression} = ${one}`;
    case 'notEquals':
      return sql`${expression} IS DISTINCT FROM ${one}`;
    case 'in':
      return anyOf(expression, bound);
    case 'isNull':
      return sql`${expression} IS NULL`;
    case 'isNotNull':
      return sql`${expression} IS NOT NULL`;
    case 'startsWith':
      return any(bound.map((value) => sql`starts_with(${expression}, ${value})`));
    case 'containsSubstring':
      return any(bound.map((value) => sql`strpos(${expression}, ${value}) > 0`));
    case 'doesNotContainSubstring':
      return all(bound.map((value) => sql`COALESCE(strpos(${expression}, ${value}), 0) = 0`));
    case 'containsElement':
      return any(bound.map((value) => dialect.listHolds(expression, value)));
    default:
      return sql`${expression} ${raw(COMPARISONS[operator])} ${one}`;
  }
}
