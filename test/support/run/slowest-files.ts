/** Ends a run with the test files that took longest: what to look at when `npm test` gets slow. */
import { relative } from 'node:path';

/** What this needs of jest's results. */
interface Results {
  readonly testResults: readonly { readonly testFilePath: string; readonly perfStats: { readonly runtime: number } }[];
}

const SHOWN = 10;

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1).padStart(6)} s`;

export default class SlowestFiles {
  onRunComplete(_contexts: unknown, { testResults }: Results): void {
    if (testResults.length < 2) return;
    const slowest = testResults.toSorted((a, b) => b.perfStats.runtime - a.perfStats.runtime).slice(0, SHOWN);
    const lines = slowest.map(
      ({ perfStats, testFilePath }) => `${seconds(perfStats.runtime)}  ${relative('', testFilePath)}`,
    );
    process.stderr.write(`\nSlowest files:\n${lines.join('\n')}\n`);
  }
}
