/** What takes long to make, kept in a file until one of the files that it was made of changes: their times and sizes tell. */
import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

interface Kept<Value> {
  readonly value: Value;
  /** Time and size of each source. */
  readonly stamps: Readonly<Record<string, string>>;
}

function stampOf(path: string): string {
  const { mtimeMs, size } = statSync(path);
  return `${String(mtimeMs)} ${String(size)}`;
}

/**
 * Undefined if there is none, if a source has changed, or if one of `sources` is not among those that it was made of:
 * checkouts may share a folder of such files.
 */
export function readKept<Value>(file: string, sources: readonly string[]): Value | undefined {
  try {
    const { value, stamps } = JSON.parse(readFileSync(file, 'utf8')) as Kept<Value>;
    const isOwn = sources.every((path) => Object.hasOwn(stamps, path));
    return isOwn && Object.entries(stamps).every(([path, stamp]) => stampOf(path) === stamp) ? value : undefined;
  } catch {
    // There is none, or a source is gone.
    return undefined;
  }
}

/**
 * A source that was saved after `beganMs` may not have been read as it is now: nothing is kept then. Processes that start
 * at the same time may all write the file: each sees a whole one.
 */
export function keep(file: string, value: unknown, sources: readonly string[], beganMs: number): void {
  const own = `${file}.${String(process.pid)}`;
  try {
    if (sources.some((path) => statSync(path).mtimeMs >= beganMs)) return;
    const stamps = Object.fromEntries(sources.map((path) => [path, stampOf(path)]));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(own, JSON.stringify({ value, stamps } satisfies Kept<unknown>));
    renameSync(own, file);
  } catch {
    // Where nothing can be written, or a source is gone, it is made again the next time.
  }
}
