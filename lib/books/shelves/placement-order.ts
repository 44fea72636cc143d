/** Where a volume stands after a move. */

/**
 * The gaps of a shelf are numbered before the move: 0 is ahead of everything, k directly behind the k-th volume. Gives
 * the index in the list without the moved volume at which it is put back; undefined when the order stays as it is.
 */
export function indexAfterMove(current: number, gap: number, count: number): number | undefined {
  const wanted = Math.min(gap, count);
  if (wanted === current || wanted === current + 1) return undefined;
  return wanted < current ? wanted : wanted - 1;
}
