/** Shelves: the ones everybody has, what may be done with each, and how they look on the wire. */
import { forbidden, invalidParameter, notFound } from '#lib/api/errors';
import type { Static } from '#lib/api/schema';
import type { BookshelfResource } from '#lib/books/resources/bookshelf';

export type ShelfAccess = 'PUBLIC' | 'PRIVATE';
export type ShelfWrite = 'add' | 'remove' | 'move' | 'clear';

/** A shelf as it is kept; predefined ones exist before anything is stored. */
export interface Shelf {
  readonly id: number;
  readonly title: string;
  readonly description?: string | undefined;
  readonly access: ShelfAccess;
  readonly created: string;
  readonly updated: string;
  readonly volumesLastUpdated: string;
  readonly volumeCount: number;
}

interface ShelfRule {
  readonly title: string;
  readonly access: ShelfAccess;
  readonly allows: readonly ShelfWrite[];
  /** Left out of lists while nothing stands on it. */
  readonly isHiddenWhenEmpty?: boolean;
}

const EVERYTHING: readonly ShelfWrite[] = ['add', 'remove', 'move', 'clear'];

export const SHELF = {
  favorites: 0,
  purchased: 1,
  toRead: 2,
  readingNow: 3,
  haveRead: 4,
  reviewed: 5,
  recentlyViewed: 6,
  myEbooks: 7,
  forYou: 8,
} as const;

/** In the order in which a user's own list shows them. */
const PREDEFINED: ReadonlyMap<number, ShelfRule> = new Map<number, ShelfRule>([
  [SHELF.myEbooks, { title: 'My eBooks', access: 'PRIVATE', allows: ['add', 'remove', 'move'] }],
  [SHELF.purchased, { title: 'Purchased', access: 'PRIVATE', allows: [] }],
  [SHELF.reviewed, { title: 'Reviewed', access: 'PRIVATE', allows: [] }],
  [SHELF.recentlyViewed, { title: 'Recently viewed', access: 'PRIVATE', allows: ['remove', 'clear'] }],
  [SHELF.favorites, { title: 'Favorites', access: 'PUBLIC', allows: EVERYTHING }],
  [SHELF.readingNow, { title: 'Reading now', access: 'PUBLIC', allows: EVERYTHING }],
  [SHELF.toRead, { title: 'To read', access: 'PUBLIC', allows: EVERYTHING }],
  [SHELF.haveRead, { title: 'Have read', access: 'PUBLIC', allows: EVERYTHING }],
  [SHELF.forYou, { title: 'Books for you', access: 'PRIVATE', allows: ['remove'], isHiddenWhenEmpty: true }],
]);
const CUSTOM: ShelfRule = { title: '', access: 'PRIVATE', allows: EVERYTHING };
export const FIRST_CUSTOM_SHELF = 1001;
/** As many digits as the key of a shelf has. */
export const LAST_SHELF = 999_999_999;

export const SHELF_LIMIT = 10_000;
export const RECENTLY_VIEWED_LIMIT = 100;

const shelfNotFound = () => notFound('The bookshelf ID could not be found.');

/** A shelf of the path, in base 10. What is a number but of no shelf anywhere is not found. */
export function shelfId(text: string): number {
  if (!/^[+-]?\d+$/.test(text))
    throw invalidParameter('shelf', `Invalid value '${text}'. Values must be whole numbers.`);
  const id = Number(text);
  if (id < 0 || id > LAST_SHELF) throw shelfNotFound();
  return id;
}

/** Also takes a title in any case: one operation is documented to. */
export const shelfByIdOrTitle = (text: string, shelves: readonly Shelf[]): number =>
  shelves.find(({ title }) => title.toLowerCase() === text.toLowerCase())?.id ?? shelfId(text);

/** A predefined shelf that nothing was ever written to; undefined for ids that only exist once stored. */
export function untouchedShelf(id: number, since: string): Shelf | undefined {
  const rule = PREDEFINED.get(id);
  if (rule === undefined) return undefined;
  return {
    id,
    title: rule.title,
    access: rule.access,
    created: since,
    updated: since,
    volumesLastUpdated: since,
    volumeCount: 0,
  };
}

/** The stored shelf, or the predefined one as it is before its first use. */
export function requireShelf(stored: Shelf | undefined, id: number, since: string): Shelf {
  const shelf = stored ?? untouchedShelf(id, since);
  if (shelf === undefined || (shelf.volumeCount === 0 && PREDEFINED.get(id)?.isHiddenWhenEmpty === true))
    throw shelfNotFound();
  return shelf;
}

/** Nobody learns that a private shelf exists. */
export function requirePublic(shelf: Shelf): Shelf {
  if (shelf.access !== 'PUBLIC') throw shelfNotFound();
  return shelf;
}

export function requireWrite(id: number, write: ShelfWrite): void {
  if (id < FIRST_CUSTOM_SHELF && !PREDEFINED.has(id)) throw shelfNotFound();
  const { allows } = PREDEFINED.get(id) ?? CUSTOM;
  if (!allows.includes(write)) throw forbidden('forbidden', `Bookshelf ${String(id)} does not take this change.`);
}

/** Predefined shelves in their order, then custom ones by number. */
export function allShelves(stored: readonly Shelf[], since: string): Shelf[] {
  const predefined = [...PREDEFINED].flatMap(([id, { isHiddenWhenEmpty }]) => {
    const shelf = stored.find((candidate) => candidate.id === id) ?? untouchedShelf(id, since);
    return shelf === undefined || (isHiddenWhenEmpty === true && shelf.volumeCount === 0) ? [] : [shelf];
  });
  const custom = stored.filter(({ id }) => id >= FIRST_CUSTOM_SHELF).toSorted((a, b) => a.id - b.id);
  return [...predefined, ...custom];
}

export const publicShelves = (stored: readonly Shelf[], since: string): Shelf[] =>
  allShelves(stored, since).filter(({ access }) => access === 'PUBLIC');

export const bookshelfResource = (shelf: Shelf, userId: string, rootUrl: string): Static<typeof BookshelfResource> => ({
  kind: 'books#bookshelf',
  id: shelf.id,
  selfLink: `${rootUrl}books/v1/users/${userId}/bookshelves/${String(shelf.id)}`,
  title: shelf.title,
  ...(shelf.description !== undefined && shelf.description !== '' && { description: shelf.description }),
  access: shelf.access,
  created: shelf.created,
  updated: shelf.updated,
  volumesLastUpdated: shelf.volumesLastUpdated,
  volumeCount: shelf.volumeCount,
});
