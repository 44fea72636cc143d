/**
 * Searches a pattern of unknown density, with steps that grow while they find little and shrink while they find much.
 */
import { DAY, dayNumber } from '#lib/calendar/time/civil';
import type { ExpansionBudget } from './budget.ts';

export interface Found {
  /** Ascending. */
  readonly values: readonly number[];
  /** How many were checked, excluded ones too. */
  readonly examined: number;
}

const CENTURY = 36_525 * DAY;
/** Of a pattern with one time a day. Often the first value is all that is wanted. */
const FIRST_STRIDE = 16 * DAY;
const MAX_STRIDE = 9_131 * DAY;
const MIN_STRIDE = DAY;
/** A step that checks fewer is doubled, one that checks more than four times as many is halved. */
const WANTED = 256;
const MAX_EXAMINED_IN_VAIN = 100_000;
/** The day before the last one that a year of four digits can have. */
export const END_OF_TIME = dayNumber(9999, 12, 30) * DAY;

export interface SearchOptions {
  /** About how dense the pattern is. */
  readonly timesOfDay?: number;
  readonly budget?: ExpansionBudget | undefined;
}

/** Yields values in [from, to) in order. Ends early when a hundred years, or very many candidates, have none. */
export function* search(
  between: (from: number, to: number) => Found,
  from: number,
  to = END_OF_TIME,
  { timesOfDay = 1, budget }: SearchOptions = {},
): Generator<number, void> {
  const end = Math.min(to, END_OF_TIME);
  let stride = Math.max(FIRST_STRIDE / timesOfDay, MIN_STRIDE);
  let lastFound = from;
  let inVain = 0;
  for (let cursor = from; cursor < end && cursor - lastFound <= CENTURY && inVain <= MAX_EXAMINED_IN_VAIN;) {
    const next = Math.min(cursor + stride, end);
    const { values, examined } = between(cursor, next);
    budget?.spend(examined, (next - cursor) / DAY);
    yield* values;
    lastFound = values.at(-1) ?? lastFound;
    inVain = values.length > 0 ? 0 : inVain + examined;
    if (examined < WANTED) stride = Math.min(stride * 2, MAX_STRIDE);
    else if (examined > WANTED * 4) stride = Math.max(stride / 2, MIN_STRIDE);
    cursor = next;
  }
}
