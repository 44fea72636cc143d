/**
 * Runs tests with one fault after another, in one process: each fault has a file of its own beside the test that it is
 * tried with, which switches it on and loads the test. Such files have modules and globals of their own.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';

const COPIED = ['lib', 'functions', 'test', 'events', 'package.json', 'serverless.yml', 'tsconfig.json'];
/** A fault that makes a loop endless is ended by its switch. */
const HIT_LIMIT = 50_000;

export interface Trial {
  readonly faultId: string;
  readonly test: string;
}

export interface Sandbox {
  /** Ids of the faults that a test has noticed. */
  noticed(trials: readonly Trial[]): Set<string>;
  remove(): void;
}

interface Results {
  readonly testResults: readonly { readonly name: string; readonly status: string }[];
}

const trialFile = ({ faultId, test }: Trial): string => test.replace(/\.test\.ts$/, `.fault-${faultId}.test.ts`);

const trialText = ({ faultId, test }: Trial): string =>
  `globalThis.__stryker__ = { activeMutant: '${faultId}', hitCount: 0, hitLimit: ${String(HIT_LIMIT)} };
await import('./${basename(test)}');
`;

/** A copy of the project with the files in place of its own. */
export function openSandbox(files: ReadonlyMap<string, string>): Sandbox {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-mutate-'));
  for (const name of COPIED) cpSync(name, join(folder, name), { recursive: true });
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  for (const [name, text] of files) writeFileSync(join(folder, name), text);

  return {
    noticed(trials) {
      const output = join(folder, 'results.json');
      const names = new Map(trials.map((trial) => [resolve(folder, trialFile(trial)), trial.faultId]));
      for (const trial of trials) {
        mkdirSync(dirname(join(folder, trial.test)), { recursive: true });
        writeFileSync(join(folder, trialFile(trial)), trialText(trial));
      }
      const jest = ['--experimental-vm-modules', '--no-warnings', 'node_modules/jest/bin/jest.js'];
      const how = ['--silent', '--maxWorkers=1', '--workerIdleMemoryLimit=1GB', '--json', `--outputFile=${output}`];
      spawnSync(process.execPath, [...jest, ...how, '--reporters=default', '--runTestsByPath', ...names.keys()], {
        cwd: folder,
        stdio: 'ignore',
      });
      const { testResults } = JSON.parse(readFileSync(output, 'utf8')) as Results;
      for (const name of names.keys()) rmSync(name);
      const failed = testResults.filter(({ status }) => status !== 'passed');
      return new Set(failed.flatMap(({ name }) => names.get(name) ?? []));
    },
    remove() {
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
