/** @modules own */
import { books, type books_v1 } from '@googleapis/books';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { CATALOGUE, idOf } from '#test/support/books/catalogue';
import { useLibrary } from '#test/support/books/use-library';
import { useGateway } from '#test/support/http/use-gateway';
import { someone } from '#test/support/people';

/** Google's client, told nothing but another root address. */
const library = useLibrary(CATALOGUE);
const gateway = useGateway();
let mine: books_v1.Books;
let open: books_v1.Books;

beforeAll(async () => {
  const headers = { authorization: `Bearer ${await gateway.token(someone())}` };
  mine = books({ version: 'v1', rootUrl: gateway.rootUrl, headers, retry: false });
  open = books({ version: 'v1', rootUrl: gateway.rootUrl, auth: library.key, retry: false });
});

const volumeId = idOf('flowers');
/** What a rejected call says. */
const failure = (error: unknown) => ({ code: (error as { code?: unknown }).code, message: (error as Error).message });

describe("BOOK-50: Google's client reaches every operation on the bare host", () => {
  test('volumes.get', async () => {
    const { status, data } = await open.volumes.get({ volumeId });

    expect(status).toBe(200);
    expect(data).toMatchObject({
      kind: 'books#volume',
      id: volumeId,
      selfLink: `${gateway.rootUrl}books/v1/volumes/${volumeId}`,
      volumeInfo: { title: 'Flowers for Algernon' },
    });
  });

  test('volumes.get of an unknown id rejects with the message of the service', async () => {
    const error = await open.volumes.get({ volumeId: 'AAAAAAAAAAAA' }).catch(failure);

    expect(error).toEqual({ code: 404, message: 'The volume ID could not be found.' });
  });

  test('volumes.get with the etag of what it has resolves with 304', async () => {
    const { data } = await open.volumes.get({ volumeId });
    const again = await open.volumes.get({ volumeId }, { headers: { 'if-none-match': `"${data.etag ?? ''}"` } });

    expect(again.status).toBe(304);
  });

  test('volumes.list, with a plus as the guide writes it', async () => {
    const { data } = await open.volumes.list({
      q: 'flowers+inauthor:keyes',
      maxResults: 5,
      projection: 'LITE',
      printType: 'BOOKS',
    });

    expect(data).toMatchObject({ kind: 'books#volumes', totalItems: 1, items: [{ id: volumeId }] });
  });

  test('mylibrary.bookshelves.addVolume, moveVolume, removeVolume and clearVolumes', async () => {
    const shelf = '3';
    const shelves = mine.mylibrary.bookshelves;
    const order = async () => (await shelves.volumes.list({ shelf })).data.items?.map(({ id }) => id);

    const { status } = await shelves.addVolume({ shelf, volumeId, reason: 'ONBOARDING' });
    await shelves.addVolume({ shelf, volumeId: idOf('villette') });
    expect(status).toBe(204);
    expect(await order()).toEqual([volumeId, idOf('villette')]);

    await shelves.moveVolume({ shelf, volumeId: idOf('villette'), volumePosition: 0 });
    expect(await order()).toEqual([idOf('villette'), volumeId]);

    await shelves.removeVolume({ shelf, volumeId });
    expect(await order()).toEqual([idOf('villette')]);

    await shelves.clearVolumes({ shelf });
    expect(await order()).toBeUndefined();
  });

  test('mylibrary.bookshelves.list and get, bookshelves.list, get and volumes.list', async () => {
    const { data: own } = await mine.mylibrary.bookshelves.list();
    expect(own.items?.map(({ id }) => id)).toEqual(expect.arrayContaining([0, 1, 2, 3, 4, 5, 6, 7]));
    await mine.mylibrary.bookshelves.addVolume({ shelf: '0', volumeId });
    const { data: favorites } = await mine.mylibrary.bookshelves.get({ shelf: '0' });
    expect(favorites).toMatchObject({ title: 'Favorites', volumeCount: 1 });
    const [, userId = ''] = /users\/(\d+)\//.exec(favorites.selfLink ?? '') ?? [];

    expect((await open.bookshelves.list({ userId })).data.items?.map(({ id }) => id)).toEqual([0, 3, 2, 4]);
    expect((await open.bookshelves.get({ userId, shelf: '0' })).data).toEqual(favorites);
    expect((await open.bookshelves.volumes.list({ userId, shelf: '0' })).data).toMatchObject({
      totalItems: 1,
      items: [{ id: volumeId }],
    });
  });

  test('BOOK-35: a key does not open a library', async () => {
    const error = await open.mylibrary.bookshelves.list().catch(failure);

    expect(error).toMatchObject({ code: 401 });
  });

  test('a required parameter that is missing is noticed before anything is sent', async () => {
    await expect(
      mine.mylibrary.bookshelves.moveVolume({
        shelf: '0',
        volumeId,
      } as books_v1.Params$Resource$Mylibrary$Bookshelves$Movevolume),
    ).rejects.toThrow('Missing required parameters: volumePosition');
  });
});
