/**
 * Two `package.json` for the npm package. `npm pack` packs the folder that it is called in, so the compiled code lies in
 * `dist/almanac` of it: the inner one says what imports mean there, the outer one what is installed.
 */

export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly license: string;
  readonly engines: object;
  readonly bin: Readonly<Record<string, string>>;
  readonly imports: object;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly optionalDependencies: Readonly<Record<string, string>>;
}

/** Where types are for whoever imports the package. */
const EXPORTS = {
  types: './types/lib/testing/start-almanac.d.ts',
  import: './lib/testing/start-almanac.js',
  require: './lib/testing/start-almanac.cjs',
};

/** Documents that the README leads to. */
const DOCUMENTS = [
  'functions/README.md',
  'lib/testing/README.md',
  'OPERATIONS.md',
  'SECURITY.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'test/tools/bench/README.md',
];

/** From the root of the package. */
export const COMPILED = 'dist/almanac';

const inCompiled = (path: string): string => `./${COMPILED}/${path.replace(/^\.\//, '')}`;

/** Stands beside the compiled code, for imports that begin with `#`. */
export const innerManifest = ({ name, version }: Manifest): object => ({
  name,
  version,
  type: 'module',
  imports: {
    '#lib/*': { types: './types/lib/*.d.ts', default: './lib/*.js' },
    '#functions/*': './functions/*.js',
    '#vendor/*': './vendor/*.js',
  },
});

/** Only what `installed` names is installed beside it: all else is bundled. */
export function packageManifest(checkout: Manifest, installed: readonly string[]): object {
  const { name, version, description, license, engines, bin, imports, dependencies, optionalDependencies } = checkout;
  return {
    name,
    version,
    description,
    license,
    type: 'module',
    engines,
    bin: Object.fromEntries(Object.entries(bin).map(([command, path]) => [command, inCompiled(path)])),
    exports: {
      '.': Object.fromEntries(Object.entries(EXPORTS).map(([kind, path]) => [kind, inCompiled(path)])),
      './package.json': './package.json',
    },
    files: [COMPILED, ...DOCUMENTS],
    // A quarter of the whole: headers that nobody needs.
    scripts: { postinstall: `node ${COMPILED}/lib/local/trim-install.mjs` },
    // Of the checkout, where this file stands while npm packs.
    imports,
    dependencies: Object.fromEntries(installed.map((one) => [one, dependencies[one] ?? ''])),
    optionalDependencies,
  };
}
