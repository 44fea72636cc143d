/** JSON whose whole numbers keep all their digits: ids have 17, and a double holds 15. */

/** Where a number of so many digits may stand; text that looks like one costs a slower reading, nothing else. */
const LONG_NUMBER = /[:[,]\s*-?\d{16}/;
const WHOLE = /^-?\d+$/;

/** Numbers that a double cannot hold become text of their digits, which int64 fields take as well. */
export function parseExactly(text: string): unknown {
  if (!LONG_NUMBER.test(text)) return JSON.parse(text) as unknown;
  return JSON.parse(text, (_key: string, value: unknown, token?: { readonly source?: string }) =>
    typeof value === 'number' && !Number.isSafeInteger(value) && WHOLE.test(token?.source ?? '')
      ? token?.source
      : value,
  ) as unknown;
}
