/**
 * What the rules of the books service ask of storage. `volumes/` describes volumes to callers, `search/` understands
 * `q` and ranks what it finds, `shelves/` holds the rules of users' shelves, `import/` reads catalogue files; `model/`
 * has the things themselves, `resources/` their form on the wire.
 */
import type { Shelf, ShelfAccess } from '#lib/books/model/bookshelf';
import type { LibraryEntry } from '#lib/books/model/library';
import type { Volume } from '#lib/books/model/volume';
import type { SearchFilters } from '#lib/books/search/filters';
import type { Query } from '#lib/books/search/query';

export type VolumesById = ReadonlyMap<string, Volume>;
export type EntriesById = ReadonlyMap<string, LibraryEntry>;

export interface VolumeStore {
  find(id: string, options?: { readonly isConsistent: boolean }): Promise<Volume | undefined>;
  /** Those that exist, by id. */
  findMany(ids: readonly string[]): Promise<VolumesById>;
  /** Ids of the volumes with an identifier, by its key (`isbn:...`). */
  withIdentifier(key: string): Promise<string[]>;
}

/** What saving a record did to the catalogue. */
export type SaveOutcome = 'added' | 'updated' | 'unchanged' | 'older' | 'removed' | 'absent';

/** A record that an import has read: the volume without what storage decides. */
export type VolumeDraft = Omit<Volume, 'id' | 'rightsByCountry'> & {
  /** The country that the rights are about; without one they hold everywhere. */
  readonly country?: string | undefined;
  readonly isDeleted?: boolean | undefined;
};

export interface Saved {
  readonly id: string;
  readonly outcome: SaveOutcome;
  /** As it stands in the catalogue now; undefined once removed. */
  readonly volume: Volume | undefined;
}

export interface CatalogueStore {
  /** Every volume, in no order, a batch at a time. */
  batches(): AsyncIterable<Saved[]>;
  /** Saves a batch of drafts and answers in their order; saving one again changes nothing. */
  save(drafts: readonly VolumeDraft[]): Promise<Saved[]>;
  /** Counts one user's rating of a volume once, however often it is sent. Undefined when there is no such volume. */
  rate(userId: string, volumeId: string, rating: number, at: string): Promise<Volume | undefined>;
}

type MaybeLater<T> = T | Promise<T>;

/** The next version of the search index while an import writes it; in a file nothing waits. */
export interface IndexDraft {
  /** How many volumes the current version has; undefined when there is none. */
  readonly volumesInForce?: number | undefined;
  /** Applies a batch and notes how many records of its file are in; whole batches survive a crash. */
  apply(saved: readonly Saved[], progress?: { readonly file: string; readonly records: number }): MaybeLater<void>;
  /** Records of a file that are already in: 0 for a file that was never begun or was finished. */
  progressOf(file: string): MaybeLater<number>;
  finish(file: string): MaybeLater<void>;
  /**
   * Makes the draft the current version. False when another version was published meanwhile: the draft is discarded.
   */
  publish(): Promise<boolean>;
  /** Keeps the draft for the next import to continue; one that was begun empty has too little for that, and is removed. */
  leave(): MaybeLater<void>;
}

/** Names that editions refer to by key; kept on disk, since there are millions. */
export interface ReferenceStore {
  put(key: string, value: string): void;
  get(key: string): string | undefined;
  close(): void;
}

export interface SearchRequest {
  readonly query: Query;
  readonly filters: SearchFilters;
  readonly orderBy: 'relevance' | 'newest';
  readonly startIndex: number;
  readonly maxResults: number;
  /** Volumes in the caller's language come a little sooner. */
  readonly language?: string | undefined;
}

export interface SearchResult {
  /** Exact, and the same for every page. */
  readonly totalItems: number;
  readonly ids: readonly string[];
}

/** Finds volumes by their text. Follows the catalogue with a short delay. */
export interface VolumeIndex {
  /** The same request gives the same order; pages neither overlap nor skip. */
  search(request: SearchRequest): Promise<SearchResult>;
  /** Which of the volumes are pre-orders, and which the index has not seen. */
  preorders(
    ids: readonly string[],
    today: string,
  ): Promise<{ readonly preorders: ReadonlySet<string>; readonly unknown: readonly string[] }>;
}

export interface Reader {
  readonly userId: string;
  /** When the user first came. */
  readonly since: string;
  /** Shelves that were written to. */
  readonly shelves: readonly Shelf[];
}

export interface ReaderStore {
  /** The id that belongs to an address for good; made on first use. */
  idFor(email: string, at: string): Promise<string>;
  /** Undefined when nobody has this id. */
  find(userId: string): Promise<Reader | undefined>;
}

/** When a change takes place: its time stamp, and what must come true first. */
export interface Timing {
  readonly at: string;
  /** Looked up side by side with the shelf; a rejection is the outcome and nothing changes. */
  readonly when?: Promise<unknown> | undefined;
}

export interface ShelfSettings {
  readonly title: string;
  readonly description?: string | undefined;
  readonly access: ShelfAccess;
}

/** Order, counter and timestamps of a shelf change together or not at all, however many write to it. */
export interface ShelfStore {
  /** Volume ids in shelf order. */
  order(userId: string, shelfId: number): Promise<string[]>;
  /** At the end of the shelf. A volume that stands there already stays where it is. */
  add(
    userId: string,
    shelfId: number,
    volumeId: string,
    timing: Timing & { readonly reason?: string | undefined },
  ): Promise<'added' | 'present' | 'full'>;
  /** False when it was not there. */
  remove(userId: string, shelfId: number, volumeId: string, timing: Timing): Promise<boolean>;
  /** Into a gap as `indexAfterMove` numbers them; false when it is not there. */
  move(userId: string, shelfId: number, volumeId: string, gap: number, timing: Timing): Promise<boolean>;
  clear(userId: string, shelfId: number, timing: Timing): Promise<void>;
  /** Brings a volume to the front and drops what exceeds `limit`. */
  show(userId: string, shelfId: number, volumeId: string, timing: Timing & { readonly limit: number }): Promise<void>;
  /** Makes a shelf; false when there is one of that number. */
  make(userId: string, shelfId: number, settings: ShelfSettings, timing: Timing): Promise<boolean>;
  /** Changes the settings of a shelf; predefined ones need not be there. Answers when it was last changed. */
  describe(userId: string, shelfId: number, settings: ShelfSettings, timing: Timing): Promise<string>;
}

export interface LibraryStore {
  entries(userId: string, volumeIds: readonly string[]): Promise<EntriesById>;
  /** The volumes that exist, and what the user has of them, in one read. */
  entriesWithVolumes(
    userId: string,
    volumeIds: readonly string[],
  ): Promise<{ readonly entries: EntriesById; readonly volumes: VolumesById }>;
  /** Ids of everything that stands on any shelf of the user. */
  volumesOnShelves(userId: string): Promise<string[]>;
  acquire(userId: string, volumeId: string, acquiredTime: string): Promise<void>;
}

export interface BooksStores {
  /** The country of callers who name none. */
  readonly defaultCountry: string;
  readonly volumes: VolumeStore;
  readonly index: VolumeIndex;
  readonly readers: ReaderStore;
  readonly shelves: ShelfStore;
  readonly library: LibraryStore;
}
