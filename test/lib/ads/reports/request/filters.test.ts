import { describe, expect, test } from '@jest/globals';
import type { PlannedFilter } from '#lib/ads/reports/plan/plan';
import { readFilter } from '#lib/ads/reports/request/filters';
import type { ValueType } from '#lib/ads/reports/sql/value-type';

const columnOf = (type: ValueType): PlannedFilter['column'] => ({
  name: 'x',
  type,
  behaviour: 'attribute',
  origin: { from: 'nowhere' },
  header: 'x',
  window: undefined,
});
const read = (type: ValueType, operator: string, ...values: unknown[]) =>
  readFilter(operator, values, columnOf(type), 'filters[0]').values;

describe('values of filters', () => {
  test.each<[ValueType, string, unknown, string]>([
    ['ID', 'equals', '9223372036854775807', '9223372036854775807'],
    ['ID', 'equals', 43, '43'],
    ['Integer', 'lessThan', -5, '-5'],
    ['Money', 'greaterThan', '1.5e3', '1.5e3'],
    ['Number', 'greaterThan', 0.25, '0.25'],
    ['Boolean', 'equals', true, 'true'],
    ['Date', 'equals', '2028-02-29', '2028-02-29'],
    ['Timestamp', 'lessThan', '2026-01-01T01:00:00+01:00', '2026-01-01T00:00:00.000Z'],
    ['List', 'equals', '["a", "b"]', '["a","b"]'],
    ['List', 'notEquals', ['a', 'b'], '["a","b"]'],
    ['List', 'containsElement', '["', '["'],
    ['String', 'startsWith', 7, '7'],
  ])('%s %s %j', (type, operator, value, expected) => {
    expect(read(type, operator, value)).toEqual([expected]);
  });

  test.each<[ValueType, string, unknown]>([
    ['ID', 'equals', '9223372036854775808'],
    ['ID', 'equals', '-1'],
    ['Integer', 'equals', '1.5'],
    ['Integer', 'equals', '0x10'],
    ['Number', 'equals', '0x10'],
    ['Number', 'equals', '1e999'],
    ['Money', 'equals', ' '],
    ['Money', 'equals', 'Infinity'],
    ['Boolean', 'equals', 'yes'],
    ['Date', 'equals', '2026-02-29'],
    ['Timestamp', 'equals', '2026-02-28'],
    ['List', 'equals', 'a'],
    ['List', 'equals', '{"a":1}'],
    ['String', 'equals', { a: 1 }],
  ])('%s %s %j is refused', (type, operator, value) => {
    expect(() => read(type, operator, value)).toThrow('The request was not valid. Details: [filters[0]: ');
  });

  test.each<[ValueType, string]>([
    ['List', 'in'],
    ['List', 'lessThan'],
    ['List', 'startsWith'],
    ['Integer', 'containsSubstring'],
    ['Date', 'startsWith'],
    ['String', 'containsElement'],
    ['String', 'between'],
    ['String', 'notIn'],
    ['String', 'contains'],
    ['String', 'Equals'],
  ])('%s has no %s', (type, operator) => {
    expect(() => read(type, operator, '1')).toThrow('The request was not valid.');
  });

  test.each([
    ['equals', 0, '1'],
    ['equals', 2, '1'],
    ['greaterThan', 2, '1'],
    ['isNull', 1, '0'],
    ['isNotNull', 1, '0'],
    ['in', 0, '1 to 300'],
    ['in', 301, '1 to 300'],
    ['containsSubstring', 0, '1 to 300'],
    ['doesNotContainSubstring', 301, '1 to 300'],
  ])('%s does not take %i values, but %s', (operator, count, taken) => {
    expect(() => read('String', operator, ...Array.from({ length: count }, () => 'a'))).toThrow(
      `'${operator}' takes ${taken} values, not ${String(count)}.`,
    );
  });
});
