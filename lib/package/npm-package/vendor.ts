/** Packages of others for the npm package, bundled: a tenth of what an installation of them takes, and one copy each. */
// Packages for certificates ask for it before they are loaded.
import 'reflect-metadata';
import { build, type Plugin } from 'esbuild';

export interface VendorOptions {
  readonly root: string;
  readonly outdir: string;
  /** As they are imported: `jose`, `chrono-node/en`. */
  readonly packages: readonly string[];
  readonly external: readonly string[];
}

/** See `lib/local/s3/fauxqs.ts`. */
const FAUXQS = ['s3/s3Store', 's3/s3Router', 'persistence'];

const isName = (name: string): boolean =>
  /^[A-Za-z_$][\w$]*$/.test(name) && name !== 'default' && name !== '__esModule';

/** Names are written out: what a CommonJS package exports is known only when it is loaded. */
async function reexport(specifier: string): Promise<string> {
  const names = Object.keys((await import(specifier)) as object);
  const named = `export { ${names.filter(isName).join(', ')} } from '${specifier}';`;
  // The form for bundlers may have no default where that for Node has one.
  return `${named}\nimport * as all from '${specifier}';\nexport default all.default;`;
}

const PREFIX = 'reexport:';

const reexports = (root: string): Plugin => ({
  name: 'reexports',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^reexport:/ }, ({ path }) => ({ path: path.slice(PREFIX.length), namespace: 'reexport' }));
    onLoad({ filter: /.*/, namespace: 'reexport' }, async ({ path }) => ({
      contents: await reexport(path),
      resolveDir: root,
    }));
  },
});

export async function writeVendor({ root, outdir, packages, external }: VendorOptions): Promise<void> {
  const others = packages.map((name) => ({ in: `${PREFIX}${name}`, out: name }));
  await build({
    absWorkingDir: root,
    entryPoints: [
      ...others,
      ...FAUXQS.map((name) => ({ in: `node_modules/fauxqs/dist/${name}.js`, out: `fauxqs/${name}` })),
    ],
    outdir,
    bundle: true,
    splitting: true,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    mainFields: ['module', 'main'],
    minify: true,
    legalComments: 'none',
    chunkNames: 'shared/[hash]',
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
    external: [...external],
    plugins: [reexports(root)],
    logLevel: 'error',
  });
}
