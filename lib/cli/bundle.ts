/** Every function of `serverless.yml` as one minified file below `dist/`. */
import { cp, rm } from 'node:fs/promises';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type BuildOptions } from 'esbuild';
import { readDeployment } from '#lib/local/deployment';

const root = fileURLToPath(new URL('../../', import.meta.url));

const component = 'node_modules/swagger-ui-dist';

/** What a function reads at run time: where it is, and where it goes below `dist/`. */
const ASSETS: readonly (readonly [from: string, to: string])[] = [
  ['functions/discovery/documents', 'functions/discovery/documents'],
  ['functions/discovery/page', 'functions/discovery/page'],
  ...['swagger-ui.css', 'swagger-ui-bundle.js', 'LICENSE', 'NOTICE'].map((name) => [`${component}/${name}`, `functions/discovery/assets/${name}`] as const),
];

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
  // CommonJS packages inside an ES module still ask for `require`.
  banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
  alias: { '@aws-sdk/credential-provider-node': './lib/runtime/environment-credentials.ts' },
  metafile: true,
  logLevel: 'error',
} satisfies BuildOptions;

export interface Bundle {
  /** `functions/calendar/events/index` */
  readonly entry: string;
  readonly bytes: number;
}

/** Largest first. */
export async function bundleFunctions(): Promise<Bundle[]> {
  const entries = readDeployment('local').functions.map(({ file }) => relative(root, file).replace(/\.ts$/, ''));
  await rm(new URL('../../dist', import.meta.url), { recursive: true, force: true });
  const { metafile } = await build({ ...OPTIONS, entryPoints: entries.map((entry) => `${entry}.ts`) });
  await Promise.all(ASSETS.map(([from, to]) => cp(`${root}${from}`, `${root}dist/${to}`, { recursive: true })));
  return entries
    .map((entry) => ({ entry, bytes: metafile.outputs[`dist/${entry}.mjs`]?.bytes ?? 0 }))
    .sort((a, b) => b.bytes - a.bytes);
}

export const sizeTable = (bundles: readonly Bundle[]): string =>
  bundles.map(({ entry, bytes }) => `${(bytes / 1024).toFixed(0).padStart(6)} KB  ${entry}`).join('\n');
