/** What the rules of the ads service ask of storage. */
import type { AdvertiserSetup, Activity, CustomVariable } from './advertiser-setup.ts';
import type { EntityRef, Visit } from './attribution.ts';
import type { AvailabilityMark } from './availability.ts';
import type { Conversion, ConversionKey } from './conversion.ts';
import type { Entity } from './entity.ts';
import type { Grant } from './grant.ts';
import type { SavedColumn } from './saved-column.ts';

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

export interface ConversionWindow {
  readonly advertiserId: string;
  /** First millisecond, and the first one after. */
  readonly fromMs: number;
  readonly untilMs: number;
}

/** Where a client that reads page after page has come to. */
export interface Position {
  readonly timestampMs: number;
  /** How many conversions of that very millisecond were answered already. */
  readonly taken: number;
}

export interface ConversionChange {
  readonly read: Conversion;
  readonly next: Conversion;
}

export interface ConversionStore {
  /** For each: undefined when it was stored, else the service's id of the conversion that has its id and time already. */
  addAll(conversions: readonly Conversion[]): Promise<(string | undefined)[]>;
  /** For each: false when the stored conversion is no longer the one that was read. */
  replaceAll(changes: readonly ConversionChange[]): Promise<boolean[]>;
  /** One answer for each key, in order, as of now. */
  findAll(keys: readonly ConversionKey[]): Promise<(Conversion | undefined)[]>;
  findByDsId(dsConversionId: string): Promise<Conversion | undefined>;
  /** By time, then by id, as of now. `expected` says how many will probably be read. */
  list(window: ConversionWindow, expected?: number): AsyncIterable<Conversion>;
  /** Remembers for a while where a page ended. */
  keepPosition(reader: string, row: number, position: Position): Promise<void>;
  findPosition(reader: string, row: number): Promise<Position | undefined>;
}

export interface AvailabilityStore {
  /** Sets the mark of each activity and keeps the ones before. */
  putAll(marks: readonly AvailabilityMark[]): Promise<void>;
  list(advertiserId: string): Promise<AvailabilityMark[]>;
}

export interface AdsStores {
  readonly grants: GrantStore;
  readonly entities: EntityStore;
  readonly visits: VisitStore;
  readonly advertisers: AdvertiserStore;
  readonly conversions: ConversionStore;
  readonly availability: AvailabilityStore;
}
