import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { newFolder } from '#test/support/run/new-folder';
import { seededRandom } from '#test/tools/shared/random';
import { testsOf } from './covered-lines.ts';
import { sampleLines } from './sample.ts';

describe('the tests of a line', () => {
  const covered = {
    tests: ['narrow.test.ts', 'wide.test.ts', 'other.test.ts'],
    statements: {
      'lib/a.ts': [
        { from: 1, to: 20, by: [0, 1, 2] },
        { from: 5, to: 8, by: [1, 0] },
        { from: 12, to: 12, by: [2] },
      ],
    },
  };

  test('are those that run the smallest statement around it, the narrowest first', () => {
    expect(testsOf(covered, 'lib/a.ts', [6])).toEqual(['narrow.test.ts', 'wide.test.ts']);
  });

  test('of several lines are together', () => {
    expect(testsOf(covered, 'lib/a.ts', [12, 8])).toEqual(['narrow.test.ts', 'wide.test.ts', 'other.test.ts']);
  });

  test('are none where no test runs it', () => {
    expect([testsOf(covered, 'lib/a.ts', [30]), testsOf(covered, 'lib/b.ts', [1])]).toEqual([[], []]);
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
