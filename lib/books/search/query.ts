/** The grammar of `q`: any string is a query, whatever is typed. */
import { identifierKey, type Scheme, toIsbn13 } from '../identifiers.ts';

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

const FIELDS: Readonly<Record<string, Field>> = { intitle: 'title', inauthor: 'authors', inpublisher: 'publisher', subject: 'categories' };
const SCHEMES: readonly string[] = ['isbn', 'lccn', 'oclc'] satisfies Scheme[];

const LEXEMES =
  /(?<or>\|)|(?<![^\s+()*|"])(?<minus>-?)(?:(?<keyword>intitle|inauthor|inpublisher|subject|isbn|lccn|oclc):)?(?:"(?<phrase>[^"]*)(?:"|$)|(?<word>[^\s+()*|"]*))/g;

type Lexeme = { readonly kind: 'or' } | { readonly kind: 'operand'; readonly isExcluded: boolean; readonly term: Term; readonly isOrWord: boolean };

function termOf(keyword: string | undefined, text: string, isPhrase: boolean): Term {
  if (keyword !== undefined && SCHEMES.includes(keyword)) return { kind: 'identifier', key: identifierKey(keyword as Scheme, text) };
  return { kind: isPhrase ? 'phrase' : 'words', text, field: keyword === undefined ? undefined : FIELDS[keyword] };
}

function lexemesOf(q: string): Lexeme[] {
  return [...q.matchAll(LEXEMES)].flatMap(({ groups = {} }): Lexeme[] => {
    if (groups['or'] !== undefined) return [{ kind: 'or' }];
    const text = groups['phrase'] ?? groups['word'] ?? '';
    if (text.trim() === '') return [];
    const isOrWord = groups['word'] === 'OR' && groups['minus'] === '' && groups['keyword'] === undefined;
    return [{ kind: 'operand', isExcluded: groups['minus'] === '-', term: termOf(groups['keyword'], text, groups['phrase'] !== undefined), isOrWord }];
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

/** The words and phrases that are looked for anywhere or in titles, as one text: what an exact title is compared with. */
export const titleText = ({ groups }: Query): string =>
  groups
    .filter((terms) => terms.length === 1)
    .flatMap(([term]) => (term !== undefined && term.kind !== 'identifier' && (term.field ?? 'title') === 'title' ? term.text : []))
    .join(' ');

/** The ISBN that somebody typed without `isbn:`. */
export function bareIsbn({ groups, excluded }: Query): string | undefined {
  const [[term, ...others] = [], ...rest] = groups;
  if (term?.kind !== 'words' || term.field !== undefined || others.length + rest.length + excluded.length > 0) return undefined;
  return toIsbn13(term.text) === undefined ? undefined : identifierKey('isbn', term.text);
}

/** The key of a query that is one identifier and nothing else; a query of another kind gives undefined. */
export function soleIdentifier({ groups, excluded }: Query): { readonly key: string | undefined } | undefined {
  const [[term, ...others] = [], ...rest] = groups;
  return term?.kind === 'identifier' && others.length + rest.length + excluded.length === 0 ? term : undefined;
}

/** Every text that must match, for showing where it does. */
export const textsOf = ({ groups }: Query): string[] => groups.flat().flatMap((term) => (term.kind === 'identifier' ? [] : term.text));
