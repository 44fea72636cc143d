/** Bundles the console for browsers: names with the hash of their content, a file of its own for each page. */
import { mkdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Metafile } from 'esbuild';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const ENTRY = 'functions/console/app/main.tsx';
const PAGE = /^functions\/console\/app\/(\w+)\/\1-page\.tsx$/;

export interface BundledConsole {
  /** What the page asks for, and all names. */
  readonly index: Readonly<Record<string, unknown>>;
  readonly texts: Readonly<Record<string, string>>;
  /** Paths of what it was made of. */
  readonly sources: readonly string[];
}

/** The entry, and what it imports before it runs. */
function loadedAtOnce(outputs: Metafile['outputs'], path: string, found = new Set<string>()): Set<string> {
  if (found.has(path)) return found;
  found.add(path);
  for (const { path: next, kind } of outputs[path]?.imports ?? [])
    if (kind === 'import-statement') loadedAtOnce(outputs, next, found);
  return found;
}

/** For each page, the files that it needs besides those of the entry. */
function filesOfPages(outputs: Metafile['outputs'], atOnce: ReadonlySet<string>): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(outputs).flatMap(([path, { entryPoint = '' }]) => {
      const name = PAGE.exec(entryPoint)?.[1];
      const files = [...loadedAtOnce(outputs, path)].filter((one) => !atOnce.has(one));
      return name === undefined ? [] : [[name, files.map((one) => basename(one))]];
    }),
  );
}

export async function bundleConsole(): Promise<BundledConsole> {
  const { metafile, outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: [ENTRY],
    outdir: 'functions/console/files',
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    bundle: true,
    splitting: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    target: ['chrome111', 'firefox113', 'safari16.4'],
    jsx: 'automatic',
    jsxImportSource: 'preact',
    legalComments: 'none',
    write: false,
    metafile: true,
    logLevel: 'error',
  });
  const { inputs, outputs } = metafile;
  const [script = '', entry] = Object.entries(outputs).find(([, { entryPoint }]) => entryPoint === ENTRY) ?? [];
  const atOnce = loadedAtOnce(outputs, script);
  return {
    index: {
      script: basename(script),
      styles: entry?.cssBundle === undefined ? [] : [basename(entry.cssBundle)],
      preloads: [...atOnce].filter((path) => path !== script).map((path) => basename(path)),
      pages: filesOfPages(outputs, atOnce),
      names: outputFiles.map(({ path }) => basename(path)),
    },
    texts: Object.fromEntries(outputFiles.map(({ path, text }) => [basename(path), text])),
    sources: [...Object.keys(inputs), 'package-lock.json'].map((path) => join(root, path)),
  };
}

/** Writes the files, and `index.json`: what the page asks for, and all names. */
export async function writeConsole(folder: string): Promise<void> {
  const { index, texts } = await bundleConsole();
  await mkdir(folder, { recursive: true });
  await Promise.all([
    writeFile(join(folder, 'index.json'), JSON.stringify(index)),
    ...Object.entries(texts).map(([name, text]) => writeFile(join(folder, name), text)),
  ]);
}
