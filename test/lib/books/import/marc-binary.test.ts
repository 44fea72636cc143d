import { Readable } from 'node:stream';
import { describe, expect, test } from '@jest/globals';
import { detectFormat } from '#lib/books/import/file/formats';
import { readMarc } from '#lib/books/import/marc/iso2709';
import { decodeMarc8 } from '#lib/books/import/marc/marc8';
import type { ReadRecord } from '#lib/books/import/record/record';
import { type BinaryField, binaryRecord, dataField } from '#test/support/books/marc-file';

async function read(bytes: Uint8Array, pieceLength = 11): Promise<ReadRecord[]> {
  const pieces: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += pieceLength) pieces.push(Buffer.from(bytes.subarray(at, at + pieceLength)));
  const records: ReadRecord[] = [];
  for await (const record of readMarc(Readable.from(pieces, { objectMode: false }))) records.push(record);
  return records;
}
const titled = (title: string | Uint8Array, ...fields: BinaryField[]): BinaryField[] => [
  { tag: '001', content: 'm1' },
  dataField('245', '10', ['a', title]),
  ...fields,
];
const marc8 = (...parts: (string | number)[]): Buffer =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from([part]))));

test('a record in UTF-8 with all its parts', async () => {
  const record = binaryRecord([
    { tag: '001', content: 'm1' },
    { tag: '005', content: '20240102030405.0' },
    { tag: '008', content: '850101s1979    enk           000 1 eng  ' },
    dataField('020', '  ', ['a', '080442957X (pbk.)']),
    dataField('100', '1 ', ['6', '880-01'], ['a', 'Tolstoĭ, Lev,'], ['d', '1828-1910.']),
    dataField('240', '10', ['a', 'Voĭna i mir.']),
    dataField(
      '245',
      '10',
      ['6', '880-02'],
      ['a', 'War and peace.'],
      ['n', 'Part 2,'],
      ['p', 'The long march :'],
      ['b', 'a novel /'],
    ),
    dataField('600', '10', ['a', 'Napoleon'], ['x', 'Campaigns'], ['z', 'Russia.']),
    dataField('650', ' 0', ['a', 'War stories.']),
    dataField('651', ' 0', ['a', 'Russia'], ['x', 'History'], ['y', '19th century.']),
    dataField('880', '1 ', ['6', '100-01/(N'], ['a', 'Толстой, Лев,']),
    dataField('880', '10', ['6', '245-02/(N'], ['a', 'Война и мир.'], ['n', 'Часть 2']),
  ]);

  expect(detectFormat(record.toString('utf8'))).toBe('marc');
  expect(await read(record)).toMatchObject([
    {
      position: 1,
      warnings: [],
      draft: {
        sourceKey: 'marc:m1',
        revision: '20240102030405.0',
        title: 'War and peace',
        part: 'Part 2, The long march',
        subtitle: 'a novel',
        authors: ['Lev Tolstoĭ'],
        alternates: ['Voĭna i mir', 'Война и мир. Часть 2', 'Лев Толстой'],
        categories: ['War stories'],
        subjects: ['War stories', 'Napoleon / Campaigns / Russia', 'Russia / History / 19th century'],
        publishedDate: '1979',
        language: 'en',
        identifiers: [
          { type: 'ISBN_13', identifier: '9780804429573' },
          { type: 'ISBN_10', identifier: '080442957X' },
        ],
      },
    },
  ]);
});

describe('MARC-8', () => {
  test.each([
    ['a mark before its letter', marc8('Caf', 0xe2, 'e'), 'Café'],
    ['two marks', marc8(0xe3, 0xf2, 'a'), 'ậ'],
    ['letters of its own', marc8(0xb2, 0xa5, ' ', 0xc7, ' ', 0xc8, ' ', 0xb1), 'øÆ ß € ł'],
    ['Cyrillic and back', marc8('a \x1b(N', 'MOSKWA', '\x1b(B b'), 'a москва b'],
    ['Greek symbols', marc8('\x1bga\x1bs-ray'), 'α-ray'],
    ['subscript', marc8('H\x1bb2\x1bsO'), 'H₂O'],
    ['Chinese, three bytes for each', marc8('\x1b$1', '!0!', '!0!', '\x1b(B.'), '一一.'],
    ['a character by its number', marc8('&#x6F22;'), '漢'],
    ['words that are not sorted by', marc8(0x88, 'The ', 0x89, 'sea'), 'The sea'],
    ['no such code', marc8('a', 0xff), 'a\ufffd'],
  ])('%s', (_name, bytes, expected) => {
    expect(decodeMarc8(bytes)).toBe(expected);
  });

  test('is read where the leader says so', async () => {
    const record = binaryRecord(titled(marc8('Bront', 0xe8, 'e')), ' ');

    expect(await read(record)).toMatchObject([{ draft: { title: 'Brontë' }, warnings: [] }]);
  });

  test('UTF-8 under a leader that says MARC-8 is read and told', async () => {
    expect(await read(binaryRecord(titled('Brontë'), ' '))).toMatchObject([
      { draft: { title: 'Brontë' }, warnings: [expect.stringContaining('MARC-8')] },
    ]);
  });
});

