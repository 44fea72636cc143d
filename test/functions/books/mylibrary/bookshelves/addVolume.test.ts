/** @modules own */
import { describe, expect, test } from '@jest/globals';
import { CATALOGUE, idOf } from '#test/support/books/catalogue';
import { readerOf } from '#test/support/books/shelves';
import { useLibrary } from '#test/support/books/use-library';

const library = useLibrary(CATALOGUE);
const reader = () => readerOf(library);

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
    expect(missing).toMatchObject({
      status: 400,
      body: { error: { errors: [{ reason: 'required', location: 'volumeId' }] } },
    });
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
    const { body } = await library.ask<{ userInfo: object }>('GET', `/books/v1/volumes/${idOf('flower-garden')}`, {
      as: alice.as,
    });
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
