/** Fails a whole run whose tests have left a right of some function unused: nobody knows whether it is needed. */
import { globSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '@jest/types';
import { USAGE_VARIABLE } from '#lib/local/lambda/iam/usage';
import { unusedRights } from './unused-rights.ts';

/** What this needs of jest's results. */
interface Results {
  readonly numFailedTests: number;
  readonly numRuntimeErrorTestSuites: number;
  readonly testResults: readonly { readonly testFilePath: string }[];
}

const WHAT_TO_DO =
  'Rights that no test has used. Take them away in lib/package/roles.ts, or write a test in which the function makes the call:';

export default class RightsReporter {
  readonly #config: Pick<Config.GlobalConfig, 'rootDir' | 'testNamePattern'>;
  #error: Error | undefined;

  constructor(config: Config.GlobalConfig) {
    this.#config = config;
  }

  /**
   * Every test file there is has run with all of its tests, and none has ended early by failing; of other runs nothing
   * can be said.
   */
  #isWhole({ numFailedTests, numRuntimeErrorTestSuites, testResults }: Results): boolean {
    const { rootDir, testNamePattern = '' } = this.#config;
    const run = new Set(testResults.map(({ testFilePath }) => testFilePath));
    const files = globSync('test/**/*.test.ts', { cwd: rootDir }).map((file) => join(rootDir, file));
    return (
      testNamePattern === '' && numFailedTests + numRuntimeErrorTestSuites === 0 && files.every((file) => run.has(file))
    );
  }

  onRunComplete(_contexts: unknown, results: Results): void {
    const folder = process.env[USAGE_VARIABLE];
    // Jest asks its reporters before it stops the servers, and with them the folder.
    if (folder === undefined || !this.#isWhole(results)) return;
    const unused = unusedRights(folder);
    if (unused.length === 0) return;
    this.#error = new Error(`${WHAT_TO_DO}\n${unused.map((line) => `  ${line}\n`).join('')}`);
    process.stderr.write(`\n${this.#error.message}`);
  }

  /** Jest fails the run when there is one. */
  getLastError(): Error | undefined {
    return this.#error;
  }
}
