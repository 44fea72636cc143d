/** Columns that an advertiser defined, and how they are listed. */
import type { SavedColumnListResource } from '#lib/ads/resources/saved-column';
import type { Static } from '#lib/api/schema';

export const SAVED_COLUMN_TYPES = [
  'String',
  'Integer',
  'Boolean',
  'Date',
  'ID',
  'Money',
  'Number',
  'Timestamp',
] as const;

export interface SavedColumn {
  readonly advertiserId: string;
  readonly name: string;
  readonly type: (typeof SAVED_COLUMN_TYPES)[number];
  /** How reports compute it. */
  readonly definition: Readonly<Record<string, unknown>>;
}

export function savedColumnList(columns: readonly SavedColumn[]): Static<typeof SavedColumnListResource> {
  const items = columns.map(({ name, type }) => ({
    kind: 'doubleclicksearch#savedColumn',
    savedColumnName: name,
    type,
  }));
  return { kind: 'doubleclicksearch#savedColumnList', ...(items.length > 0 && { items }) };
}
