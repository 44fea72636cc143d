/** @modules own */
import { describe, expect, test } from '@jest/globals';
import type { VolumeRepresentation } from '#lib/books/volumes/representation';
import type { ErrorBody } from '#test/support/ask';
import { CATALOGUE, csvOf, idOf } from '#test/support/books/catalogue';
import { useLibrary } from '#test/support/books/use-library';
import { someone } from '#test/support/people';

const library = useLibrary(CATALOGUE);
const get = (key: string, query = '', headers = {}) =>
  library.ask<VolumeRepresentation>('GET', `/books/v1/volumes/${idOf(key)}?key=${library.key}${query}`, { headers });

describe('books.volumes.get', () => {
  test('BOOK-01: gives a volume with its address here and an etag of 11 characters', async () => {
    const { status, body } = await get('flowers');

    expect(status).toBe(200);
    expect(body).toMatchObject({
      kind: 'books#volume',
      id: idOf('flowers'),
      selfLink: `https://almanac.test/books/v1/volumes/${idOf('flowers')}`,
    });
    expect(body.etag).toMatch(/^[A-Za-z0-9+/]{11}$/);
    expect(body.volumeInfo).toMatchObject({
      title: 'Flowers for Algernon',
      authors: ['Daniel Keyes'],
      publishedDate: '1966-03',
      description: '<p>A man keeps a <b>diary</b> of his growing mind.</p>',
      categories: ['Fiction / Science Fiction / General', 'Fiction / Psychological'],
      averageRating: 4.5,
      ratingsCount: 120,
      maturityRating: 'NOT_MATURE',
      printType: 'BOOK',
      pageCount: 274,
      language: 'en',
    });
    expect(body.volumeInfo?.industryIdentifiers).toEqual(
      expect.arrayContaining([
        { type: 'ISBN_13', identifier: '9780306406157' },
        { type: 'ISBN_10', identifier: '0306406152' },
        { type: 'OTHER', identifier: 'LCCN:66012366' },
        { type: 'OTHER', identifier: 'OCLC:123456' },
      ]),
    );
    expect(body.volumeInfo?.imageLinks).toMatchObject({
      thumbnail: 'https://covers.example.com/7-M.jpg',
      large: 'https://covers.example.com/7-L.jpg',
    });
    expect(body.saleInfo).toMatchObject({
      country: 'US',
      saleability: 'FOR_SALE',
      isEbook: true,
      listPrice: { amount: 11.99, currencyCode: 'USD' },
      retailPrice: { amount: 9.99, currencyCode: 'USD' },
      offers: [{ finskyOfferType: 1, retailPrice: { amountInMicros: 9_990_000, currencyCode: 'USD' } }],
    });
    expect(body.accessInfo).toMatchObject({
      viewability: 'PARTIAL',
      accessViewStatus: 'SAMPLE',
      publicDomain: false,
      epub: { isAvailable: false },
    });
  });

  test.each(['AAAAAAAAAAAA', 'short', 'way-too-long-for-an-id'])(
    'BOOK-02: an unknown id such as %s is 404',
    async (id) => {
      const { status, body } = await library.ask<ErrorBody>('GET', `/books/v1/volumes/${id}?key=${library.key}`);

      expect(status).toBe(404);
      expect(body.error).toMatchObject({
        code: 404,
        message: 'The volume ID could not be found.',
        errors: [{ reason: 'notFound' }],
      });
    },
  );

  test('BOOK-03: the lite projection leaves out what the table leaves out', async () => {
    const { body } = await get('flowers', '&projection=LITE');

    for (const field of ['industryIdentifiers', 'pageCount', 'categories', 'language'])
      expect(body.volumeInfo).not.toHaveProperty(field);
    expect(body.saleInfo).not.toHaveProperty('saleability');
    expect(body.accessInfo).not.toHaveProperty('viewability');
    expect(body.volumeInfo).toMatchObject({
      title: 'Flowers for Algernon',
      authors: ['Daniel Keyes'],
      imageLinks: { thumbnail: expect.any(String) },
    });
    expect(body.accessInfo).toMatchObject({ epub: { isAvailable: false }, pdf: { isAvailable: false } });
  });

  test('BOOK-04: projections are compared without case, others are refused', async () => {
    const [upper, lower, wrong] = await Promise.all([
      get('flowers', '&projection=LITE'),
      get('flowers', '&projection=lite'),
      get('flowers', '&projection=foo'),
    ]);

    expect(lower.body).toEqual(upper.body);
    expect(wrong.status).toBe(400);
  });

  test('BOOK-05: only a user sees what the user has to do with it', async () => {
    const anonymous = await get('flowers');
    const known = await library.ask<VolumeRepresentation>('GET', `/books/v1/volumes/${idOf('flowers')}`, {
      as: someone(),
    });

    expect(anonymous.body).not.toHaveProperty('userInfo');
    expect(known.body.userInfo).toMatchObject({
      isPurchased: false,
      isPreordered: false,
      isUploaded: false,
      isInMyBooks: false,
    });
  });

  test('BOOK-06: an unchanged volume is 304 without a body, a changed one has another etag', async () => {
    await library.import(csvOf([{ id: 'changing', title: 'Before' }]));
    const before = await get('changing');
    const etag = before.headers['etag'] ?? '';

    const unchanged = await get('changing', '', { 'if-none-match': etag });
    await library.import(csvOf([{ id: 'changing', title: 'After' }]));
    const changed = await get('changing', '', { 'if-none-match': etag });

    expect(etag).toBe(`"${before.body.etag ?? ''}"`);
    expect(unchanged).toMatchObject({ status: 304, text: '' });
    expect(changed.status).toBe(200);
    expect(changed.body.volumeInfo?.title).toBe('After');
    expect(changed.body.etag).not.toBe(before.body.etag);
  });

  test('BOOK-06: looking at a volume does not change what a user sees of it', async () => {
    const as = someone();
    const look = (headers = {}) =>
      library.ask<VolumeRepresentation>('GET', `/books/v1/volumes/${idOf('flowers')}`, { as, headers });
    const first = await look();

    expect(await look({ 'if-none-match': first.headers['etag'] ?? '' })).toMatchObject({ status: 304, text: '' });
    expect(first.body.userInfo).not.toHaveProperty('updated');
    await library.ask('POST', `/books/v1/mylibrary/bookshelves/3/addVolume?volumeId=${idOf('flowers')}`, { as });
    expect((await look()).body.userInfo?.updated).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  });

  test('BOOK-07: rights follow the country', async () => {
    const [germany, america, wrong] = await Promise.all([
      get('german-only', '&country=DE'),
      get('german-only', '&country=us'),
      get('german-only', '&country=XYZ'),
    ]);

    expect(germany.body.accessInfo).toMatchObject({
      country: 'DE',
      viewability: 'ALL_PAGES',
      accessViewStatus: 'FULL_PUBLIC_DOMAIN',
      publicDomain: true,
    });
    expect(germany.body.saleInfo).toMatchObject({ country: 'DE', saleability: 'FREE' });
    expect(america.body.accessInfo).toMatchObject({
      country: 'US',
      viewability: 'NO_PAGES',
      accessViewStatus: 'NONE',
      publicDomain: false,
    });
    expect(america.body.saleInfo).toMatchObject({ country: 'US', saleability: 'NOT_FOR_SALE' });
    expect(wrong.status).toBe(400);
  });

  test('a free book can be downloaded, a pre-order says from when', async () => {
    const [free, coming] = await Promise.all([get('flower-garden'), get('coming')]);

    expect(free.body.accessInfo).toMatchObject({
      epub: { isAvailable: true, downloadLink: 'https://files.example.com/garden.epub' },
      pdf: { isAvailable: true },
    });
    expect(coming.body.saleInfo).toMatchObject({
      saleability: 'FOR_PREORDER',
      onSaleDate: '2199-01-01',
      listPrice: { amount: 19 },
    });
  });

  test('the series of a comic is told, that of another book when asked for', async () => {
    const [comic, novel, asked] = await Promise.all([
      get('comic'),
      get('novel-in-series'),
      get('novel-in-series', '&includeNonComicsSeries=true'),
    ]);

    expect(comic.body.volumeInfo).toMatchObject({
      comicsContent: true,
      seriesInfo: { bookDisplayNumber: '3', volumeSeries: [{ orderNumber: 3 }] },
    });
    expect(novel.body.volumeInfo).not.toHaveProperty('seriesInfo');
    expect(asked.body.volumeInfo?.seriesInfo).toMatchObject({ bookDisplayNumber: '3' });
  });

  test('what a user looks at stands on the shelf of the recently viewed, newest first and once', async () => {
    const as = someone();
    for (const key of ['flowers', 'villette', 'potter', 'flowers'])
      await library.ask('GET', `/books/v1/volumes/${idOf(key)}`, { as });

    const { body } = await library.ask<{ totalItems: number; items: { id: string }[] }>(
      'GET',
      '/books/v1/mylibrary/bookshelves/6/volumes',
      { as },
    );

    expect(body.totalItems).toBe(3);
    expect(body.items.map(({ id }) => id)).toEqual(['flowers', 'potter', 'villette'].map(idOf));
  });

  test('nothing is served without key or token', async () => {
    const { status } = await library.ask('GET', `/books/v1/volumes/${idOf('flowers')}`);

    expect(status).toBe(403);
  });
});
