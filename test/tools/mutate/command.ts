/**
 * `npm run mutate -- [PATH...]`: puts faults into the source, one at a time, and tells how many the tests notice.
 * `sample.ts` chooses them, `instrument.ts` has Stryker put them in, `try-faults.ts` finds the tests that reach them
 * (of those that `nearest-tests.ts` knows), `run-faults.ts` runs these, and `kept-results.ts` keeps what they said.
 */
import { join } from 'node:path';
import { command, numberOf } from '#lib/command/command';
import { program } from '#lib/command/program';
import { FOLDER, instrument, type Fault } from './instrument.ts';
import { KeptResults } from './kept-results.ts';
import { nearestTests } from './nearest-tests.ts';
import { isIn, report } from './report.ts';
import { openSandbox } from './run-faults.ts';
import { draw, sampleLines } from './sample.ts';
import { askReach, tryFaults } from './try-faults.ts';

const LEAST_PERCENT = 90;
const PATHS = ['lib/calendar', 'lib/ads', 'lib/books', 'lib/stores', 'lib/middleware'];
/** Lines without a fault, and faults of one line that are left out. */
const LINES_PER_FAULT = 2;
const KEPT = join(FOLDER, 'results.jsonl');

const textOf = ({ fileName, code, replacement }: Fault): string => `${fileName}\0${code}\0${replacement}`;

await program(
  'npm run mutate',
  command({
    does: `Puts faults into the source and tells how many the tests notice; exit 1 below ${String(LEAST_PERCENT)} %.
What was found out is kept in node_modules/.cache/almanac/mutate: the next call goes on with what is not yet known.`,
    takes: '[PATH...]',
    options: {
      faults: { type: 'string', value: 'N', default: '80', does: 'how many in each path' },
      tests: { type: 'string', value: 'N', default: '8', does: 'how many files of tests a fault is tried with' },
      seed: { type: 'string', value: 'N', default: '1', does: 'another choice of faults' },
      minutes: { type: 'string', value: 'N', default: '600', does: 'begin nothing new after so long' },
    },
    example: 'lib/calendar/recurrence --faults 50',
    async run({ faults: wanted, tests, seed: seedText, minutes }, given) {
      const until = performance.now() + numberOf('minutes', minutes, 1, 100_000) * 60_000;
      const count = numberOf('faults', wanted, 1, 100_000);
      const seed = numberOf('seed', seedText, 0, 2 ** 32 - 1);
      const paths = given.length === 0 ? PATHS : given;
      const made = await instrument(paths.flatMap((path) => sampleLines(path, count * LINES_PER_FAULT, seed)));
      const faults = paths.flatMap((path) => draw(made.faults.filter(isIn(path)), count, textOf, seed));
      const sandbox = openSandbox(made.files);
      const kept = new KeptResults(KEPT, sandbox.folder);
      try {
        const attempt = {
          faults,
          sandbox,
          kept,
          nearest: nearestTests(),
          tests: numberOf('tests', tests, 1, 1_000),
          mayGoOn: () => performance.now() < until,
        };
        const reach = askReach(attempt);
        const isWhole = reach !== undefined && tryFaults(attempt, reach);
        if (!isWhole) console.log('There was no time to try them all. Call again to go on.');
        const noticed = kept.noticed();
        const reached = new Set([...(reach?.values() ?? [])].flatMap(({ hits }) => Object.keys(hits)));
        const found = {
          isNoticed: ({ key }: Fault) => noticed.has(key),
          isReached: ({ key }: Fault) => reached.has(key),
        };
        const percents = paths.map((path) => report(path, faults.filter(isIn(path)), found));
        process.exitCode = isWhole && percents.every((percent) => percent >= LEAST_PERCENT) ? 0 : 1;
      } finally {
        sandbox.remove();
      }
    },
  }),
);
