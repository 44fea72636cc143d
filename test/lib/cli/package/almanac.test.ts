import { expect, test } from '@jest/globals';
import { argsOfScript } from '#test/support/stack/npm-script';
import { runProgram } from '#test/support/stack/run-program';

/** In the process that runs the command, as early releases of Node 24 do when SQLite is loaded. */
const WARNS = `if (process.env.ALMANAC_PARENT) {
  process.emitWarning('an experiment', 'ExperimentalWarning');
  process.emitWarning('a fault', 'DeprecationWarning');
}`;

test('people are not told of experiments of the Node that they have, but of what is wrong', async () => {
  const preload = `--import data:text/javascript,${encodeURIComponent(WARNS)}`;
  const { code, stderr } = await runProgram(['lib/cli/package/almanac.mjs', 'token', '--help'], {
    NODE_OPTIONS: preload,
  });

  expect(code).toBe(0);
  expect(stderr).toContain('a fault');
  expect(stderr).not.toContain('an experiment');
});

const FLAGS = `if (process.env.ALMANAC_PARENT) process._rawDebug(JSON.stringify(process.execArgv));`;

test.each(['start', 'calendar'])('almanac %s has as much room in memory as npm run gives it', async (name) => {
  const preload = `--import data:text/javascript,${encodeURIComponent(FLAGS)}`;
  const { stderr } = await runProgram(['lib/cli/package/almanac.mjs', name, '--help'], { NODE_OPTIONS: preload });

  const ofHeap = (flags: readonly string[]): string[] => flags.filter((flag) => /space-size|heap/.test(flag)).sort();
  expect(ofHeap(JSON.parse(stderr) as string[])).toEqual(ofHeap(argsOfScript(name)));
  expect(ofHeap(argsOfScript(name)).length).toBeGreaterThan(0);
});
