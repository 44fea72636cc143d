/** @modules own */
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import { volumeId } from '#lib/books/model/ids';
import type { VolumeDraft } from '#lib/books/stores/all';
import type { VolumeRepresentation } from '#lib/books/volumes/representation';
import { csvOf, idOf } from '#test/support/books/catalogue';
import { binaryRecord, dataField } from '#test/support/books/marc-file';
import { useLibrary } from '#test/support/books/use-library';
import { someone } from '#test/support/people';
import { newFolder } from '#test/support/run/folders/new-folder';

const library = useLibrary();

const get = async (id: string) =>
  (await library.ask<VolumeRepresentation>('GET', `/books/v1/volumes/${id}?key=${library.key}`)).body;
const search = async (q: string) => {
  const { body } = await library.ask<{ totalItems: number; items?: VolumeRepresentation[] }>(
    'GET',
    `/books/v1/volumes?key=${library.key}&q=${encodeURIComponent(q)}`,
  );
  return (body.items ?? []).map(({ id }) => id);
};

const line = (type: string, key: string, revision: number, content: object) =>
  [
    `/type/${type}`,
    key,
    String(revision),
    '2024-01-02T03:04:05.678',
    JSON.stringify({ type: { key: `/type/${type}` }, key, revision, ...content }),
  ].join('\t');

const openLibraryDump = [
  line('edition', '/books/OL1M', 3, {
    title: 'Hedgehogs',
    title_prefix: 'The',
    subtitle: 'a study',
    works: [{ key: '/works/OL1W' }],
    authors: [{ key: '/authors/OL1A' }],
    publishers: ['Field Press'],
    publish_date: 'March 5, 1931',
    isbn_10: ['0306406152'],
    lccn: ['31-2'],
    oclc_numbers: ['0000123'],
    number_of_pages: 210,
    physical_dimensions: '8 x 5 x 1 inches',
    languages: [{ key: '/languages/eng' }],
    covers: [77],
    ocaid: 'hedgehogs00fiel',
  }),
  line('work', '/works/OL1W', 1, {
    title: 'The Hedgehogs',
    description: { type: '/type/text', value: 'Small animals at dusk.' },
    subjects: ['Nature / Animals'],
  }),
  line('author', '/authors/OL1A', 1, { name: 'Wren Field' }),
  line('edition', '/books/OL2M', 1, { title: 'Moles', authors: [{ key: '/authors/OL1A' }], physical_format: 'Serial' }),
].join('\n');

