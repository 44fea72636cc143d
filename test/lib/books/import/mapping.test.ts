import { Readable } from 'node:stream';
import { describe, expect, test } from '@jest/globals';
import { readCsv } from '#lib/books/import/csv';
import { readOpenLibrary } from '#lib/books/import/json/openlibrary';
import { readMarcXml } from '#lib/books/import/marc/marcxml';
import type { ReadRecord } from '#lib/books/import/record/record';
import { readOnix } from '#lib/books/import/xml/onix';
import type { VolumeDraft } from '#lib/books/stores/all';

/** The one volume that a file holds. */
async function draftIn(records: AsyncIterable<ReadRecord>): Promise<VolumeDraft> {
  for await (const record of records) if ('draft' in record) return record.draft;
  throw new Error('There is no record.');
}
const input = (text: string): Readable => Readable.from([Buffer.from(text)], { objectMode: false });

describe('Open Library', () => {
  const names = new Map([['/authors/OL1A', 'Ida Wick']]);
  const references = { put: () => undefined, get: (key: string) => names.get(key), close: () => undefined };
  const edition = (content: object) =>
    draftIn(
      readOpenLibrary(
        input(JSON.stringify({ type: { key: '/type/edition' }, key: '/books/OL1M', title: 'A', ...content })),
        references,
      ),
    );

  test('without authors of its own an edition is by whom it says', async () => {
    expect(await edition({ authors: [{ key: '/authors/OL1A' }], by_statement: 'by somebody.' })).toMatchObject({
      authors: ['Ida Wick'],
    });
    expect(await edition({ by_statement: 'by Ida Wick.' })).toMatchObject({ authors: ['Ida Wick'] });
  });

  test.each([
    ['8 x 5 x 1 inches', { height: '20.32 cm', width: '12.70 cm', thickness: '2.54 cm' }],
    ['21 x 14 centimeters', { height: '21.00 cm', width: '14.00 cm', thickness: undefined }],
    ['20 cm', { height: '20.00 cm', width: undefined, thickness: undefined }],
    ['large', undefined],
  ])('%j is measured', async (physical_dimensions, dimensions) => {
    expect((await edition({ physical_dimensions })).dimensions).toEqual(dimensions);
  });

  test('the revision counts, else the time of the last change', async () => {
    expect((await edition({ revision: 7, last_modified: { value: '2024-05-06T00:00:00' } })).revision).toBe('7');
    expect((await edition({ last_modified: { value: '2024-05-06T00:00:00' } })).revision).toBe('2024-05-06T00:00:00');
  });

  test('what a dump calls deleted is deleted', async () => {
    expect(await edition({ title: undefined, type: { key: '/type/delete' } })).toMatchObject({
      isDeleted: true,
      sourceKey: 'openlibrary:/books/OL1M',
    });
    expect(await edition({ deleted: true })).toMatchObject({ isDeleted: true });
  });
});

describe('MARC', () => {
  const field = (tag: string, code: string, text: string, ind1 = ' ', ind2 = ' ') =>
    `<datafield tag="${tag}" ind1="${ind1}" ind2="${ind2}"><subfield code="${code}">${text}</subfield></datafield>`;
  const record = (...fields: string[]) =>
    draftIn(
      readMarcXml(
        input(
          `<collection><record><leader>00000cam a2200000 a 4500</leader><controlfield tag="008">850101s1979    enk           000 1 ger  </controlfield>${field('245', 'a', 'A')}${fields.join('')}</record></collection>`,
        ),
      ),
    );

  test.each([
    ['Austen, Jane,', '1', 'Jane Austen'],
    ['Austen, Jane, 1775-1817.', '1', 'Jane Austen'],
    ['Austen, Jane', '', 'Jane Austen'],
    ['Voltaire', '0', 'Voltaire'],
    ['Homer.', '0', 'Homer'],
  ])('%j (%j) is %s', async (name, ind1, expected) => {
    expect((await record(field('100', 'a', name, ind1))).authors).toEqual([expected]);
  });

  test.each([
    ['xii, 312 p. :', 312],
    ['312 Seiten', 312],
    ['312 pages', 312],
    ['1 online resource (312 pages)', 312],
    ['120 leaves', 120],
    ['312', 312],
    ['3 v.', undefined],
    ['1 volume (unpaged)', undefined],
  ])('%j has %p pages', async (extent, pages) => {
    expect((await record(field('300', 'a', extent))).pageCount).toBe(pages);
  });

  test('a date that says nothing gives way to the fixed field; the publisher of 264 comes before that of 260', async () => {
    expect((await record(field('264', 'c', '[date of publication not identified]', ' ', '1'))).publishedDate).toBe(
      '1979',
    );
    expect((await record(field('260', 'b', 'Old House,'), field('264', 'b', 'New House,', ' ', '1'))).publisher).toBe(
      'New House',
    );
    expect((await record()).language).toBe('de');
    expect((await record(field('041', 'a', 'engfre'))).language).toBe('en');
  });

  test('of system numbers only those of OCLC are kept', async () => {
    const draft = await record(field('035', 'a', '(DE-599)123'), field('035', 'a', '(OCoLC)00456'));

    expect(draft.identifiers).toEqual([{ type: 'OTHER', identifier: 'OCLC:456' }]);
  });
});

