import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { bundleFunctions } from '#lib/package/bundle';
import { median, type Bench } from '#test/tools/measure/bench';
import { buildBareHandler } from './bare-handler.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const run = promisify(execFile);
const ROUNDS = 7;
const MAX_TIMES_BARE = 2;

/** Milliseconds that a new process takes to import a module. */
async function importMs(file: string): Promise<number> {
  const code = `const t = performance.now(); await import(${JSON.stringify(file)}); console.log(performance.now() - t);`;
  const environment = { ...process.env, AWS_REGION: 'us-east-1', AWS_ACCESS_KEY_ID: 'x', AWS_SECRET_ACCESS_KEY: 'x' };
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', code], { env: environment });
  return Number(stdout.trim());
}

export const importTime: Bench = {
  name: 'import',
  usesStack: false,
  async run(report) {
    const folder = await mkdtemp(join(tmpdir(), 'almanac-bench-'));
    try {
      const bare = await buildBareHandler(folder);
      const entries = (await bundleFunctions())
        .map(({ entry }) => entry)
        .filter((entry) => entry.startsWith('functions/calendar/') || entry.startsWith('functions/books/'));
      const files = new Map([
        ['bare', bare],
        ...entries.map((entry) => [entry, join(root, 'dist', `${entry}.mjs`)] as const),
      ]);
      const times = new Map<string, number[]>([...files.keys()].map((name) => [name, []]));
      // Round by round, so that other load affects all of them.
      for (let round = 0; round < ROUNDS; round += 1) {
        report.progress(`import time, round ${String(round + 1)} of ${String(ROUNDS)}`);
        for (const [name, file] of files) times.get(name)?.push(await importMs(file));
      }
      const bareMs = median(times.get('bare') ?? []);
      report.row('import middy + DynamoDB client', bareMs, 'ms');
      for (const entry of entries)
        report.row(`import ${entry} / bare`, median(times.get(entry) ?? []) / bareMs, 'x', MAX_TIMES_BARE);
    } finally {
      await rm(folder, { recursive: true });
    }
  },
};
