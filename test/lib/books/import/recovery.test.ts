/** What is damaged in a file spoils its own record: every other one is read, and the damaged one is told. */
import { Readable } from 'node:stream';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { readCsv } from '#lib/books/import/csv';
import { readMarcXml } from '#lib/books/import/marc/marcxml';
import type { ReadRecord } from '#lib/books/import/record/record';
import { readOnix } from '#lib/books/import/xml/onix';
import { casesToPlay } from '#test/tools/shared/random-cases';

/** Titles of what was read, and positions of what was refused. */
async function outcomeOf(records: AsyncIterable<ReadRecord>) {
  const titles: string[] = [];
  const refused: [number, string][] = [];
  for await (const record of records)
    if ('draft' in record) titles.push(record.draft.title);
    else refused.push([record.position, record.refused]);
  return { titles, refused, positions: refused.map(([position]) => position) };
}
/** In pieces of a few characters, so that every token is cut somewhere. */
const inPieces = (text: string, length = 7): Readable =>
  Readable.from(text.match(new RegExp(`[^]{1,${String(length)}}`, 'g')) ?? []);

describe('a table', () => {
  const csv = (text: string) => outcomeOf(readCsv(inPieces(text)));

  test('a quote that is never closed', async () => {
    const { titles, positions } = await csv('id,title\n1,One\n2,"Two\n3,Three\n4,Four\n');

    expect(titles).toEqual(['One', 'Three', 'Four']);
    expect(positions).toEqual([3]);
  });

  test('a quote that closes in the middle of a cell', async () => {
    const { titles, refused } = await csv('id,title\n1,"One" more\n2,"Two, too"\n3,Three\n');

    expect(titles).toEqual(['Two, too', 'Three']);
    expect(refused).toEqual([[2, expect.stringContaining('quote')]]);
  });

  test('a quote that the next quoted cell seems to close', async () => {
    const { titles, positions } = await csv(
      'id,title,authors\n1,"One,A\n2,Two,B\n3,"Three, four",C\n4,"",D\n5,Five,E\n',
    );

    expect(titles).toEqual(['Two', 'Three, four', 'Five']);
    expect(positions).toEqual([2, 5]);
  });

  test('rows behind one that swallowed them are given back, whatever its number of cells', async () => {
    const { titles, positions } = await csv('id,title\n1,"One\n2,Two",x\n3,Three\n');

    expect(titles).toEqual(['Three']);
    expect(positions).toEqual([2, 3]);
  });

  test('an inch is no quotation; empty cells behind the last column are nothing', async () => {
    expect(await csv('id,title\n1,The 5" disk,,\n')).toMatchObject({ titles: ['The 5" disk'], refused: [] });
  });

  test('a broken row among any others loses none of them', async () => {
    const cell = fc.stringMatching(/^[a-z][a-z ,\n"]{0,12}[a-z]$/);
    await fc.assert(
      fc.asyncProperty(fc.array(cell, { maxLength: 8 }), fc.array(cell, { maxLength: 8 }), async (before, after) => {
        const row = (title: string): string => `1,"${title.replaceAll('"', '""')}",x\n`;
        const { titles, positions } = await csv(
          `id,title,authors\n${before.map(row).join('')}9,"broken" here,x\n${after.map(row).join('')}`,
        );
        const plain = (title: string): string => title.replace(/\s+/g, ' ');
        expect(titles).toEqual([...before, ...after].map(plain));
        expect(positions).toHaveLength(1);
      }),
      { numRuns: casesToPlay(60) },
    );
  });
});

describe('XML', () => {
  const record = (title: string) =>
    `<record>\n<datafield tag="245" ind1="0" ind2="0"><subfield code="a">${title}</subfield></datafield></record>\n`;
  const marc = (...records: string[]) =>
    outcomeOf(readMarcXml(inPieces(`<?xml version="1.0"?>\n<collection>\n${records.join('')}</collection>`)));

  test.each([
    ['a bare ampersand', record('Tides & harbours')],
    ['a tag that is not closed', record('<b>Tides')],
    ['an end tag of another name', record('Tides</subfeld>')],
    ['a comment that does not end', record('Tides <!-- or harbours')],
    ['no end tag of its own', record('Tides').replace('</record>', '')],
    ['half of an end tag', record('Tides').replace('</record>', '</recor')],
    ['a control character', record('Tides\u0001')],
  ])('%s', async (_name, broken) => {
    const { titles, positions } = await marc(record('First'), broken, record('Third &amp; last'));

    expect(titles).toEqual(['First', 'Third & last']);
    expect(positions).toEqual([2]);
  });

  test('the line of the file is told', async () => {
    expect((await marc(record('First'), record('Tides & harbours'))).refused).toEqual([
      [2, 'Line 6: an & stands for itself; XML writes it &amp;.'],
    ]);
  });

  test('a record that has lost its beginning is told by its end', async () => {
    const { titles, refused } = await marc(record('First'), record('Second').replace('<record>', ''), record('Third'));

    expect(titles).toEqual(['First', 'Third']);
    expect(refused).toEqual([[2, expect.stringContaining('has no beginning')]]);
  });

  test('a file that ends in the middle', async () => {
    const { titles, refused } = await outcomeOf(readMarcXml(inPieces(record('First') + record('Second').slice(0, 40))));

    expect(titles).toEqual(['First']);
    expect(refused).toEqual([[2, expect.stringContaining('The file ends inside this record.')]]);
  });

  test('tags in comments and in CDATA are none', async () => {
    const { titles, refused } = await marc(`<!-- ${record('Old')} -->`, record('<![CDATA[</record> & <record>]]>'));

    expect(refused).toEqual([]);
    expect(titles).toEqual(['</record> & <record>']);
  });

  test('records of OAI-PMH are the ones inside', async () => {
    const envelope = (title: string) =>
      `<record><header><identifier>1</identifier></header><metadata>${record(title)}</metadata></record>`;

    expect(await marc(envelope('First'), envelope('Second'))).toMatchObject({
      titles: ['First', 'Second'],
      refused: [],
    });
  });

  test('products of ONIX', async () => {
    const product = (title: string) =>
      `<Product><DescriptiveDetail><TitleDetail><TitleType>01</TitleType><TitleElement><TitleText>${title}</TitleText></TitleElement></TitleDetail></DescriptiveDetail></Product>`;

    expect(
      await outcomeOf(
        readOnix(inPieces(`<ONIXMessage>${product('A')}${product('B & C')}${product('D')}</ONIXMessage>`)),
      ),
    ).toMatchObject({ titles: ['A', 'D'], positions: [2] });
  });
});
