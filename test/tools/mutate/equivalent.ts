/** Faults that no client can see: they change how something is done and not what is answered. */
import type { Fault } from './instrument.ts';

interface Equivalent {
  readonly file: string;
  /** The line, without its indentation. */
  readonly code: string;
  /** What is put in place of a part of it. */
  readonly becomes: string;
  readonly why: string;
}

const EQUIVALENT: readonly Equivalent[] = [];

/** Why nobody can see the fault; undefined where somebody can. */
export const whyUnseen = ({ fileName, code, replacement }: Fault): string | undefined =>
  EQUIVALENT.find((one) => one.file === fileName && one.code === code && one.becomes === replacement)?.why;
