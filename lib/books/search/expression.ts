/** A query as one FTS5 expression. Every term is quoted, so nothing that is typed can be taken for syntax. */
import { linkedWords } from './function-words.ts';
import { bareIsbn, type Field, type Query, type Term } from './query.ts';
import { type SearchTerm, searchTerms, type Unit, unitsOf } from './words.ts';

/** Columns of the index in order. */
export const COLUMNS = [
  'title',
  'subtitle',
  'authors',
  'series',
  'publisher',
  'categories',
  'description',
  'identifiers',
  'alternates',
] as const;
/** Those that name a book; what stands in the others is about it. */
const NAMES = '{title subtitle authors series alternates}';

const COLUMNS_OF_FIELD: Readonly<Record<Field, string>> = {
  title: '{title subtitle alternates}',
  authors: '{authors alternates}',
  publisher: 'publisher',
  categories: 'categories',
};

/** The spellings in the index that a typed word stands for, itself included; one with a space is a phrase. */
export type Variants = (word: string) => readonly string[];

/** How many units of one query are looked at: more than anyone types, fewer than the expression parser's limits. */
const UNIT_LIMIT = 64;

const quoted = (text: string): string => `"${text}"`;

/** One word, or several as a phrase. */
const inOrder = (words: readonly string[]): string => quoted((linkedWords(words) ?? words).join(' '));

function phrase(terms: readonly SearchTerm[]): string {
  const words = terms.map(({ text }) => text);
  return terms.at(-1)?.isPrefix === true ? `${quoted(words.join(' '))} *` : inOrder(words);
}

const anyOf = (expressions: readonly string[]): string =>
  expressions.length === 1 ? (expressions[0] ?? '') : `(${expressions.join(' OR ')})`;

/** A key such as `isbn:9780553804577` as the one term it is in the index. */
export const identifierTerm = (key: string): string => key.replace(/[^a-z0-9]/gi, '').toLowerCase();

function unitExpression(unit: Unit, variants: Variants): string {
  const terms = searchTerms(unit.runs);
  const [first] = terms;
  const isOneWord = terms.length === 1 && first !== undefined && !first.isPrefix;
  // Sorted, so that inflections of one word make one expression, whichever of them is typed.
  const spellings = isOneWord
    ? [...new Set([first.text, ...variants(first.text)])].toSorted().map((spelling) => inOrder(spelling.split(' ')))
    : [phrase(terms)];
  return anyOf(unit.joined === undefined ? spellings : [...spellings, quoted(unit.joined)]);
}

/** `columns` are those of a term without a field, if not all. Undefined when the term has no word in it. */
function termExpression(term: Term, variants: Variants, columns?: string): string | undefined {
  if (term.kind === 'identifier')
    return term.key === undefined ? undefined : `identifiers : ${quoted(identifierTerm(term.key))}`;
  const units = unitsOf(term.text).slice(0, UNIT_LIMIT);
  if (units.length === 0) return undefined;
  const expression =
    term.kind === 'phrase'
      ? phrase(searchTerms(units.flatMap(({ runs }) => runs)))
      : [...new Set(units.map((unit) => unitExpression(unit, variants)))].join(' AND ');
  const within = term.field === undefined ? columns : COLUMNS_OF_FIELD[term.field];
  return within === undefined ? `(${expression})` : `${within} : (${expression})`;
}

export interface Match {
  readonly anywhere: string;
  /** The same for volumes that have all words without a field in their titles and names: a part of the matches. */
  readonly inNames: () => string;
}

/** Undefined when nothing can match. */
function positiveExpression(query: Query, variants: Variants, columns?: string): string | undefined {
  const required: string[] = [];
  for (const terms of query.groups.slice(0, UNIT_LIMIT)) {
    const expressions = terms.flatMap((term) => termExpression(term, variants, columns) ?? []);
    if (expressions.length > 0) required.push(anyOf(expressions));
    else if (terms.some((term) => term.kind === 'identifier')) return undefined;
  }
  if (required.length === 0) return undefined;
  const isbn = bareIsbn(query);
  return isbn === undefined
    ? required.join(' AND ')
    : anyOf([...required, `identifiers : ${quoted(identifierTerm(isbn))}`]);
}

/**
 * The expressions, or undefined when nothing can match: no word at all, exclusions only, or an identifier with a wrong
 * check digit among what must match.
 */
export function matchExpressions(
  query: Query,
  variants: Variants,
  variantsOfExcluded: Variants = variants,
): Match | undefined {
  const known = new Map<string, readonly string[]>();
  const remembered: Variants = (typed) => {
    const spellings = known.get(typed) ?? variants(typed);
    known.set(typed, spellings);
    return spellings;
  };
  const expressionIn = (columns?: string): string | undefined => {
    const positive = positiveExpression(query, remembered, columns);
    const excluded = query.excluded
      .slice(0, UNIT_LIMIT)
      .flatMap((term) => termExpression(term, variantsOfExcluded) ?? []);
    return positive === undefined || excluded.length === 0 ? positive : `(${positive}) NOT ${anyOf(excluded)}`;
  };
  const anywhere = expressionIn();
  return anywhere === undefined ? undefined : { anywhere, inNames: () => expressionIn(NAMES) ?? anywhere };
}

/** The expression of what matches anywhere. */
export const matchExpression = (query: Query, variants: Variants): string | undefined =>
  matchExpressions(query, variants)?.anywhere;
