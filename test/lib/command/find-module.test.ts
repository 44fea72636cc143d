import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import { findModule } from '../../../lib/command/find-module.mjs';

const ROOT = join(import.meta.dirname, '../../..');
const SPECIFIER = /(?:from|import) ?\(?'([^']+)'/g;

const { imports } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  imports: Readonly<Record<string, string>>;
};

/** By the rules of package.json and of relative addresses; undefined for packages and Node's own modules. */
function fileOf(specifier: string, parent: string): string | undefined {
  if (specifier.startsWith('.')) return specifier.endsWith('.ts') ? join(parent, '..', specifier) : undefined;
  const [, folder = '', rest = ''] = /^(#\w+\/)(.*)$/.exec(specifier) ?? [];
  const target = imports[`${folder}*`];
  return target === undefined ? undefined : join(ROOT, target.replace('*', rest));
}

describe('modules of the project are found by their names', () => {
  const files = globSync('{lib,functions}/**/*.ts', { cwd: ROOT }).filter((path) => !path.includes('console/app'));

  test.each(['lib', 'functions'])('every import of %s leads to the file that package.json means', (folder) => {
    const found = files
      .filter((path) => path.startsWith(folder))
      .map((path) => join(ROOT, path))
      .flatMap((parent) =>
        [...readFileSync(parent, 'utf8').matchAll(SPECIFIER)].map(([, specifier = '']) => {
          const url = findModule(specifier, pathToFileURL(parent).href)?.url;
          return { specifier, parent, file: url === undefined ? undefined : fileURLToPath(url) };
        }),
      );
    expect(found.length).toBeGreaterThan(200);
    expect(found.filter(({ specifier, parent, file }) => file !== fileOf(specifier, parent))).toEqual([]);
    const missing = found.filter(({ file }) => file !== undefined && !existsSync(file));
    expect(missing.map(({ file }) => file)).toEqual([]);
  });

  test('a function is loaded without what belongs to fetch', () => {
    const program = `
      import { handler } from './functions/calendar/colors/index.ts';
      if (typeof handler !== 'function') throw new Error('No function was loaded.');
      console.log(process.moduleLoadList.filter((name) => /undici/.test(name)).join());
    `;
    const env = { ...process.env, LOG: 'off', ISSUERS: '[]' };
    const call = ['--import', './lib/local/require-node.mjs', '--input-type=module', '-e', program];
    expect(execFileSync(process.execPath, call, { cwd: ROOT, env, encoding: 'utf8' }).trim()).toBe('');
  });

  test('not those that a package has for itself', () => {
    const inside = pathToFileURL(join(ROOT, 'node_modules/one/index.js')).href;
    expect(findModule('#lib/api/errors', inside)).toBeUndefined();
    expect(findModule('./own.ts', inside)).toBeUndefined();
    expect(findModule('#lib/api/errors')).toBeUndefined();
  });
});
