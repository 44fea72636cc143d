/**
 * Runs tests with one fault after another, in one process: each fault has a file of its own beside the test that it is
 * tried with, which switches it on and loads the test. Such files have modules and globals of their own.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';

const COPIED = ['lib', 'functions', 'test', 'events', 'package.json', 'serverless.yml', 'tsconfig.json'];
/** A fault that makes a test wait for ever is noticed after so long; tests that need half of it alone are not asked. */
const TEST_TIMEOUT_MS = 30_000;

export interface Trial {
  readonly test: string;
  /** None: the test runs as it is, and tells which faults it reaches. */
  readonly faultId?: string;
  /** A fault that makes a loop endless is ended by its switch. */
  readonly hitLimit?: number;
}

export interface Outcome {
  readonly trial: Trial;
  readonly passed: boolean;
  readonly ms: number;
  /** How often the test came by each fault, by id; only where none was switched on. */
  readonly hits: Readonly<Record<string, number>>;
}

export interface Sandbox {
  readonly folder: string;
  run(trials: readonly Trial[]): Outcome[];
  remove(): void;
}

interface Results {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly startTime: number;
    readonly endTime: number;
  }[];
}

const ENVIRONMENT = 'test/tools/mutate/environment.mjs';

const trialFile = ({ test, faultId = 'none' }: Trial): string =>
  test.replace(/\.test\.ts$/, `.fault-${faultId}.test.ts`);

/** A test that runs without a fault leaves here which ones it came by. */
const hitsFile = (folder: string, test: string): string => join(folder, `${trialFile({ test })}.json`);

/** `environment.mjs` reads what is asked for. */
function trialText({ test, faultId, hitLimit = 0 }: Trial, folder: string): string {
  const withFault = ` * @fault ${String(faultId)}\n * @hitLimit ${String(hitLimit)}`;
  return `/**
 * @jest-environment ${join(folder, ENVIRONMENT)}
 * @modules own
${faultId === undefined ? ` * @hitsFile ${hitsFile(folder, test)}` : withFault}
 */
await import('./${basename(test)}');
`;
}

function readHits(file: string): Outcome['hits'] {
  if (!existsSync(file)) return {};
  return JSON.parse(readFileSync(file, 'utf8')) as Outcome['hits'];
}

/** A copy of the project with the files in place of its own. */
export function openSandbox(files: ReadonlyMap<string, string>): Sandbox {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-mutate-'));
  for (const name of COPIED) cpSync(name, join(folder, name), { recursive: true });
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  for (const [name, text] of files) writeFileSync(join(folder, name), text);

  return {
    folder,
    run(trials) {
      const output = join(folder, 'results.json');
      const byName = new Map(trials.map((trial) => [resolve(folder, trialFile(trial)), trial]));
      for (const [name, trial] of byName) writeFileSync(name, trialText(trial, folder));
      const jest = ['--no-warnings', 'node_modules/jest/bin/jest.js'];
      const how = ['--silent', '--maxWorkers=1', '--workerIdleMemoryLimit=1GB', '--json', `--outputFile=${output}`];
      // What a fault leaves running would keep jest from ending.
      const limits = [`--testTimeout=${String(TEST_TIMEOUT_MS)}`, '--forceExit', '--reporters=default'];
      spawnSync(process.execPath, [...jest, ...how, ...limits, '--runTestsByPath', ...byName.keys()], {
        cwd: folder,
        // Compiled code is kept by its address, and the next sandbox has another: it goes with this one.
        env: { ...process.env, NODE_COMPILE_CACHE: join(folder, 'compiled') },
        stdio: 'ignore',
      });
      const { testResults } = JSON.parse(readFileSync(output, 'utf8')) as Results;
      for (const name of [...byName.keys(), output]) rmSync(name);
      return testResults.flatMap(({ name, status, startTime, endTime }) => {
        const trial = byName.get(name);
        const outcome = { passed: status === 'passed', ms: endTime - startTime, hits: readHits(`${name}.json`) };
        return trial === undefined ? [] : [{ trial, ...outcome }];
      });
    },
    remove() {
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
