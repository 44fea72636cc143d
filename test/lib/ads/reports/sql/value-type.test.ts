import { describe, expect, test } from '@jest/globals';
import { all, any, anyOf, day, id, joined, list, number, raw, sql, text } from '#lib/ads/reports/sql/sql';
import { cellOf, isText, sqlTypeOf, VALUE_TYPES, type ValueType } from '#lib/ads/reports/sql/value-type';

describe('a value of a warehouse as a cell', () => {
  test.each<[ValueType, unknown, unknown]>([
    ['ID', '71700000087192405', '71700000087192405'],
    ['ID', 5n, '5'],
    ['String', 'a', 'a'],
    ['String', '', undefined],
    ['Integer', '40', 40],
    ['Integer', 0, 0],
    ['Integer', null, undefined],
    ['Number', '0.1234567', 0.123457],
    ['Number', 'NaN', undefined],
    ['Money', 12.5, 12.5],
    ['Money', 1 / 3, 0.333333],
    ['Money', Infinity, undefined],
    ['Money', undefined, undefined],
    ['Boolean', true, true],
    ['Boolean', 'true', true],
    ['Boolean', 'false', false],
    ['Boolean', false, false],
    ['List', '["a","b"]', ['a', 'b']],
    ['Date', '2026-03-01', '2026-03-01'],
  ])('%s %j', (type, value, cell) => {
    expect(cellOf(type, value)).toEqual(cell);
  });
});

test('types stand in SQL as what they are compared and sorted by', () => {
  const of = (sqlType: string) => VALUE_TYPES.filter((type) => sqlTypeOf(type) === sqlType);

  expect([of('BIGINT'), of('DOUBLE'), of('BOOLEAN')]).toEqual([['ID', 'Integer'], ['Number', 'Money'], ['Boolean']]);
  expect(of('VARCHAR')).toEqual(['String', 'Engine type', 'Status', 'Device segment', 'Date', 'Timestamp', 'List']);
  expect(VALUE_TYPES.filter(isText)).toEqual(['String', 'Engine type', 'Status', 'Device segment']);
});

describe('pieces of SQL', () => {
  test('have a place for each value, in order', () => {
    expect(sql`SELECT ${text('a')}, ${raw('b')} WHERE ${all([sql`x = ${id('5')}`, sql`y = ${number(1.5)}`])}`).toEqual({
      text: 'SELECT CAST(? AS VARCHAR), b WHERE (x = CAST(? AS BIGINT)) AND (y = CAST(? AS DOUBLE))',
      values: ['a', '5', '1.5'],
    });
    expect(day('2026-03-01')).toEqual({ text: 'CAST(? AS DATE)', values: ['2026-03-01'] });
    expect(joined([raw('a'), id(1)], ' + ')).toEqual({ text: 'a + CAST(? AS BIGINT)', values: ['1'] });
    expect(list([raw('a'), raw('b')]).text).toBe('a, b');
  });

  test.each([
    ['all of none', all([]), 'TRUE'],
    ['any of none', any([]), 'FALSE'],
    ['one of none', anyOf(raw('x'), []), 'FALSE'],
    ['any', any([raw('a'), raw('b')]), '(a) OR (b)'],
    ['one of', anyOf(raw('x'), [raw('1'), raw('2')]), 'x IN (1, 2)'],
  ])('%s', (_, { text: written }, expected) => {
    expect(written).toBe(expected);
  });
});
