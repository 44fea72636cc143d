/** What a report type is: what its rows are read from, how far down a scope may reach, and its columns. */
import type { Level } from '#lib/ads/model/entity';
import { type Column, field } from './column.ts';

/** What the rows of a type are read from. */
export type Rows =
  | { readonly of: 'entities'; readonly level: Level }
  /** Targets of several types share a level; their attribute `targetType` says which report lists them. */
  | { readonly of: 'targets' }
  | { readonly of: 'floodlight' | 'products' | 'conversions' | 'visits' }
  /** Nothing that can be imported yet has such rows. */
  | { readonly of: 'nothing' };

/** How far down a scope may reach: 0 is the agency, 5 a keyword or an ad. */
export type Depth = 0 | 1 | 2 | 3 | 4 | 5;

export interface ReportType {
  readonly name: string;
  readonly rows: Rows;
  readonly depth: Depth;
  /** Rows are events, each with a moment of its own. */
  readonly isEvents: boolean;
  readonly columns: ReadonlyMap<string, Column>;
}

export const reportType = (
  name: string,
  rows: Rows,
  depth: Depth,
  ...columns: readonly (readonly Column[])[]
): ReportType => ({
  name,
  rows,
  depth,
  isEvents: rows.of === 'conversions' || rows.of === 'visits',
  columns: new Map(columns.flat().map((column) => [column.name, column])),
});

export const entities = (level: Level): Rows => ({ of: 'entities', level });

export const targets: Rows = { of: 'targets' };

export const nothing: Rows = { of: 'nothing' };

export const own = (name: string, of: Column['type'] = 'ID', column = 'legacyId'): Column[] => [
  field(name, of, 'row', column),
];
