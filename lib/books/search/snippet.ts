/** The passage of a description that shows why a volume was found. */
import { memoized } from '#lib/api/process/memoized';
import { stem } from './stem.ts';
import { fold, type Run, UNSPACED, unitsOf } from './words.ts';

const LENGTH = 200;
/** Where so many characters stand in a row, the rest of what was typed stands behind them. */
const MAX_SEQUENCE = 20;
/** A description is looked through so far. */
const MAX_TEXT = 20_000;
const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);

/** What can be shown in bold: a word, or one character of a script that is written without spaces. */
const PIECES = new RegExp(String.raw`(?<character>${UNSPACED})|(?:(?!${UNSPACED})[\p{L}\p{M}\p{N}'’-])+`, 'gu');
/** The same in a text that has no other characters. */
const ASCII_PIECES = /[A-Za-z0-9'-]+/g;

interface Piece {
  readonly start: number;
  readonly end: number;
  /** Folded; undefined for words. */
  readonly character: string | undefined;
  readonly stems: readonly string[];
}

/** A few thousand words make up nearly all of what descriptions say. */
const MAX_WORDS = 10_000;
/** Of longer ones the engine keeps the whole text that they are cut out of. */
const MAX_WORD = 12;
const stemsAnew = (word: string): readonly string[] =>
  unitsOf(word).flatMap(({ runs }) => runs.map(({ text }) => stem(text)));
const knownStems = memoized(MAX_WORDS, stemsAnew);
const stemsOf = (word: string): readonly string[] => (word.length > MAX_WORD ? stemsAnew(word) : knownStems(word));

const isAscii = (text: string): boolean => /^[\0-\x7f]*$/.test(text);

function* piecesOf(plain: string): Generator<Piece> {
  for (const { index: start, 0: text, groups } of plain.matchAll(isAscii(plain) ? ASCII_PIECES : PIECES)) {
    const character = groups?.['character'];
    yield {
      start,
      end: start + text.length,
      character: character && fold(character),
      stems: character === undefined ? stemsOf(text) : [],
    };
  }
}

const uniqueSequences = (runs: readonly Run[]): string[][] =>
  [...new Set(runs.filter(({ isUnspaced }) => isUnspaced).map(({ text }) => text))].map((text) =>
    [...text].slice(0, MAX_SEQUENCE),
  );

/** What was typed, as it is looked for. */
interface Wanted {
  readonly stems: ReadonlySet<string>;
  /** Of scripts without spaces, by their first characters. */
  readonly sequences: ReadonlyMap<string | undefined, readonly (readonly string[])[]>;
}

function readWanted(texts: readonly string[]): Wanted {
  const runs = texts.flatMap(unitsOf).flatMap((unit) => unit.runs);
  return {
    stems: new Set(runs.filter(({ isUnspaced }) => !isUnspaced).map(({ text }) => stem(text))),
    sequences: Map.groupBy(uniqueSequences(runs), ([first]) => first),
  };
}

const hasStem = ({ stems }: Piece, wanted: Wanted): boolean => stems.some((part) => wanted.stems.has(part));

/** Where the passage begins whose first hit is at this place. */
const startOf = (pieces: readonly Piece[], firstHit: number): number =>
  firstHit <= 8 ? 0 : (pieces[firstHit - 8]?.start ?? 0);

/** The pieces up to the end of the passage; all of them where sequences are looked for, which are longer than one. */
function piecesOfPassage(plain: string, wanted: Wanted): Piece[] {
  const pieces: Piece[] = [];
  let end = Infinity;
  for (const piece of piecesOf(plain)) {
    if (piece.start > end) break;
    pieces.push(piece);
    if (end === Infinity && wanted.sequences.size === 0 && hasStem(piece, wanted))
      end = startOf(pieces, pieces.length - 1) + LENGTH;
  }
  return pieces;
}

/** Where the pieces are that match. */
function hitsAmong(pieces: readonly Piece[], wanted: Wanted): ReadonlySet<number> {
  const hits = new Set<number>();
  for (const [place, piece] of pieces.entries()) {
    if (hasStem(piece, wanted)) hits.add(place);
    for (const sequence of wanted.sequences.get(piece.character) ?? []) {
      if (sequence.every((character, further) => pieces[place + further]?.character === character))
        sequence.forEach((_, further) => hits.add(place + further));
    }
  }
  return hits;
}

/** HTML with the hits in bold; undefined when there is no text. */
export type WriteSnippet = (plain: string) => string | undefined;

/** For the texts that were looked for; what it is given has no tags. */
export function snippetWriter(texts: readonly string[]): WriteSnippet {
  const wanted = readWanted(texts);
  return (plain) => (plain === '' ? undefined : textSnippet(plain, wanted));
}

function textSnippet(plain: string, wanted: Wanted): string {
  const pieces = piecesOfPassage(plain.slice(0, MAX_TEXT), wanted);
  const hits = hitsAmong(pieces, wanted);
  const from = startOf(
    pieces,
    pieces.findIndex((_, place) => hits.has(place)),
  );
  const to = endOf(plain, pieces, from);

  let html = '';
  let at = from;
  for (const [place, { start, end }] of pieces.entries()) {
    if (!hits.has(place) || start < from || end > to) continue;
    html += `${escapeHtml(plain.slice(at, start))}<b>${escapeHtml(plain.slice(start, end))}</b>`;
    at = end;
  }
  return `${from > 0 ? '... ' : ''}${html.replaceAll('</b><b>', '')}${escapeHtml(plain.slice(at, to))}${to < plain.length ? ' ...' : ''}`;
}

/** Behind a word, or at least not within a character. */
function endOf(plain: string, pieces: readonly Piece[], from: number): number {
  const most = from + LENGTH;
  if (plain.length <= most) return plain.length;
  const last = pieces.findLast(({ end }) => end <= most)?.end ?? from;
  return last > from ? last : most - Number(!plain.slice(from, most).isWellFormed());
}
