/** A query as one FTS5 expression. Every term is quoted, so nothing that is typed can be taken for syntax. */
import { bareIsbn, type Field, type Query, type Term } from './query.ts';
import { type SearchTerm, searchTerms, type Unit, unitsOf } from './words.ts';

/** Columns of the index in order, with what a hit in them weighs. */
export const COLUMNS = {
  title: 10,
  subtitle: 4,
  authors: 6,
  series: 4,
  publisher: 2,
  categories: 2,
  description: 1,
  identifiers: 10,
} as const;

const COLUMNS_OF_FIELD: Readonly<Record<Field, string>> = {
  title: '{title subtitle}',
  authors: 'authors',
  publisher: 'publisher',
  categories: 'categories',
};

/** The spellings in the index that a typed word stands for, itself included. */
export type Variants = (word: string) => readonly string[];

/** How many units of one query are looked at: more than anyone types, fewer than the expression parser's limits. */
const UNIT_LIMIT = 64;

const phrase = (terms: readonly SearchTerm[]): string => {
  const text = `"${terms.map((term) => term.text).join(' ')}"`;
  return terms.at(-1)?.isPrefix === true ? `${text} *` : text;
};
const word = (text: string): string => phrase([{ text, isPrefix: false }]);
const anyOf = (expressions: readonly string[]): string =>
  expressions.length === 1 ? (expressions[0] ?? '') : `(${expressions.join(' OR ')})`;

/** A key such as `isbn:9780553804577` as the one term it is in the index. */
export const identifierTerm = (key: string): string => key.replace(/[^a-z0-9]/gi, '').toLowerCase();

function unitExpression(unit: Unit, variants: Variants): string {
  const terms = searchTerms(unit.runs);
  const [first] = terms;
  const isOneWord = terms.length === 1 && first !== undefined && !first.isPrefix;
  const spellings = isOneWord ? [...new Set([first.text, ...variants(first.text)])].map(word) : [phrase(terms)];
  return anyOf(unit.joined === undefined ? spellings : [...spellings, word(unit.joined)]);
}

/** Undefined when the term has no word in it. */
function termExpression(term: Term, variants: Variants): string | undefined {
  if (term.kind === 'identifier')
    return term.key === undefined ? undefined : `identifiers : ${word(identifierTerm(term.key))}`;
  const units = unitsOf(term.text).slice(0, UNIT_LIMIT);
  if (units.length === 0) return undefined;
  const expression =
    term.kind === 'phrase'
      ? phrase(searchTerms(units.flatMap(({ runs }) => runs)))
      : [...new Set(units.map((unit) => unitExpression(unit, variants)))].join(' AND ');
  return term.field === undefined ? `(${expression})` : `${COLUMNS_OF_FIELD[term.field]} : (${expression})`;
}

/**
 * The expression, or undefined when nothing can match: no word at all, exclusions only, or an identifier with a wrong
 * check digit among what must match.
 */
export function matchExpression(
  query: Query,
  variants: Variants,
  variantsOfExcluded: Variants = variants,
): string | undefined {
  const required: string[] = [];
  for (const terms of query.groups.slice(0, UNIT_LIMIT)) {
    const expressions = terms.flatMap((term) => termExpression(term, variants) ?? []);
    if (expressions.length > 0) required.push(anyOf(expressions));
    else if (terms.some((term) => term.kind === 'identifier')) return undefined;
  }
  if (required.length === 0) return undefined;

  const isbn = bareIsbn(query);
  const positive =
    isbn === undefined ? required.join(' AND ') : anyOf([...required, `identifiers : ${word(identifierTerm(isbn))}`]);
  const excluded = query.excluded
    .slice(0, UNIT_LIMIT)
    .flatMap((term) => termExpression(term, variantsOfExcluded) ?? []);
  return excluded.length === 0 ? positive : `(${positive}) NOT ${anyOf(excluded)}`;
}
