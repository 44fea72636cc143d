/**
 * The console of a checkout, which is bundled when it is opened. Bundling takes half a second of processor time, so what
 * was bundled last is kept until one of the files that it was made of changes.
 */
import { readFileSync, statSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BundledConsole } from './bundle-console.ts';

type Console = Pick<BundledConsole, 'index' | 'texts'>;

interface Kept extends Console {
  /** Time and size of each source and of the bundler. */
  readonly stamps: Readonly<Record<string, string>>;
}

const FILE = fileURLToPath(new URL('../../../node_modules/.cache/almanac/console.json', import.meta.url));
const BUNDLER = fileURLToPath(new URL('bundle-console.ts', import.meta.url));

function stampOf(path: string): string {
  const { mtimeMs, size } = statSync(path);
  return `${String(mtimeMs)} ${String(size)}`;
}

function readKept(file: string): Console | undefined {
  try {
    const { stamps, ...kept } = JSON.parse(readFileSync(file, 'utf8')) as Kept;
    // Checkouts may share their packages: one that was bundled elsewhere names another bundler.
    const isOwn = Object.hasOwn(stamps, BUNDLER);
    return isOwn && Object.entries(stamps).every(([path, stamp]) => stampOf(path) === stamp) ? kept : undefined;
  } catch {
    // There is none, or a source is gone.
    return undefined;
  }
}

/** Stacks that start at the same time may all write it: each sees a whole one. */
async function keep(file: string, kept: Kept): Promise<void> {
  const own = `${file}.${String(process.pid)}`;
  await mkdir(dirname(file), { recursive: true });
  await writeFile(own, JSON.stringify(kept));
  await rename(own, file);
}

const bundleNow = async (): Promise<BundledConsole> => (await import('./bundle-console.ts')).bundleConsole();

export async function keptConsole(file = FILE, bundle = bundleNow): Promise<Console> {
  const known = readKept(file);
  if (known !== undefined) return known;
  const began = Date.now();
  const { index, texts, sources } = await bundle();
  const stamps = Object.fromEntries([...sources, BUNDLER].map((path) => [path, stampOf(path)]));
  const isCurrent = sources.every((path) => statSync(path).mtimeMs < began);
  // Where nothing can be written, it is bundled again the next time.
  if (isCurrent) await keep(file, { index, texts, stamps }).catch(() => undefined);
  return { index, texts };
}
