import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Bench } from '#test/tools/measure/bench';
import { type FileFormat, SHAPES } from './generated-files.ts';

const SMALL_MB = 32;
const LARGE_MB = 320;
/** A small heap, so that garbage does not accumulate: what remains is what the import holds. */
const LITTLE_HEAP = ['--max-old-space-size=64', '--max-semi-space-size=2'];
const MAX_GROWTH_MB = 32;

const CHILD = fileURLToPath(new URL('./import-memory-child.ts', import.meta.url));

async function peaksOf(format: FileFormat): Promise<readonly [small: number, large: number]> {
  const { stdout } = await promisify(execFile)(process.execPath, [
    ...LITTLE_HEAP,
    CHILD,
    format,
    String(SMALL_MB),
    String(LARGE_MB),
  ]);
  const [small = NaN, large = NaN] = JSON.parse(stdout) as number[];
  return [small, large];
}

/** Memory does not depend on file size: reports how much more a file ten times as large takes. */
export const importMemory: Bench = {
  name: 'import-memory',
  usesStack: false,
  async run(report) {
    for (const format of Object.keys(SHAPES) as FileFormat[]) {
      report.progress(`${format}: ${String(LARGE_MB)} MB`);
      const [small, large] = await peaksOf(format);
      report.row(`books import of ${format}, ${String(LARGE_MB)} MB: memory`, large, 'MB');
      report.row(
        `books import of ${format}: memory over that of ${String(SMALL_MB)} MB`,
        large - small,
        'MB',
        MAX_GROWTH_MB,
      );
    }
  },
};
