/** What one person has in the books service: a public shelf, and a private one whose title and only volume are marked. */
import { FIRST_CUSTOM_SHELF, SHELF } from '#lib/books/bookshelf';
import type { BooksStores, CatalogueStore, VolumeDraft } from '#lib/books/stores';

export interface ShelfHoldings {
  readonly userId: string;
  readonly publicShelf: string;
  readonly privateShelf: string;
  /** In the catalogue, but in no search. */
  readonly volumeId: string;
  readonly shelvedVolumeId: string;
}

const draft = (sourceKey: string, title: string): VolumeDraft => ({
  sourceKey,
  title,
  authors: ['Ida Wick'],
  identifiers: [],
  printType: 'BOOK',
  categories: [],
  isMature: false,
  isComic: false,
  workKey: sourceKey,
  rights: { isEbook: false, isPublicDomain: false, viewability: 'NO_PAGES' },
});

export async function fillShelves({ readers, shelves }: BooksStores, catalogue: CatalogueStore, email: string, mark: string): Promise<ShelfHoldings> {
  const at = new Date().toISOString();
  const [open, hidden] = await catalogue.save([draft(`proof:open-${email}`, 'A volume for everybody'), draft(`proof:${email}`, `${mark} volume`)]);
  if (open === undefined || hidden === undefined) throw new Error('The catalogue did not take the volumes.');
  const userId = await readers.idFor(email, at);
  await shelves.describe(userId, FIRST_CUSTOM_SHELF, { title: `${mark} shelf`, description: `${mark} words`, access: 'PRIVATE' }, { at });
  await shelves.add(userId, FIRST_CUSTOM_SHELF, hidden.id, { at });
  await shelves.add(userId, SHELF.favorites, open.id, { at });
  return { userId, publicShelf: String(SHELF.favorites), privateShelf: String(FIRST_CUSTOM_SHELF), volumeId: open.id, shelvedVolumeId: hidden.id };
}
