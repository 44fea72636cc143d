/** @modules own */
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { BooksStores } from '#lib/books/stores/all';
import { useLibrary } from '#test/support/books/use-library';
import { someone } from '#test/support/people';

/** Stores that know nothing of each other, as in functions that run side by side. */
let another: () => Pick<BooksStores, 'shelves' | 'readers' | 'library'>;

useLibrary();
beforeAll(async () => {
  const [{ dynamoBooksStores }, { documents }, { config }] = await Promise.all([
    import('#lib/stores/dynamodb/books/stores'),
    import('#lib/stores/dynamodb/client/client'),
    import('#lib/runtime/process/config'),
  ]);
  another = () => dynamoBooksStores(documents, config.booksTable);
});

const AT = '2026-01-01T00:00:00.000Z';
const SHELF = 3;
const idsOf = (count: number): string[] =>
  Array.from({ length: count }, (_, place) => `volume-${String(place).padStart(5, '0')}`);
const reader = () => another().readers.idFor(someone(), AT);
const countOf = async (userId: string): Promise<number | undefined> =>
  (await another().readers.find(userId))?.shelves.find(({ id }) => id === SHELF)?.volumeCount;

describe('twenty functions that write to one shelf', () => {
  test('BOOK-24: add twenty volumes, none lost and none counted twice', async () => {
    const userId = await reader();
    const ids = idsOf(20);
    const outcomes = await Promise.all(
      [...ids, ...ids].map((id) => another().shelves.add(userId, SHELF, id, { at: AT })),
    );

    expect(outcomes.filter((outcome) => outcome === 'added')).toHaveLength(20);
    expect((await another().shelves.order(userId, SHELF)).toSorted()).toEqual(ids);
    expect(await countOf(userId)).toBe(20);
  });

  test('add, remove and move at the same time: the counter is the number of volumes', async () => {
    const userId = await reader();
    const ids = idsOf(12);
    for (const id of ids.slice(0, 6)) await another().shelves.add(userId, SHELF, id, { at: AT });
    await Promise.all([
      ...ids.slice(6).map((id) => another().shelves.add(userId, SHELF, id, { at: AT })),
      ...ids.slice(0, 3).map((id) => another().shelves.remove(userId, SHELF, id, { at: AT })),
      ...ids.slice(3, 6).map((id) => another().shelves.move(userId, SHELF, id, 0, { at: AT })),
    ]);

    const order = await another().shelves.order(userId, SHELF);
    expect(order.toSorted()).toEqual(ids.slice(3));
    expect(await countOf(userId)).toBe(9);
  });

  test('clearing beside additions leaves a shelf whose counter is right', async () => {
    const userId = await reader();
    const ids = idsOf(8);
    for (const id of ids.slice(0, 4)) await another().shelves.add(userId, SHELF, id, { at: AT });
    await Promise.all([
      another().shelves.clear(userId, SHELF, { at: AT }),
      ...ids.slice(4).map((id) => another().shelves.add(userId, SHELF, id, { at: AT })),
    ]);

    const order = await another().shelves.order(userId, SHELF);
    expect(await countOf(userId)).toBe(order.length);
    expect((await another().library.volumesOnShelves(userId)).toSorted()).toEqual(order.toSorted());
    for (const id of ids.slice(0, 4)) expect(order).not.toContain(id);
  });

  test('sign the same person in: one id', async () => {
    const email = someone();
    const ids = await Promise.all(Array.from({ length: 10 }, () => another().readers.idFor(email, AT)));

    expect(new Set(ids).size).toBe(1);
  });
});

describe('a shelf', () => {
  test('does nothing when what it waits for fails', async () => {
    const userId = await reader();
    const when = Promise.reject(new Error('no such volume'));

    await expect(another().shelves.add(userId, SHELF, 'volume-x', { at: AT, when })).rejects.toThrow('no such volume');
    expect(await another().shelves.order(userId, SHELF)).toEqual([]);
  });

  test('keeps the latest of what is shown and forgets the oldest', async () => {
    const userId = await reader();
    const { shelves } = another();
    for (const id of ['a', 'b', 'c', 'd', 'b', 'e']) await shelves.show(userId, 6, id, { at: AT, limit: 3 });

    expect(await shelves.order(userId, 6)).toEqual(['e', 'b', 'd']);
  });

  test('shows the latest ahead of what was added', async () => {
    const userId = await reader();
    const { shelves } = another();
    for (const id of ['a', 'b', 'c']) await shelves.add(userId, 6, id, { at: AT });
    await shelves.show(userId, 6, 'd', { at: AT, limit: 9 });

    expect(await shelves.order(userId, 6)).toEqual(['d', 'a', 'b', 'c']);
  });

  test('keeps its order through thirty moves', async () => {
    const userId = await reader();
    const { shelves } = another();
    let expected = idsOf(5);
    for (const id of expected) await shelves.add(userId, SHELF, id, { at: AT });
    for (let round = 0; round < 30; round += 1) {
      const id = expected[(round * 3) % 5] ?? '';
      const gap = (round * 7) % 6;
      const others = expected.filter((other) => other !== id);
      const ahead = expected.slice(0, gap).filter((other) => other !== id).length;
      expected = others.toSpliced(ahead, 0, id);
      await shelves.move(userId, SHELF, id, gap, { at: AT });
    }

    expect(await shelves.order(userId, SHELF)).toEqual(expected);
  });
});

