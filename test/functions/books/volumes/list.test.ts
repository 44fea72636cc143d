/** @modules own */
import { describe, expect, test } from '@jest/globals';
import { watchMeters, type Meter } from '#lib/api/process/meter';
import type { VolumeRepresentation } from '#lib/books/volumes/representation';
import type { ErrorBody } from '#test/support/ask';
import { CATALOGUE, idOf } from '#test/support/books/catalogue';
import { useLibrary } from '#test/support/books/use-library';
import { someone } from '#test/support/people';

interface Volumes {
  readonly kind: string;
  readonly totalItems: number;
  readonly items?: VolumeRepresentation[];
}

const library = useLibrary(CATALOGUE);
const keyOf = new Map(CATALOGUE.map((row) => [idOf(row['id'] ?? ''), row['id'] ?? '']));

const ask = <Body = Volumes>(parameters: Readonly<Record<string, string | number | boolean>>) => {
  const query = Object.entries({ key: library.key, ...parameters }).map(
    ([name, value]) => `${name}=${encodeURIComponent(String(value))}`,
  );
  return library.ask<Body>('GET', `/books/v1/volumes?${query.join('&')}`);
};
/** Records found, in order. */
const found = async (q: string, parameters = {}): Promise<string[]> => {
  const { body } = await ask({ q, maxResults: 40, ...parameters });
  const keys = (body.items ?? []).map(({ id }) => keyOf.get(id ?? '') ?? '?');
  expect(keys).toHaveLength(body.totalItems);
  return keys;
};
const sorted = async (q: string, parameters = {}): Promise<string[]> => (await found(q, parameters)).toSorted();