describe('Open Library', () => {
  test('BOOK-44: the same dump twice makes the same volumes once; authors may come after their books', async () => {
    const first = await library.import(openLibraryDump);
    const second = await library.import(gzipSync(openLibraryDump));

    expect(first).toMatchObject({ added: 2, updated: 0, refused: 0 });
    expect(second).toMatchObject({ added: 0, updated: 0, unchanged: 2 });
    const { volumeInfo } = await get(volumeId('openlibrary:/books/OL1M'));
    expect(volumeInfo).toMatchObject({
      title: 'The Hedgehogs',
      subtitle: 'a study',
      authors: ['Wren Field'],
      publisher: 'Field Press',
      publishedDate: '1931-03-05',
      description: 'Small animals at dusk.',
      categories: ['Nature / Animals'],
      pageCount: 210,
      language: 'en',
      dimensions: { height: '20.32 cm', width: '12.70 cm', thickness: '2.54 cm' },
      imageLinks: { smallThumbnail: 'https://covers.openlibrary.org/b/id/77-S.jpg' },
    });
    expect(volumeInfo?.industryIdentifiers?.map(({ identifier }) => identifier)).toEqual([
      '9780306406157',
      '0306406152',
      'LCCN:31000002',
      'OCLC:123',
      'OCAID:hedgehogs00fiel',
    ]);
    expect((await get(volumeId('openlibrary:/books/OL2M'))).volumeInfo?.printType).toBe('MAGAZINE');
    expect(await search('hedgehogs')).toHaveLength(1);
  });

  test('an older revision does not replace a newer one', async () => {
    const older = await library.import(line('edition', '/books/OL1M', 2, { title: 'Old News' }));

    expect(older).toMatchObject({ older: 1, updated: 0 });
    expect((await get(volumeId('openlibrary:/books/OL1M'))).volumeInfo?.title).toBe('The Hedgehogs');
  });

  test('BOOK-45: a broken line, a record without title and a wrong ISBN do not stop the rest', async () => {
    const refused: [number, string][] = [];
    const warned: [number, string][] = [];
    const summary = await library.import(
      [
        line('edition', '/books/OL10M', 1, { title: 'Fine' }),
        '/type/edition\t/books/OL11M\t1\t2024\t{broken',
        line('edition', '/books/OL12M', 1, { subtitle: 'untitled' }),
        line('edition', '/books/OL13M', 1, { title: 'Misnumbered', isbn_10: ['0306406153'] }),
      ].join('\n'),
      {
        onRefused: (_, position, reason) => refused.push([position, reason]),
        onWarning: (_, position, warning) => warned.push([position, warning]),
      },
    );

    expect(summary).toMatchObject({ added: 2, refused: 2, warnings: 1 });
    expect(refused).toEqual([
      [2, expect.stringContaining('not JSON')],
      [3, 'The record has no title.'],
    ]);
    expect(warned).toEqual([[4, expect.stringContaining('0306406153')]]);
    expect((await get(volumeId('openlibrary:/books/OL13M'))).volumeInfo?.industryIdentifiers).toEqual([
      { type: 'OTHER', identifier: 'ISBN:0306406153' },
    ]);
  });
});

const MARC = `<?xml version="1.0"?><marc:collection xmlns:marc="http://www.loc.gov/MARC21/slim"><marc:record>
<marc:leader>00000cam a2200000 a 4500</marc:leader><marc:controlfield tag="001">m1</marc:controlfield>
<marc:controlfield tag="008">850101s1979    enk           000 1 eng  </marc:controlfield>
<marc:datafield tag="020" ind1=" " ind2=" "><marc:subfield code="a">080442957X (pbk.)</marc:subfield></marc:datafield>
<marc:datafield tag="100" ind1="1" ind2=" "><marc:subfield code="a">Sel&#225;nder, Pekka,</marc:subfield></marc:datafield>
<marc:datafield tag="245" ind1="1" ind2="0"><marc:subfield code="a">Tides &amp; harbours :</marc:subfield><marc:subfield code="b">a guide /</marc:subfield></marc:datafield>
<marc:datafield tag="260" ind1=" " ind2=" "><marc:subfield code="b">Quay Books,</marc:subfield><marc:subfield code="c">1979.</marc:subfield></marc:datafield>
<marc:datafield tag="300" ind1=" " ind2=" "><marc:subfield code="a">xii, 312 p. :</marc:subfield><marc:subfield code="c">24 cm</marc:subfield></marc:datafield>
<marc:datafield tag="650" ind1=" " ind2="0"><marc:subfield code="a">Harbours.</marc:subfield></marc:datafield>
</marc:record><marc:record><marc:leader>00000cam a2200000 a 4500</marc:leader></marc:record></marc:collection>`;

