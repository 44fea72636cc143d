/** The tag of an event is the sum of two clocks, so that what only one user changes moves that user's tag alone. */
import type { Overlay } from './event.ts';

export interface Clocks {
  /** The event's last change that everyone sees. */
  readonly updatedAtMs: number;
}

const MILLION = 1_000_000;

/** Small numbers are written several times as fast as large ones: lists do this for every row. */
function digitsOf(sum: number): string {
  if (sum < MILLION) return String(sum);
  const millions = Math.floor(sum / MILLION);
  return `${String(millions)}${String(MILLION + sum - millions * MILLION).slice(1)}`;
}

/**
 * In quotes: microseconds of the shared change plus those of the reader's own, which is the shared one until there is
 * any.
 */
export const eventTag = ({ updatedAtMs }: Clocks, overlay: Pick<Overlay, 'updatedAtMs'> | undefined): string =>
  `"${digitsOf(updatedAtMs + (overlay?.updatedAtMs ?? updatedAtMs))}000"`;

/** Clocks never stand still or go back, whatever the machine says. */
export const nextTick = (nowMs: number, ...beforeMs: readonly number[]): number =>
  Math.max(nowMs, ...beforeMs.map((before) => before + 1));
