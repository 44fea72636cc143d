/** Volumes, shelves, purchases and ratings of a stack as a seed has them. */
import { FIRST_CUSTOM_SHELF, SHELF, type Shelf } from '#lib/books/model/bookshelf';
import type { RawIdentifiers } from '#lib/books/model/identifiers';
import type { Rights, Volume } from '#lib/books/model/volume';
import type { BooksStores } from '#lib/books/stores/all';
import type { SeedShelf, SeedUser, SeedVolume } from '#lib/local/sample/seed-file/form/schema';
import { withoutEmpty } from '#lib/local/sample/seed-file/form/writable';
import type { Owned } from '#lib/stores/dynamodb/whole-tables/lists';

const OWN = /^seed:([^:]+)$/;

/** `walden` for what a seed has made, `csv:emma-1815` for a record of another source. */
const wordOf = ({ sourceKey }: Volume): string => OWN.exec(sourceKey)?.[1] ?? sourceKey;

/** The other form of an ISBN, and the scheme in a number's name, come back by themselves. */
function numbersOf({ identifiers }: Volume): RawIdentifiers {
  const of = (...types: readonly string[]): string[] =>
    identifiers.filter(({ type }) => types.includes(type)).map(({ identifier }) => identifier);
  const isbn = of('ISBN_13');
  return withoutEmpty({ isbn, issn: of('ISSN'), other: of('OTHER') });
}

const rightsOf = ({ isEbook, isPublicDomain, viewability, listPrice, retailPrice }: Rights): SeedVolume => ({
  isEbook,
  isPublicDomain,
  viewability,
  listPrice,
  retailPrice,
});

function exportVolume(volume: Volume): SeedVolume[] {
  const { id: _id, sourceKey: _key, identifiers: _numbers, rights, rightsByCountry = {}, ...fields } = volume;
  const { publishedDate: date, printType, authors, categories, alternates, subjects, ...rest } = fields;
  const seed: SeedVolume = {
    ...rest,
    id: wordOf(volume),
    date,
    ...(printType === 'MAGAZINE' && { isMagazine: true }),
    authors: [...authors],
    categories: [...categories],
    alternates: [...(alternates ?? [])],
    subjects: [...(subjects ?? [])],
    numbers: numbersOf(volume),
    ...rightsOf(rights),
  };
  // Rights of a country are a record of their own, as in a file.
  const others = Object.entries(rightsByCountry).map(([country, its]) => ({ ...seed, ...rightsOf(its), country }));
  return [seed, ...others].map(withoutEmpty);
}

const nameOf = (id: number): string => Object.entries(SHELF).find(([, known]) => known === id)?.[0] ?? String(id);

const exportShelf = ({ id, title, description, access }: Shelf, volumes: string[]): SeedShelf =>
  withoutEmpty({
    shelf: nameOf(id),
    ...(id >= FIRST_CUSTOM_SHELF && { title, description, access }),
    volumes,
  });

export type SeedReader = Pick<SeedUser, 'shelves' | 'purchases' | 'ratings'>;

export interface ExportedBooks {
  readonly volumes: SeedVolume[];
  /** By their address. */
  readonly readers: ReadonlyMap<string, SeedReader>;
}

export interface KnownReader {
  readonly userId: string;
  readonly email: string;
}

/** A volume that is no longer in the catalogue has no word. */
type Words = ReadonlyMap<string, string>;

async function exportShelves(
  userId: string,
  words: Words,
  { readers, shelves }: Pick<BooksStores, 'readers' | 'shelves'>,
): Promise<SeedShelf[]> {
  const reader = await readers.find(userId);
  const used = (reader?.shelves ?? []).filter(({ id, volumeCount }) => id >= FIRST_CUSTOM_SHELF || volumeCount > 0);
  return Promise.all(
    used.map(async (shelf) => {
      const ids = await shelves.order(userId, shelf.id);
      return exportShelf(
        shelf,
        ids.flatMap((id) => words.get(id) ?? []),
      );
    }),
  );
}

const exportPurchases = (owned: readonly Owned[], words: Words): SeedUser['purchases'] =>
  owned.flatMap(({ volumeId, acquiredTime: time }) => {
    const volume = words.get(volumeId);
    return time === undefined || volume === undefined ? [] : [{ volume, time }];
  });

const exportRatings = (owned: readonly Owned[], words: Words): Record<string, number> =>
  Object.fromEntries(
    owned.flatMap(({ volumeId, rating }) => {
      const word = words.get(volumeId);
      return rating === undefined || word === undefined ? [] : [[word, rating] as const];
    }),
  );

export async function exportBooks(
  known: readonly KnownReader[],
  records: readonly Volume[],
  stores: Pick<BooksStores, 'readers' | 'shelves'>,
  ownedBy: (userId: string) => Promise<Owned[]>,
): Promise<ExportedBooks> {
  const words = new Map(records.map((volume) => [volume.id, wordOf(volume)]));
  const readers = new Map<string, SeedReader>();
  for (const { userId, email } of known) {
    const [shelves, owned] = await Promise.all([exportShelves(userId, words, stores), ownedBy(userId)]);
    const reader = withoutEmpty<SeedReader>({
      shelves,
      purchases: exportPurchases(owned, words),
      ratings: exportRatings(owned, words),
    });
    if (Object.keys(reader).length > 0) readers.set(email, reader);
  }
  return {
    volumes: records.flatMap(exportVolume).toSorted((a, b) => String(a.id).localeCompare(String(b.id))),
    readers,
  };
}