const onix = (short: boolean) => {
  const names = {
    ref: 'a001',
    note: 'a002',
    idType: 'b221',
    id: 'b244',
    form: 'b012',
    titleType: 'b202',
    level: 'x409',
    title: 'b203',
    subtitle: 'b029',
    role: 'b035',
    inverted: 'b037',
    lang: 'b252',
    langRole: 'b253',
    extType: 'b218',
    ext: 'b219',
    extUnit: 'b220',
    scheme: 'b067',
    heading: 'b070',
    pubRole: 'b291',
    pub: 'b081',
    dateRole: 'x448',
    date: 'b306',
  };
  const long = {
    ref: 'RecordReference',
    note: 'NotificationType',
    idType: 'ProductIDType',
    id: 'IDValue',
    form: 'ProductForm',
    titleType: 'TitleType',
    level: 'TitleElementLevel',
    title: 'TitleText',
    subtitle: 'Subtitle',
    role: 'ContributorRole',
    inverted: 'PersonNameInverted',
    lang: 'LanguageCode',
    langRole: 'LanguageRole',
    extType: 'ExtentType',
    ext: 'ExtentValue',
    extUnit: 'ExtentUnit',
    scheme: 'SubjectSchemeIdentifier',
    heading: 'SubjectHeadingText',
    pubRole: 'PublishingRole',
    pub: 'PublisherName',
    dateRole: 'PublishingDateRole',
    date: 'Date',
  };
  const tag = short ? names : long;
  const t = (name: keyof typeof names, text: string) => `<${tag[name]}>${text}</${tag[name]}>`;
  const c = (name: string, ...content: string[]) =>
    `<${short ? name.toLowerCase() : name}>${content.join('')}</${short ? name.toLowerCase() : name}>`;
  return `<ONIX${short ? 'm' : 'M'}essage release="3.0">${c(
    'Product',
    t('ref', short ? 'o2' : 'o1'),
    t('note', '03'),
    c('ProductIdentifier', t('idType', '15'), t('id', '9780804429573')),
    c(
      'DescriptiveDetail',
      t('form', 'BC'),
      c(
        'TitleDetail',
        t('titleType', '01'),
        c('TitleElement', t('level', '01'), t('title', 'Tides &amp; harbours'), t('subtitle', 'a guide')),
      ),
      c('Contributor', t('role', 'A01'), t('inverted', 'Selánder, Pekka')),
      c('Language', t('langRole', '01'), t('lang', 'eng')),
      c('Extent', t('extType', '00'), t('ext', '312'), t('extUnit', '03')),
      c('Subject', t('scheme', '10'), t('heading', 'TRANSPORTATION / Ships')),
    ),
    c(
      'PublishingDetail',
      c('Publisher', t('pubRole', '01'), t('pub', 'Quay Books')),
      c('PublishingDate', t('dateRole', '01'), t('date', '19790401')),
    ),
  )}</ONIX${short ? 'm' : 'M'}essage>`;
};

