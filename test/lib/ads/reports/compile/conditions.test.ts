import { describe, expect, test } from '@jest/globals';
import { conditionOn } from '#lib/ads/reports/compile/conditions';
import type { Operator, PlannedFilter } from '#lib/ads/reports/plan/plan';
import { raw } from '#lib/ads/reports/sql/sql';
import type { ValueType } from '#lib/ads/reports/sql/value-type';
import { duckDialect } from '#lib/stores/duckdb/report-dialect';
import { openDuck } from '#lib/stores/duckdb/session';
import { onceForAll } from '#test/support/run/fixture';

const duck = onceForAll(openDuck, (session) => session.close());

/** What is left of the cells of a column, as SQL writes them, after a filter. */
async function kept(type: ValueType, cells: readonly string[], operator: Operator, ...values: string[]) {
  const column = {
    name: 'x',
    type,
    header: 'x',
    window: undefined,
    behaviour: 'attribute',
    origin: { from: 'nowhere' },
  };
  const condition = conditionOn(raw('x'), { column, operator, values } as PlannedFilter, duckDialect);
  const rows = await duck.rows(
    `SELECT x::VARCHAR AS x FROM (VALUES (${cells.join('), (')})) AS t (x) WHERE ${condition.text}`,
    [...condition.values],
  );
  return rows.map((row) => row['x']);
}

describe('filters', () => {
  const texts = ["'boots'", "'red boots'", "'shoes'", 'NULL'];

  test.each<[Operator, string[], (string | null)[]]>([
    ['equals', ['boots'], ['boots']],
    ['notEquals', ['boots'], ['red boots', 'shoes', null]],
    ['in', ['boots', 'shoes'], ['boots', 'shoes']],
    ['isNull', [], [null]],
    ['isNotNull', [], ['boots', 'red boots', 'shoes']],
    ['startsWith', ['red', 'sho'], ['red boots', 'shoes']],
    ['containsSubstring', ['boot', 'hoe'], ['boots', 'red boots', 'shoes']],
    ['containsSubstring', ['boots'], ['boots', 'red boots']],
    ['doesNotContainSubstring', ['red', 'sho'], ['boots', null]],
    ['lessThan', ['red'], ['boots']],
  ])('texts: %s %j', async (operator, values, expected) => {
    expect(await kept('String', texts, operator, ...values)).toEqual(expected);
  });

  test.each<[Operator, string, string[]]>([
    ['lessThan', '2', ['1']],
    ['lessThanOrEqual', '2', ['1', '2']],
    ['greaterThan', '2', ['10']],
    ['greaterThanOrEqual', '2', ['2', '10']],
    ['equals', '10', ['10']],
  ])('numbers are compared as numbers: %s %s', async (operator, value, expected) => {
    for (const type of ['ID', 'Integer', 'Number', 'Money'] as const)
      expect(await kept(type, ['1', '2', '10'], operator, value)).toEqual(expected);
  });

  test.each(['true', 'false'])('a boolean is %s', async (value) => {
    expect(await kept('Boolean', ['true', 'false', 'NULL'], 'equals', value)).toEqual([value]);
  });

  test('an element of a list', async () => {
    const lists = [`'["a","b"]'`, `'["ab"]'`, 'NULL'];

    expect(await kept('List', lists, 'containsElement', 'a')).toEqual(['["a","b"]']);
    expect(await kept('List', lists, 'containsElement', 'ab', 'b')).toEqual(['["a","b"]', '["ab"]']);
  });
});
