import { Readable } from 'node:stream';
import { describe, expect, test } from '@jest/globals';
import { readCsv, type TableOptions } from '#lib/books/import/csv';
import { detectFormat } from '#lib/books/import/file/formats';
import { COLUMNS, templateTable } from '#lib/books/import/table/columns';

async function read(text: string, options: TableOptions = {}) {
  const notes: string[] = [];
  const records = [];
  for await (const record of readCsv(Readable.from([text]), { ...options, onNote: (note) => notes.push(note) }))
    records.push(record);
  return { records, notes };
}

describe('what readers take along', () => {
  const GOODREADS = [
    'Book Id,Title,Author,Author l-f,Additional Authors,ISBN,ISBN13,My Rating,Average Rating,Publisher,Binding,Number of Pages,Year Published,Original Publication Year,Date Read,Date Added,Bookshelves,Exclusive Shelf,My Review',
    '2767052,"The Hunger Games (The Hunger Games, #1)",Suzanne Collins,"Collins, Suzanne",,"=""0439023483""","=""9780439023481""",5,4.34,Scholastic Press,Hardcover,374,2008,2008,,2019/01/01,,read,',
    '77,Good Omens,Terry Pratchett,"Pratchett, Terry","Neil Gaiman, Ann Other",="0060853980",="9780060853983",0,4.2,HarperTorch,Kindle Edition,491,2006,1990,,2020/01/01,,to-read,',
  ].join('\n');

  test('Goodreads', async () => {
    const { records, notes } = await read(GOODREADS);

    expect(detectFormat(GOODREADS)).toBe('csv');
    expect(records).toMatchObject([
      {
        position: 2,
        warnings: [],
        draft: {
          sourceKey: 'goodreads:2767052',
          title: 'The Hunger Games',
          series: { title: 'The Hunger Games', number: '1' },
          authors: ['Suzanne Collins'],
          publisher: 'Scholastic Press',
          pageCount: 374,
          publishedDate: '2008',
          identifiers: [
            { type: 'ISBN_13', identifier: '9780439023481' },
            { type: 'ISBN_10', identifier: '0439023483' },
          ],
        },
      },
      {
        draft: {
          title: 'Good Omens',
          authors: ['Terry Pratchett', 'Neil Gaiman', 'Ann Other'],
          rights: { isEbook: true },
        },
      },
    ]);
    expect(notes).toEqual([expect.stringMatching(/nothing is made of: My Rating, .*My Review\.$/)]);
  });

  test.each([
    ['Catching Fire(The Hunger Games #2)', 'Catching Fire', { title: 'The Hunger Games', number: '2' }],
    ['Omnibus (Discworld, #1-3; Rincewind)', 'Omnibus', { title: 'Discworld', number: '1-3' }],
    ['Emma (Annotated)', 'Emma (Annotated)', undefined],
  ])('Goodreads writes the series into the title: %s', async (written, title, series) => {
    const [header = ''] = GOODREADS.split('\n');
    const { records } = await read(`${header}\n9,"${written}"${','.repeat(17)}\n`);

    expect(records).toMatchObject([{ draft: { title } }]);
    expect(records.map((record) => ('draft' in record ? record.draft.series : record))).toEqual([series]);
  });

  test('LibraryThing, with tabs', async () => {
    const text = [
      'Book Id\tTitle\tPrimary Author\tSecondary Author\tPublication\tDate\tMedia\tPage Count\tLCCN\tLanguages\tISBN\tISBNs\tSubjects\tWork id\tRating',
      '55\tThe Hunger Games\tCollins, Suzanne\tDoe, Jane|Roe, R.\tScholastic Press (2008), Edition: 1, 374 pages\t2008\tPaper Book\t374 \t\tEnglish\t[0439023483]\t0439023483, 9780439023481\tFiction--Dystopias|Games\t4979986\t5',
    ].join('\n');
    const { records } = await read(text);

    expect(detectFormat(text)).toBe('csv');
    expect(records).toMatchObject([
      {
        warnings: [],
        draft: {
          sourceKey: 'librarything:55',
          authors: ['Suzanne Collins', 'Jane Doe', 'R. Roe'],
          publisher: 'Scholastic Press',
          language: 'en',
          categories: ['Fiction / Dystopias', 'Games'],
          identifiers: [{ identifier: '9780439023481' }, { identifier: '0439023483' }],
          workKey: 'librarything:4979986',
        },
      },
    ]);
  });

  test('StoryGraph', async () => {
    const { records } = await read(
      'Title,Authors,Contributors,ISBN/UID,Format,Read Status,Star Rating\nPiranesi,"Susanna Clarke, Ann Other",,9781526622426,digital,read,5.0\nZine,Somebody,,0f1e2d3c,paperback,to-read,\n',
    );

    expect(records).toMatchObject([
      {
        draft: {
          sourceKey: 'storygraph:9781526622426',
          authors: ['Susanna Clarke', 'Ann Other'],
          rights: { isEbook: true },
        },
      },
      { draft: { sourceKey: 'storygraph:0f1e2d3c', identifiers: [] }, warnings: [] },
    ]);
  });
});

