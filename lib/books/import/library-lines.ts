/** What the API cannot express, as JSON lines: shelves with their access, purchases and ratings of users. */
import { FIRST_CUSTOM_SHELF, LAST_SHELF, SHELF, untouchedShelf } from '#lib/books/model/bookshelf';
import { isUserId } from '#lib/books/model/ids';
import { isFree, rightsIn, type Volume } from '#lib/books/model/volume';
import type { BooksStores, CatalogueStore, Saved } from '#lib/books/stores/all';
import type { TextInput } from './file/encoding.ts';
import { numberedLines, parseObject } from './file/lines.ts';
import { readTime } from './record/dates.ts';

export interface LibraryImport {
  readonly stores: Pick<BooksStores, 'volumes' | 'readers' | 'shelves' | 'library' | 'defaultCountry'>;
  readonly catalogue: CatalogueStore;
  readonly now: () => string;
}

/** What a line did: a volume whose rating changed goes to the index. */
export type LibraryLine = { readonly position: number } & (
  | { readonly saved: readonly Saved[] }
  | { readonly refused: string }
);

type Fields = Readonly<Record<string, unknown>>;
class Refusal extends Error {}

const MAX_TEXT_LENGTH = 10_000;

const textField = (fields: Fields, name: string): string => {
  const value = fields[name];
  if (typeof value !== 'string' || value === '') throw new Refusal(`'${name}' is missing.`);
  if (value.length > MAX_TEXT_LENGTH)
    throw new Refusal(`'${name}' is longer than ${String(MAX_TEXT_LENGTH)} characters.`);
  return value;
};
/** Also written as text. */
const numberField = (fields: Fields, name: string): number => {
  const value = fields[name];
  if (typeof value === 'number') return value;
  if (typeof value !== 'string' || value.trim() === '' || Number.isNaN(Number(value)))
    throw new Refusal(`'${name}' must be a number.`);
  return Number(value);
};

/** Users are named by id or by address. */
async function userOf(fields: Fields, { stores, now }: LibraryImport): Promise<string> {
  if (fields['email'] !== undefined) return stores.readers.idFor(textField(fields, 'email').toLowerCase(), now());
  const userId = textField(fields, 'userId');
  if (!isUserId(userId) || (await stores.readers.find(userId)) === undefined)
    throw new Refusal(`There is no user ${userId}.`);
  return userId;
}

async function importShelf(fields: Fields, context: LibraryImport): Promise<void> {
  const id = numberField(fields, 'shelfId');
  const predefined = untouchedShelf(id, '');
  if (predefined === undefined && !(Number.isInteger(id) && id >= FIRST_CUSTOM_SHELF && id <= LAST_SHELF))
    throw new Refusal(`Custom shelves are numbered from ${String(FIRST_CUSTOM_SHELF)}.`);
  const access = fields['access'] ?? predefined?.access ?? 'PRIVATE';
  if (access !== 'PUBLIC' && access !== 'PRIVATE') throw new Refusal("'access' must be PUBLIC or PRIVATE.");
  const title = predefined?.title ?? textField(fields, 'title');
  const description =
    typeof fields['description'] === 'string' && fields['description'] !== ''
      ? textField(fields, 'description')
      : undefined;
  await context.stores.shelves.describe(
    await userOf(fields, context),
    id,
    { title, description, access },
    { at: context.now() },
  );
}

/** A purchase stands on the shelves of purchases, too. */
export async function recordPurchase(
  userId: string,
  volume: Volume,
  acquired: string,
  { stores, now }: Pick<LibraryImport, 'stores' | 'now'>,
): Promise<void> {
  await stores.library.acquire(userId, volume.id, acquired);
  const rights = rightsIn(volume, stores.defaultCountry);
  const shelves = rights.isEbook || isFree(rights) ? [SHELF.purchased, SHELF.myEbooks] : [SHELF.purchased];
  for (const shelf of shelves) await stores.shelves.add(userId, shelf, volume.id, { at: now() });
}

/** Undefined when there is no such volume; otherwise it stands on the shelf of reviews. */
export async function recordRating(
  userId: string,
  volumeId: string,
  rating: number,
  { stores, catalogue, now }: LibraryImport,
): Promise<Saved | undefined> {
  const volume = await catalogue.rate(userId, volumeId, rating, now());
  if (volume === undefined) return undefined;
  await stores.shelves.add(userId, SHELF.reviewed, volumeId, { at: now() });
  return { id: volumeId, outcome: 'updated', volume };
}

async function importPurchase(fields: Fields, context: LibraryImport): Promise<void> {
  const { stores, now } = context;
  const volumeId = textField(fields, 'volumeId');
  const acquired = fields['acquiredTime'] === undefined ? now() : readTime(textField(fields, 'acquiredTime'));
  if (acquired === undefined) throw new Refusal("'acquiredTime' is not a time.");
  const [volume, userId] = [await stores.volumes.find(volumeId), await userOf(fields, context)];
  if (volume === undefined) throw new Refusal(`There is no volume ${volumeId}.`);
  await recordPurchase(userId, volume, acquired, context);
}

async function importRating(fields: Fields, context: LibraryImport): Promise<Saved> {
  const volumeId = textField(fields, 'volumeId');
  const rating = numberField(fields, 'rating');
  if (rating < 1 || rating > 5) throw new Refusal("'rating' must be from 1 to 5.");
  const rated = await recordRating(await userOf(fields, context), volumeId, rating, context);
  if (rated === undefined) throw new Refusal(`There is no volume ${volumeId}.`);
  return rated;
}

/** The kind is named by `type`, or plain from the fields. */
const kindOf = (fields: Fields): unknown =>
  fields['type'] ?? ('rating' in fields ? 'rating' : 'shelfId' in fields ? 'shelf' : 'purchase');

async function importLine(fields: Fields, context: LibraryImport): Promise<Saved[]> {
  const kind = kindOf(fields);
  if (kind === 'rating') return [await importRating(fields, context)];
  if (kind === 'shelf') await importShelf(fields, context);
  else if (kind === 'purchase') await importPurchase(fields, context);
  else throw new Refusal(`'type' must be shelf, purchase or rating.`);
  return [];
}

export async function* importLibraryLines(input: TextInput, context: LibraryImport): AsyncGenerator<LibraryLine> {
  for await (const { position, text } of numberedLines(input)) {
    const fields = parseObject(text);
    if (typeof fields === 'string') {
      yield { position, refused: fields };
      continue;
    }
    try {
      yield { position, saved: await importLine(fields, context) };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      yield { position, refused: error.message };
    }
  }
}
