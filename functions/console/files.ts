/** The files that the browser loads: those that came with the function, or, in a checkout, bundled now. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
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
const BUNDLER = new URL('../../lib/package/console/kept-console.ts', import.meta.url);

const TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=UTF-8',
  css: 'text/css; charset=UTF-8',
};

interface Bundled {
  readonly index: AppIndex & { readonly names: readonly string[] };
  readonly texts: Readonly<Record<string, string>>;
}

function filesOf({ index: { names, ...index }, texts }: Bundled): AppFiles {
  const files = names.map((name) => {
    const contentType = TYPES[name.split('.').at(-1) ?? ''] ?? 'text/plain';
    return [name, { contentType, text: texts[name] ?? '' }] as const;
  });
  return { ...index, files: new Map(files) };
}

async function readFolder(folder: string): Promise<Bundled> {
  const index = JSON.parse(await readFile(join(folder, 'index.json'), 'utf8')) as Bundled['index'];
  const texts = await Promise.all(
    index.names.map(async (name) => [name, await readFile(join(folder, name), 'utf8')] as const),
  );
  return { index, texts: Object.fromEntries(texts) };
}

async function bundleNow(): Promise<Bundled> {
  const { keptConsole } = (await import(BUNDLER.href)) as { keptConsole(): Promise<Bundled> };
  return keptConsole();
}

let loading: Promise<AppFiles> | undefined;

/** Read once; a failure is not kept. */
export const appFiles = (): Promise<AppFiles> =>
  (loading ??= (existsSync(BUNDLED) ? readFolder(BUNDLED) : bundleNow()).then(filesOf).catch((error: unknown) => {
    loading = undefined;
    throw error;
  }));
