/** `npm run fuzz` and `npm run isolation`, as a person calls them. */
import { expect, test } from '@jest/globals';
import { runProgram } from '#test/support/stack/run-program';

test.concurrent.each([
  ['fuzz', ['--requests', '20', '--attacks', '1'], 'invitations: 0 findings in 1 rounds.'],
  ['isolation', [], 'almanac.icalAddresses.download'],
])('npm run %s starts a stack, and finds nothing', async (name, options, said) => {
  const { code, stdout, stderr } = await runProgram([`test/tools/${name}/command.ts`, ...options]);

  expect([stderr, code]).toEqual(['', 0]);
  expect(stdout).toContain(said);
  expect(stdout).not.toContain('(!)');
});
