/** Volumes and shelves, as the public operations of the books service answer them. */
import { pathOf, request } from '../api/request.ts';

export interface VolumeInfo {
  readonly title?: string;
  readonly subtitle?: string;
  readonly authors?: readonly string[];
  readonly publisher?: string;
  readonly publishedDate?: string;
  readonly description?: string;
  readonly industryIdentifiers?: readonly { readonly type: string; readonly identifier: string }[];
  readonly pageCount?: number;
  readonly categories?: readonly string[];
  readonly averageRating?: number;
  readonly ratingsCount?: number;
  readonly language?: string;
  readonly imageLinks?: Readonly<Record<string, string>>;
  readonly previewLink?: string;
  readonly infoLink?: string;
}

export interface Volume {
  readonly id: string;
  readonly selfLink?: string;
  readonly volumeInfo: VolumeInfo;
  readonly searchInfo?: { readonly textSnippet?: string };
}

export interface VolumePage {
  readonly totalItems: number;
  readonly items?: readonly Volume[];
}

export interface Shelf {
  readonly id: number;
  readonly title: string;
  readonly access: 'PUBLIC' | 'PRIVATE';
  readonly volumeCount: number;
  readonly selfLink: string;
}

/** As it stands in the address of the page. */
export interface Search {
  readonly q: string;
  readonly kind: string;
  readonly reading: string;
  readonly language: string;
  readonly order: string;
  readonly isMine: boolean;
  readonly start: number;
}

export const PAGE_SIZE = 20;

const given = (text: string): string | undefined => (text === '' ? undefined : text);

export const searchVolumes = (search: Search, signal: AbortSignal): Promise<VolumePage> =>
  request('GET', '/books/v1/volumes', {
    query: {
      q: search.q,
      printType: given(search.kind),
      filter: given(search.reading),
      langRestrict: given(search.language),
      orderBy: given(search.order),
      libraryRestrict: search.isMine ? 'my-library' : undefined,
      showPreorders: true,
      startIndex: search.start,
      maxResults: PAGE_SIZE,
    },
    signal,
  });

export const getVolume = (id: string, signal: AbortSignal): Promise<Volume> =>
  request('GET', pathOf('books/v1/volumes', id), { signal });

const SHELVES = 'books/v1/mylibrary/bookshelves';

export const listShelves = async (signal?: AbortSignal): Promise<readonly Shelf[]> =>
  (await request<{ items?: readonly Shelf[] }>('GET', pathOf(SHELVES), signal === undefined ? {} : { signal })).items ??
  [];

export const listVolumes = (shelf: number, startIndex: number, signal?: AbortSignal): Promise<VolumePage> =>
  request('GET', pathOf(SHELVES, String(shelf), 'volumes'), {
    query: { startIndex, maxResults: 40, showPreorders: true },
    ...(signal !== undefined && { signal }),
  });

const change = (shelf: number, verb: string, query: Readonly<Record<string, string | number>> = {}): Promise<unknown> =>
  request('POST', pathOf(SHELVES, String(shelf), verb), { query });

export const addVolume = (shelf: number, volumeId: string): Promise<unknown> =>
  change(shelf, 'addVolume', { volumeId });
export const removeVolume = (shelf: number, volumeId: string): Promise<unknown> =>
  change(shelf, 'removeVolume', { volumeId });
export const clearVolumes = (shelf: number): Promise<unknown> => change(shelf, 'clearVolumes');
/** Into a gap, counted before the move: 0 is ahead of all. */
export const moveVolume = (shelf: number, volumeId: string, volumePosition: number): Promise<unknown> =>
  change(shelf, 'moveVolume', { volumeId, volumePosition });

const OWN_SHELVES = 'almanac/v1/bookshelves';

/** The documented protocol has no words for these two. */
export const makeShelf = (title: string, access: Shelf['access']): Promise<Shelf> =>
  request('POST', pathOf(OWN_SHELVES), { body: { title, access } });
export const setAccess = (shelf: number, access: Shelf['access']): Promise<Shelf> =>
  request('PATCH', pathOf(OWN_SHELVES, String(shelf)), { body: { access } });

/** Shelves that take any volume; “My eBooks” takes only what the reader owns. */
export const takesVolumes = ({ id }: Shelf): boolean => [0, 2, 3, 4].includes(id) || id > 1000;
/** Shelves that keep an order that people choose. */
export const isOrdered = (shelf: Shelf): boolean => takesVolumes(shelf) || shelf.id === 7;
export const canBeCleared = (shelf: Shelf): boolean => takesVolumes(shelf) || shelf.id === 6;
export const givesUpVolumes = (shelf: Shelf): boolean => [6, 7, 8].includes(shelf.id) || takesVolumes(shelf);
