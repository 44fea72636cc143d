/** Numbers that name a book: how they are checked, converted and compared. */

export type IdentifierType = 'ISBN_10' | 'ISBN_13' | 'ISSN' | 'OTHER';

/** As it stands in `industryIdentifiers`. */
export interface Identifier {
  readonly type: IdentifierType;
  readonly identifier: string;
}

export type Scheme = 'isbn' | 'lccn' | 'oclc';

/** Without spaces and dashes of any kind, upper case. Most numbers have none. */
const compact = (text: string): string =>
  /^\d*$/.test(text) ? text : text.replace(/[\s\p{Pd}\u2212]/gu, '').toUpperCase();

const ZERO = 48;

/** Digits and `X`, each times the weight of its place; of every record that is imported, so without a list of them. */
function weighed(text: string, weightAt: (place: number) => number): number {
  let sum = 0;
  for (let place = 0; place < text.length; place += 1)
    sum += (text[place] === 'X' ? 10 : text.charCodeAt(place) - ZERO) * weightAt(place);
  return sum;
}

const checkDigit10 = (nine: string): string => {
  const check = (11 - (weighed(nine, (place) => 10 - place) % 11)) % 11;
  return check === 10 ? 'X' : String(check);
};

const checkDigit13 = (twelve: string): string =>
  String((10 - (weighed(twelve, (place) => (place % 2 === 0 ? 1 : 3)) % 10)) % 10);

const isIsbn10 = (text: string): boolean => /^\d{9}[\dX]$/.test(text) && checkDigit10(text.slice(0, 9)) === text.at(9);
const isIsbn13 = (text: string): boolean =>
  /^97[89]\d{10}$/.test(text) && checkDigit13(text.slice(0, 12)) === text.at(12);

/** The 13-digit form of a valid ISBN in any spelling, else undefined. */
export function toIsbn13(text: string): string | undefined {
  const isbn = compact(text);
  if (isIsbn13(isbn)) return isbn;
  if (!isIsbn10(isbn)) return undefined;
  const twelve = `978${isbn.slice(0, 9)}`;
  return twelve + checkDigit13(twelve);
}

/** The 10-character form of a valid ISBN; numbers that begin with 979 have none. */
export function toIsbn10(text: string): string | undefined {
  const isbn = toIsbn13(text);
  if (isbn?.startsWith('978') !== true) return undefined;
  const nine = isbn.slice(3, 12);
  return nine + checkDigit10(nine);
}

/** A Library of Congress number as the library compares it: `85-2` is `85000002`. */
export function normalizeLccn(text: string): string | undefined {
  const [beforeSlash = ''] = text.replace(/\s/g, '').split('/');
  const [prefix = '', serial] = beforeSlash.split('-');
  const lccn = (serial === undefined ? prefix : prefix + serial.padStart(6, '0')).toLowerCase();
  return /^[a-z]{0,3}\d{4,12}$/.test(lccn) ? lccn : undefined;
}

/** A WorldCat number without its prefixes and leading zeros. */
export function normalizeOclc(text: string): string | undefined {
  const digits = text
    .trim()
    .replace(/^\(ocolc\)\s*/i, '')
    .replace(/^(ocm|ocn|on)/i, '')
    .trim();
  return /^\d+$/.test(digits) ? digits.replace(/^0+(?=\d)/, '') : undefined;
}

function normalizeIssn(text: string): string | undefined {
  const issn = compact(text);
  if (!/^\d{7}[\dX]$/.test(issn)) return undefined;
  return weighed(issn, (place) => 8 - place) % 11 === 0 ? `${issn.slice(0, 4)}-${issn.slice(4)}` : undefined;
}

/** One comparable key for a number of a scheme; undefined when it is not a valid one. */
export function identifierKey(scheme: Scheme, text: string): string | undefined {
  const normalize = { isbn: toIsbn13, lccn: normalizeLccn, oclc: normalizeOclc }[scheme];
  const value = normalize(text);
  return value === undefined ? undefined : `${scheme}:${value}`;
}

/** The keys under which a volume with these identifiers is found. */
export function identifierKeys(identifiers: readonly Identifier[]): string[] {
  const keys = identifiers.flatMap(({ type, identifier }) => {
    if (type === 'ISBN_13' || type === 'ISBN_10') return identifierKey('isbn', identifier) ?? [];
    const [, scheme, value] = /^(LCCN|OCLC):(.+)$/.exec(identifier) ?? [];
    if (scheme === undefined || value === undefined) return [];
    return identifierKey(scheme === 'LCCN' ? 'lccn' : 'oclc', value) ?? [];
  });
  return [...new Set(keys)];
}

/** What a record of any import format says about its numbers. */
export interface RawIdentifiers {
  readonly isbn?: readonly string[];
  readonly issn?: readonly string[];
  readonly lccn?: readonly string[];
  readonly oclc?: readonly string[];
  /** Complete values such as `OXFORD:N10606956`. */
  readonly other?: readonly string[];
}

export interface ReadIdentifiers {
  readonly identifiers: Identifier[];
  readonly warnings: string[];
}

/** Both forms of each ISBN; what has a wrong check digit is kept as `OTHER` and reported. */
export function readIdentifiers(raw: RawIdentifiers): ReadIdentifiers {
  const identifiers: Identifier[] = [];
  const warnings: string[] = [];
  const add = (type: IdentifierType, identifier: string | undefined): void => {
    if (identifier === undefined || identifiers.some((known) => known.identifier === identifier)) return;
    identifiers.push({ type, identifier });
  };
  const addOther = (label: string, text: string, value: string | undefined): void => {
    if (value === undefined) warnings.push(`${label} '${text.trim()}' is not a valid number.`);
    add('OTHER', `${label}:${value ?? compact(text)}`);
  };

  for (const text of raw.isbn ?? []) {
    const isbn = toIsbn13(text);
    if (isbn === undefined) addOther('ISBN', text, undefined);
    else {
      add('ISBN_13', isbn);
      add('ISBN_10', toIsbn10(isbn));
    }
  }
  for (const text of raw.issn ?? []) {
    const issn = normalizeIssn(text);
    if (issn === undefined) addOther('ISSN', text, undefined);
    else add('ISSN', issn);
  }
  for (const text of raw.lccn ?? []) addOther('LCCN', text, normalizeLccn(text));
  for (const text of raw.oclc ?? []) addOther('OCLC', text, normalizeOclc(text));
  for (const text of raw.other ?? []) add('OTHER', text);
  return { identifiers, warnings };
}