describe('the settings of a shelf', () => {
  const LATER = '2026-01-02T00:00:00.000Z';
  const SETTINGS = { title: 'Summer', description: 'Light', access: 'PRIVATE' } as const;
  const shelfIn = async (userId: string, id: number) =>
    (await another().readers.find(userId))?.shelves.find((shelf) => shelf.id === id);

  test.each([
    [{}, AT],
    [{ title: 'Winter' }, LATER],
    [{ description: 'Heavy' }, LATER],
    [{ description: undefined }, LATER],
    [{ access: 'PUBLIC' as const }, LATER],
  ])('that change by %j were last changed at %s', async (change, updated) => {
    const userId = await reader();
    const { shelves } = another();
    expect(await shelves.make(userId, 1001, SETTINGS, { at: AT })).toBe(true);
    expect(await shelves.make(userId, 1001, { ...SETTINGS, title: 'Other' }, { at: LATER })).toBe(false);

    expect(await shelves.describe(userId, 1001, { ...SETTINGS, ...change }, { at: LATER })).toBe(updated);

    const { description, ...others } = { ...SETTINGS, ...change };
    const shelf = await shelfIn(userId, 1001);
    expect(shelf).toMatchObject({ ...others, created: AT, updated, volumeCount: 0 });
    expect(shelf?.description).toBe(description);
  });

  test('of a predefined one that nobody has touched are kept from then on', async () => {
    const userId = await reader();
    const untouched = { title: 'Reading now', description: undefined, access: 'PUBLIC' as const };

    expect(await another().shelves.describe(userId, SHELF, untouched, { at: LATER })).toBe(LATER);

    const { title, access } = untouched;
    expect(await shelfIn(userId, SHELF)).toMatchObject({ id: SHELF, title, access, updated: LATER });
  });
});

describe('volumes of a shelf', () => {
  const shelfIn = async (userId: string) =>
    (await another().readers.find(userId))?.shelves.find(({ id }) => id === SHELF);

  test('come once, stay until they are removed, and change the shelf only when they do', async () => {
    const userId = await reader();
    const { shelves } = another();
    const at = (day: number) => ({ at: `2026-01-0${String(day)}T00:00:00.000Z` });
    expect(await shelves.remove(userId, SHELF, 'a', at(1))).toBe(false);
    expect(await shelves.move(userId, SHELF, 'a', 0, at(1))).toBe(false);
    expect(await shelfIn(userId)).toBeUndefined();

    expect(await shelves.add(userId, SHELF, 'a', at(2))).toBe('added');
    expect(await shelves.add(userId, SHELF, 'a', at(3))).toBe('present');
    expect(await shelfIn(userId)).toMatchObject({ volumeCount: 1, updated: at(2).at, volumesLastUpdated: at(2).at });

    await shelves.add(userId, SHELF, 'b', at(4));
    expect(await shelves.move(userId, SHELF, 'b', 2, at(5))).toBe(true);
    expect(await shelfIn(userId)).toMatchObject({ volumeCount: 2, updated: at(4).at });
    expect(await shelves.move(userId, SHELF, 'b', 0, at(6))).toBe(true);
    expect(await shelfIn(userId)).toMatchObject({ updated: at(6).at, volumesLastUpdated: at(4).at });
    expect(await shelves.order(userId, SHELF)).toEqual(['b', 'a']);

    expect(await shelves.remove(userId, SHELF, 'b', at(7))).toBe(true);
    expect(await shelfIn(userId)).toMatchObject({ volumeCount: 1, updated: at(7).at, volumesLastUpdated: at(7).at });
    expect(await shelves.order(userId, SHELF)).toEqual(['a']);
    await shelves.add(userId, SHELF, 'b', at(8));
    expect(await shelves.order(userId, SHELF)).toEqual(['a', 'b']);
  });
});
