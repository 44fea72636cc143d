import { fileURLToPath } from 'node:url';
import { lockedPackage } from './locked-package.ts';

/** As `provider.architecture` in `serverless.yml` spells them. */
export type Architecture = 'arm64' | 'x86_64';

const LIBRARIES: Readonly<Record<Architecture, string>> = {
  arm64: '@duckdb/node-bindings-linux-arm64',
  x86_64: '@duckdb/node-bindings-linux-x64',
};

/**
 * DuckDB stays outside of bundles: it is a library of the machine that functions run on.
 * Where its packages for that machine are, and where they go below `dist/`.
 */
export async function duckDbFor(architecture: Architecture): Promise<(readonly [from: string, to: string])[]> {
  const project = fileURLToPath(new URL('../../', import.meta.url));
  const names = ['@duckdb/node-api', '@duckdb/node-bindings', LIBRARIES[architecture]];
  return Promise.all(names.map(async (name) => [await lockedPackage(name, project), `node_modules/${name}`] as const));
}
