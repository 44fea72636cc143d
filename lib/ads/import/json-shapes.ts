/** SQL that tells whether a value of JSON is of a shape that reports can compute with. */
import type { Shape } from './column.ts';

const isType = (json: string, path: string, ...types: readonly string[]): string =>
  `coalesce(json_type(${json}, '${path}') IN (${types.map((type) => `'${type}'`).join(', ')}), false)`;
const isText = (json: string, path: string): string => isType(json, path, 'VARCHAR');
/** Absent or null. */
const isAbsent = (json: string, path: string): string => `coalesce(json_type(${json}, '${path}') = 'NULL', true)`;
const isNumber = (json: string, path: string): string => isType(json, path, 'DOUBLE', 'UBIGINT', 'BIGINT', 'HUGEINT');
const isWhole = (json: string, path: string): string =>
  `TRY_CAST(json_extract_string(${json}, '${path}') AS BIGINT) IS NOT NULL`;

/** A list in which every element matches. */
const isListOf = (json: string, holds: (element: string) => string): string =>
  `(json_type(${json}) = 'ARRAY' AND len(list_filter(TRY_CAST(${json} AS JSON[]), lambda element : NOT (${holds('element')}))) = 0)`;

interface Rule {
  readonly meaning: string;
  holds(json: string): string;
}

export const SHAPES: Readonly<Record<Shape, Rule>> = {
  metrics: {
    meaning: 'a list of names and numbers',
    holds: (json) => isListOf(json, (element) => `${isText(element, '$.name')} AND ${isNumber(element, '$.value')}`),
  },
  dimensions: {
    meaning: 'a list of names and texts',
    holds: (json) => isListOf(json, (element) => `${isText(element, '$.name')} AND ${isText(element, '$.value')}`),
  },
  lines: {
    meaning: 'a list of products',
    holds: (json) =>
      isListOf(json, (element) =>
        [
          isText(element, '$.productId'),
          ...['$.productCountry', '$.productLanguage'].map(
            (path) => `(${isAbsent(element, path)} OR ${isText(element, path)})`,
          ),
          ...['$.quantityMillis', '$.revenueMicros'].map(
            (path) => `(${isAbsent(element, path)} OR ${isWhole(element, path)})`,
          ),
        ].join(' AND '),
      ),
  },
  definition: {
    meaning: 'the definition of a column',
    holds: (json) => {
      const isIds = isListOf(`json_extract(${json}, '$.activityIds')`, (element) => isWhole(element, '$'));
      const isFilter = `${isText(json, '$.dimensionFilter.name')} AND (${isAbsent(json, '$.dimensionFilter.values')} OR ${isType(json, '$.dimensionFilter.values', 'ARRAY')})`;
      return `json_type(${json}) = 'OBJECT' AND (${isAbsent(json, '$.activityIds')} OR ${isIds}) AND (${isAbsent(json, '$.dimensionFilter')} OR (${isFilter}))`;
    },
  },
};