describe('other formats', () => {
  test('BOOK-46: one book by CSV, MARCXML and both forms of ONIX is the same book', async () => {
    const refused: [number, string][] = [];
    await library.import(
      csvOf([
        {
          id: 'tides',
          title: 'Tides & harbours',
          subtitle: 'a guide',
          authors: 'Pekka Selánder',
          publisher: 'Quay Books',
          published_date: '1979',
          isbn10: '080442957X',
          page_count: '312',
          language: 'en',
        },
      ]),
    );
    await library.import(MARC, { onRefused: (_, position, reason) => refused.push([position, reason]) });
    await library.import(onix(false));
    await library.import(onix(true));

    const volumes = await Promise.all(['csv:tides', 'marc:m1', 'onix:o1', 'onix:o2'].map((key) => get(volumeId(key))));
    for (const { volumeInfo } of volumes) {
      expect(volumeInfo).toMatchObject({
        title: 'Tides & harbours',
        subtitle: 'a guide',
        authors: ['Pekka Selánder'],
        publisher: 'Quay Books',
        language: 'en',
        pageCount: 312,
      });
      expect(volumeInfo?.publishedDate?.slice(0, 4)).toBe('1979');
      expect(volumeInfo?.industryIdentifiers).toEqual([
        { type: 'ISBN_13', identifier: '9780804429573' },
        { type: 'ISBN_10', identifier: '080442957X' },
      ]);
    }
    expect(refused).toEqual([[2, 'The record has no title.']]);
    expect(await search('isbn:080442957x')).toHaveLength(4);
  });

  test('CSV: rows that do not fit the header are refused by line, quoted cells may hold anything', async () => {
    const refused: number[] = [];
    const summary = await library.import(
      'id,title,authors\n1,"Quoted, with ""marks""\nand a break",A;B\n2,short\n3,,C\n4,Fine,D\n',
      { onRefused: (_, position) => refused.push(position) },
    );

    expect(summary).toMatchObject({ added: 2, refused: 2 });
    expect(refused).toEqual([4, 5]);
    expect((await get(idOf('1'))).volumeInfo).toMatchObject({
      title: 'Quoted, with "marks" and a break',
      authors: ['A', 'B'],
    });
  });

  test('rights of two countries come in two rows and stay side by side', async () => {
    const row = { id: 'two-lands', title: 'Two Lands', is_ebook: 'true' };
    await library.import(
      csvOf([
        { ...row, country: 'DE', public_domain: 'true' },
        { ...row, country: 'FR', list_price: '5', currency: 'EUR' },
      ]),
    );
    const at = async (country: string) =>
      (
        await library.ask<VolumeRepresentation>(
          'GET',
          `/books/v1/volumes/${idOf('two-lands')}?key=${library.key}&country=${country}`,
        )
      ).body.saleInfo;

    expect(await at('DE')).toMatchObject({ saleability: 'FREE' });
    expect(await at('FR')).toMatchObject({ saleability: 'FOR_SALE', listPrice: { amount: 5, currencyCode: 'EUR' } });
    expect(await at('US')).toMatchObject({ saleability: 'NOT_FOR_SALE' });
  });

  test('a packed file that is cut off fails the import instead of ending it early', async () => {
    const packed = gzipSync(
      csvOf(
        Array.from({ length: 2000 }, (_, place) => ({
          id: `cut-${String(place)}`,
          title: `Cut ${String(place * 7919)}`,
        })),
      ),
    );

    await expect(library.import(packed.subarray(0, packed.length / 2))).rejects.toThrow('unexpected end of file');
  });

  test('a file of no known format is refused as a whole', async () => {
    await expect(library.import('what is this?')).rejects.toThrow('format is not recognised');
  });
});

