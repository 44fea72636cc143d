/** What the documented protocol has no words for: making a shelf, and saying who may see one. */
import type { Context, User } from '#lib/api/context';
import { badRequest } from '#lib/api/errors';
import {
  bookshelfResource,
  FIRST_CUSTOM_SHELF,
  shelfId,
  type Shelf,
  type ShelfAccess,
} from '#lib/books/model/bookshelf';
import type { BooksStores, ShelfSettings } from '#lib/books/stores/all';
import { nowOf } from '#lib/books/volumes/viewer';
import { findOwnShelves, shelfOf } from './find-shelf.ts';

type ShelfContext = Context<BooksStores, User>;

/** What a body says of a shelf; `null` clears. */
export interface ShelfChange {
  readonly title?: string | null | undefined;
  readonly description?: string | null | undefined;
  readonly access?: string | null | undefined;
}

const MAX_TITLE_LENGTH = 200;
const MAX_DESCRIPTION_LENGTH = 10_000;
const MAX_CUSTOM_SHELVES = 100;

function accessOf(text: string): ShelfAccess {
  if (text === 'PUBLIC' || text === 'PRIVATE') return text;
  throw badRequest('invalid', `Invalid access: ${text}. It is PUBLIC or PRIVATE.`);
}

function titleOf(text: string): string {
  if (text.trim() === '') throw badRequest('required', 'Missing title.');
  if (text.length > MAX_TITLE_LENGTH)
    throw badRequest('invalid', `A title has at most ${String(MAX_TITLE_LENGTH)} characters.`);
  return text;
}

function descriptionOf(text: string): string {
  if (text.length > MAX_DESCRIPTION_LENGTH)
    throw badRequest('invalid', `A description has at most ${String(MAX_DESCRIPTION_LENGTH)} characters.`);
  return text;
}

/** Settings after a change, checked. */
function settingsOf(before: ShelfSettings, change: ShelfChange): ShelfSettings {
  const { title = before.title, description = before.description, access = before.access } = change;
  return {
    title: titleOf(title ?? ''),
    description: description === undefined || description === null ? undefined : descriptionOf(description),
    access: accessOf(access ?? ''),
  };
}

/** With the number after the last one, or after that of another request that is faster. */
export async function makeShelf(body: ShelfChange, context: ShelfContext) {
  const reader = await findOwnShelves(context.caller, context.clock, context.stores);
  const custom = reader.shelves.map(({ id }) => id).filter((id) => id >= FIRST_CUSTOM_SHELF);
  if (custom.length >= MAX_CUSTOM_SHELVES)
    throw badRequest('limitExceeded', `Nobody has more than ${String(MAX_CUSTOM_SHELVES)} shelves of their own.`);
  const at = nowOf(context.clock);
  const settings = settingsOf({ title: '', description: undefined, access: 'PRIVATE' }, body);
  let id = Math.max(FIRST_CUSTOM_SHELF - 1, ...custom) + 1;
  while (!(await context.stores.shelves.make(reader.userId, id, settings, { at }))) id += 1;
  const shelf: Shelf = { ...settings, id, created: at, updated: at, volumesLastUpdated: at, volumeCount: 0 };
  return bookshelfResource(shelf, reader.userId, context.request.rootUrl);
}

export async function changeShelf(shelfText: string, body: ShelfChange, context: ShelfContext) {
  const reader = await findOwnShelves(context.caller, context.clock, context.stores);
  const shelf = shelfOf(reader, shelfId(shelfText));
  const settings = settingsOf(shelf, body);
  // A predefined shelf keeps its name.
  if (shelf.id < FIRST_CUSTOM_SHELF && settings.title !== shelf.title)
    throw badRequest('invalid', 'The name of a predefined shelf cannot change.');
  const at = nowOf(context.clock);
  const updated = await context.stores.shelves.describe(reader.userId, shelf.id, settings, { at });
  return bookshelfResource({ ...shelf, ...settings, updated }, reader.userId, context.request.rootUrl);
}
