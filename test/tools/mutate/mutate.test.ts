import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { newFolder } from '#test/support/run/new-folder';
import { seededRandom } from '#test/tools/shared/random';
import { nearestTests } from './nearest-tests.ts';
import { sampleLines } from './sample.ts';

describe('the tests of a file', () => {
  const folder = newFolder();
  const FILES = {
    'lib/a/deep.ts': 'export const deep = 1;',
    'lib/a/middle.ts': "import { deep } from './deep.ts';",
    'functions/top.ts': "import { middle } from '../lib/a/middle.ts';",
    'functions/other.ts': 'export const other = 1;',
    'test/lib/a/deep.test.ts': '',
    'test/lib/a/uses-middle.test.ts': "import '../../../lib/a/middle.ts';",
    'test/functions/top.test.ts': '',
    'test/functions/other.test.ts': "import '../../functions/other.ts';",
  };

  test('are the one about it, then those of what imports it, and no others', () => {
    const here = process.cwd();
    mkdirSync(folder, { recursive: true });
    process.chdir(folder);
    try {
      for (const [name, text] of Object.entries(FILES)) {
        mkdirSync(dirname(name), { recursive: true });
        writeFileSync(name, text);
      }
      const names = Object.keys(FILES);
      const isTest = (name: string): boolean => name.endsWith('.test.ts');
      const tests = nearestTests(
        names.filter((name) => !isTest(name)),
        names.filter(isTest),
      );
      expect(tests('lib/a/deep.ts')).toEqual([
        'test/lib/a/deep.test.ts',
        'test/lib/a/uses-middle.test.ts',
        'test/functions/top.test.ts',
      ]);
      expect(tests('functions/other.ts')).toEqual(['test/functions/other.test.ts']);
    } finally {
      process.chdir(here);
    }
  });
});

describe('the sample', () => {
  const folder = newFolder();
  const SOURCE = `/** A header. */
import { b } from './b.ts';

export interface A {
  readonly b: string;
}

export const a = b + 1; // A remark.
// Only a remark.
if (a > 1) {
  b(a);
}
`;

  function sample(count: number, seed: number) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'a.ts'), SOURCE);
    return sampleLines([folder], count, seededRandom(seed));
  }

  test('is of lines that do something', () => {
    expect(
      sample(100, 1)
        .map(({ line }) => line)
        .toSorted((a, b) => a - b),
    ).toEqual([8, 10, 11]);
  });

  test('is as large as asked for, and the same for the same seed', () => {
    expect(sample(2, 7)).toHaveLength(2);
    expect(sample(2, 7)).toEqual(sample(2, 7));
  });
});
