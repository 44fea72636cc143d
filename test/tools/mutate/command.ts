/**
 * `npm run mutate -- [PATH...]`: puts faults into the source, one at a time, and tells how many of them the tests notice.
 * `sample.ts` chooses lines, `instrument.ts` has Stryker put faults into them, `nearest-tests.ts` finds the tests that
 * are most likely to notice them, and `run-faults.ts` runs these.
 */
import { command, numberOf } from '#lib/command/command';
import { program } from '#lib/command/program';
import { seededRandom, type Random } from '#test/tools/shared/random';
import { instrument, type Fault } from './instrument.ts';
import { nearestTests } from './nearest-tests.ts';
import { openSandbox } from './run-faults.ts';
import { sampleLines } from './sample.ts';

const LEAST_PERCENT = 90;
const PATHS = ['lib/calendar', 'lib/ads', 'lib/books', 'lib/stores', 'lib/middleware'];
/** Lines without a fault, and faults of one line that are left out. */
const LINES_PER_FAULT = 2;

/** So many, in any order. */
const pickFrom = <T>(values: readonly T[], count: number, random: Random): T[] =>
  values
    .map((value) => ({ value, at: random.fraction() }))
    .toSorted((a, b) => a.at - b.at)
    .slice(0, count)
    .map(({ value }) => value);

const describe = ({ fileName, location, mutatorName, replacement }: Fault): string =>
  `${fileName}:${String(location.start.line + 1)} ${mutatorName}: ${replacement.replaceAll(/\s+/g, ' ').slice(0, 100)}`;

/** Faults that no test of theirs notices. Most are noticed by the nearest one. */
function unnoticed(faults: readonly Fault[], files: ReadonlyMap<string, string>, tests: number): Fault[] {
  const sandbox = openSandbox(files);
  const testsOf = nearestTests();
  try {
    let left = [...faults];
    // One test of each at a time: what is noticed by it needs no other.
    for (let place = 0; place < tests; place += 1) {
      const trials = left.flatMap(({ id, fileName }) => {
        const test = testsOf(fileName)[place];
        return test === undefined ? [] : [{ faultId: id, test }];
      });
      if (trials.length === 0) break;
      const noticed = sandbox.noticed(trials);
      left = left.filter(({ id }) => !noticed.has(id));
      console.log(`${String(faults.length - left.length)} of ${String(faults.length)}, by test ${String(place + 1)}`);
    }
    return left;
  } finally {
    sandbox.remove();
  }
}

await program(
  'npm run mutate',
  command({
    does: `Puts faults into the source and tells how many the tests notice; exit 1 below ${String(LEAST_PERCENT)} %.`,
    takes: '[PATH...]',
    options: {
      faults: { type: 'string', value: 'N', default: '100', does: 'how many' },
      tests: { type: 'string', value: 'N', default: '8', does: 'how many files of tests a fault is tried with' },
      seed: { type: 'string', value: 'N', default: '1', does: 'another choice of faults' },
    },
    example: 'lib/calendar/recurrence --faults 50',
    async run({ faults: wanted, tests, seed }, paths) {
      const count = numberOf('faults', wanted, 1, 100_000);
      const random = seededRandom(numberOf('seed', seed, 0, 2 ** 32 - 1));
      const lines = sampleLines(paths.length === 0 ? PATHS : paths, count * LINES_PER_FAULT, random);
      const { faults, files } = await instrument(lines);
      const chosen = pickFrom(faults, count, random);
      const left = unnoticed(chosen, files, numberOf('tests', tests, 1, 100));
      for (const fault of left) console.log(describe(fault));
      const percent = (100 * (chosen.length - left.length)) / chosen.length;
      console.log(`${percent.toFixed(1)} % of ${String(chosen.length)} faults are noticed.`);
      process.exitCode = percent < LEAST_PERCENT ? 1 : 0;
    },
  }),
);
