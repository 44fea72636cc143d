/**
 * The npm package: `npm pack` in a copy of the checkout, and `npx` in an empty folder, with nothing beside it but Node.
 * Packages that only other machines and reports need are left out here; `npm run examples` installs all of them.
 */
import { execFile, spawn } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { newFolder } from '#test/support/run/folders/new-folder';
import { packCheckout } from '#test/support/stack/pack-checkout';
import { ROOT } from '#test/support/stack/stack-process';

const folder = newFolder();
/** The package lies in another folder in every run: what is compiled there is of no use to the next. */
const run = (program: string, args: readonly string[], options: { readonly cwd?: string } = {}) =>
  promisify(execFile)(program, args, {
    ...options,
    env: { ...process.env, NODE_COMPILE_CACHE: join(folder, 'compiled') },
  });
/** Where `npx` installs; downloads come from the cache that is there. */
const cache = join(folder, 'cache');
const MAX_INSTALLED_MB = 200;
let packed: string;
let packages: string;
let installed: string;
let compiled: string;
let status: number;

/** How this machine reaches the registry: a proxy, a certificate of its own, settings of npm. */
const REGISTRY_SETTING =
  /^(?:npm_config_(?:registry|userconfig|globalconfig|cafile|proxy|https_proxy|noproxy)|https?_proxy|no_proxy|node_extra_ca_certs)$/i;

/** Nothing of the checkout's own. One that cannot be reached is told at once, in place of waiting for minutes. */
const npxEnvironment = () => ({
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => REGISTRY_SETTING.test(name))),
  PATH: process.env['PATH'],
  HOME: process.env['HOME'],
  npm_config_cache: cache,
  npm_config_fetch_retry_mintimeout: '1000',
  npm_config_fetch_retry_maxtimeout: '1000',
});

/** Starts it, asks it something, and ends it. */
async function startWithNpx(): Promise<number> {
  const [cwd, data] = [join(folder, 'empty'), join(folder, 'data')];
  mkdirSync(cwd);
  copyFileSync(packed, join(cwd, basename(packed)));
  const args = ['--yes', '--prefer-offline', '--omit=optional', `./${basename(packed)}`, 'start'];
  const child = spawn('npx', [...args, '--port', '0', '--data', data, '--empty'], {
    cwd,
    env: npxEnvironment(),
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => {
      output += text.toString();
    });
  const ended = new Promise((resolve) => child.on('exit', resolve));
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', () => {
      if (output.includes('console.log(data.items)')) resolve();
    });
    void ended.then(() => {
      reject(new Error(output));
    });
  });
  const endpoints = JSON.parse(readFileSync(join(data, 'endpoints.json'), 'utf8')) as { gateway: string; pid: number };
  const answer = await fetch(`${endpoints.gateway}healthz`);
  process.kill(endpoints.pid, 'SIGTERM');
  await ended;
  return answer.status;
}

beforeAll(async () => {
  const { stdout } = await run('npm', ['config', 'get', 'cache']);
  mkdirSync(cache);
  symlinkSync(join(stdout.trim(), '_cacache'), join(cache, '_cacache'));
  packed = await packCheckout(folder);
  status = await startWithNpx();
  const [hash = ''] = readdirSync(join(cache, '_npx'));
  packages = join(cache, '_npx', hash, 'node_modules');
  installed = join(packages, 'almanac');
  compiled = join(installed, 'dist/almanac');
  symlinkSync(packages, join(folder, 'node_modules'));
});

const bytesIn = (path: string): number =>
  readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);

/** What is installed beside it on this machine, as in the checkout. */
function installedBeside(): string[] {
  const { dependencies, optionalDependencies } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as {
    dependencies: object;
    optionalDependencies: object;
  };
  expect(Object.keys(dependencies)).toEqual(['@duckdb/node-api']);
  const found = [...Object.keys(optionalDependencies), '@duckdb'].map((name) => join(ROOT, 'node_modules', name));
  return found.filter((path) => existsSync(path));
}

const script = async (name: string, text: string): Promise<string> => {
  writeFileSync(join(folder, name), text);
  return (await run(process.execPath, [join(folder, name)], { cwd: folder })).stdout;
};

