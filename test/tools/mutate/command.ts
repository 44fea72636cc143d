/**
 * `npm run mutate -- [PATH...]`: puts faults into the source, one at a time, and tells how many of them the tests notice.
 * Stryker makes the faults and keeps count; it is fetched when it is first used, for nobody else needs its 170 packages.
 * `covered-lines.ts` finds out once which tests run which lines, `sample.ts` chooses lines to put faults in, and
 * `run-tests.ts` runs the tests of a fault. It takes hours for everything, so a sample is the rule.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { command, numberOf } from '#lib/command/command';
import { program } from '#lib/command/program';
import { seededRandom } from '#test/tools/shared/random';
import { CACHE, coveredLines } from './covered-lines.ts';
import { sampleLines, SAMPLE_FILE } from './sample.ts';

const STRYKER = '@stryker-mutator/core@10.0.0';
const LEAST_PERCENT = 90;
const MINUTE_MS = 60_000;
const PATHS = ['lib/calendar', 'lib/ads', 'lib/books', 'lib/stores', 'lib/middleware'];

/** https://stryker-mutator.io/docs/stryker-js/configuration/ */
const configuration = (mutate: readonly string[]) => ({
  testRunner: 'command',
  commandRunner: { command: `${process.execPath} --no-warnings test/tools/mutate/run-tests.ts` },
  mutate,
  concurrency: Math.max(1, Math.floor(availableParallelism() / 2)),
  // Tests of a fault may hang; without a fault nothing is run, so this is all that they have.
  timeoutMS: 2 * MINUTE_MS,
  disableTypeChecks: false,
  // It would rewrite the one that is there by the functions of TypeScript 6, which 7 has no more.
  tsconfigFile: 'none.json',
  ignorePatterns: ['/dist', '/.almanac', '/.serverless'],
  reporters: ['clear-text', 'progress', 'json'],
  clearTextReporter: { allowColor: process.stdout.isTTY, reportTests: false },
  jsonReporter: { fileName: join(CACHE, 'report.json') },
  tempDirName: '.stryker-tmp',
  thresholds: { high: LEAST_PERCENT, low: LEAST_PERCENT, break: LEAST_PERCENT },
});

function runStryker(mutate: readonly string[]): Promise<number> {
  const file = join(CACHE, 'stryker.json');
  mkdirSync(CACHE, { recursive: true });
  writeFileSync(file, JSON.stringify(configuration(mutate)));
  const child = spawn('npx', ['--yes', '--package', STRYKER, 'stryker', 'run', file], { stdio: 'inherit' });
  return new Promise((resolve, reject) => {
    child.on('error', reject).on('exit', (code) => {
      resolve(code ?? 1);
    });
  });
}

await program(
  'npm run mutate',
  command({
    does: `Puts faults into the source and tells how many the tests notice; exit 1 below ${String(LEAST_PERCENT)} %.`,
    takes: '[PATH...]',
    options: {
      lines: { type: 'string', value: 'N', default: '300', does: 'how many lines, each with one fault or some' },
      seed: { type: 'string', value: 'N', default: '1', does: 'another choice of lines' },
    },
    example: 'lib/calendar/recurrence --lines 50',
    async run({ lines, seed }, paths) {
      const covered = await coveredLines();
      const random = seededRandom(numberOf('seed', seed, 0, 2 ** 32 - 1));
      const chosen = sampleLines(paths.length === 0 ? PATHS : paths, numberOf('lines', lines, 1, 100_000), random);
      mkdirSync(CACHE, { recursive: true });
      writeFileSync(SAMPLE_FILE, JSON.stringify({ covered, chosen }));
      process.exitCode = await runStryker(chosen.map(({ file, line }) => `${file}:${String(line)}-${String(line)}`));
    },
  }),
);
