/**
 * What takes long to make, kept in a file until one of the files that it was made of changes: their times and sizes tell.
 * One of them is the code that makes it. Checkouts may share a folder of such files: what another one made names the
 * files of that one, and is made again.
 */
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

/** Undefined if there is none, or a source has changed; `maker` is the path of the code that made it. */
export function readKept<Value>(file: string, maker: string): Value | undefined {
  try {
    const { value, stamps } = JSON.parse(readFileSync(file, 'utf8')) as Kept<Value>;
    const isOwn = Object.hasOwn(stamps, maker);
    return isOwn && Object.entries(stamps).every(([path, stamp]) => stampOf(path) === stamp) ? value : undefined;
  } catch {
    // There is none, or a source is gone.
    return undefined;
  }
}

export interface Making {
  readonly maker: string;
  /** Paths of what else it was made of. */
  readonly sources: readonly string[];
  /** A source that was saved later was not read as it is now. */
  readonly beganMs: number;
}

/** Processes that start at the same time may all write it: each sees a whole one. */
export function keep(file: string, value: unknown, { maker, sources, beganMs }: Making): void {
  if (sources.some((path) => statSync(path).mtimeMs >= beganMs)) return;
  const stamps = Object.fromEntries([...sources, maker].map((path) => [path, stampOf(path)]));
  const own = `${file}.${String(process.pid)}`;
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(own, JSON.stringify({ value, stamps } satisfies Kept<unknown>));
    renameSync(own, file);
  } catch {
    // Where nothing can be written, it is made again the next time.
  }
}
