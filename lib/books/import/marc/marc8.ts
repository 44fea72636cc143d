/**
 * MARC-8, the encoding of libraries before Unicode: https://www.loc.gov/marc/specifications/speccharmarc8.html
 * Only the tables come from the package `marc8`: its converter throws texts, skips letters after an unknown code and
 * knows neither ß nor €.
 */
import { CODESETS } from 'marc8/lib/marc8_mapping.js';

const ESCAPE = 0x1b;
/** Final characters of the sets that every text begins with, and of the one with three bytes for a character. */
const [ASCII, ANSEL, EACC] = [0x42, 0x45, 0x31];
/** Sets that are chosen by one character: Greek symbols, subscripts, superscripts. `s` goes back to ASCII. */
const SHORT_ESCAPES: Readonly<Record<number, number>> = { 0x67: 0x67, 0x62: 0x62, 0x70: 0x70, 0x73: ASCII };
/** Added to the set in 2004, and the joiners; marks of words that are not sorted by are left out. */
const LATER: Readonly<Record<number, string>> = {
  0x88: '',
  0x89: '',
  0x8d: '\u200d',
  0x8e: '\u200c',
  0xc7: 'ß',
  0xc8: '€',
};

interface Sets {
  g0: number;
  g1: number;
}

/** Carries out the escape sequence at a place and gives its length; 1 when it is none. */
function escape(bytes: Uint8Array, at: number, sets: Sets): number {
  const rest = String.fromCharCode(...bytes.subarray(at + 1, at + 5));
  const [whole, isMultibyte, target = '', final = ''] = /^(\$?)([(,)-]?)!?([1-4BENQS])/.exec(rest) ?? [];
  if (whole !== undefined && (isMultibyte === '$' || target !== '')) {
    sets[target === ')' || target === '-' ? 'g1' : 'g0'] = final.charCodeAt(0);
    return whole.length + 1;
  }
  const short = SHORT_ESCAPES[rest.charCodeAt(0)];
  if (short === undefined) return 1;
  sets.g0 = short;
  return 2;
}

const NAMED_CHARACTER = /&#x([0-9A-F]{4,6});/gi;

/** Marks stand before their letter there and behind it in Unicode; what has no meaning becomes U+FFFD. */
export function decodeMarc8(bytes: Uint8Array): string {
  const sets: Sets = { g0: ASCII, g1: ANSEL };
  let text = '';
  let marks = '';
  for (let at = 0; at < bytes.length;) {
    const byte = bytes[at] ?? 0;
    if (byte === ESCAPE) {
      at += escape(bytes, at, sets);
      continue;
    }
    const set = byte < 0x80 ? sets.g0 : sets.g1;
    const isWide = set === EACC && byte > 0x20 && byte !== 0xa0;
    const width = isWide ? 3 : 1;
    const code = isWide ? bytes.subarray(at, at + 3).reduce((sum, one) => sum * 256 + (one & 0x7f), 0) : byte;
    at += width;
    const later = set === ANSEL || (byte >= 0x80 && byte < 0xa0) ? LATER[byte] : undefined;
    // Tables hold a set as it is used most: in the lower half, or in the upper one.
    const [codePoint, isMark] = CODESETS[set]?.[code] ?? CODESETS[set]?.[code ^ 0x80] ?? [];
    const character = later ?? (byte <= 0x20 ? String.fromCharCode(byte) : String.fromCodePoint(codePoint ?? 0xfffd));
    if (later === undefined && isMark === 1) marks += character;
    else {
      text += character + marks;
      marks = '';
    }
  }
  return (text + marks)
    .replace(NAMED_CHARACTER, (whole, hex: string) => {
      const named = Number.parseInt(hex, 16);
      return named > 0x10ffff ? whole : String.fromCodePoint(named);
    })
    .normalize('NFC');
}
