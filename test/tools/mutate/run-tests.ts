/** Run by Stryker in its copy of the project, with one fault switched on: exits with 1 when a test notices it. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { testsOf, type CoveredLines } from './covered-lines.ts';
import { SAMPLE_FILE, type Line } from './sample.ts';

/** Most faults are noticed by the first few, and every file of tests costs its start. */
const ROUNDS = [3, 12, 40];

const { covered, chosen } = JSON.parse(readFileSync(SAMPLE_FILE, 'utf8')) as {
  readonly covered: CoveredLines;
  readonly chosen: readonly Line[];
};

/** The file that holds the fault: its source says so. */
function faultyFile(id: string): string | undefined {
  const mark = `stryMutAct_9fa48("${id}")`;
  return [...new Set(chosen.map(({ file }) => file))].find((file) => readFileSync(file, 'utf8').includes(mark));
}

function areNoticedBy(tests: readonly string[]): boolean {
  const args = ['--experimental-vm-modules', '--no-warnings', 'node_modules/jest/bin/jest.js'];
  const jest = spawnSync(
    process.execPath,
    [...args, '--bail', '--silent', '--reporters=default', '--runInBand', '--runTestsByPath', ...tests],
    { stdio: 'ignore' },
  );
  return jest.status !== 0;
}

const id = process.env['__STRYKER_ACTIVE_MUTANT__'];
const file = id === undefined ? undefined : faultyFile(id);
if (file !== undefined) {
  const lines = chosen.flatMap((one) => (one.file === file ? [one.line] : []));
  const tests = testsOf(covered, file, lines);
  let done = 0;
  for (const upTo of ROUNDS) {
    const round = tests.slice(done, upTo);
    done = upTo;
    if (round.length > 0 && areNoticedBy(round)) {
      process.exitCode = 1;
      break;
    }
  }
}
