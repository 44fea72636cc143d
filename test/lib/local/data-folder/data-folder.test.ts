import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { openDataFolder } from '#lib/local/data-folder/data-folder';
import { seedOnce } from '#lib/local/sample/sample-data';
import { newFolder } from '#test/support/run/folders/new-folder';

let path: string;
beforeEach(() => {
  path = newFolder();
});

describe('a data folder', () => {
  test('is used by one stack at a time', () => {
    const first = openDataFolder(path, { fresh: false });

    expect(() => openDataFolder(path, { fresh: false })).toThrow(`Another \`npm start\` uses ${path}.`);

    first.release();
    openDataFolder(path, { fresh: false }).release();
  });

  test('loses with --fresh what the stack kept there, but neither the signing key nor files of others', () => {
    for (const name of ['issuer.json', 'seeded.json', 'streams.json', 'notes.txt'])
      writeFileSync(join(path, name), '[]');

    openDataFolder(path, { fresh: true }).release();

    const left = readdirSync(path).filter((name) => !['lock', 's3', 'version.json'].includes(name));
    expect(left.sort()).toEqual(['issuer.json', 'notes.txt']);
  });

  test('says which file is damaged', () => {
    writeFileSync(join(path, 'streams.json'), '{"half');
    const folder = openDataFolder(path, { fresh: false });

    expect(() => folder.readJson('streams.json')).toThrow(
      `${join(path, 'streams.json')} cannot be read. Remove it, or start with --fresh.`,
    );

    folder.release();
  });
});

describe('the version of a data folder', () => {
  const version = (): string => readFileSync(join(path, 'version.json'), 'utf8');

  test('is noted at the first start, also in a folder from before there were versions', () => {
    writeFileSync(join(path, 'seeded.json'), '[]');

    openDataFolder(path, { fresh: false }).release();

    expect(version()).toBe('3\n');
    openDataFolder(path, { fresh: false }).release();
  });

  test.each([false, true])('is refused when it is newer, and nothing is touched (--fresh: %s)', (fresh) => {
    writeFileSync(join(path, 'version.json'), '4\n');
    writeFileSync(join(path, 'seeded.json'), '["later"]');

    expect(() => openDataFolder(path, { fresh })).toThrow(
      `${path} was written by a newer Almanac (version 4 of the folder, this one knows 3). ` +
        'Update this one, or choose another folder with --data DIR.',
    );

    expect([version(), readFileSync(join(path, 'seeded.json'), 'utf8')]).toEqual(['4\n', '["later"]']);
  });

  test('is refused without keeping the folder from others', () => {
    writeFileSync(join(path, 'version.json'), '4\n');
    expect(() => openDataFolder(path, { fresh: false })).toThrow('newer');
    rmSync(join(path, 'version.json'));

    openDataFolder(path, { fresh: false }).release();
  });
});

describe('sample data', () => {
  const seeders = (log: string[], fails = ''): { name: string; seed(): Promise<void> }[] =>
    ['a', 'b', 'c'].map((name) => ({
      name,
      seed: () => {
        log.push(name);
        return name === fails ? Promise.reject(new Error(name)) : Promise.resolve();
      },
    }));

  test('is made once, but for the seeder that failed', async () => {
    const folder = openDataFolder(path, { fresh: false });
    const log: string[] = [];

    await expect(seedOnce(folder, seeders(log, 'b'))).rejects.toThrow('b');
    await seedOnce(folder, seeders(log));
    await seedOnce(folder, seeders(log));

    expect(log).toEqual(['a', 'b', 'c', 'b']);
    folder.release();
  });
});
