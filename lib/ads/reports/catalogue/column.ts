/** A column of the catalogue is data: what it is called, what it holds, and where its values come from. */
import type { ValueType } from '#lib/ads/reports/sql/value-type';

/** Relations that a row can be joined with. `row` is what the report type lists. */
export type Relation =
  | 'row'
  | 'agency'
  | 'advertiser'
  | 'account'
  | 'campaign'
  | 'adGroup'
  | 'keyword'
  | 'ad'
  | 'activity'
  | 'visit';

export type TimeUnit = 'day' | 'week' | 'month' | 'quarter' | 'year';

/** What sources of measures can be split by. */
export type PartField =
  | 'device'
  | 'groupName'
  | 'groupId'
  | 'groupTag'
  | 'activityName'
  | 'activityId'
  | 'activityTag'
  | 'accountId'
  | 'campaignId'
  | 'adGroupId';

export type Origin =
  /** A column of the relation itself. */
  | { readonly from: 'field'; readonly of: Relation; readonly field: string }
  /** A value of the relation's `attributes`, by the first key that has one. */
  | { readonly from: 'setting'; readonly of: Relation; readonly keys: readonly string[] }
  /** An SQL expression over measures, which stand in braces. */
  | { readonly from: 'measures'; readonly formula: string }
  /** A stretch of the calendar around the day of a measure: its first or its last day. */
  | { readonly from: 'calendar'; readonly unit: TimeUnit; readonly edge: 'start' | 'end' }
  | { readonly from: 'part'; readonly field: PartField }
  /** What was searched for, by the tag or else by the visit. */
  | { readonly from: 'searchTerm' }
  /** Whether the ad of a row is not known. */
  | { readonly from: 'unknownAd' }
  /** Known to the protocol, but nothing that can be imported has it. */
  | { readonly from: 'nowhere' };

export type Behaviour = 'attribute' | 'metric' | 'segment';

export interface Column {
  readonly name: string;
  readonly type: ValueType;
  readonly behaviour: Behaviour;
  readonly origin: Origin;
}

const attribute = (name: string, type: ValueType, origin: Origin): Column => ({
  name,
  type,
  behaviour: 'attribute',
  origin,
});

export const field = (name: string, type: ValueType, of: Relation, column: string): Column =>
  attribute(name, type, { from: 'field', of, field: column });

/** Attributes that stand in the `attributes` of a relation under their own names. */
export const settingsOf = (of: Relation, type: ValueType, ...names: readonly string[]): Column[] =>
  names.map((name) => attribute(name, type, { from: 'setting', of, keys: [name] }));
export const settings = (type: ValueType, ...names: readonly string[]): Column[] => settingsOf('row', type, ...names);
/** Imports may leave out whose labels they are. */
export const labels = (...names: readonly string[]): Column[] =>
  names.map((name) => attribute(name, 'List', { from: 'setting', of: 'row', keys: [name, 'labels'] }));

export const metric = (name: string, type: ValueType, formula: string): Column => ({
  name,
  type,
  behaviour: 'metric',
  origin: { from: 'measures', formula },
});
export const segment = (name: string, type: ValueType, origin: Origin): Column => ({
  name,
  type,
  behaviour: 'segment',
  origin,
});

export const missing = (behaviour: Behaviour, type: ValueType, ...names: readonly string[]): Column[] =>
  names.map((name) => ({ name, type, behaviour, origin: { from: 'nowhere' } }));

/** The same columns where they split rows. */
export const asSegments = (columns: readonly Column[]): Column[] =>
  columns.map((column) => ({ ...column, behaviour: 'segment' }));
