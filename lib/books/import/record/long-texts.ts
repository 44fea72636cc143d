/** Parts of fields that may be of any length, in time that grows with the length and no faster. */

/** Nobody writes a size or an extent that is longer. */
const MAX_LENGTH = 200;

/** Enough of a field to find numbers in. A pattern that begins with a number tries every digit of a long one. */
export const beginningOf = (text: string | undefined): string => (text ?? '').slice(0, MAX_LENGTH);

/** Without any of these characters at the end. As a pattern, every run of them would be tried. */
export function withoutEnd(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text[end - 1] ?? '')) end -= 1;
  return text.slice(0, end);
}
