/**
 * A query in OpenSearch's query DSL, with the meaning that `lib/books/search/expression.ts` gives it as an FTS5
 * expression: union binds tighter than conjunction, a word stands for its inflections, a phrase for itself.
 */
import { identifierTerm } from '#lib/books/search/expression';
import { linkedWords } from '#lib/books/search/function-words';
import { bareIsbn, type Query, type Term } from '#lib/books/search/query';
import { soundOf } from '#lib/books/search/sound';
import { stem } from '#lib/books/search/stem';
import { splitsOf, toleranceFor } from '#lib/books/search/typos';
import { type SearchTerm, searchTerms, type Unit, unitsOf } from '#lib/books/search/words';
import { fieldOf, type Form, type Place } from './document.ts';

export interface BoolClause {
  readonly filter?: readonly Clause[];
  readonly should?: readonly Clause[];
  readonly must_not?: readonly Clause[];
  readonly minimum_should_match?: number;
}

type On<T> = Readonly<Record<string, T>>;

/** The part of the query DSL that is used here. */
export type Clause =
  | { readonly bool: BoolClause }
  | { readonly term: On<string> }
  | { readonly terms: On<readonly string[]> }
  | { readonly prefix: On<string> }
  | { readonly match_phrase: On<string> }
  | { readonly match_phrase_prefix: On<{ readonly query: string; readonly max_expansions: number }> }
  | { readonly fuzzy: On<{ readonly value: string; readonly fuzziness: number; readonly rewrite: 'constant_score' }> }
  | { readonly range: On<{ readonly gt: number }> }
  | { readonly constant_score: { readonly filter: Clause; readonly boost: number; readonly _name: string } };

/** Which words are taken for slips, and how short they may be. */
export interface Correction {
  readonly corrected: readonly string[];
  readonly shortest: number;
}

/** So many units of a query are looked at, in all and of one term: a search may have 1,024 clauses. */
const MAX_UNITS = 128;
const MAX_UNITS_OF_TERM = 64;
/** More words are not corrected at once, for the same reason. */
const MAX_CORRECTED = 8;
/** Which parts are words is not known before they are looked for. */
const MAX_SPLITS = 12;
/** As many as follow one character of a script without spaces. */
const MAX_EXPANSIONS = 1000;

export const allOf = (filter: readonly Clause[]): Clause => ({ bool: { filter } });
export function anyOf(should: readonly Clause[]): Clause {
  const [only, ...others] = should;
  return only !== undefined && others.length === 0 ? only : { bool: { should, minimum_should_match: 1 } };
}

const wordIn = (form: Form, place: Place, word: string): Clause => ({ term: { [fieldOf(form, place)]: word } });
export const identifierClause = (key: string): Clause => ({ term: { identifiers: identifierTerm(key) } });

function phraseClause(terms: readonly SearchTerm[], place: Place): Clause {
  const words = terms.map(({ text }) => text);
  const isPrefix = terms.at(-1)?.isPrefix === true;
  const neighbours = (isPrefix ? undefined : linkedWords(words)) ?? words;
  const field = fieldOf('words', place);
  const [first = '', ...others] = neighbours;
  if (others.length === 0) return isPrefix ? { prefix: { [field]: first } } : { term: { [field]: first } };
  const query = neighbours.join(' ');
  return isPrefix
    ? { match_phrase_prefix: { [field]: { query, max_expansions: MAX_EXPANSIONS } } }
    : { match_phrase: { [field]: query } };
}

