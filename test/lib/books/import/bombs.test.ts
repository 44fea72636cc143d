/** Files that are small until they are read. */
import { Readable } from 'node:stream';
import { createGzip, gzipSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import { readCsv } from '#lib/books/import/csv';
import { numberedLines } from '#lib/books/import/file/lines';
import { openFile } from '#lib/books/import/file/open-file';
import { readMarcXml } from '#lib/books/import/marc/marcxml';
import { xmlRecords } from '#lib/books/import/xml/xml-records';

const CHUNK = 'x'.repeat(65_536);

/** A beginning, then one text over and over, 64 MB in all. */
function* endless(beginning: string, text = CHUNK): Generator<Buffer> {
  yield Buffer.from(beginning);
  for (let chunk = 0; chunk < 1024; chunk += 1) yield Buffer.from(text);
}

async function collected<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

describe('a record without end is refused before it fills the memory', () => {
  test.each<[string, string, (input: Readable) => AsyncIterable<unknown>]>([
    ['a line', '{"key":"', numberedLines],
    ['a cell of a table', 'title\n"', readCsv],
    ['a MARC field', '<record><datafield>', (input) => xmlRecords(input, 'record')],
    ['a MARC attribute', '<record><datafield tag="', (input) => xmlRecords(input, 'record')],
    ['what comes before the first record', '<?xml version="1.0"?><!--', (input) => xmlRecords(input, 'record')],
  ])('%s', async (_name, beginning, read) => {
    await expect(collected(read(Readable.from(endless(beginning))))).rejects.toThrow(
      /longer than (16|a) million characters/,
    );
  });

  test('fields within fields: as long as they end, they spoil their own record alone', async () => {
    const deep = `<record>${'<a>'.repeat(200)}${'</a>'.repeat(200)}</record>`;

    expect(await collected(xmlRecords(Readable.from([`${deep}<record><b>fine</b></record>`]), 'record'))).toMatchObject(
      [
        { position: 1, problem: expect.stringContaining('nests too deep') },
        { position: 2, element: { children: [{ text: 'fine' }] } },
      ],
    );
    await expect(
      collected(xmlRecords(Readable.from(endless('<record>', '<a>'.repeat(20_000))), 'record')),
    ).rejects.toThrow('longer than 16 million characters');
  });

  test('packed by gzip', async () => {
    const opened = await openFile(Readable.from(endless('{"key":"')).pipe(createGzip()));

    await expect(collected(numberedLines(opened.text()))).rejects.toThrow('longer than 16 million characters');
  });
});

const LAUGHS = `<?xml version="1.0"?><!DOCTYPE c [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;"><!ENTITY file SYSTEM "file:///etc/passwd">]>`;

test.each(['&c;', '&file;'])(
  'the entity %s of a document is not replaced: its record is refused, the next one read',
  async (entity) => {
    const record = (title: string) =>
      `<record><leader>00000nam a2200000 a 4500</leader><controlfield tag="001">${title.length.toString()}</controlfield><datafield tag="245" ind1="0" ind2="0"><subfield code="a">${title}</subfield></datafield></record>`;
    const read = await collected(
      readMarcXml(
        Readable.from([Buffer.from(`${LAUGHS}<collection>${record(entity)}${record('A quiet book')}</collection>`)]),
      ),
    );

    expect(read).toMatchObject([
      { position: 1, refused: expect.stringContaining('entity') },
      { position: 2, draft: { title: 'A quiet book' } },
    ]);
  },
);

test('a gzip file that is cut off ends with an error, not in silence', async () => {
  const read = async () =>
    collected(
      numberedLines(
        (await openFile(Readable.from([gzipSync('{"key":"/books/1"}\n'.repeat(5000)).subarray(0, 60)]))).text(),
      ),
    );

  await expect(read()).rejects.toThrow('unexpected end of file');
});