describe("tables of one's own", () => {
  test.each([';', '\t', '|', ','])('cells parted by %j', async (delimiter) => {
    const { records } = await read(
      [
        ['ID', 'Title', 'Authors'],
        ['1', 'One', '"A;B"'],
      ]
        .map((cells) => cells.join(delimiter))
        .join('\r\n'),
    );

    expect(records).toMatchObject([{ draft: { sourceKey: 'csv:1', title: 'One', authors: ['A', 'B'] } }]);
  });

  test('a row of another width is refused, empty cells behind the last column are not', async () => {
    const { records } = await read('title,isbn13\nOne,\nTwo\nThree,,x\nFour,,,\n"Five\nSix,\n');

    expect(records.map((record) => ('draft' in record ? record.draft.title : record.refused))).toEqual([
      'One',
      'The row has 1 cells, the header 2.',
      'The row has 3 cells, the header 2.',
      'Four',
      expect.stringContaining('quote'),
      'Six',
    ]);
  });

  test('headers of other names are mapped, the others named once', async () => {
    const { records, notes } = await read(
      'Titel;Verfasser;Standort;Author\nEins;Anna;R1;nobody\nZwei;Bert;R2;nobody\n',
      {
        map: { title: 'titel', authors: 'Verfasser' },
      },
    );

    expect(records).toMatchObject([{ draft: { title: 'Eins', authors: ['Anna'] } }, { draft: { title: 'Zwei' } }]);
    expect(notes).toEqual(['Columns that nothing is made of: Standort, Author.']);
  });

  test('a table without a title says which columns it has, and so does a map to a header that is not there', async () => {
    await expect(read('Titel,Autor\nEins,Anna\n')).rejects.toThrow(/Titel, Autor.*--map title=NAME/);
    await expect(read('Titel,Autor\nEins,Anna\n', { map: { title: 'Name' } })).rejects.toThrow("no column 'Name'");
  });

  test.each([
    ['page_count', 'many', 'is not a number'],
    ['is_ebook', 'perhaps', 'is neither yes nor no'],
    ['viewability', 'SOME', 'is not PARTIAL, ALL_PAGES, NO_PAGES or UNKNOWN'],
    ['published_date', 'soon', 'has no year'],
    ['language', 'klingonish', 'is not a known language'],
    ['cover_url', 'cover', 'is not an address'],
  ])('a cell that does not fit its column is told: %s', async (column, cell, problem) => {
    expect((await read(`title,${column}\nA,${cell}\n`)).records).toMatchObject([
      { draft: { title: 'A' }, warnings: [`${column} '${cell}' ${problem}.`] },
    ]);
  });

  test('the template has every column and is taken as it is', async () => {
    const { records, notes } = await read(templateTable());

    expect(templateTable().split('\n')[0]).toBe(COLUMNS.map(({ name }) => name).join(','));
    expect(notes).toEqual([]);
    expect(records).toMatchObject([
      { warnings: [], draft: { title: 'The Silent Harbour', authors: ['Ida Wick', 'Otto Klein'] } },
    ]);
  });
});
