/** The tag of an event is the sum of two clocks, so that what only one user changes moves that user's tag alone. */
import type { Overlay } from './event.ts';

export interface Clocks {
  /** The event's last change that everyone sees. */
  readonly updatedAtMs: number;
}

const microseconds = (ms: number): number => ms * 1000;

/** In quotes: microseconds of the shared change plus those of the reader's own, which is the shared one until there is any. */
export const eventTag = ({ updatedAtMs }: Clocks, overlay: Pick<Overlay, 'updatedAtMs'> | undefined): string =>
  `"${String(microseconds(updatedAtMs) + microseconds(overlay?.updatedAtMs ?? updatedAtMs))}"`;

/** Clocks never stand still or go back, whatever the machine says. */
export const nextTick = (nowMs: number, ...beforeMs: readonly number[]): number => Math.max(nowMs, ...beforeMs.map((before) => before + 1));
