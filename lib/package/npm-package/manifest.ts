/** The `package.json` of the npm package: that of the checkout, without what bundling has made needless. */

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly license: string;
  readonly engines: object;
  readonly bin: object;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly optionalDependencies: Readonly<Record<string, string>>;
}

/** Where types are for whoever imports the package. */
export const EXPORTS = {
  '.': {
    types: './types/lib/testing/start-almanac.d.ts',
    import: './lib/testing/start-almanac.js',
    require: './lib/testing/start-almanac.cjs',
  },
  './package.json': './package.json',
};

export function packageManifest(checkout: Manifest, installed: readonly string[]): object {
  const { name, version, description, license, engines, bin, dependencies, optionalDependencies } = checkout;
  return {
    name,
    version,
    description,
    license,
    type: 'module',
    engines,
    bin,
    exports: EXPORTS,
    scripts: { postinstall: 'node lib/local/trim-install.mjs' },
    imports: {
      '#lib/*': { types: './types/lib/*.d.ts', default: './lib/*.js' },
      '#functions/*': './functions/*.js',
      '#vendor/fauxqs': './vendor/fauxqs/app.js',
      '#vendor/*': './vendor/*.js',
    },
    dependencies: Object.fromEntries(installed.map((one) => [one, dependencies[one] ?? ''])),
    optionalDependencies,
  };
}
