/**
 * Our own code for the npm package: each file without its types, at its place, so that paths relative to a file stay
 * right. Node does not strip types of installed packages. Packages of others come from `#vendor/`.
 */
import { readFile } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { build, type Plugin } from 'esbuild';

export interface OwnCode {
  /** Files from the root, with `.ts`. */
  readonly files: readonly string[];
  /** What they import of others: `jose`, `chrono-node/en`. */
  readonly packages: readonly string[];
}

export interface OwnCodeOptions {
  readonly root: string;
  readonly outdir: string;
  readonly entries: readonly string[];
  /** Installed with the package, since they are native. */
  readonly external: readonly string[];
}

const OWN = /^(?:#(lib|functions)\/|\.)/;

/** Paths that code works out at run time: `lib/local/s3/fauxqs.ts` loads files of `fauxqs`, `lib/runtime/ads/chart-library.ts` those of `uplot`. */
const atItsPlace = (text: string): string =>
  text
    .replaceAll(/(new URL\('[^']+)\.ts(', import\.meta\.url\))/g, '$1.js$2')
    .replaceAll('../../../node_modules/uplot/dist/', '../../../vendor/uplot/')
    .replaceAll("import.meta.resolve('fauxqs')", "new URL('../../../vendor/fauxqs/', import.meta.url)");

/** Leaves every import where it is, and notes it. */
const separate = ({ root, external }: OwnCodeOptions, found: Set<string>, packages: Set<string>): Plugin => ({
  name: 'separate',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /.*/ }, ({ path, importer, kind }) => {
      if (kind === 'entry-point') return undefined;
      if (isBuiltin(path) || external.includes(path)) return { path, external: true };
      if (!OWN.test(path)) {
        packages.add(path);
        return { path: `#vendor/${path}`, external: true };
      }
      if (path.endsWith('.mjs')) return { path, external: true };
      const file = path.startsWith('#') ? `${path.slice(1)}.ts` : relative(root, join(dirname(importer), path));
      found.add(file);
      return { path: path.replace(/\.ts$/, '.js'), external: true };
    });
    onLoad({ filter: /\.ts$/ }, async ({ path }) => ({
      contents: atItsPlace(await readFile(path, 'utf8')),
      loader: 'ts',
    }));
  },
});

/** Writes the entries and everything that they import. */
export async function writeOwnCode(options: OwnCodeOptions): Promise<OwnCode> {
  const { root, outdir, entries } = options;
  const written = new Set<string>();
  const packages = new Set<string>();
  let wave = [...entries];
  while (wave.length > 0) {
    const found = new Set<string>();
    await build({
      absWorkingDir: root,
      entryPoints: wave,
      outdir,
      outbase: root,
      bundle: true,
      platform: 'node',
      target: 'node20',
      format: 'esm',
      legalComments: 'none',
      plugins: [separate(options, found, packages)],
      logLevel: 'error',
    });
    for (const file of wave) written.add(file);
    wave = [...found].filter((file) => !written.has(file));
  }
  return { files: [...written].toSorted(), packages: [...packages].toSorted() };
}
