/**
 * Wake-ups: what waits is stored, and a delay queue says when to look at it again. A wake-up may be lost or come twice:
 * the schedules find what is due without it, and one that no longer fits what is stored is passed over.
 */

export interface WakeUp {
  /** Of the channel, or of the letters. */
  readonly id: string;
  /** When the stored thing was due as the wake-up was sent; if it is due at another time by now, another one comes. */
  readonly dueAtMs: number;
}

export interface WakeUps {
  /** Never fails: what cannot be queued, or is due too late for the queue, is left to the schedule. */
  send(wakeUp: WakeUp): Promise<void>;
}
