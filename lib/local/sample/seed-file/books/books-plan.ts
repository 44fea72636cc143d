/** What a seed says about volumes, shelves, purchases and ratings: checked as an import checks it, then written. */
import { foldAddress } from '#lib/api/text/address';
import type { ImportContext } from '#lib/books/import/importer';
import { recordPurchase, recordRating } from '#lib/books/import/library-lines';
import { readRecord } from '#lib/books/import/record/record';
import { FIRST_CUSTOM_SHELF, LAST_SHELF, SHELF } from '#lib/books/model/bookshelf';
import { isVolumeId, volumeId } from '#lib/books/model/ids';
import type { Saved, ShelfSettings, VolumeDraft } from '#lib/books/stores/all';
import type { Findings, Path } from '#lib/local/sample/seed-file/form/problem';
import type { Seed, SeedShelf, SeedUser, SeedVolume } from '#lib/local/sample/seed-file/form/schema';
import { readSeedInstant, TIME_FORMS } from '#lib/local/sample/seed-file/form/seed-time';

const SOURCE = 'seed';

export interface ShelfPlan {
  readonly email: string;
  readonly shelfId: number;
  readonly settings?: ShelfSettings | undefined;
  readonly volumeIds: readonly string[];
}

export interface PurchasePlan {
  readonly email: string;
  readonly volumeId: string;
  /** Undefined for the moment at which it is written. */
  readonly acquired: string | undefined;
}

export interface RatingPlan {
  readonly email: string;
  readonly volumeId: string;
  readonly rating: number;
}

export interface BooksPlan {
  readonly drafts: readonly VolumeDraft[];
  readonly shelves: readonly ShelfPlan[];
  readonly purchases: readonly PurchasePlan[];
  readonly ratings: readonly RatingPlan[];
}

/** `csv:emma-1815` is a record of another source; a plain word is one of seeds. */
const sourceKeyOf = (id: string): string => (id.includes(':') ? id : `${SOURCE}:${id}`);

function planVolume({ id = '', ...record }: SeedVolume, path: Path, found: Findings): VolumeDraft[] {
  const [source = '', ...key] = sourceKeyOf(id).split(':');
  const read = readRecord({ ...record, source, key: key.join(':') }, 0);
  if ('draft' in read) {
    for (const warning of read.warnings) found.add(path, warning);
    return [read.draft];
  }
  found.add(path, read.refused);
  return [];
}

function shelfIdOf(name: string): number | undefined {
  if (Object.hasOwn(SHELF, name)) return SHELF[name as keyof typeof SHELF];
  const id = /^\d{4,9}$/.test(name) ? Number(name) : 0;
  return id >= FIRST_CUSTOM_SHELF && id <= LAST_SHELF ? id : undefined;
}

interface KnownVolumes {
  /** The id of a volume of the file or the catalogue; a problem at this place when there is none. */
  idOf(word: string, path: Path): string | undefined;
}

function planShelf(email: string, shelf: SeedShelf, path: Path, known: KnownVolumes, found: Findings): ShelfPlan[] {
  const { shelf: name = '', title, description, access = 'PRIVATE', volumes = [] } = shelf;
  const shelfId = shelfIdOf(name);
  const isOwn = shelfId !== undefined && shelfId >= FIRST_CUSTOM_SHELF;
  if (shelfId === undefined)
    found.add(
      [...path, 'shelf'],
      `There is no shelf '${name}', only ${Object.keys(SHELF).join(', ')} and 1001 upwards.`,
    );
  if (isOwn && title === undefined) found.add(path, 'A shelf of their own needs a title.');
  const volumeIds = volumes.flatMap((word, index) => known.idOf(word, [...path, 'volumes', index]) ?? []);
  if (shelfId === undefined) return [];
  return [{ email, shelfId, volumeIds, ...(isOwn && { settings: { title: title ?? '', description, access } }) }];
}

function planPurchases(
  user: SeedUser,
  path: Path,
  nowMs: number,
  known: KnownVolumes,
  found: Findings,
): PurchasePlan[] {
  const { email = '', purchases = [] } = user;
  return purchases.flatMap(({ volume = '', time }, index) => {
    const here = [...path, 'purchases', index];
    const volumeId = known.idOf(volume, [...here, 'volume']);
    const ms = time === undefined ? undefined : readSeedInstant(time, { nowMs, timeZone: 'UTC' });
    if (time !== undefined && ms === undefined) found.add([...here, 'time'], `'${time}' is no time: ${TIME_FORMS}.`);
    const acquired = ms === undefined ? undefined : new Date(ms).toISOString();
    return volumeId === undefined ? [] : [{ email: foldAddress(email), volumeId, acquired }];
  });
}

