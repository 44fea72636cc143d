/** The interface between reports and the engine that computes them. */
import type { Dialect } from '#lib/ads/reports/sql/dialect';
import type { ConversionRow } from './conversion-rows.ts';
import type { Scope, Window } from './plan.ts';
import type { Account, Advertiser } from './report-accounts.ts';
import type { Statement } from './statement.ts';

/** What the caller may see: an agency, or one advertiser of it. */
export interface Visible {
  readonly agencyId: string;
  readonly advertiserId?: string | undefined;
}

export interface ScopeRows {
  readonly advertisers: readonly Advertiser[];
  readonly accounts: readonly Account[];
  /** Currency of the scope's agency. */
  readonly agencyCurrency: string | undefined;
}

/** A statement and what it reads: relations hold rows of these advertisers only, and of all days of the window. */
export interface Question {
  readonly statement: Statement;
  readonly advertiserIds: readonly string[];
  readonly window: Window | undefined;
  /** Read while the relation `conversions` is filled. */
  conversions(): AsyncIterable<ConversionRow>;
  /** Aborts the work when nobody waits for it. */
  readonly signal?: AbortSignal | undefined;
}

export interface Lines {
  readonly rows: number;
  /** The rows as lines of a file, without a header. */
  readonly bytes: AsyncIterable<Uint8Array>;
}

export type FileFormat = 'csv' | 'tsv';

export interface Warehouse {
  readonly dialect: Dialect;
  /** Advertisers and accounts of a scope, as far as they may be seen. */
  scopeRows(scope: Scope, visible: readonly Visible[]): Promise<ScopeRows>;
  /** Currencies with at least one exchange rate; the dollar is not listed. */
  ratedCurrencies(): Promise<ReadonlySet<string>>;
  /** All rows of a small result, cell by cell. */
  rows(question: Question): Promise<readonly (readonly unknown[])[]>;
  /**
   * A result of any size; the statement gives text. `use` is called once, and what it is given lives as long as it
   * runs.
   */
  lines<T>(question: Question, format: FileFormat, use: (lines: Lines) => Promise<T>): Promise<T>;
}
