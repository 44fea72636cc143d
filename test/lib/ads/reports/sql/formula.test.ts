import { describe, expect, test } from '@jest/globals';
import { BadFormula, compileFormula } from '#lib/ads/reports/sql/formula';
import { raw } from '#lib/ads/reports/sql/sql';

const compile = (formula: string) =>
  compileFormula(formula, (name) => (name === 'nothing' ? unknown(name) : raw(`{${name}}`)));
const unknown = (name: string): never => {
  throw new BadFormula(`there is no metric '${name}'`);
};

describe('formulas of saved columns', () => {
  test.each([
    ['cost', '({cost})', []],
    ['cost / dfaActions', '1e0 * ({cost}) / NULLIF(({dfaActions}), 0)', []],
    ['(clicks + 2) * 1.5', '(({clicks}) + CAST(? AS DOUBLE)) * CAST(? AS DOUBLE)', ['2', '1.5']],
    ['-cost - 1', '-(({cost})) - CAST(? AS DOUBLE)', ['1']],
    // Two dashes in a row would begin a comment.
    ['--cost', '-(-(({cost})))', []],
  ])('%s', (formula, text, values) => {
    expect(compile(formula)).toEqual({ text, values });
  });

  test.each([
    '',
    'cost +',
    '(cost',
    'cost)',
    'cost cost',
    'cost; DROP TABLE x',
    "'a'",
    '1..2',
    'nothing',
    '*',
    'a'.repeat(9) + ' + 1'.repeat(600),
  ])('%j is refused', (formula) => {
    expect(() => compile(formula)).toThrow(BadFormula);
  });
});
