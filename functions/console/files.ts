/** The files that the browser loads: those that came with the function, or, in a checkout, bundled now. */
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface AppFile {
  readonly contentType: string;
  readonly text: string;
}

/** Names of the files that the page itself asks for. */
export interface AppIndex {
  readonly script: string;
  readonly styles: readonly string[];
  readonly preloads: readonly string[];
  /** What each page needs besides, by its name. */
  readonly pages: Readonly<Record<string, readonly string[]>>;
}

export interface AppFiles extends AppIndex {
  readonly files: ReadonlyMap<string, AppFile>;
}

const BUNDLED = fileURLToPath(new URL('./files/', import.meta.url));
/** Worked out at run time: no bundle of the function carries the bundler. */
const BUNDLER = new URL('../../lib/package/bundle-console.ts', import.meta.url);

const TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=UTF-8',
  css: 'text/css; charset=UTF-8',
};

async function readFolder(folder: string): Promise<AppFiles> {
  const { names, ...index } = JSON.parse(await readFile(join(folder, 'index.json'), 'utf8')) as AppIndex & {
    readonly names: readonly string[];
  };
  const files = await Promise.all(
    names.map(async (name) => {
      const contentType = TYPES[name.split('.').at(-1) ?? ''] ?? 'text/plain';
      return [name, { contentType, text: await readFile(join(folder, name), 'utf8') }] as const;
    }),
  );
  return { ...index, files: new Map(files) };
}

async function bundleNow(): Promise<AppFiles> {
  const { writeConsole } = (await import(BUNDLER.href)) as { writeConsole(folder: string): Promise<void> };
  const folder = await mkdtemp(join(tmpdir(), 'almanac-console-'));
  try {
    await writeConsole(folder);
    return await readFolder(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

let loading: Promise<AppFiles> | undefined;

/** Read once; a failure is not kept. */
export const appFiles = (): Promise<AppFiles> =>
  (loading ??= (existsSync(BUNDLED) ? readFolder(BUNDLED) : bundleNow()).catch((error: unknown) => {
    loading = undefined;
    throw error;
  }));