describe('every record is in or told', () => {
  test('a file of each kind, damaged in the middle, adds up', async () => {
    const marc = (title: string) =>
      `<record><controlfield tag="001">sum-${title}</controlfield><datafield tag="245" ind1="0" ind2="0"><subfield code="a">${title}</subfield></datafield></record>`;
    const files = {
      'a.csv': 'id,title\nsum-1,Sandpiper\nsum-2,"Sand\nsum-3,Sanderling\n',
      'a.xml': `<collection>${marc('Sandpiper')}${marc('Sand & sea')}${marc('Sanderling')}</collection>`,
      'a.mrc': Buffer.concat(
        ['Sandpiper', '', 'Sanderling'].map((title) =>
          binaryRecord([{ tag: '001', content: `bin-${title}` }, dataField('245', '00', ['a', title])]),
        ),
      ),
    };
    for (const [name, content] of Object.entries(files)) {
      const refused: string[] = [];
      const summary = await library.import(content, {
        name,
        onRefused: (file, position) => refused.push(`${file}:${String(position)}`),
      });

      expect([name, summary]).toEqual([name, expect.objectContaining({ records: 3, added: 2, refused: 1 })]);
      expect(refused).toEqual([name === 'a.csv' ? 'a.csv:3' : `${name}:2`]);
    }
    expect(await search('sanderling')).toHaveLength(3);
  });

  test('a sum that does not come out ends the import with an error', async () => {
    const [{ importFiles }, { importContext }] = await Promise.all([
      import('#lib/books/import/importer'),
      import('#lib/runtime/books/import'),
    ]);
    const context = importContext(newFolder());
    const forgetful = {
      ...context,
      catalogue: {
        ...context.catalogue,
        save: async (drafts: readonly VolumeDraft[]) => (await context.catalogue.save(drafts)).slice(1),
      },
    };
    const file = {
      name: 'lost.csv',
      fingerprint: 'lost',
      open: () => Readable.from([Buffer.from('title\nA\nB\n')], { objectMode: false }),
    };

    await expect(importFiles([file], forgetful)).rejects.toThrow(
      'lost.csv: 2 records were read, and what became of 1 is known',
    );
  });

  test('Latin-1, mapped headers and columns without meaning are told once for the file', async () => {
    const notes: string[] = [];
    const summary = await library.import(Buffer.from('Titel;Ort\nM\xf6we;R1\nKr\xe4he;R2\n', 'latin1'), {
      name: 'v\u00f6gel.csv',
      map: { title: 'Titel' },
      onNote: (file, note) => notes.push(`${file}: ${note}`),
    });

    expect(summary).toMatchObject({ added: 2, warnings: 0 });
    expect(notes).toEqual([
      expect.stringMatching(/^v\u00f6gel.csv: .*windows-1252/),
      'v\u00f6gel.csv: Columns that nothing is made of: Ort.',
    ]);
    expect(await search('m\u00f6we')).toHaveLength(1);
  });

  test('titles in another script, titles of parts and subjects of MARC are found', async () => {
    await library.import(
      binaryRecord([
        { tag: '001', content: 'scripts' },
        dataField('100', '1 ', ['6', '880-01'], ['a', 'Tolsto\u012d, Lev']),
        dataField('245', '10', ['6', '880-02'], ['a', 'Voyages.'], ['n', 'Part 2,'], ['p', 'Northern passage /']),
        dataField('651', ' 0', ['a', 'Spitsbergen'], ['x', 'Navigation.']),
        dataField(
          '880',
          '1 ',
          ['6', '100-01/(N'],
          ['a', '\u0422\u043e\u043b\u0441\u0442\u043e\u0439, \u041b\u0435\u0432'],
        ),
        dataField(
          '880',
          '10',
          ['6', '245-02/(N'],
          ['a', '\u0421\u0442\u0440\u0430\u043d\u0441\u0442\u0432\u0438\u044f'],
        ),
      ]),
    );
    for (const q of [
      'intitle:"northern passage"',
      'intitle:\u0441\u0442\u0440\u0430\u043d\u0441\u0442\u0432\u0438\u044f',
      'inauthor:\u0442\u043e\u043b\u0441\u0442\u043e\u0439',
      'subject:spitsbergen',
    ])
      expect([q, await search(q)]).toEqual([q, [volumeId('marc:scripts')]]);
    expect((await get(volumeId('marc:scripts'))).volumeInfo?.title).toBe('Voyages. Part 2, Northern passage');
  });
});

describe('the search index', () => {
  test('BOOK-47: a new title is found, a deleted one is gone, a renamed one only by its new name', async () => {
    await library.import(
      csvOf([
        { id: 'q1', title: 'Quetzal Mornings' },
        { id: 'q2', title: 'Quetzal Evenings' },
      ]),
    );
    expect(await search('quetzal')).toHaveLength(2);

    await library.import(
      csvOf(
        [
          { id: 'q1', title: 'Toucan Mornings' },
          { id: 'q2', title: 'x', deleted: 'true' },
        ].map((row) => ({ deleted: '', ...row })),
      ),
    );
    expect(await search('quetzal')).toEqual([]);
    expect(await search('toucan')).toEqual([idOf('q1')]);
  });

  test('two imports at once both become searchable', async () => {
    await Promise.all(
      ['xylophones', 'zeppelins', 'yodelling'].map((word) =>
        library.import(csvOf([{ id: word, title: `All about ${word}` }])),
      ),
    );

    for (const word of ['xylophones', 'zeppelins', 'yodelling']) expect(await search(word)).toEqual([idOf(word)]);
  });
});