function planRatings(
  { email = '', ratings = {} }: SeedUser,
  path: Path,
  known: KnownVolumes,
  found: Findings,
): RatingPlan[] {
  return Object.entries(ratings).flatMap(([word, rating]) => {
    const here = [...path, 'ratings', word];
    if (rating < 1 || rating > 5) found.add(here, 'A rating is from 1 to 5.');
    const volumeId = known.idOf(word, here);
    return volumeId === undefined ? [] : [{ email: foldAddress(email), volumeId, rating }];
  });
}

const wordsOf = ({ shelves = [], purchases = [], ratings = {} }: SeedUser): string[] => [
  ...shelves.flatMap(({ volumes = [] }) => volumes),
  ...purchases.flatMap(({ volume = [] }) => volume),
  ...Object.keys(ratings),
];

/** The words of users, as ids of volumes that exist once the seed is applied. */
async function knownVolumes(
  { users = [], volumes = [] }: Seed,
  { stores }: ImportContext,
  found: Findings,
): Promise<KnownVolumes> {
  const idOf = (word: string): string => (isVolumeId(word) && !word.includes(':') ? word : volumeId(sourceKeyOf(word)));
  const own = new Map(volumes.map(({ id = '' }) => [id, volumeId(sourceKeyOf(id))]));
  const others = users.flatMap(wordsOf).filter((word) => !own.has(word));
  const there = others.length === 0 ? new Map() : await stores.volumes.findMany([...new Set(others.map(idOf))]);
  return {
    idOf(word, path) {
      const id = own.get(word) ?? (there.has(idOf(word)) ? idOf(word) : undefined);
      if (id === undefined) found.add(path, `There is no volume '${word}'.`);
      return id;
    },
  };
}

export async function planBooks(
  seed: Seed,
  nowMs: number,
  context: ImportContext,
  found: Findings,
): Promise<BooksPlan> {
  const { users = [], volumes = [] } = seed;
  const known = await knownVolumes(seed, context, found);
  return {
    drafts: volumes.flatMap((volume, index) => planVolume(volume, ['volumes', index], found)),
    shelves: users.flatMap(({ email = '', shelves = [] }, index) =>
      shelves.flatMap((shelf, at) =>
        planShelf(foldAddress(email), shelf, ['users', index, 'shelves', at], known, found),
      ),
    ),
    purchases: users.flatMap((user, index) => planPurchases(user, ['users', index], nowMs, known, found)),
    ratings: users.flatMap((user, index) => planRatings(user, ['users', index], known, found)),
  };
}

const MAX_ATTEMPTS = 5;

/** What is saved goes to the search index. Saving the same again changes nothing. */
async function saveIndexed({ openDraft }: ImportContext, save: () => Promise<readonly Saved[]>): Promise<void> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const index = await openDraft();
    await index.apply(await save());
    if (await index.publish()) return;
  }
  throw new Error('Imports kept replacing the search index; apply the seed again when they are done.');
}

async function rateAll(ratings: readonly RatingPlan[], context: ImportContext): Promise<Saved[]> {
  const rated: Saved[] = [];
  for (const { email, volumeId: id, rating } of ratings) {
    const userId = await context.stores.readers.idFor(email, context.now());
    rated.push(...[(await recordRating(userId, id, rating, context)) ?? []].flat());
  }
  return rated;
}

/** Shelves come first: what purchases and ratings put on them keeps its place there. */
export async function applyBooks(plan: BooksPlan, context: ImportContext): Promise<void> {
  const { drafts, shelves, purchases, ratings } = plan;
  if (drafts.length > 0) await saveIndexed(context, () => context.catalogue.save(drafts));
  const { readers, shelves: store, volumes } = context.stores;
  for (const { email, shelfId, settings, volumeIds } of shelves) {
    const userId = await readers.idFor(email, context.now());
    if (settings !== undefined) await store.describe(userId, shelfId, settings, { at: context.now() });
    for (const id of volumeIds) await store.add(userId, shelfId, id, { at: context.now() });
  }
  const bought = await volumes.findMany([...new Set(purchases.map(({ volumeId: id }) => id))]);
  for (const { email, volumeId: id, acquired = context.now() } of purchases) {
    const volume = bought.get(id);
    if (volume !== undefined)
      await recordPurchase(await readers.idFor(email, context.now()), volume, acquired, context);
  }
  if (ratings.length > 0) await saveIndexed(context, () => rateAll(ratings, context));
}
