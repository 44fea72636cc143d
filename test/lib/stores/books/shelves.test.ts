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
