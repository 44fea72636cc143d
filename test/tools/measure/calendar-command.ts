/** `npm run calendar` as a person runs it, with what it took. */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { argsOfScript } from '#test/support/stack/npm-script';
import type { Usage } from './usage-at-end.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

export interface MeasuredCommand extends Usage {
  readonly wallSeconds: number;
  /** What it printed. */
  readonly said: string;
}

/** The data folder's parent takes the figures. */
export async function measureCalendarCommand(args: readonly string[], data: string): Promise<MeasuredCommand> {
  const usage = join(data, '..', 'usage.json');
  const startedAt = performance.now();
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--import', './test/tools/measure/usage-at-end.ts', ...argsOfScript('calendar'), ...args, '--data', data],
    { cwd: ROOT, env: { PATH: process.env['PATH'], ALMANAC_BENCH_USAGE: usage } },
  );
  return {
    wallSeconds: (performance.now() - startedAt) / 1000,
    said: stdout.trim(),
    ...(JSON.parse(await readFile(usage, 'utf8')) as Usage),
  };
}
