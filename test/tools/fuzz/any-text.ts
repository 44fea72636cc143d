/** Texts of any characters, as `fc.string({ unit: 'binary' })` gives them: that builds a table of all for each use. */
import fc from 'fast-check';

const FIRST_SURROGATE = 0xd8_00;
const AFTER_SURROGATES = 0xe0_00;
const LAST = 0x10_ff_ff;

const codePointOf = (text: unknown): number => {
  const point = typeof text === 'string' ? text.codePointAt(0) : undefined;
  if (point === undefined || String.fromCodePoint(point) !== text) throw new Error('not one character');
  return point;
};

const character = fc
  .oneof(
    { weight: FIRST_SURROGATE, arbitrary: fc.nat({ max: FIRST_SURROGATE - 1 }) },
    { weight: LAST + 1 - AFTER_SURROGATES, arbitrary: fc.integer({ min: AFTER_SURROGATES, max: LAST }) },
  )
  .map((point) => String.fromCodePoint(point), codePointOf);

export const anyText = (
  lengths: { readonly minLength?: number; readonly maxLength?: number } = {},
): fc.Arbitrary<string> => fc.string({ ...lengths, unit: character });
