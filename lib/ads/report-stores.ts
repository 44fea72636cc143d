/** What the reports group asks of storage besides what all of the ads service asks. */
import type { AdsStores } from './stores.ts';

/** A file that is kept compressed. */
export interface ZippedFile {
  /** Absent when the file is too large to be answered in one piece. */
  readonly gzip: Uint8Array | undefined;
  /** An address on the storage's own host that needs no token and works for a minute. */
  link(): Promise<string>;
}

export interface IdMappingStore {
  find(advertiserId: string): Promise<ZippedFile | undefined>;
}

export interface ReportStores extends AdsStores {
  readonly idMappings: IdMappingStore;
}
