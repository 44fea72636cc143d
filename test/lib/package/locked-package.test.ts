import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { StartupError } from '#lib/command/startup-error';
import { lockedPackage } from '#lib/package/locked-package';
import { type Registry, startRegistry } from '#test/support/http/registry';
import { newFolder } from '#test/support/run/folders/new-folder';

const NAME = '@almanac-test/library-for-another-processor';
const VERSION = '1.2.3-r.4';

let registry: Registry;
let project: string;

const lock = (entry: object): void => {
  const packages = { [`node_modules/${NAME}`]: entry };
  writeFileSync(join(project, 'package-lock.json'), JSON.stringify({ lockfileVersion: 3, packages }));
};

const install = (version: string): string => {
  const folder = join(project, 'node_modules', NAME);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: NAME, version }));
  return folder;
};

const find = (changes: NodeJS.ProcessEnv = {}): Promise<string> =>
  lockedPackage(NAME, project, { env: { ...registry.environment, ...changes }, say: () => undefined });
const library = (folder: string): string => readFileSync(join(folder, 'library.so'), 'utf8');
const downloads = (): string[] => registry.asked().filter((path) => path.endsWith('.tgz'));
const kept = (): string[] => readdirSync(join(project, 'node_modules/.cache/almanac'));

beforeEach(async () => {
  registry = await startRegistry(NAME, VERSION);
  project = newFolder();
  writeFileSync(join(project, 'package.json'), '{ "name": "project", "version": "1.0.0" }');
  mkdirSync(join(project, 'node_modules'));
  lock({ version: VERSION, integrity: registry.integrity });
});

afterEach(async () => {
  await registry.stop();
});

describe('a package that is installed', () => {
  test('is taken as it is', async () => {
    const installed = install(VERSION);

    expect(await find()).toBe(installed);
    expect(registry.asked()).toEqual([]);
  });

  test('in another version than that of the lock file is not', async () => {
    install('1.2.2');

    expect(library(await find())).toBe('machine code');
    expect(downloads()).toEqual(['/library.tgz']);
  });
});

describe('a package that is not for this machine', () => {
  test('is fetched from the registry of npm once, and kept', async () => {
    const folder = await find();
    const again = await find();

    expect(library(folder)).toBe('machine code');
    expect(again).toBe(folder);
    expect(downloads()).toEqual(['/library.tgz']);
    expect(kept()).toHaveLength(1);
  });

  test('is whole for each of two that fetch it at once', async () => {
    const [one, other] = await Promise.all([find(), find()]);

    expect(other).toBe(one);
    expect(library(one)).toBe('machine code');
    expect(kept()).toHaveLength(1);
  });

  test('is fetched by the npm of the system where none runs us', async () => {
    expect(library(await find({ npm_execpath: undefined }))).toBe('machine code');
  });

  test('is refused when it is not what the lock file names, and nothing of it is kept', async () => {
    const sum = 'A'.repeat(86);
    lock({ version: VERSION, integrity: `sha512-${sum}==` });

    const refusal = find();

    await expect(refusal).rejects.toThrow(StartupError);
    await expect(refusal).rejects.toThrow(`${NAME}@${VERSION} is not what package-lock.json names`);
    await expect(refusal).rejects.toThrow(`its sha512 is ${registry.integrity.slice(7)}, not ${sum}==.`);
    await expect(refusal).rejects.toThrow('npm config get registry');
    expect(kept()).toEqual([]);
  });

  test('cannot be had without the registry: what npm says of it, and what to do', async () => {
    const refusal = find({ npm_config_registry: 'http://127.0.0.1:1' });

    await expect(refusal).rejects.toThrow(StartupError);
    await expect(refusal).rejects.toThrow(/ could not be fetched\. npm says:\nnpm error code ECONNREFUSED\n/);
    await expect(refusal).rejects.toThrow(`npm view ${NAME}@${VERSION} version`);
    expect(kept()).toEqual([]);
  });

  test('cannot be checked when the lock file does not name it', async () => {
    lock({ version: VERSION });

    await expect(find()).rejects.toThrow(`package-lock.json has no version and sha512 of ${NAME}.`);
    expect(registry.asked()).toEqual([]);
  });
});
