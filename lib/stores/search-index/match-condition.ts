/** A search as SQL conditions: what the text must match, and the filters. */
import type { SQLInputValue } from 'node:sqlite';
import { UNDETERMINED } from '#lib/books/model/volume';
import type { SearchFilters } from '#lib/books/search/filters';

export type Parameters = Record<string, SQLInputValue>;

export interface Condition {
  /** Tells one condition from another. */
  readonly key: string;
  /** Rows that are left out whatever they match. */
  readonly hidden: readonly number[];
  /** Whether it names columns of the volumes table; a match of the text alone needs no join. */
  readonly isAboutVolumes: boolean;
  /** Whether every volume with the text matches. */
  readonly isTextOnly: boolean;
  readonly where: string;
  readonly parameters: Parameters;
}

export const JOINED = 'FROM text JOIN volumes ON volumes.row = text.rowid';

/** `FROM ... WHERE ...` of a condition. */
export const matching = ({ isAboutVolumes, where }: Condition): string =>
  `${isAboutVolumes ? JOINED : 'FROM text'} ${where}`;

/** `preorders` are the rows to leave out when the filters hide pre-orders. */
export function conditionOf(match: string, filters: SearchFilters, preorders: readonly number[]): Condition {
  const tests: string[] = [];
  const parameters: Parameters = { match };
  if (filters.required !== 0 || filters.forbidden !== 0) {
    tests.push('(coalesce(country_facets ->> :country, facets) & :mask) = :required');
    Object.assign(parameters, {
      country: filters.country,
      mask: filters.required | filters.forbidden,
      required: filters.required,
    });
  }
  if (filters.language !== undefined) {
    tests.push(
      `(coalesce(language, '${UNDETERMINED}') = :language OR substr(language, 1, instr(language, '-') - 1) = :language)`,
    );
    parameters['language'] = filters.language.toLowerCase();
  }
  if (filters.within !== undefined) {
    tests.push('id IN (SELECT value FROM json_each(:within))');
    parameters['within'] = JSON.stringify(filters.within);
  }
  const isAboutVolumes = tests.length > 0;
  const hidden = filters.showPreorders ? [] : preorders;
  const key = JSON.stringify([parameters, hidden.length > 0 && filters.today]);
  if (hidden.length > 0) {
    tests.push('text.rowid NOT IN (SELECT value FROM json_each(:preorders))');
    parameters['preorders'] = JSON.stringify(hidden);
  }
  const where = `WHERE ${['text MATCH :match', ...tests].join(' AND ')}`;
  return { key, hidden, isAboutVolumes, isTextOnly: tests.length === 0, where, parameters };
}
