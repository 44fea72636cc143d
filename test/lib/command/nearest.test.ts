import { expect, test } from '@jest/globals';
import { didYouMean } from '#lib/command/nearest';

const NAMES = ['port', 'data', 'fresh', 'empty', 'database', 'log'];

test.each([
  ['prot', ' Did you mean --port?'],
  ['ports', ' Did you mean --port?'],
  ['dtaabase', ' Did you mean --database?'],
  ['da', ' Did you mean --data?'],
  ['lgo', ''],
  ['x', ''],
  ['verbose', ''],
  ['', ''],
])("'%s'%s", (text, said) => {
  expect(didYouMean(text, NAMES, '--')).toBe(said);
});