/** Words within a typo or two of this one, and those that sound like it; another number is another book. */
function slipClauses(word: string, place: Place, shortest: number): Clause[] {
  const fuzziness = Math.max(toleranceFor(word.length + 1, shortest), toleranceFor(word.length, shortest));
  const sound = soundOf(word);
  const isSlip = fuzziness > 0 && !/^\d+$/.test(word);
  return [
    ...(isSlip
      ? [{ fuzzy: { [fieldOf('words', place)]: { value: word, fuzziness, rewrite: 'constant_score' as const } } }]
      : []),
    ...(isSlip && sound !== undefined ? [wordIn('sounds', place, sound)] : []),
    ...splitsOf(word, () => true, MAX_SPLITS).map((split): Clause => ({
      match_phrase: { [fieldOf('words', place)]: split },
    })),
  ];
}

function wordClause(word: string, place: Place, { corrected, shortest }: Correction): Clause {
  const inflected = wordIn('stems', place, stem(word));
  const isCorrected = corrected.slice(0, MAX_CORRECTED).includes(word);
  return isCorrected ? anyOf([inflected, ...slipClauses(word, place, shortest)]) : inflected;
}

function unitClause({ runs, joined }: Unit, place: Place, correction: Correction): Clause {
  const terms = searchTerms(runs);
  const [first, ...others] = terms;
  const isOneWord = first !== undefined && others.length === 0 && !first.isPrefix;
  const asTyped = isOneWord ? wordClause(first.text, place, correction) : phraseClause(terms, place);
  return joined === undefined ? asTyped : anyOf([asTyped, wordIn('words', place, joined)]);
}

/** Undefined when the term has no word in it. */
function termClause(term: Term, place: Place, correction: Correction): Clause | undefined {
  if (term.kind === 'identifier') return term.key === undefined ? undefined : identifierClause(term.key);
  const units = unitsOf(term.text).slice(0, MAX_UNITS_OF_TERM);
  if (units.length === 0) return undefined;
  const within = term.field ?? place;
  if (term.kind === 'phrase') return phraseClause(searchTerms(units.flatMap(({ runs }) => runs)), within);
  const [only, ...others] = units.map((unit) => unitClause(unit, within, correction));
  return only === undefined || others.length === 0 ? only : allOf([only, ...others]);
}

/** Undefined when nothing can match. */
function requiredClauses(query: Query, place: Place, correction: Correction): Clause[] | undefined {
  const required: Clause[] = [];
  for (const terms of query.groups) {
    const clauses = terms.flatMap((term) => termClause(term, place, correction) ?? []);
    if (clauses.length > 0) required.push(anyOf(clauses));
    else if (terms.some(({ kind }) => kind === 'identifier')) return undefined;
  }
  if (required.length === 0) return undefined;
  const isbn = bareIsbn(query);
  return isbn === undefined ? required : [anyOf([...required, identifierClause(isbn)])];
}

export interface QueryClauses {
  readonly required: readonly Clause[];
  /** The same for volumes that have all words without a field in their titles and names: a part of the matches. */
  readonly inNames: readonly Clause[];
  readonly excluded: readonly Clause[];
}

/** What exceeds the limit is left out. */
function shortened({ groups, excluded }: Query): Query {
  let room = MAX_UNITS;
  const fitting = (terms: readonly Term[]): Term[] =>
    terms.filter((term) => {
      room -= term.kind === 'identifier' ? 1 : Math.min(MAX_UNITS_OF_TERM, unitsOf(term.text).length);
      return room >= 0;
    });
  return { groups: groups.map(fitting).filter((terms) => terms.length > 0), excluded: fitting(excluded) };
}

const AS_TYPED: Correction = { corrected: [], shortest: 0 };

/** Undefined when nothing can match: no word at all, exclusions only, or a wrong check digit. */
export function queryClauses(query: Query, correction: Correction = AS_TYPED): QueryClauses | undefined {
  const looked = shortened(query);
  const required = requiredClauses(looked, 'anywhere', correction);
  const inNames = requiredClauses(looked, 'names', correction);
  if (required === undefined || inNames === undefined) return undefined;
  const excluded = looked.excluded.flatMap((term) => termClause(term, 'anywhere', AS_TYPED) ?? []);
  return { required, inNames, excluded };
}
