/**
 * The grammar of `q`: any string is a query. A search goes from here to `expression.ts` (the query as an FTS5 match),
 * then `filters.ts`; `ranking.ts` orders the matches. `words.ts`, `stem.ts` and `typos.ts` decide which words are
 * equal, `snippet.ts` shows where a volume matches.
 */
import { identifierKey, type Scheme, toIsbn13 } from '#lib/books/model/identifiers';

export type Field = 'title' | 'authors' | 'publisher' | 'categories';

export type Term =
  | { readonly kind: 'words'; readonly text: string; readonly field?: Field | undefined }
  | { readonly kind: 'phrase'; readonly text: string; readonly field?: Field | undefined }
  /** Without a key it names no book: a wrong check digit. */
  | { readonly kind: 'identifier'; readonly key: string | undefined };

export interface Query {
  /** Every group must match, by any of its terms. */
  readonly groups: readonly (readonly Term[])[];
  readonly excluded: readonly Term[];
}

const FIELDS: Readonly<Record<string, Field>> = {
  intitle: 'title',
  inauthor: 'authors',
  inpublisher: 'publisher',
  subject: 'categories',
};

/** Characters that no word of the grammar has in it; a number may have parentheses, as in `oclc:(OCoLC)123`. */
const LEXEMES = new RegExp(
  String.raw`(?<or>\|)|(?<![^\s+()*|"])(?<minus>-?)` +
    String.raw`(?:(?:(?<field>intitle|inauthor|inpublisher|subject):)?(?:"(?<phrase>[^"]*)(?:"|$)|(?!(?:isbn|lccn|oclc):)(?<word>[^\s+()*|"]*))` +
    String.raw`|(?<scheme>isbn|lccn|oclc):(?:"(?<quoted>[^"]*)(?:"|$)|(?<number>[^\s+|"]*)))`,
  'g',
);

type Lexeme =
  | { readonly kind: 'or' }
  | { readonly kind: 'operand'; readonly isExcluded: boolean; readonly term: Term; readonly isOrWord: boolean };

function termOf({
  field,
  phrase,
  word,
  scheme,
  quoted,
  number,
}: Readonly<Record<string, string | undefined>>): Term | undefined {
  const text = phrase ?? word ?? quoted ?? number ?? '';
  if (text.trim() === '') return undefined;
  if (scheme !== undefined) return { kind: 'identifier', key: identifierKey(scheme as Scheme, text) };
  return {
    kind: phrase === undefined ? 'words' : 'phrase',
    text,
    field: field === undefined ? undefined : FIELDS[field],
  };
}

function lexemesOf(q: string): Lexeme[] {
  return [...q.matchAll(LEXEMES)].flatMap(({ groups = {} }): Lexeme[] => {
    if (groups['or'] !== undefined) return [{ kind: 'or' }];
    const term = termOf(groups);
    if (term === undefined) return [];
    const isOrWord = groups['word'] === 'OR' && groups['minus'] === '' && groups['field'] === undefined;
    return [{ kind: 'operand', isExcluded: groups['minus'] === '-', term, isOrWord }];
  });
}

/** Union binds tighter than the conjunction of everything else. */
export function parseQuery(q: string): Query {
  const groups: Term[][] = [];
  const excluded: Term[] = [];
  const lexemes = lexemesOf(q);
  let isOperandBefore = false;
  let isUnion = false;

  lexemes.forEach((lexeme, place) => {
    const next = lexemes[place + 1];
    const isBetweenOperands = isOperandBefore && next?.kind === 'operand' && !next.isExcluded;
    if (lexeme.kind === 'or' || (lexeme.isOrWord && isBetweenOperands)) {
      isUnion = isBetweenOperands;
      return;
    }
    if (lexeme.isExcluded) excluded.push(lexeme.term);
    else if (isUnion) groups.at(-1)?.push(lexeme.term);
    else groups.push([lexeme.term]);
    isOperandBefore = !lexeme.isExcluded;
    isUnion = false;
  });
  return { groups, excluded };
}

/**
 * The words and phrases that are looked for anywhere or in titles, as one text: what an exact title is compared with.
 */
export const titleText = ({ groups }: Query): string =>
  groups
    .filter((terms) => terms.length === 1)
    .flatMap(([term]) =>
      term !== undefined && term.kind !== 'identifier' && (term.field ?? 'title') === 'title' ? term.text : [],
    )
    .join(' ');

/** The ISBN that somebody typed without `isbn:`. */
export function bareIsbn({ groups, excluded }: Query): string | undefined {
  const [[term, ...others] = [], ...rest] = groups;
  if (term?.kind !== 'words' || term.field !== undefined || others.length + rest.length + excluded.length > 0)
    return undefined;
  return toIsbn13(term.text) === undefined ? undefined : identifierKey('isbn', term.text);
}

/** The key of a query that is one identifier and nothing else; a query of another kind gives undefined. */
export function soleIdentifier({ groups, excluded }: Query): { readonly key: string | undefined } | undefined {
  const [[term, ...others] = [], ...rest] = groups;
  return term?.kind === 'identifier' && others.length + rest.length + excluded.length === 0 ? term : undefined;
}

/** Every text that must match, for showing where it does. */
export const textsOf = ({ groups }: Query): string[] =>
  groups.flat().flatMap((term) => (term.kind === 'identifier' ? [] : term.text));
