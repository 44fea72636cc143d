/** Finds a shelf, or says why the caller does not get to see it. */
import type { Clock, Context, User } from '#lib/api/context';
import { notFound } from '#lib/api/errors';
import {
  requirePublic,
  requireShelf,
  requireWrite,
  type Shelf,
  shelfId,
  type ShelfWrite,
} from '#lib/books/model/bookshelf';
import { isUserId } from '#lib/books/model/ids';
import type { BooksStores, Reader, Timing } from '#lib/books/stores/all';
import { nowOf } from '#lib/books/volumes/viewer';

export const shelfOf = (reader: Reader, id: number): Shelf =>
  requireShelf(
    reader.shelves.find((shelf) => shelf.id === id),
    id,
    reader.since,
  );

/** Unknown users and private shelves look the same from outside. */
export async function findPublicShelf(userId: string, id: number, { readers }: BooksStores): Promise<Shelf> {
  const reader = isUserId(userId) ? await readers.find(userId) : undefined;
  if (reader === undefined) throw notFound('The user ID could not be found.');
  return requirePublic(shelfOf(reader, id));
}

/** The caller as a reader, known from the first request on. */
export async function findOwnShelves({ email }: User, clock: Clock, { readers }: BooksStores): Promise<Reader> {
  const at = nowOf(clock);
  const userId = await readers.idFor(email, at);
  return (await readers.find(userId)) ?? { userId, since: at, shelves: [] };
}

export interface ShelfToChange {
  readonly id: number;
  readonly userId: string;
  /** Holds the change back until the shelf is known to exist. */
  readonly timing: Timing & { readonly when: Promise<unknown> };
}

/** The caller's shelf of the path, when it takes this kind of change. */
export async function openOwnShelf(
  text: string,
  write: ShelfWrite,
  { caller, clock, stores }: Context<BooksStores, User>,
): Promise<ShelfToChange> {
  const id = shelfId(text);
  requireWrite(id, write);
  const at = nowOf(clock);
  const userId = await stores.readers.idFor(caller.email, at);
  return {
    id,
    userId,
    timing: { at, when: findOwnShelves(caller, clock, stores).then((reader) => shelfOf(reader, id)) },
  };
}
