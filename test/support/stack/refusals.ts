import { beforeAll, expect, test } from '@jest/globals';
import { callPrograms, type Outcome } from './run-program.ts';

/** Calls that are refused with a sentence and nothing else: one after the other, in one process. */
export function testRefusals(
  cases: readonly (readonly [name: string, call: readonly string[], sentence: string])[],
): void {
  let outcomes: readonly Outcome[] = [];
  beforeAll(async () => {
    outcomes = await callPrograms(cases.map(([, call]) => call));
  });

  test.each(cases.map(([name, , sentence], index) => [name, sentence, index] as const))(
    'refuses %s with a sentence and exit code 1',
    (_name, sentence, index) => {
      const { code, stdout, stderr } = outcomes[index] ?? {};

      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      expect(stderr).toContain(sentence);
      expect(stderr).not.toContain('    at ');
    },
  );
}