describe('ONIX', () => {
  const product = (descriptive: string, more = '') =>
    draftIn(
      readOnix(
        input(
          `<ONIXMessage><Product><RecordReference>1</RecordReference><DescriptiveDetail><TitleDetail><TitleType>01</TitleType><TitleElement><TitleElementLevel>01</TitleElementLevel><TitlePrefix>The</TitlePrefix><TitleWithoutPrefix>Sea</TitleWithoutPrefix></TitleElement></TitleDetail>${descriptive}</DescriptiveDetail>${more}</Product></ONIXMessage>`,
        ),
      ),
    );
  const subject = (scheme: string, code: string, heading?: string) =>
    `<Subject><SubjectSchemeIdentifier>${scheme}</SubjectSchemeIdentifier><SubjectCode>${code}</SubjectCode>${heading === undefined ? '' : `<SubjectHeadingText>${heading}</SubjectHeadingText>`}</Subject>`;

  test('headings are categories, codes only where there are none', async () => {
    expect(await product(subject('10', 'FIC004000', 'FICTION / Classics') + subject('93', 'FBC'))).toMatchObject({
      title: 'The Sea',
      categories: ['FICTION / Classics'],
    });
    expect((await product(subject('93', 'FBC'))).categories).toEqual(['FBC']);
  });

  test('sizes in inches and millimetres become centimetres', async () => {
    const measure = (type: string, size: string, unit: string) =>
      `<Measure><MeasureType>${type}</MeasureType><Measurement>${size}</Measurement><MeasureUnitCode>${unit}</MeasureUnitCode></Measure>`;

    expect(
      (await product(measure('01', '9', 'in') + measure('02', '150', 'mm') + measure('03', '2.5', 'cm'))).dimensions,
    ).toEqual({ height: '22.86 cm', width: '15.00 cm', thickness: '2.50 cm' });
  });

  test('the front cover is the picture, and no other resource', async () => {
    const resource = (type: string, link: string) =>
      `<SupportingResource><ResourceContentType>${type}</ResourceContentType><ResourceVersion><ResourceLink>${link}</ResourceLink></ResourceVersion></SupportingResource>`;
    const collateral = (...resources: string[]) => `<CollateralDetail>${resources.join('')}</CollateralDetail>`;

    const [author, cover] = [resource('04', 'https://x.test/author.jpg'), resource('01', 'https://x.test/cover.jpg')];
    expect((await product('', collateral(author, cover))).coverUrl).toBe('https://x.test/cover.jpg');
    expect((await product('', collateral(author))).coverUrl).toBeUndefined();
  });
});

test('a row of a table without id is known by its ISBN, however that is spelled', async () => {
  const keys = await Promise.all(
    ['080442957X', '0-8044-2957-x', '9780804429573'].map(
      async (isbn) => (await draftIn(readCsv(input(`title,isbn13\nA,${isbn}\n`)))).sourceKey,
    ),
  );

  expect(keys).toEqual(['csv:9780804429573', 'csv:9780804429573', 'csv:9780804429573']);
});
