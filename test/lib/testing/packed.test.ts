/** The npm package, installed into an empty folder with nothing beside it. */
import { execFile, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { newFolder } from '#test/support/run/new-folder';
import { ROOT } from '#test/support/stack/stack-process';

const run = promisify(execFile);
const folder = newFolder();
const MAX_INSTALLED_MB = 200;
const installed = join(folder, 'node_modules/almanac');
let packed: string;

/** By itself: code with types cannot run inside of jest's transform, as the bundler loads packages. */
const BUILD = `
  const { buildPackage } = await import(${JSON.stringify(join(ROOT, 'lib/package/npm-package/build.ts'))});
  await buildPackage(process.argv[1]);
`;

beforeAll(async () => {
  const built = join(folder, 'built');
  await run(process.execPath, ['--input-type=module', '--eval', BUILD, built]);
  const { stdout } = await run('npm', ['pack', '--silent', built], { cwd: folder });
  packed = join(folder, stdout.trim());
  writeFileSync(join(folder, 'package.json'), '{ "name": "somebody", "private": true }');
  await run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', packed], { cwd: folder });
});

const bytesIn = (path: string): number =>
  readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);

const script = async (name: string, text: string): Promise<string> => {
  writeFileSync(join(folder, name), text);
  return (await run(process.execPath, [join(folder, name)], { cwd: folder })).stdout;
};

const USE = `
  const almanac = await startAlmanac({ seed: 'sample' });
  const headers = { authorization: 'Bearer ' + (await almanac.token('alice@example.com')) };
  const get = async (path) => (await fetch(almanac.url + path, { headers })).json();
  const events = await get('calendar/v3/calendars/primary/events');
  const volumes = await get('books/v1/volumes?q=the');
  const page = await fetch(almanac.url);
  await almanac.stop();
  console.log(JSON.stringify([events.kind, events.items.length > 0, volumes.totalItems > 0, page.status]));
`;
const USED = JSON.stringify(['calendar#events', true, true, 200]);

describe('the package', () => {
  test('is a dependency for modules', async () => {
    expect((await script('use.mjs', `import { startAlmanac } from 'almanac';\n${USE}`)).trim()).toBe(USED);
  });

  test('is a dependency for CommonJS', async () => {
    const text = `const { startAlmanac } = require('almanac');\n(async () => {${USE}})();`;
    expect((await script('use.cjs', text)).trim()).toBe(USED);
  });

  test('starts with npx', async () => {
    const data = join(folder, 'data');
    const child = spawn('npx', ['--no', 'almanac', 'start', '--port', '0', '--data', data, '--empty'], { cwd: folder });
    let output = '';
    await new Promise<void>((resolve, reject) => {
      child.stdout.on('data', (text: Buffer) => {
        output += text.toString();
        if (output.includes('console.log(data.items)')) resolve();
      });
      child.on('exit', () => {
        reject(new Error(output));
      });
    });
    const { gateway, pid } = JSON.parse(readFileSync(join(data, 'endpoints.json'), 'utf8')) as {
      gateway: string;
      pid: number;
    };
    expect((await fetch(`${gateway}healthz`)).status).toBe(200);

    const ended = new Promise((resolve) => child.on('exit', resolve));
    process.kill(pid, 'SIGTERM');
    await ended;
  });

  test('runs the example of lib/testing/README.md with jest', async () => {
    const readme = readFileSync(join(ROOT, 'lib/testing/README.md'), 'utf8');
    const text = (/```js test=node:test\n([\s\S]*?)```/.exec(readme)?.[1] ?? '')
      .replace(/import assert.*\n/, '')
      .replace(/import .* from 'node:test'/, "import { afterAll, beforeEach, expect, test } from '@jest/globals'")
      .replace('after(() =>', 'afterAll(() =>')
      .replace(/assert\.deepEqual\(([\s\S]*), (\[\[.*\]\])\);/, 'expect($1).toEqual($2);');
    const tests = join(folder, 'jest');
    mkdirSync(join(tests, 'node_modules/@googleapis'), { recursive: true });
    symlinkSync(installed, join(tests, 'node_modules/almanac'));
    for (const name of ['@googleapis/calendar', '@jest'])
      symlinkSync(join(ROOT, 'node_modules', name), join(tests, 'node_modules', name));
    writeFileSync(
      join(tests, 'package.json'),
      '{ "type": "module", "jest": { "transform": {}, "testTimeout": 60000 } }',
    );
    writeFileSync(join(tests, 'guests.test.js'), text);
    const jest = join(ROOT, 'node_modules/jest/bin/jest.js');
    const env = { PATH: process.env['PATH'], HOME: process.env['HOME'] };

    const { stderr } = await run(process.execPath, ['--experimental-vm-modules', jest], { cwd: tests, env });

    expect(stderr).toMatch(/Tests: +1 passed, 1 total/);
  });

  test('every import of its files leads to a file', () => {
    const imported = readdirSync(installed, { recursive: true, encoding: 'utf8' })
      .filter((file) => /^(?:lib|functions)\b.*\.js$/.test(file))
      .flatMap((file) =>
        [...readFileSync(join(installed, file), 'utf8').matchAll(/(?:from|import)\s*\(?"((?:#|\.\.?\/)[^"]+)"/g)].map(
          ([, specifier = '']) => ({ file, specifier }),
        ),
      );
    const placeOf = (file: string, specifier: string): string =>
      specifier === '#vendor/fauxqs'
        ? 'vendor/fauxqs/app.js'
        : specifier.startsWith('#')
          ? `${specifier.slice(1)}.js`
          : join(file, '..', specifier);

    expect(imported.length).toBeGreaterThan(1000);
    expect(imported.filter(({ file, specifier }) => !existsSync(join(installed, placeOf(file, specifier))))).toEqual(
      [],
    );
  });

  test('takes less than 200 MB, and holds neither sources nor tests', () => {
    expect(bytesIn(join(folder, 'node_modules')) / 1024 / 1024).toBeLessThan(MAX_INSTALLED_MB);
    const files = readdirSync(installed, { recursive: true, encoding: 'utf8' });
    expect(files.filter((file) => /(?<!\.d)\.ts$|\.test\.\w+$/.test(file))).toEqual([]);
    expect(existsSync(join(installed, 'types/lib/testing/start-almanac.d.ts'))).toBe(true);
  });

  test('is not made of sources by mistake', async () => {
    await expect(run('npm', ['pack', '--dry-run'], { cwd: ROOT })).rejects.toThrow('npm run pack');
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
