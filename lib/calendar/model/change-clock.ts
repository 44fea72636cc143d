/**
 * The etag of an event is the sum of two times of change, the shared one and the reader's own: a change of an overlay
 * changes the etag of that user only.
 */
import type { Overlay } from './event.ts';

export interface ChangeTimes {
  /** The event's last change that everyone sees. */
  readonly updatedAtMs: number;
}

const MILLION = 1_000_000;

/** Writes the digits in two parts: small numbers are several times as fast, and lists do this for every row. */
function digitsOf(sum: number): string {
  if (sum < MILLION) return String(sum);
  const millions = Math.floor(sum / MILLION);
  return `${String(millions)}${String(MILLION + sum - millions * MILLION).slice(1)}`;
}

/**
 * In quotes: microseconds of the shared change plus those of the reader's own; without an overlay, the shared one
 * twice.
 */
export const eventTag = ({ updatedAtMs }: ChangeTimes, overlay: Pick<Overlay, 'updatedAtMs'> | undefined): string =>
  `"${digitsOf(updatedAtMs + (overlay?.updatedAtMs ?? updatedAtMs))}000"`;

/** A time after all of these, even if the machine's clock stands still or goes back. */
export const nextTick = (nowMs: number, ...beforeMs: readonly number[]): number =>
  Math.max(nowMs, ...beforeMs.map((before) => before + 1));