describe('JSON lines', () => {
  test('custom shelves, access, purchases and ratings', async () => {
    const as = someone();
    await library.import(
      csvOf([
        {
          id: 'bought',
          title: 'Bought Book',
          is_ebook: 'true',
          list_price: '3',
          average_rating: '4',
          ratings_count: '1',
        },
      ]),
    );
    const volumeId = idOf('bought');
    const refused: [number, string][] = [];
    const summary = await library.import(
      [
        { type: 'shelf', email: as, shelfId: 1001, title: 'Sea stories', access: 'PUBLIC' },
        { type: 'shelf', email: as, shelfId: 0, access: 'PRIVATE' },
        { type: 'purchase', email: as, volumeId, acquiredTime: '2020-02-03T04:05:06Z' },
        { type: 'rating', email: as, volumeId, rating: 4 },
        { type: 'rating', email: as, volumeId, rating: 2 },
        { type: 'rating', email: as, volumeId, rating: 9 },
        { type: 'purchase', email: as, volumeId: 'AAAAAAAAAAAA' },
        { type: 'shelf', email: as, shelfId: 500, title: 'No' },
      ]
        .map((fields) => JSON.stringify(fields))
        .join('\n'),
      { onRefused: (_, position, reason) => refused.push([position, reason]) },
    );

    expect(summary).toMatchObject({ records: 8, applied: 5, refused: 3 });
    expect(refused.map(([position]) => position)).toEqual([6, 7, 8]);
    const { body: shelves } = await library.ask<{
      items: { id: number; title: string; access: string; volumeCount: number }[];
    }>('GET', '/books/v1/mylibrary/bookshelves', { as });
    const shelf = (id: number) => shelves.items.find((item) => item.id === id);
    expect(shelf(1001)).toMatchObject({ title: 'Sea stories', access: 'PUBLIC' });
    expect(shelf(0)).toMatchObject({ title: 'Favorites', access: 'PRIVATE' });
    expect([shelf(1)?.volumeCount, shelf(7)?.volumeCount, shelf(5)?.volumeCount]).toEqual([1, 1, 1]);
    const { body: volume } = await library.ask<VolumeRepresentation>('GET', `/books/v1/volumes/${volumeId}`, { as });
    expect(volume.userInfo).toMatchObject({ isPurchased: true, isInMyBooks: true });
    expect(volume.accessInfo?.accessViewStatus).toBe('FULL_PURCHASED');
    expect(volume.volumeInfo).toMatchObject({ averageRating: 3, ratingsCount: 2 });
    expect(
      (await library.ask('POST', `/books/v1/mylibrary/bookshelves/1001/addVolume?volumeId=${volumeId}`, { as })).status,
    ).toBe(204);
  });

  test('users are also named by id, and a refusal says why', async () => {
    const as = someone();
    const { body } = await library.ask<{ items: { id: number; selfLink: string }[] }>(
      'GET',
      '/books/v1/mylibrary/bookshelves',
      { as },
    );
    const userId = /users\/(\d+)\//.exec(body.items[0]?.selfLink ?? '')?.[1];
    const refused: string[] = [];
    await library.import(
      [
        { type: 'shelf', userId, shelfId: 1001, title: 'By id' },
        { type: 'shelf', userId: '1', shelfId: 1001, title: 'Nobody' },
        { type: 'shelf', userId: 'ann', shelfId: 1001, title: 'Not an id' },
        { type: 'purchase', userId, volumeId: 'AAAAAAAAAAAA', acquiredTime: 'yesterday' },
      ]
        .map((fields) => JSON.stringify(fields))
        .join('\n'),
      { onRefused: (_, _position, reason) => refused.push(reason) },
    );

    expect(refused).toEqual(['There is no user 1.', 'There is no user ann.', "'acquiredTime' is not a time."]);
    const shelf = await library.ask('GET', '/books/v1/mylibrary/bookshelves/1001', { as });
    expect(shelf.body).toMatchObject({ title: 'By id' });
  });
});
