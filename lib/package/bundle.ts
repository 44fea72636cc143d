/**
 * Bundles and minifies every function of `serverless.yml` into `dist/`: one file each, plus files that only some
 * requests load.
 */
import { cp, readFile, rm } from 'node:fs/promises';
import { relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type BuildOptions, type Metafile, type Plugin } from 'esbuild';
import { inParallel } from '#lib/api/process/in-parallel';
import { CHART_FILES } from '#lib/runtime/ads/chart-library';
import { writeConsole } from './console/bundle-console.ts';
import { readDeployment } from './template/deployment.ts';
import { removeDescriptions } from './without-descriptions.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** What the page of operations is drawn with, and its terms: its package, and those of its files that are served. */
export const PAGE_PACKAGE = 'node_modules/swagger-ui-dist';
export const PAGE_FILES = [
  'swagger-ui.css',
  'swagger-ui-bundle.js',
  'oauth2-redirect.html',
  'oauth2-redirect.js',
  'LICENSE',
  'NOTICE',
];

const SHARED = 'dist/shared';

/** All at once, 33 functions take 1.2 GB of memory; these take 0.7, and no longer. */
const AT_ONCE = 4;

/** A file that a function reads at run time: its source, and its place in `dist/`. */
type Asset = readonly [from: string, to: string];

const ASSETS: readonly Asset[] = [
  ['functions/discovery/documents', 'functions/discovery/documents'],
  ['functions/discovery/page', 'functions/discovery/page'],
  ...PAGE_FILES.map((name) => [`${PAGE_PACKAGE}/${name}`, `functions/discovery/assets/${name}`] as const),
  ...CHART_FILES.map((name) => [`node_modules/uplot/dist/${name}`, `functions/schedules/uplot/${name}`] as const),
];

/** AWS clients send only their version, but would bundle their whole package.json for it. */
const onlyVersions: Plugin = {
  name: 'only-versions',
  setup({ onLoad }) {
    onLoad({ filter: /@aws-sdk[\\/][^\\/]+[\\/]package\.json$/ }, async ({ path }) => {
      const { version } = JSON.parse(await readFile(path, 'utf8')) as { version: string };
      return { contents: JSON.stringify({ version }), loader: 'json' };
    });
  },
};

export const OPTIONS = {
  absWorkingDir: root,
  outdir: 'dist',
  outbase: '.',
  outExtension: { '.js': '.mjs' },
  bundle: true,
  platform: 'node',
  target: 'node24',
  format: 'esm',
  mainFields: ['module', 'main'],
  minify: true,
  legalComments: 'none',
  sourcemap: 'linked',
  sourcesContent: false,
  // CommonJS packages in an ES module still need `require`.
  banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
  alias: {
    '@aws-sdk/credential-provider-node': './lib/runtime/process/environment-credentials.ts',
    '@aws-sdk/endpoint-cache': './lib/runtime/process/no-endpoint-cache.ts',
  },
  external: ['@duckdb/*'],
  plugins: [onlyVersions, removeDescriptions],
  metafile: true,
  logLevel: 'error',
} satisfies BuildOptions;

export interface Bundle {
  /** `functions/calendar/events/index` */
  readonly entry: string;
  /** Loaded at a cold start. */
  readonly bytes: number;
  /** Loaded only by some requests. */
  readonly onDemandBytes: number;
}

type Outputs = Metafile['outputs'];

/** esbuild, a program in Go, clears its memory when that has doubled: a quarter of its time. It may grow to five times. */
export function letBundlerGrow(): void {
  process.env['GOGC'] ??= '400';
}

/** A file and all its static imports. */
function staticImports(file: string, outputs: Outputs, found = new Set<string>()): Set<string> {
  if (found.has(file) || outputs[file] === undefined) return found;
  found.add(file);
  for (const { path, kind } of outputs[file].imports)
    if (kind === 'import-statement') staticImports(path, outputs, found);
  return found;
}

/** All functions at once, in small minified pieces that they share: every source is read once, a tenth of the time. */
async function bundleShared(entries: readonly string[]): Promise<void> {
  const entryPoints = entries.map((entry) => `${entry}.ts`);
  await build({ ...OPTIONS, outdir: SHARED, banner: {}, entryPoints, splitting: true });
}

/** Each function separately, of the shared pieces: files that it loads on demand are beside it, under its own name. */
async function bundle(entry: string): Promise<Bundle> {
  const { metafile } = await build({
    ...OPTIONS,
    plugins: [],
    outbase: SHARED,
    entryPoints: [`${SHARED}/${entry}.mjs`],
    splitting: true,
    chunkNames: `${entry}.[hash]`,
  });
  const code = Object.keys(metafile.outputs).filter((file) => file.endsWith('.mjs'));
  const atOnce = staticImports(`dist/${entry}.mjs`, metafile.outputs);
  const bytesOf = (files: readonly string[]): number =>
    files.reduce((sum, file) => sum + (metafile.outputs[file]?.bytes ?? 0), 0);
  return { entry, bytes: bytesOf([...atOnce]), onDemandBytes: bytesOf(code.filter((file) => !atOnce.has(file))) };
}

/** Bundles every function and copies the files beside them; largest first. */
export async function bundleFunctions(beside: readonly Asset[] = []): Promise<Bundle[]> {
  const entries = readDeployment('local').functions.map(({ file }) => relative(root, file).replace(/\.ts$/, ''));
  letBundlerGrow();
  await rm(new URL('../../dist', import.meta.url), { recursive: true, force: true });
  await bundleShared(entries);
  const bundles = await inParallel(entries, AT_ONCE, bundle);
  await rm(resolve(root, SHARED), { recursive: true });
  const copies = [...ASSETS, ...beside].map(([from, to]) =>
    cp(resolve(root, from), resolve(root, 'dist', to), { recursive: true, dereference: true }),
  );
  await Promise.all([...copies, writeConsole(resolve(root, 'dist/functions/console/files'))]);
  return bundles.sort((a, b) => b.bytes - a.bytes);
}

const kilobytes = (bytes: number): string => `${(bytes / 1024).toFixed(0).padStart(6)} KB`;

export const sizeTable = (bundles: readonly Bundle[]): string =>
  bundles
    .map(
      ({ entry, bytes, onDemandBytes }) =>
        `${kilobytes(bytes)}  ${entry}${onDemandBytes > 0 ? ` (${kilobytes(onDemandBytes).trim()} more on demand)` : ''}`,
    )
    .join('\n');
