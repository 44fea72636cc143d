/** When things were made and changed, where files do not say it: by the imports that brought and changed them. */
import type { Column } from './column.ts';
import type { Kind } from './kinds.ts';
import { sameKey, SQL_TYPES } from './staging-sql.ts';

const MOMENTS: ReadonlySet<string> = new Set(['created', 'lastModified']);

export const hasMoments = ({ columns }: Kind): boolean => columns.some(({ name }) => MOMENTS.has(name));

const listOf = (kind: Kind, valueOf: (column: Column) => string): string =>
  kind.columns.map((column) => `${valueOf(column)} AS "${column.name}"`).join(', ');

/** Rows of an older file, which may lack columns that the kind has got since. */
export const allColumnsOf = (kind: Kind, source: string): string =>
  `SELECT ${listOf(kind, ({ type }) => `NULL::${SQL_TYPES[type]}`)} WHERE FALSE UNION ALL BY NAME SELECT * FROM ${source}`;

/** `stamp` in place of moments that are not there. */
export const stampedRows = (kind: Kind, source: string, stamp: Date): string =>
  `SELECT ${listOf(kind, ({ name }) =>
    MOMENTS.has(name) ? `coalesce("${name}", TIMESTAMPTZ '${stamp.toISOString()}')` : `"${name}"`,
  )} FROM ${source}`;

/**
 * Rows of `fresh`. What was there `before` keeps the moment it was made, and the moment of its last change where
 * nothing has changed: importing a file again changes nothing.
 */
export function rowsWithMoments(kind: Kind, fresh: string, before: string, stamp: Date): string {
  const isSame = kind.columns
    .filter(({ name }) => !MOMENTS.has(name))
    .map(({ name }) => `fresh."${name}"::VARCHAR IS NOT DISTINCT FROM before."${name}"::VARCHAR`)
    .join(' AND ');
  const valueOf = ({ name }: Column): string => {
    if (name === 'created') return 'coalesce(fresh.created, before.created)';
    if (name !== 'lastModified') return `fresh."${name}"`;
    return `coalesce(fresh.lastModified, CASE WHEN ${isSame} THEN before.lastModified END)`;
  };
  const joined = `SELECT ${listOf(kind, valueOf)} FROM ${fresh} fresh LEFT JOIN ${before} before ON ${sameKey(kind, 'fresh', 'before')}`;
  return stampedRows(kind, `(${joined})`, stamp);
}
