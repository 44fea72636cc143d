import { beforeAll, describe, expect, test } from '@jest/globals';
import type { ErrorBody } from '#test/support/ask';
import { CATALOGUE, csvOf, idOf } from '#test/support/catalogue';
import { type Library, openLibrary } from '#test/support/library';
import { someone } from '#test/support/people';

interface Shelf {
  readonly id: number;
  readonly title: string;
  readonly access: string;
  readonly selfLink: string;
  readonly created: string;
  readonly updated: string;
  readonly volumesLastUpdated: string;
  readonly volumeCount: number;
}
interface Volumes {
  readonly totalItems: number;
  readonly items?: { readonly id: string }[];
}

const MINE = '/books/v1/mylibrary/bookshelves';
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
let library: Library;

beforeAll(async () => {
  library = await openLibrary();
  await library.import(csvOf(CATALOGUE));
});

/** Somebody with shelves. */
function reader(as = someone()) {
  const write = (verb: string, shelf: number | string, parameters: Readonly<Record<string, string | number>> = {}) => {
    const query = Object.entries(parameters).map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`);
    return library.ask<ErrorBody>('POST', `${MINE}/${String(shelf)}/${verb}?${query.join('&')}`, { as });
  };
  return {
    as,
    write,
    add: (shelf: number | string, key: string) => write('addVolume', shelf, { volumeId: idOf(key) }),
    remove: (shelf: number | string, key: string) => write('removeVolume', shelf, { volumeId: idOf(key) }),
    move: (shelf: number | string, key: string, volumePosition: number) => write('moveVolume', shelf, { volumeId: idOf(key), volumePosition }),
    clear: (shelf: number | string) => write('clearVolumes', shelf),
    shelf: async (shelf: number) => (await library.ask<Shelf>('GET', `${MINE}/${String(shelf)}`, { as })).body,
    volumes: async (shelf: number | string, query = '') => (await library.ask<Volumes>('GET', `${MINE}/${String(shelf)}/volumes?${query}`, { as })).body,
    order: async (shelf: number) => {
      const { body } = await library.ask<Volumes>('GET', `${MINE}/${String(shelf)}/volumes?maxResults=100`, { as });
      return (body.items ?? []).map(({ id }) => id);
    },
  };
}

describe('books.mylibrary.bookshelves.list and get', () => {
  test('BOOK-25: everybody has shelves 0 to 7 from the beginning', async () => {
    const { status, body } = await library.ask<{ kind: string; items: Shelf[] }>('GET', MINE, { as: someone() });

    expect(status).toBe(200);
    expect(body.kind).toBe('books#bookshelves');
    expect(body.items.map(({ id, title, access, volumeCount }) => [id, title, access, volumeCount])).toEqual([
      [7, 'My eBooks', 'PRIVATE', 0],
      [1, 'Purchased', 'PRIVATE', 0],
      [5, 'Reviewed', 'PRIVATE', 0],
      [6, 'Recently viewed', 'PRIVATE', 0],
      [0, 'Favorites', 'PUBLIC', 0],
      [3, 'Reading now', 'PUBLIC', 0],
      [2, 'To read', 'PUBLIC', 0],
      [4, 'Have read', 'PUBLIC', 0],
    ]);
  });

  test('BOOK-42: times are UTC with milliseconds, and the creation never changes', async () => {
    const alice = reader();
    const before = await alice.shelf(0);
    await alice.add(0, 'flowers');
    const after = await alice.shelf(0);

    for (const time of [before.created, before.updated, before.volumesLastUpdated, after.created, after.updated, after.volumesLastUpdated]) expect(time).toMatch(TIME);
    expect(after.created).toBe(before.created);
  });

  test('an unknown shelf is 404, a shelf that is no number 400', async () => {
    const as = someone();

    expect((await library.ask('GET', `${MINE}/99`, { as })).status).toBe(404);
    expect((await library.ask('GET', `${MINE}/1001`, { as })).status).toBe(404);
    expect((await library.ask('GET', `${MINE}/8`, { as })).status).toBe(404);
    expect((await library.ask('GET', `${MINE}/abc`, { as })).status).toBe(400);
  });

  test('BOOK-35: a token with the scope of books is needed', async () => {
    const scopes = ['https://www.googleapis.com/auth/calendar'];

    expect((await library.ask('GET', MINE)).status).toBe(401);
    expect((await library.ask('GET', `${MINE}?key=${library.key}`)).status).toBe(401);
    expect((await library.ask('GET', MINE, { as: someone(), scopes })).status).toBe(403);
  });
});

describe('books.mylibrary.bookshelves.addVolume', () => {
  test('BOOK-27: the volume stands on the shelf, counted and dated', async () => {
    const alice = reader();
    const before = await alice.shelf(3);
    const answer = await alice.add(3, 'flowers');
    const after = await alice.shelf(3);

    expect(answer).toMatchObject({ status: 204, text: '' });
    expect(await alice.order(3)).toEqual([idOf('flowers')]);
    expect(after.volumeCount).toBe(1);
    expect(after.volumesLastUpdated > before.volumesLastUpdated).toBe(true);
  });

  test('BOOK-28: adding again changes nothing', async () => {
    const alice = reader();
    await alice.add(3, 'flowers');
    await alice.add(3, 'villette');
    const before = await alice.shelf(3);

    expect((await alice.add(3, 'flowers')).status).toBe(204);
    expect(await alice.shelf(3)).toEqual(before);
    expect(await alice.order(3)).toEqual([idOf('flowers'), idOf('villette')]);
  });

  test('BOOK-29: what cannot be added, and why', async () => {
    const alice = reader();
    const [unknown, missing, closed, absent, noNumber] = await Promise.all([
      alice.write('addVolume', 3, { volumeId: 'AAAAAAAAAAAA' }),
      alice.write('addVolume', 3),
      alice.add(1, 'flowers'),
      alice.add(99, 'flowers'),
      alice.add('abc', 'flowers'),
    ]);

    expect(unknown).toMatchObject({ status: 404, body: { error: { message: 'The volume ID could not be found.' } } });
    expect(missing).toMatchObject({ status: 400, body: { error: { errors: [{ reason: 'required', location: 'volumeId' }] } } });
    expect(closed).toMatchObject({ status: 403, body: { error: { errors: [{ reason: 'forbidden' }] } } });
    expect(absent.status).toBe(404);
    expect(noNumber.status).toBe(400);
    expect((await alice.shelf(3)).volumeCount).toBe(0);
  });

  test('BOOK-30: reasons', async () => {
    const alice = reader();
    const volumeId = idOf('flowers');

    expect((await alice.write('addVolume', 3, { volumeId, reason: 'ONBOARDING' })).status).toBe(204);
    expect((await alice.write('addVolume', 3, { volumeId, reason: 'FOO' })).status).toBe(400);
    expect((await alice.write('removeVolume', 3, { volumeId, reason: 'IOS_SEARCH' })).status).toBe(400);
  });

  test('the eBooks shelf takes what is free or bought', async () => {
    const alice = reader();

    expect((await alice.add(7, 'flower-garden')).status).toBe(204);
    expect((await alice.add(7, 'flowers')).status).toBe(403);
    const { body } = await library.ask<{ userInfo: object }>('GET', `/books/v1/volumes/${idOf('flower-garden')}`, { as: alice.as });
    expect(body.userInfo).toMatchObject({ isInMyBooks: true });
  });

  test('BOOK-24: twenty writers at once lose nothing', async () => {
    const alice = reader();
    const keys = Array.from({ length: 20 }, (_, place) => `plain-${String(place)}`);
    const answers = await Promise.all(keys.map((key) => alice.add(2, key)));

    expect(answers.map(({ status }) => status)).toEqual(keys.map(() => 204));
    expect((await alice.shelf(2)).volumeCount).toBe(20);
    expect((await alice.order(2)).toSorted()).toEqual(keys.map(idOf).toSorted());
  });

  test('BOOK-43: the same shelf of two users holds different volumes', async () => {
    const [alice, bob] = [reader(), reader()];
    await alice.add(0, 'flowers');
    await bob.add(0, 'villette');

    expect(await alice.order(0)).toEqual([idOf('flowers')]);
    expect(await bob.order(0)).toEqual([idOf('villette')]);
  });
});

describe('books.mylibrary.bookshelves.removeVolume and clearVolumes', () => {
  test('BOOK-31: gone and counted; what is not there stays not there', async () => {
    const alice = reader();
    await alice.add(4, 'flowers');
    await alice.add(4, 'villette');

    expect((await alice.remove(4, 'flowers')).status).toBe(204);
    expect(await alice.order(4)).toEqual([idOf('villette')]);
    const before = await alice.shelf(4);
    expect(before.volumeCount).toBe(1);

    expect((await alice.remove(4, 'flowers')).status).toBe(204);
    expect((await alice.write('removeVolume', 4, { volumeId: 'AAAAAAAAAAAA' })).status).toBe(204);
    expect(await alice.shelf(4)).toEqual(before);
  });

  test('BOOK-34: an emptied shelf has no items, and can be emptied again and filled anew', async () => {
    const alice = reader();
    for (const key of ['flowers', 'villette', 'potter']) await alice.add(0, key);

    expect((await alice.clear(0)).status).toBe(204);
    expect((await alice.shelf(0)).volumeCount).toBe(0);
    expect(await alice.volumes(0)).toEqual({ kind: 'books#volumes', totalItems: 0 });
    expect((await alice.clear(0)).status).toBe(204);

    await alice.add(0, 'potter');
    expect(await alice.order(0)).toEqual([idOf('potter')]);
  });

  test.each([
    [1, 'addVolume', 403],
    [1, 'removeVolume', 403],
    [1, 'moveVolume', 403],
    [1, 'clearVolumes', 403],
    [5, 'addVolume', 403],
    [6, 'addVolume', 403],
    [6, 'removeVolume', 204],
    [6, 'moveVolume', 403],
    [6, 'clearVolumes', 204],
    [7, 'clearVolumes', 403],
    [8, 'addVolume', 403],
    [1001, 'clearVolumes', 404],
  ])('shelf %i answers %s with %i', async (shelf, verb, status) => {
    const answer = await reader().write(verb, shelf, { volumeId: idOf('flowers'), volumePosition: 0 });

    expect(answer.status).toBe(status);
  });
});

describe('books.mylibrary.bookshelves.moveVolume', () => {
  const KEYS = { a: 'plain-0', b: 'plain-1', c: 'plain-2', d: 'plain-3' } as const;
  const letterOf = new Map(Object.entries(KEYS).map(([letter, key]) => [idOf(key), letter]));
  const filled = async () => {
    const alice = reader();
    for (const key of Object.values(KEYS)) await alice.add(3, key);
    return { ...alice, letters: async () => (await alice.order(3)).map((id) => letterOf.get(id)).join(' ') };
  };

  test.each([
    ['d', 0, 'd a b c'],
    ['a', 2, 'b a c d'],
    ['a', 4, 'b c d a'],
    ['b', 1, 'a b c d'],
    ['b', 2, 'a b c d'],
    ['a', 99, 'b c d a'],
  ] as const)('BOOK-32: %s to gap %i makes %s', async (letter, gap, expected) => {
    const alice = await filled();

    expect((await alice.move(3, KEYS[letter], gap)).status).toBe(204);
    expect(await alice.letters()).toBe(expected);
  });

  test('BOOK-32: gaps before the first are refused, absent volumes are 404', async () => {
    const alice = await filled();

    expect((await alice.move(3, KEYS.a, -1)).status).toBe(400);
    expect((await alice.move(3, 'potter', 0)).status).toBe(404);
    expect(await alice.letters()).toBe('a b c d');
  });

  test('BOOK-32: many moves in a row', async () => {
    const alice = await filled();
    for (const [letter, gap] of [['d', 0], ['c', 0], ['b', 4], ['a', 1], ['d', 3]] as const) await alice.move(3, KEYS[letter], gap);

    expect(await alice.letters()).toBe('c a d b');
  });

  test('BOOK-33: a move dates the shelf, not its volumes', async () => {
    const alice = await filled();
    const before = await alice.shelf(3);
    await alice.move(3, KEYS.d, 0);
    const after = await alice.shelf(3);

    expect(after.updated > before.updated).toBe(true);
    expect(after.volumesLastUpdated).toBe(before.volumesLastUpdated);
    expect(after.volumeCount).toBe(4);
  });
});

describe('books.mylibrary.bookshelves.volumes.list', () => {
  test('BOOK-37: ten by default, any page, in the order of the shelf', async () => {
    const alice = reader();
    for (let place = 0; place < 12; place += 1) await alice.add(2, `plain-${String(place)}`);
    await alice.move(2, 'plain-11', 0);

    expect((await alice.volumes(2)).items).toHaveLength(10);
    expect(await alice.volumes(2, 'startIndex=10')).toMatchObject({ totalItems: 12, items: [{ id: idOf('plain-9') }, { id: idOf('plain-10') }] });
    expect((await alice.volumes(2, 'startIndex=0&maxResults=2')).items?.map(({ id }) => id)).toEqual([idOf('plain-11'), idOf('plain-0')]);
    expect((await alice.volumes(2, 'maxResults=5000')).items).toHaveLength(12);
  });

  test('BOOK-38: a search within the shelf keeps its order', async () => {
    const alice = reader();
    for (const key of ['villette-2', 'flowers', 'villette']) await alice.add(3, key);

    expect((await alice.volumes(3, 'q=villette')).items?.map(({ id }) => id)).toEqual([idOf('villette-2'), idOf('villette')]);
    expect(await alice.volumes(3, 'q=potter')).toEqual({ kind: 'books#volumes', totalItems: 0 });
  });

  test('BOOK-39: what is not out yet shows only when asked for', async () => {
    const alice = reader();
    for (const key of ['coming', 'flowers']) await alice.add(3, key);

    expect(await alice.volumes(3)).toMatchObject({ totalItems: 1, items: [{ id: idOf('flowers') }] });
    expect(await alice.volumes(3, 'showPreorders=true')).toMatchObject({ totalItems: 2 });
    expect((await alice.shelf(3)).volumeCount).toBe(2);
  });

  test('a shelf can be named by its title here', async () => {
    const alice = reader();
    await alice.add(3, 'flowers');

    expect(await alice.volumes('reading%20NOW')).toMatchObject({ totalItems: 1 });
  });

  test('a volume that left the catalogue is left out and does not fail the list', async () => {
    await library.import(csvOf([{ id: 'leaving', title: 'Leaving Soon' }]));
    const alice = reader();
    for (const key of ['leaving', 'flowers']) await alice.add(0, key);
    await library.import(csvOf([{ id: 'leaving', title: 'Leaving Soon', deleted: 'true' }]));

    expect(await alice.volumes(0)).toMatchObject({ totalItems: 1, items: [{ id: idOf('flowers') }] });
    expect((await alice.shelf(0)).volumeCount).toBe(2);
  });
});

describe('books.bookshelves', () => {
  const PUBLIC = '/books/v1/users';

  test('BOOK-26: the address of an own shelf opens it for anyone with a key', async () => {
    const alice = reader();
    const { selfLink } = await alice.shelf(0);
    const [, userId = ''] = /\/users\/(\d{19,21})\/bookshelves\/0$/.exec(selfLink) ?? [];

    const { status, body } = await library.ask<{ items: Shelf[] }>('GET', `${PUBLIC}/${userId}/bookshelves?key=${library.key}`);

    expect(status).toBe(200);
    expect(body.items.map(({ id }) => id)).toEqual([0, 3, 2, 4]);
  });

  test('BOOK-36: private shelves look as if they did not exist', async () => {
    const alice = reader();
    await alice.add(7, 'flower-garden');
    const [, userId = ''] = /\/users\/(\d+)\//.exec((await alice.shelf(0)).selfLink) ?? [];
    const get = (path: string) => library.ask('GET', `${PUBLIC}/${path}?key=${library.key}`);

    expect((await get(`${userId}/bookshelves/7`)).status).toBe(404);
    expect((await get(`${userId}/bookshelves/7/volumes`)).status).toBe(404);
    expect((await get(`${userId}/bookshelves/99`)).status).toBe(404);
    expect((await get(`10000000000000000000/bookshelves`)).status).toBe(404);
    expect((await get(`nobody/bookshelves/0/volumes`)).status).toBe(404);
  });

  test('BOOK-37: the volumes of a public shelf in order, at most forty', async () => {
    const alice = reader();
    for (const key of ['flowers', 'villette', 'potter']) await alice.add(0, key);
    await alice.move(0, 'potter', 0);
    const [, userId = ''] = /\/users\/(\d+)\//.exec((await alice.shelf(0)).selfLink) ?? [];
    const list = (query: string) => library.ask<Volumes>('GET', `${PUBLIC}/${userId}/bookshelves/0/volumes?key=${library.key}&${query}`);

    expect((await list('')).body.items?.map(({ id }) => id)).toEqual(['potter', 'flowers', 'villette'].map(idOf));
    expect((await list('startIndex=1&maxResults=1')).body).toMatchObject({ totalItems: 3, items: [{ id: idOf('flowers') }] });
    expect((await list('maxResults=41')).status).toBe(400);
    expect((await list('startIndex=9')).body).toEqual({ kind: 'books#volumes', totalItems: 3 });
  });
});
