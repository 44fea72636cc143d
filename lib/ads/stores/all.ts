/**
 * What the rules of the ads service ask of storage. The service has two halves: conversions (uploaded in
 * `conversions/`, matched to clicks and keywords in `attribution/`) and reports (`reports/`, over files that `import/`
 * brings in). `model/` has the things themselves, `resources/` their form on the wire.
 */
import type { AdvertiserSetup, Activity, CustomVariable } from '#lib/ads/model/advertiser';
import type { AvailabilityMark } from '#lib/ads/model/availability-mark';
import type { Conversion, ConversionKey } from '#lib/ads/model/conversion';
import type { Entity } from '#lib/ads/model/entity';
import type { Grant } from '#lib/ads/model/grant';
import type { SavedColumn } from '#lib/ads/model/saved-column';
import type { EntityRef, Visit } from '#lib/ads/model/visit';

export interface GrantStore {
  /** Grants to the person and to the person's domain. */
  listFor(email: string): Promise<Grant[]>;
  list(): Promise<Grant[]>;
  /** Adds a grant, or gives the one on the same subject and advertiser another role. */
  put(grant: Grant): Promise<void>;
  /** False when there was none. */
  remove(grant: Omit<Grant, 'role'>): Promise<boolean>;
}

export interface EntityStore {
  find(ref: EntityRef): Promise<Entity | undefined>;
  /** One answer for each reference, in order. */
  findAll(refs: readonly EntityRef[]): Promise<(Entity | undefined)[]>;
  putAll(entities: readonly Entity[]): Promise<void>;
}

export interface VisitStore {
  /** One answer for each click id, in order. */
  findAll(clickIds: readonly string[]): Promise<(Visit | undefined)[]>;
  putAll(visits: readonly Visit[]): Promise<void>;
}

export interface AdvertiserStore {
  setup(advertiserId: string): Promise<AdvertiserSetup>;
  savedColumns(advertiserId: string): Promise<SavedColumn[]>;
  putActivities(activities: readonly Activity[]): Promise<void>;
  putVariables(variables: readonly CustomVariable[]): Promise<void>;
  putSavedColumns(columns: readonly SavedColumn[]): Promise<void>;
}

/** A place in the order of conversions: that of one of them. */
export type Place = Pick<Conversion, 'timestampMs' | 'dsConversionId'>;

export interface ConversionWindow {
  readonly advertiserId: string;
  /** Only those of one account. */
  readonly engineAccountId?: string | undefined;
  /** First millisecond, and the first one after. */
  readonly fromMs: number;
  readonly untilMs: number;
}

/** How far a client has read, page after page. */
export interface Bookmark {
  /** The first row that was not answered yet. */
  readonly row: number;
  /** The conversion before it. */
  readonly after: Place;
  readonly window: ConversionWindow;
}

export interface ConversionChange {
  readonly read: Conversion;
  readonly next: Conversion;
}

export interface ConversionReading {
  readonly after?: Place | undefined;
  /** How many will probably be read. */
  readonly expected?: number;
  /** Called right before the database is asked again, for those after what has been read. */
  readonly onReadOn?: () => void;
}

export interface ConversionStore {
  /**
   * For each: undefined when it was stored, else the service's id of the conversion that has its id and time already.
   */
  addAll(conversions: readonly Conversion[]): Promise<(string | undefined)[]>;
  /** For each: false when the stored conversion is no longer the one that was read. */
  replaceAll(changes: readonly ConversionChange[]): Promise<boolean[]>;
  /** One answer for each key, in order, as of now. */
  findAll(keys: readonly ConversionKey[]): Promise<(Conversion | undefined)[]>;
  findByDsId(dsConversionId: string): Promise<Conversion | undefined>;
  /** By time, then by id, as of now. */
  list(window: ConversionWindow, reading?: ConversionReading): AsyncIterable<Conversion>;
}

/**
 * Bookmarks are kept for some minutes. One that is lost costs the next page some rows to pass over, and nothing else.
 */
export interface BookmarkStore {
  /** The bookmark of that very row, when this process has made it. */
  recall(reader: string, row: number): Bookmark | undefined;
  remember(reader: string, bookmark: Bookmark): void;
  /** The bookmark at the row, or the nearest before it. */
  find(reader: string, row: number): Promise<Bookmark | undefined>;
  /** For all processes. */
  keep(reader: string, bookmark: Bookmark): Promise<void>;
}

export interface AvailabilityStore {
  /** Sets the mark of each activity and keeps the ones before. */
  putAll(marks: readonly AvailabilityMark[]): Promise<void>;
  list(advertiserId: string): Promise<AvailabilityMark[]>;
  /** Of all advertisers; new ones may be missing for a moment. */
  listAll(): Promise<AvailabilityMark[]>;
}

/** What a stage decides. */
export interface AdsSettings {
  /** Whether clicks can be too old to upload conversions for. */
  readonly rejectsOldClicks: boolean;
}

export interface AdsStores {
  readonly settings: AdsSettings;
  readonly grants: GrantStore;
  readonly entities: EntityStore;
  readonly visits: VisitStore;
  readonly advertisers: AdvertiserStore;
  readonly conversions: ConversionStore;
  readonly bookmarks: BookmarkStore;
  readonly availability: AvailabilityStore;
}
