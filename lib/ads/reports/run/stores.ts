/** What the reports group asks of storage besides what all of the ads service asks. */
import type { FileFormat, Warehouse } from '#lib/ads/reports/plan/warehouse';
import type { AdsStores } from '#lib/ads/stores/all';
import type { FailureReason, Failure, Report, ReportResult, UpstreamReport } from './report.ts';

export type Coding = 'gzip' | 'identity';

/** A file that is kept compressed, and as it is beside. */
export interface ZippedFile {
  /** Absent when the file is too large to be answered in one piece. */
  readonly gzip: Uint8Array | undefined;
  /** How many bytes travel in a coding. */
  bytes(coding: Coding): Promise<number>;
  /** An address on the storage's own host that needs no token and works for a minute. */
  link(coding: Coding): Promise<string>;
}

export interface IdMappingStore {
  find(advertiserId: string): Promise<ZippedFile | undefined>;
}

export interface Lease {
  readonly token: string;
  readonly untilMs: number;
  readonly nowMs: number;
}

/** Changes after `claim` are for the holder of the lease; they answer false when the lease is lost. */
export interface ReportStore {
  add(report: Report): Promise<void>;
  /** Undefined also when it has expired. */
  find(id: string): Promise<Report | undefined>;
  /** Reports that are not ended yet, oldest first, and so many of each owner; new ones may be missing for a moment. */
  open(limit: number): Promise<Report[]>;
  /** Begins another attempt, when nobody else holds the report. */
  claim(report: Report, lease: Lease): Promise<Report | undefined>;
  renew(id: string, token: string, untilMs: number): Promise<boolean>;
  /** Back to the queue, after an error. */
  release(id: string, token: string): Promise<boolean>;
  /** Notes what of a report at an upstream is here. */
  saveProgress(id: string, token: string, upstream: UpstreamReport): Promise<boolean>;
  /** Back to the queue, until the upstream is to be asked again. */
  postpone(id: string, token: string, upstream: UpstreamReport): Promise<boolean>;
  complete(report: Report, token: string, result: ReportResult): Promise<boolean>;
  fail(id: string, token: string, failure: Failure): Promise<boolean>;
  /** When each owner had a turn last, in milliseconds; owners who had none are left out. */
  lastTurns(owners: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** Notes that it is an owner's turn; answers why there is none, when the owner had enough. */
  takeTurn(owner: string, nowMs: number): Promise<FailureReason | undefined>;
}

export interface ReportFiles {
  /** Written while it is read; gives the number of bytes. */
  write(key: string, bytes: AsyncIterable<Uint8Array>, format: FileFormat, signal: AbortSignal): Promise<number>;
  read(key: string, range?: { readonly first: number; readonly last: number }): Promise<Uint8Array>;
  /** An address on the storage's own host that needs no token and works for a minute. */
  link(key: string, as: { readonly contentType: string; readonly name: string }): Promise<string>;
  removeAll(folder: string): Promise<void>;
}

export interface ReportSettings {
  readonly leastRowsPerFile: number;
  /** A larger report is refused. */
  readonly mostRows: number;
  /** How long a synchronous report may take. */
  readonly generateMs: number;
  readonly guardsFormulas: boolean;
}

export interface ReportStores extends AdsStores {
  readonly idMappings: IdMappingStore;
  readonly reports: ReportStore;
  readonly reportFiles: ReportFiles;
  readonly reportSettings: ReportSettings;
  readonly warehouse: Warehouse;
}
