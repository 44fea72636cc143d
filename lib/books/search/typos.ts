/** Words that may be meant by a word that matches nothing. */

/** How many slips a word of this length is forgiven. */
export const toleranceFor = (length: number): number => (length > 8 ? 2 : length >= 5 ? 1 : 0);

/** Insertions, deletions, substitutions and swaps of neighbours; gives up above `limit`. */
export function editDistance(left: string, right: string, limit: number): number {
  if (Math.abs(left.length - right.length) > limit) return limit + 1;
  let beforeLast: number[] = [];
  let last = Array.from({ length: right.length + 1 }, (_, place) => place);
  for (let row = 1; row <= left.length; row += 1) {
    const current = [row];
    let best = row;
    for (let column = 1; column <= right.length; column += 1) {
      const isSame = left[row - 1] === right[column - 1];
      let distance = Math.min((last[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1, (last[column - 1] ?? 0) + (isSame ? 0 : 1));
      const isSwap = row > 1 && column > 1 && left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
      if (isSwap) distance = Math.min(distance, (beforeLast[column - 2] ?? 0) + 1);
      current.push(distance);
      best = Math.min(best, distance);
    }
    if (best > limit) return limit + 1;
    beforeLast = last;
    last = current;
  }
  return last[right.length] ?? limit + 1;
}

/** The longer of the two words decides, so that a letter left out of a five-letter word is forgiven too. */
export function isSlipOf(typed: string, candidate: string): boolean {
  const limit = toleranceFor(Math.max(typed.length, candidate.length));
  return limit > 0 && editDistance(typed, candidate, limit) <= limit;
}
