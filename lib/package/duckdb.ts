import { fileURLToPath } from 'node:url';
import { lockedPackage } from './locked-package.ts';

/** As `provider.architecture` in `serverless.yml` spells them. */
export type Architecture = 'arm64' | 'x86_64';

const LIBRARIES: Readonly<Record<Architecture, string>> = {
  arm64: '@duckdb/node-bindings-linux-arm64',
  x86_64: '@duckdb/node-bindings-linux-x64',
};

/**
 * DuckDB is a native library and stays outside of bundles. Returns where its packages for the target machine are, and
 * where they go in `dist/`.
 */
export async function duckDbFor(architecture: Architecture): Promise<(readonly [from: string, to: string])[]> {
  const project = fileURLToPath(new URL('../../', import.meta.url));
  const names = ['@duckdb/node-api', '@duckdb/node-bindings', LIBRARIES[architecture]];
  return Promise.all(names.map(async (name) => [await lockedPackage(name, project), `node_modules/${name}`] as const));
}
