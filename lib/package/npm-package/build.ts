/**
 * What `npm pack` packs: the local stack, its functions and commands as JavaScript. `own-code.ts` compiles our files,
 * `types.ts` writes its declarations, `vendor.ts` bundles packages of others, `manifest.ts` is the package.json. Only Node itself and DuckDB, which reports
 * load, are installed beside it.
 */
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { letBundlerGrow, PAGE_FILES, PAGE_PACKAGE } from '#lib/package/bundle';
import { writeConsole } from '#lib/package/console/bundle-console';
import { readDeployment } from '#lib/package/template/deployment';
import { CHART_FILES } from '#lib/runtime/ads/chart-library';
import { innerManifest, packageManifest, type Manifest } from './manifest.ts';
import { writeOwnCode } from './own-code.ts';
import { writeTypes } from './types.ts';
import { writeVendor } from './vendor.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const TESTING = 'lib/testing/start-almanac';
const INSTALLED = ['@duckdb/node-api'];
const COMMANDS = [
  'seed',
  'token',
  'key',
  'credentials',
  'with',
  'calendar',
  'books',
  'ads',
  'channels',
  'users',
  'backup',
  'restore',
  'doctor',
];

const COPIES = [
  'serverless.yml',
  'functions/http.yml',
  'functions/discovery/documents',
  'functions/discovery/page',
  'lib/books/sample/catalogue.csv',
  'lib/local/sample/seed-file/example.yaml',
  'lib/local/require-node.mjs',
  'lib/local/trim-install.mjs',
  'lib/command/node-binary.mjs',
  'lib/command/find-module.mjs',
  'lib/cli/package/almanac.mjs',
];

/** jest loads CommonJS unless it is told otherwise. */
const writeCommonJs = (outdir: string): Promise<unknown> =>
  build({
    absWorkingDir: outdir,
    entryPoints: [`${TESTING}.js`],
    outfile: `${TESTING}.cjs`,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    define: { 'import.meta.url': 'ownUrl' },
    banner: { js: "const ownUrl = require('node:url').pathToFileURL(__filename).href;" },
    logLevel: 'error',
  });

/** Returns the manifest of the package. */
export async function buildPackage(outdir: string): Promise<object> {
  letBundlerGrow();
  await rm(outdir, { recursive: true, force: true });
  await mkdir(outdir, { recursive: true });
  const handlers = readDeployment('local').functions.map(({ file }) => relative(root, file));
  const entries = [
    'lib/local/start.ts',
    'lib/local/database/guard.ts',
    `${TESTING}.ts`,
    ...COMMANDS.map((name) => `lib/cli/${name}.ts`),
    ...handlers,
  ];
  const { packages } = await writeOwnCode({ root, outdir, entries, external: INSTALLED });
  await Promise.all([
    writeVendor({ root, outdir: join(outdir, 'vendor'), packages, external: INSTALLED }),
    writeTypes({ root, outdir, entry: `${TESTING}.ts` }),
    writeConsole(join(outdir, 'functions/console/files')),
    ...COPIES.map((path) => cp(join(root, path), join(outdir, path), { recursive: true })),
    ...CHART_FILES.map((name) => cp(join(root, 'node_modules/uplot/dist', name), join(outdir, 'vendor/uplot', name))),
    ...PAGE_FILES.map((name) => cp(join(root, PAGE_PACKAGE, name), join(outdir, 'functions/discovery/assets', name))),
  ]);
  await writeCommonJs(outdir);
  const checkout = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as Manifest;
  await writeFile(join(outdir, 'package.json'), `${JSON.stringify(innerManifest(checkout), undefined, 2)}\n`);
  return packageManifest(checkout, INSTALLED);
}
