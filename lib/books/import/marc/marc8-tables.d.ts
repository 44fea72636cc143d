/** The tables of the Library of Congress as the package `marc8` has them; it brings no types. */
declare module 'marc8/lib/marc8_mapping.js' {
  /** By the final character of the set's escape sequence: code points, and whether they are put over the next letter. */
  export const CODESETS: Readonly<
    Record<number, Readonly<Record<number, readonly [codePoint: number, isMark: 0 | 1]>>>
  >;
}