describe('books.volumes.list', () => {
  test.each(['', '&q=', '&q=%20%20', '&q=+'])('BOOK-08: a query of nothing (%j) is refused', async (query) => {
    const { status, body } = await library.ask<ErrorBody>('GET', `/books/v1/volumes?key=${library.key}${query}`);

    expect(status).toBe(400);
    expect(body.error).toMatchObject({
      message: 'Missing query.',
      errors: [{ reason: 'queryRequired', location: 'q', locationType: 'parameter' }],
    });
  });

  test('BOOK-09: ten volumes of twenty-five by default', async () => {
    const { body } = await ask({ q: 'intitle:lantern road' });

    expect(body).toMatchObject({ kind: 'books#volumes', totalItems: 25 });
    expect(body.items).toHaveLength(10);
  });

  test('BOOK-10: at most forty at once; none when none are wanted', async () => {
    const [most, tooMany, none] = await Promise.all([
      ask({ q: 'lantern|plain', maxResults: 40 }),
      ask<ErrorBody>({ q: 'lantern', maxResults: 41 }),
      ask({ q: 'lantern', maxResults: 0 }),
    ]);

    expect(most.body.totalItems).toBe(49);
    expect(most.body.items).toHaveLength(40);
    expect(tooMany.status).toBe(400);
    expect(tooMany.body.error.message).toContain('[0, 40]');
    expect(tooMany.body.error.errors[0]).toMatchObject({ location: 'maxResults' });
    expect(none.body).toEqual({ kind: 'books#volumes', totalItems: 27 });
  });

  test('BOOK-11: pages neither overlap nor skip, and end without items', async () => {
    const pages = await Promise.all([0, 10, 20].map((startIndex) => ask({ q: 'intitle:lantern road', startIndex })));
    const beyond = await ask({ q: 'intitle:lantern road', startIndex: 1000 });

    expect(pages.map(({ body }) => body.totalItems)).toEqual([25, 25, 25]);
    expect(new Set(pages.flatMap(({ body }) => (body.items ?? []).map(({ id }) => id))).size).toBe(25);
    expect(beyond.body).toEqual({ kind: 'books#volumes', totalItems: 25 });
    expect((await ask({ q: 'lantern', startIndex: -1 })).status).toBe(400);
  });

  test('BOOK-12: every word must match, in any order and case', async () => {
    const expected = ['night-train', 'train-night'];

    expect(await sorted('night train')).toEqual(expected);
    expect(await sorted('TRAIN Night')).toEqual(expected);
  });

  test('BOOK-13: a phrase is adjacent words of one field', async () => {
    expect(await found('"night train"')).toEqual(['night-train']);
    expect(await sorted('"lantern road"')).toHaveLength(25);
    expect(await found('intitle:"lisbon road"')).toEqual(['night-train']);
    expect(await found('intitle:"road lisbon"')).toEqual([]);
  });

  test('BOOK-14: exclusions', async () => {
    expect(await found('train -lisbon')).toEqual(['train-night']);
    expect(await found('train -"train at"')).toEqual(['night-train']);
    expect(await found('-lisbon')).toEqual([]);
  });

  test('BOOK-15: fields, alone and together', async () => {
    expect(await sorted('intitle:villette')).toEqual(['villette', 'villette-2']);
    expect(await found('inauthor:keyes')).toEqual(['flowers']);
    expect(await sorted('inpublisher:harper')).toEqual(['night-train', 'villette-2']);
    expect(await found('subject:gardening')).toEqual(['flower-garden']);
    expect(await found('intitle:villette inpublisher:harper subject:fiction inauthor:bronte')).toEqual(['villette-2']);
    expect(await found('inauthor:villette')).toEqual([]);
  });

  test.each(['0306406152', '9780306406157', '0-306-40615-2', '978-0-306-40615-7'])(
    'BOOK-16: isbn:%s finds the one volume',
    async (isbn) => {
      expect(await found(`isbn:${isbn}`)).toEqual(['flowers']);
    },
  );

  test('BOOK-16: a wrong check digit finds nothing; a bare number comes first', async () => {
    expect(await found('isbn:0306406153')).toEqual([]);
    expect((await found('9780747532699'))[0]).toBe('potter');
    expect(await found('isbn:9780747532699 inauthor:rowling')).toEqual(['potter']);
    expect(await found('isbn:9780747532699 inauthor:keyes')).toEqual([]);
  });

  test.each(['lccn:66-12366', 'lccn:66012366', 'oclc:ocm00123456', 'oclc:123456', 'oclc:(OCoLC)123456'])(
    'BOOK-17: %s in any spelling',
    async (q) => {
      expect(await found(q)).toEqual(['flowers']);
    },
  );

  test('BOOK-18: a plus is a space', async () => {
    expect(await found('flowers+inauthor:keyes')).toEqual(await found('flowers inauthor:keyes'));
    expect(await found('flowers+inauthor:keyes')).toEqual(['flowers']);
  });

  test('BOOK-19: accents and plurals do not matter, parts of words do not match', async () => {
    expect(await sorted('bronte')).toEqual(['villette', 'villette-2']);
    expect(await sorted('Brontë')).toEqual(['villette', 'villette-2']);
    expect(await sorted('flower')).toEqual(['flower-garden', 'flowers']);
    expect(await found('"flower"')).toEqual(['flower-garden']);
    expect(await found('lant')).toEqual([]);
    expect(await found('jk rowling')).toEqual(['potter']);
    expect(await found('j.k. rowling')).toEqual(['potter']);
    expect(await found('j k rowling')).toEqual(['potter']);
  });

  test('BOOK-20: filters', async () => {
    const q = 'flower|villette|midnight|gazette|potter|coming|deutschland';
    const [ebooks, free, paid] = await Promise.all([
      sorted(q, { filter: 'ebooks' }),
      sorted(q, { filter: 'free-ebooks' }),
      sorted(q, { filter: 'paid-ebooks' }),
    ]);

    expect(free).toEqual(['flower-garden', 'villette', 'villette-2']);
    expect(paid).toEqual(['flowers', 'mature']);
    expect([...free, ...paid].toSorted()).toEqual(ebooks);
    expect(await sorted(q, { filter: 'full' })).toEqual(['flower-garden', 'gazette', 'villette', 'villette-2']);
    expect(await sorted(q, { filter: 'partial' })).toEqual([
      'flower-garden',
      'flowers',
      'gazette',
      'villette',
      'villette-2',
    ]);
    expect(await sorted(q, { filter: 'free-ebooks', country: 'DE' })).toEqual([
      'flower-garden',
      'german-only',
      'villette',
      'villette-2',
    ]);
  });

  test('BOOK-21: the other restrictions, alone and together', async () => {
    const q = 'flower|gazette|midnight|coming|train|villette';

    expect(await found(q, { printType: 'MAGAZINES' })).toEqual(['gazette']);
    expect(await found(q, { printType: 'books' })).not.toContain('gazette');
    expect(await found(q, { langRestrict: 'PT' })).toEqual(['night-train']);
    expect(await found(q, { langRestrict: 'pt-br' })).toEqual(['night-train']);
    expect(await found(q, { langRestrict: 'xx' })).toEqual([]);
    expect(await found('plain', { langRestrict: 'un' })).toHaveLength(22);
    expect(await found(q, { download: 'epub' })).toEqual(['flower-garden']);
    expect(await found(q, { maxAllowedMaturityRating: 'not-mature' })).not.toContain('mature');
    expect(await found(q)).toContain('mature');
    expect(await found(q)).not.toContain('coming');
    expect(await found(q, { showPreorders: true })).toContain('coming');
    expect(await found(q, { printType: 'books', langRestrict: 'en', filter: 'free-ebooks', download: 'EPUB' })).toEqual(
      ['flower-garden'],
    );
    expect(await found(`isbn:0306406152`, { langRestrict: 'de' })).toEqual([]);
  });

  test('BOOK-22: newest first, undated last; by relevance the exact title first', async () => {
    const newest = await found('inauthor:wick', { orderBy: 'newest' });

    expect(newest).toEqual([...Array.from({ length: 25 }, (_, place) => `lantern-${String(24 - place)}`), 'undated']);
    expect((await found('villette'))[0]).toBe('villette');
    expect((await found('the train at night'))[0]).toBe('train-night');
  });

  test('BOOK-23: the own library only', async () => {
    const as = someone();
    await library.ask('POST', `/books/v1/mylibrary/bookshelves/3/addVolume?volumeId=${idOf('villette-2')}`, { as });
    await library.ask('POST', `/books/v1/mylibrary/bookshelves/0/addVolume?volumeId=${idOf('flowers')}`, { as });
    await library.ask('POST', '/books/v1/mylibrary/bookshelves/0/clearVolumes', { as });

    const mine = await library.ask<Volumes>(
      'GET',
      '/books/v1/volumes?q=villette%7Cflowers&libraryRestrict=my-library',
      { as },
    );

    expect(mine.body.items?.map(({ id }) => id)).toEqual([idOf('villette-2')]);
    expect((await ask({ q: 'villette', libraryRestrict: 'my-library' })).status).toBe(401);
  });

  test('BOOK-40: only the selected fields', async () => {
    const { body } = await ask({ q: 'inauthor:keyes', fields: 'items(id,volumeInfo/title),totalItems' });

    expect(body).toEqual({
      totalItems: 1,
      items: [{ id: idOf('flowers'), volumeInfo: { title: 'Flowers for Algernon' } }],
    });
    expect((await ask({ q: 'x', fields: 'nope(' })).status).toBe(400);
  });

  test('BOOK-41: one line when asked for, gzip with the same content when accepted', async () => {
    const path = `/books/v1/volumes?key=${library.key}&q=lantern`;
    const plain = await library.ask('GET', path);
    const zipped = await library.ask('GET', path, { headers: { 'accept-encoding': 'gzip' } });
    const compact = await library.ask('GET', `${path}&prettyPrint=false`);

    expect(zipped.headers['content-encoding']).toBe('gzip');
    expect(zipped.body).toEqual(plain.body);
    expect(plain.text).toContain('\n');
    expect(compact.text).not.toContain('\n');
  });

  test('BOOK-49: a slip of the pen is forgiven when nothing else matches, never in numbers and phrases', async () => {
    expect((await found('hary poter')).slice(0, 3)).toContain('potter');
    expect(await found('"hary poter"')).toEqual([]);
    expect(await found('isbn:9780747532698')).toEqual([]);
    expect(await found('vilette')).toEqual(expect.arrayContaining(['villette', 'villette-2']));
  });

  test('lists give the short form of a volume and show where it matches', async () => {
    const { body } = await ask({ q: 'diary' });
    const [volume] = body.items ?? [];

    expect(volume?.volumeInfo).toMatchObject({
      description: 'A man keeps a diary of his growing mind.',
      categories: ['Fiction'],
    });
    expect(volume?.volumeInfo?.imageLinks).toEqual({
      smallThumbnail: 'https://covers.example.com/7-S.jpg',
      thumbnail: 'https://covers.example.com/7-M.jpg',
    });
    expect(volume?.searchInfo).toEqual({ textSnippet: 'A man keeps a <b>diary</b> of his growing mind.' });
  });

  test('a volume that was shown before is shown as each request asks for it', async () => {
    const as = someone();
    const look = async (parameters: string, options: { as?: string; headers?: Record<string, string> } = {}) => {
      const path = `/books/v1/volumes?maxResults=1&key=${library.key}&${parameters}`;
      return (await library.ask<Volumes>('GET', path, options)).body.items?.[0];
    };
    const first = await look('q=diary');

    expect(await look('q=diary')).toEqual(first);
    expect((await look('q=diary&country=NZ'))?.accessInfo?.country).toBe('NZ');
    expect((await look('q=diary&projection=LITE'))?.volumeInfo?.language).toBeUndefined();
    expect((await look('q=growing'))?.searchInfo?.textSnippet).toBe('A man keeps a diary of his <b>growing</b> mind.');
    expect((await look('q=diary', { headers: { host: 'other.example' } }))?.selfLink).toMatch(/^https:..other.example/);
    const own = await look('q=diary', { as });
    expect(own?.userInfo).toMatchObject({ isInMyBooks: false });
    await library.ask('POST', `/books/v1/mylibrary/bookshelves/3/addVolume?volumeId=${own?.id ?? ''}`, { as });
    const changed = await look('q=diary', { as });
    expect(changed?.userInfo?.updated).toBeDefined();
    expect(changed?.etag).not.toBe(own?.etag);
    expect(await look('q=diary')).toEqual(first);
  });

  test('a query of more than 2,048 characters is refused, the longest allowed is not', async () => {
    expect((await ask({ q: 'a'.repeat(2049) })).status).toBe(400);
    expect((await ask({ q: 'a -'.repeat(682) })).status).toBe(200);
  });

  test('an unchanged page is 304 without a body; one with another volume, or changed for its reader, has another tag', async () => {
    const as = someone();
    const look = (q: string, headers = {}) =>
      library.ask<Volumes>('GET', `/books/v1/volumes?q=${q}&maxResults=2`, { as, headers });
    const first = await look('lantern');
    const etag = first.headers['etag'] ?? '';

    expect(await look('lantern', { 'if-none-match': etag })).toMatchObject({ status: 304, text: '' });
    expect((await look('plain', { 'if-none-match': etag })).status).toBe(200);
    const [volume] = first.body.items ?? [];
    await library.ask('POST', `/books/v1/mylibrary/bookshelves/3/addVolume?volumeId=${volume?.id ?? ''}`, { as });
    expect((await look('lantern', { 'if-none-match': etag })).status).toBe(200);
  });

  test('the volumes of a page and what their reader has of them are one read', async () => {
    const as = someone();
    const look = () => library.ask<Volumes>('GET', '/books/v1/volumes?q=lantern', { as });
    await look();
    const meters: Meter[] = [];
    const { body } = await watchMeters((meter) => {
      meters.push(meter);
    }, look);

    expect(body.items).toHaveLength(10);
    expect(body.items?.every(({ userInfo }) => userInfo !== undefined)).toBe(true);
    expect(meters.flatMap((meter) => meter.calls).filter(({ name }) => name === 'BatchGetItem')).toHaveLength(1);
  });
});
