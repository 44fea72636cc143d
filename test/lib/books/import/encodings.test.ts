import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import { readCsv } from '#lib/books/import/csv';
import { openFile } from '#lib/books/import/file/open-file';
import { readMarcXml } from '#lib/books/import/marc/marcxml';
import type { ReadRecord } from '#lib/books/import/record/record';

async function read(bytes: Uint8Array, encoding?: string) {
  const opened = await openFile(Readable.from([bytes], { objectMode: false }), encoding);
  const notes: string[] = [];
  const text = opened.text((note) => notes.push(note));
  const records: ReadRecord[] = [];
  for await (const record of opened.format === 'marcxml' ? readMarcXml(text) : readCsv(text)) records.push(record);
  const titles = records.map((record) => ('draft' in record ? record.draft.title : record.refused));
  const warnings = records.flatMap((record) => ('draft' in record ? record.warnings : []));
  return { titles, warnings, notes };
}
const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1');
const marc = (encoding: string, title: string) =>
  `<?xml version="1.0" encoding="${encoding}"?><collection><record><datafield tag="245" ind1="0" ind2="0"><subfield code="a">${title}</subfield></datafield></record></collection>`;

describe('what an XML file declares holds', () => {
  test.each([
    ['ISO-8859-1', Buffer.from([0xe9]), 'é'],
    ['windows-1252', Buffer.from([0x93]), '“'],
    ['ISO-8859-2', Buffer.from([0xb3]), 'ł'],
    ['KOI8-R', Buffer.from([0xc1]), 'а'],
    ['Shift_JIS', Buffer.from([0x8a, 0xbf]), '漢'],
    ['GB18030', Buffer.from([0xba, 0xba]), '汉'],
    ['EUC-KR', Buffer.from([0xc7, 0xd1]), '한'],
    ['UTF-8', Buffer.from('ł'), 'ł'],
  ])('%s', async (encoding, bytes, expected) => {
    const [before = '', after = ''] = marc(encoding, 'Title |').split('|');

    expect(await read(Buffer.concat([latin1(before), bytes, latin1(after)]))).toEqual({
      titles: [`Title ${expected}`],
      warnings: [],
      notes: [],
    });
  });

  test('an encoding that nobody knows is refused by its name', async () => {
    await expect(read(latin1(marc('EBCDIC-37', 'Title')))).rejects.toThrow("'EBCDIC-37'");
  });
});

describe('byte order marks', () => {
  const table = '\ufefftitle\nÉté à Łódź\n';
  const swapped = (bytes: Buffer): Buffer => Buffer.from(bytes).swap16();

  test.each([
    ['UTF-8', Buffer.from(table)],
    ['UTF-16, little end first', Buffer.from(table, 'utf16le')],
    ['UTF-16, big end first', swapped(Buffer.from(table, 'utf16le'))],
    ['UTF-16 without one', Buffer.from(table.slice(1), 'utf16le')],
    ['UTF-16, packed', gzipSync(Buffer.from(table, 'utf16le'))],
  ])('%s', async (_name, bytes) => {
    expect(await read(bytes)).toEqual({ titles: ['Été à Łódź'], warnings: [], notes: [] });
  });

  test('XML in UTF-16', async () => {
    expect(await read(Buffer.from(`\ufeff${marc('UTF-16', 'Łódź')}`, 'utf16le'))).toMatchObject({ titles: ['Łódź'] });
  });
});

describe('tables that say nothing', () => {
  test.each([
    ['at the beginning', 'title\nÉtoile\n“x”\n'],
    ['in the last byte', 'title\nCafé'],
    ['after a long while', `title\n${'Plain\n'.repeat(40_000)}Café\n`],
  ])('Latin-1 is recognised and told: %s', async (_name, text) => {
    const bytes = Buffer.from(
      [...text].map((character) => ({ '“': 0x93, '”': 0x94 })[character] ?? character.charCodeAt(0)),
    );
    const { titles, warnings, notes } = await read(bytes);

    expect(titles.at(-1)).toBe(text.trim().split('\n').at(-1));
    expect(warnings).toEqual([]);
    expect(notes).toEqual([expect.stringMatching(/windows-1252.*Latin-1/)]);
  });

  test('UTF-8 with a damaged character stays UTF-8, and its record is told', async () => {
    const bytes = Buffer.concat([Buffer.from('title\nÉté\nŁódź\nCaf'), Buffer.from([0xe9]), Buffer.from('s\nÅrhus\n')]);

    expect(await read(bytes)).toEqual({
      titles: ['Été', 'Łódź', 'Caf\ufffds', 'Århus'],
      warnings: [expect.stringContaining('U+FFFD')],
      notes: [],
    });
  });

  test('what is named outright holds', async () => {
    expect(await read(Buffer.from([...latin1('title\nA'), 0xb3]), 'iso-8859-2')).toMatchObject({ titles: ['Ał'] });
  });
});
