/** @modules own */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { csvOf, idOf } from '#test/support/books/catalogue';
import { useLibrary } from '#test/support/books/use-library';
import { eventually } from '#test/support/eventually';
import { stageFolder } from '#test/support/run/folders/stage-folder';
import { startProgram } from '#test/support/stack/run-program';
import { useProgramServer } from '#test/support/stack/use-program-server';

const library = useLibrary();
let data: string;

beforeAll(() => {
  data = stageFolder();
});

const file = (name: string, content: string | Uint8Array): string => {
  const path = join(data, name);
  writeFileSync(path, content);
  return path;
};
const command = (...args: string[]) => ['lib/cli/books.ts', ...args, '--data', data];
const programs = useProgramServer();
const run = (...args: string[]) => programs.run(command(...args));
const isThere = async (key: string): Promise<boolean> =>
  (await library.ask('GET', `/books/v1/volumes/${idOf(key)}?key=${library.key}`)).status === 200;

describe('npm run books -- import', () => {
  test('imports packed and plain files of different formats at once and sums up', async () => {
    const csv = file(
      'one.csv',
      csvOf([
        { id: 'c1', title: 'Cormorants' },
        { id: 'c2', title: '' },
      ]),
    );
    const dump = file(
      'two.txt.gz',
      gzipSync(
        [
          '/type/edition',
          '/books/OL9M',
          '1',
          '2024',
          JSON.stringify({ type: { key: '/type/edition' }, key: '/books/OL9M', title: 'Puffins' }),
        ].join('\t'),
      ),
    );
    const { code, stdout, stderr } = await run('import', csv, dump);

    expect(code).toBe(2);
    expect(stdout).toContain('3 records');
    expect(stdout).toContain('2 added');
    expect(stdout).toContain('1 refused');
    expect(stderr).toContain('one.csv:3: refused: The record has no title.');
    const { body } = await library.ask<{ items: { id: string }[] }>(
      'GET',
      `/books/v1/volumes?q=cormorants&key=${library.key}`,
    );
    expect(body.items.map(({ id }) => id)).toEqual([idOf('c1')]);
  });

  test('an import that was killed goes on where it stopped, and leaves nothing out', async () => {
    // Long enough not to be done before the kill.
    const count = 6000;
    const dump = file(
      'long.csv',
      csvOf(
        Array.from({ length: count }, (_, place) => ({ id: `k${String(place)}`, title: `Kittiwake ${String(place)}` })),
      ),
    );
    const { child, outcome } = startProgram(command('import', dump));
    // The third batch is written when the second is in the index.
    await eventually(() => isThere('k800'));
    child.kill('SIGKILL');
    await outcome;
    expect(child.signalCode).toBe('SIGKILL');
    expect(await isThere(`k${String(count - 1)}`)).toBe(false);

    const again = await run('import', dump);

    const [, records] = /^([\d,]+) records/m.exec(again.stdout) ?? [];
    expect(again.code).toBe(0);
    const left = Number(records?.replaceAll(',', ''));
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThanOrEqual(count - 800);
    const { booksIndex } = await import('#lib/runtime/books/index');
    await booksIndex.refresh();
    const found = await library.ask<{ totalItems: number }>('GET', `/books/v1/volumes?q=kittiwake&key=${library.key}`);
    expect(found.body.totalItems).toBe(count);
    expect(await isThere(`k${String(count - 1)}`)).toBe(true);
  });

  test('a table of another language is mapped; what is not taken is told', async () => {
    const table = file('katalog.csv', 'Kennung;Titel;Regal\nde-1;Kormorane am Meer;R1\n');
    const mapped = await run('import', table, '--map', 'id=Kennung', '--map', 'title=Titel');
    const wrong = await run('import', table, '--map', 'titel=Titel');

    expect(mapped).toMatchObject({ code: 0, stdout: expect.stringContaining('1 added') });
    expect(mapped.stderr).toContain('katalog.csv: note: Columns that nothing is made of: Regal.');
    expect(await isThere('de-1')).toBe(true);
    expect(wrong).toMatchObject({ code: 1, stderr: expect.stringContaining("There is no column 'titel'") });
  });

  test('the template is imported as it is printed, and columns says what is in it', async () => {
    const template = await programs.run(['lib/cli/books.ts', 'template']);
    const columns = await programs.run(['lib/cli/books.ts', 'columns']);
    const imported = await run('import', file('template.csv', template.stdout));

    expect(imported).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining('1 added') });
    const [header = ''] = template.stdout.split('\n');
    for (const name of header.split(',')) expect(columns.stdout).toMatch(new RegExp(`^${name} .*\\S$`, 'm'));
  });

  test('says what is wrong with a command in one sentence', async () => {
    const unknown = await run('import', file('what.bin', 'no format at all'));
    const missing = await run('import', '/nowhere/at/all.csv');
    const format = await run('import', 'x', '--format', 'word');

    expect(unknown).toMatchObject({ code: 1, stderr: expect.stringContaining('the format is not recognised') });
    expect(missing).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('There is no file /nowhere/at/all.csv.'),
    });
    expect(format).toMatchObject({ code: 1, stderr: expect.stringContaining("not 'word'") });
  });
});