/** The length of a field and of the note behind it. */
const addNote = (_place: string, tag: string, length: string): string =>
  tag + String(Number(length) + Buffer.byteLength('  _aAbout it._')).padStart(4, '0');

describe('a damaged record spoils itself alone', () => {
  const [one, three] = [binaryRecord(titled('One')), binaryRecord(titled('Three'))];
  const two = binaryRecord(titled('Two'));
  const outcome = async (...parts: readonly Uint8Array[]) =>
    (await read(Buffer.concat(parts))).map((record) => ('draft' in record ? record.draft.title : record.position));

  test('its leader', async () => {
    expect(await outcome(one, Buffer.from(`xx${two.toString('latin1', 2)}`, 'latin1'), three)).toEqual([
      'One',
      2,
      'Three',
    ]);
  });

  test('its directory', async () => {
    const broken = Buffer.from(two);
    broken.write('245', 28, 'latin1');
    broken[36] = 0x1e;
    expect(await outcome(one, broken, three)).toEqual(['One', 2, 'Three']);
  });

  test('its end is lost', async () => {
    expect(await outcome(one, two.subarray(0, -1), three)).toEqual(['One', 'Two', 'Three']);
  });

  test('the file is cut off', async () => {
    expect(await outcome(one, two.subarray(0, -8))).toEqual(['One', 2]);
  });

  test('lengths that were counted in characters, and line ends between records', async () => {
    const record = binaryRecord(titled('Et?', dataField('500', '  ', ['a', 'x'])));
    const wrong = Buffer.from(record.toString('latin1').replace('?', 'Ã©'), 'latin1');

    expect(await outcome(one, Buffer.from('\r\n'), wrong, Buffer.from('\n'), three, Buffer.from('\n'))).toEqual([
      'One',
      'Eté',
      'Three',
    ]);
  });

  /** Places of the directory are rewritten: each is a tag, a length and a start. */
  const withDirectory = (record: Buffer, rewrite: (places: readonly string[]) => readonly string[]): Buffer => {
    const end = record.indexOf(0x1e);
    const places = record.toString('latin1', 24, end).match(/.{12}/g) ?? [];
    return Buffer.concat([record.subarray(0, 24), Buffer.from(rewrite(places).join('')), record.subarray(end)]);
  };
  const note = dataField('520', '  ', ['a', 'About it.']);

  test('its directory may name the fields in another order than they are in', async () => {
    const turned = withDirectory(binaryRecord(titled('Tides', note)), (places) => places.toReversed());

    expect(await read(turned)).toMatchObject([{ draft: { title: 'Tides', description: 'About it.' } }]);
  });

  test.each([
    ['a length that reaches into the next field', (place: string) => `${place.slice(0, 3)}9999${place.slice(7)}`],
    ['a length that ends with the next field', (place: string) => place.replace(/^(...)(\d{4})/, addNote)],
    ['a start behind the end', (place: string) => `${place.slice(0, 7)}99999`],
  ])('fields are cut where they end if the directory has %s', async (_what, rewrite) => {
    const wrong = withDirectory(binaryRecord(titled('Tides', note)), (places) =>
      places.map((place) => (place.startsWith('245') ? rewrite(place) : place)),
    );

    expect(await read(wrong)).toMatchObject([{ draft: { title: 'Tides', description: 'About it.' } }]);
  });

  test('a record without end is refused before it fills the memory', async () => {
    await expect(read(Buffer.alloc(2_000_000, 'x'), 65_536)).rejects.toThrow('longer than a million bytes');
  });
});