describe('the package', () => {
  test('starts with npx from an empty folder', () => {
    expect(status).toBe(200);
    expect(readdirSync(join(folder, 'empty'))).toEqual([basename(packed)]);
  });

  test('is a dependency for modules and for CommonJS', async () => {
    const use = `
      const almanac = await startAlmanac({ services: ['calendar', 'books'], seed: 'sample' });
      const headers = { authorization: 'Bearer ' + (await almanac.token('alice@example.com')) };
      const get = async (path) => (await fetch(almanac.url + path, { headers })).json();
      const events = await get('calendar/v3/calendars/primary/events');
      const volumes = await get('books/v1/volumes?q=the');
      const page = await fetch(almanac.url);
      await almanac.stop();
      console.log(JSON.stringify([events.kind, events.items.length > 0, volumes.totalItems > 0, page.status]));
    `;
    const used = `${JSON.stringify(['calendar#events', true, true, 200])}\n`;

    expect(await script('use.mjs', `import { startAlmanac } from 'almanac';\n${use}`)).toBe(used);
    expect(await script('use.cjs', `console.log(typeof require('almanac').startAlmanac)`)).toBe('function\n');
  });

  test('has the commands', async () => {
    const almanac = join(packages, '.bin/almanac');
    await run(almanac, ['init', join(folder, 'world.yaml')]);
    expect(readFileSync(join(folder, 'world.yaml'), 'utf8')).toContain('users:');
    const names = /COMMAND: (.*)\. Each/.exec((await run(almanac, ['--help'])).stderr)?.[1]?.split(', ') ?? [];
    expect(names).toEqual(expect.arrayContaining(['start', 'init', 'seed', 'token', 'credentials']));
    for (const name of names.filter((one) => one !== 'init' && one !== 'start'))
      expect({ name, isThere: existsSync(join(compiled, 'lib/cli', `${name}.js`)) }).toEqual({ name, isThere: true });
  });

  test('every import of its files leads to a file', () => {
    const imported = readdirSync(compiled, { recursive: true, encoding: 'utf8' })
      .filter((file) => /^(?:lib|functions)\b.*\.js$/.test(file))
      .flatMap((file) =>
        [...readFileSync(join(compiled, file), 'utf8').matchAll(/(?:from|import)\s*\(?"((?:#|\.\.?\/)[^"]+)"/g)].map(
          ([, specifier = '']) => ({ file, specifier }),
        ),
      );
    const placeOf = (file: string, specifier: string): string =>
      specifier.startsWith('#') ? `${specifier.slice(1)}.js` : join(file, '..', specifier);

    expect(imported.length).toBeGreaterThan(1000);
    expect(imported.filter(({ file, specifier }) => !existsSync(join(compiled, placeOf(file, specifier))))).toEqual([]);
  });

  test('takes less than 200 MB, and holds neither sources nor tests', () => {
    const bytes = [installed, ...installedBeside()].reduce((sum, path) => sum + bytesIn(path), 0);
    expect(bytes / 1024 / 1024).toBeLessThan(MAX_INSTALLED_MB);
    const files = readdirSync(installed, { recursive: true, encoding: 'utf8' });
    expect(files.filter((file) => /(?<!\.d)\.ts$/.test(file) || /\btest\b.*\.m?js$/.test(file))).toEqual([]);
    expect(existsSync(join(compiled, 'types/lib/testing/start-almanac.d.ts'))).toBe(true);
  });

  test.each(['LICENSE', 'NOTICE'])('brings the %s of what draws the page of operations', (name) => {
    expect(existsSync(join(compiled, 'functions/discovery/assets', name))).toBe(true);
  });

  test('brings its types', async () => {
    const text = `import { startAlmanac, type Almanac } from 'almanac';
      export const almanac: Almanac = await startAlmanac({ services: ['calendar'], clock: new Date() });
      export const subjects: string[] = (await almanac.outbox()).map(({ subject }) => subject);
      // @ts-expect-error: there is no such service
      await startAlmanac({ services: ['mail'] });`;
    writeFileSync(join(folder, 'typed.mts'), text);
    const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2024', '--ignoreConfig'];
    const roots = ['--typeRoots', join(ROOT, 'node_modules/@types'), '--types', 'node'];
    const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');

    const { stdout } = await run(process.execPath, [tsc, ...options, ...roots, 'typed.mts'], { cwd: folder });

    expect(stdout).toBe('');
  });
});
