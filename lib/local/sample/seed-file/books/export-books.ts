/** Volumes and shelves of a stack as a seed has them. */
import { FIRST_CUSTOM_SHELF, SHELF, type Shelf } from '#lib/books/model/bookshelf';
import type { RawIdentifiers } from '#lib/books/model/identifiers';
import type { Rights, Volume } from '#lib/books/model/volume';
import type { BooksStores, CatalogueStore } from '#lib/books/stores/all';
import type { SeedShelf, SeedVolume } from '#lib/local/sample/seed-file/form/schema';
import { withoutEmpty } from '#lib/local/sample/seed-file/form/writable';

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

export interface ExportedBooks {
  readonly volumes: SeedVolume[];
  /** By the address of their owner. */
  readonly shelves: ReadonlyMap<string, SeedShelf[]>;
}

export interface KnownReader {
  readonly userId: string;
  readonly email: string;
}

export async function exportBooks(
  known: readonly KnownReader[],
  catalogue: CatalogueStore,
  { readers, shelves }: Pick<BooksStores, 'readers' | 'shelves'>,
): Promise<ExportedBooks> {
  const volumes: Volume[] = [];
  for await (const batch of catalogue.batches()) volumes.push(...batch.flatMap(({ volume }) => volume ?? []));
  const words = new Map(volumes.map((volume) => [volume.id, wordOf(volume)]));
  const owned = new Map<string, SeedShelf[]>();
  for (const { userId, email } of known) {
    const reader = await readers.find(userId);
    const used = (reader?.shelves ?? []).filter(({ id, volumeCount }) => id >= FIRST_CUSTOM_SHELF || volumeCount > 0);
    const exported = await Promise.all(
      used.map(async (shelf) => {
        const ids = await shelves.order(userId, shelf.id);
        return exportShelf(
          shelf,
          ids.flatMap((id) => words.get(id) ?? []),
        );
      }),
    );
    if (exported.length > 0) owned.set(email, exported);
  }
  return {
    volumes: volumes.flatMap(exportVolume).toSorted((a, b) => String(a.id).localeCompare(String(b.id))),
    shelves: owned,
  };
}
