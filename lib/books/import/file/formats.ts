/** Which format a file is in, seen from its beginning. */

export const FORMATS = ['openlibrary', 'googlebooks', 'csv', 'marcxml', 'marc', 'onix', 'library'] as const;
export type Format = (typeof FORMATS)[number];

/** The leader of a binary record: its length, two indicators, two characters for a code, the form of its directory. */
export const LEADER = /^\d{5}[ -~]{5}22\d{5}[ -~]{3}45[ -~]{2}/;

const isOpenLibrary = (text: string): boolean =>
  /"\/type\/\w+"|"key"\s*:\s*"\/(?:books|works|authors)\/OL|openlibrary\.org\//.test(text);
const isGoogleBooks = (text: string): boolean => /"books#volumes?"|"volumeInfo"\s*:/.test(text);

export function detectFormat(beginning: string): Format | undefined {
  const text = beginning.replace(/^\ufeff/, '').trimStart();
  if (LEADER.test(text)) return 'marc';
  if (text.startsWith('<')) {
    if (/<ONIXMessage\b/i.test(text)) return 'onix';
    return /MARC21\/slim|<(?:\w+:)?(?:collection|record)\b/.test(text) ? 'marcxml' : undefined;
  }
  const [firstLine = ''] = text.split('\n');
  if (/^\/type\/\w+\t/.test(firstLine)) return 'openlibrary';
  if (/^[{[]/.test(text)) return isGoogleBooks(text) ? 'googlebooks' : isOpenLibrary(text) ? 'openlibrary' : 'library';
  return /(^|[,;|\t"])title([,;|\t"\r]|$)/i.test(firstLine) ? 'csv' : undefined;
}
