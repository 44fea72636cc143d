/**
 * How fast the other service is asked, for all people that are pulled at once: as fast as it answers, until it says
 * that this is too fast. Then everybody waits as long as it asks for, and goes on slower; without further refusals
 * requests come closer together again.
 */
import { setTimeout as wait } from 'node:timers/promises';

const FIRST_GAP_MS = 50;
const MAX_GAP_MS = 10_000;
/** Requests that succeed in a row halve the gap after about fourteen of them. */
const RECOVERY = 0.95;
const NO_GAP_MS = 5;

export class Pace {
  readonly #wait: (ms: number) => Promise<unknown>;
  #gapMs = 0;
  #nextAt = 0;

  constructor(pause: (ms: number) => Promise<unknown> = wait) {
    this.#wait = pause;
  }

  /** Between two requests. */
  get gapMs(): number {
    return this.#gapMs;
  }

  /** Resolves when the next request may be sent. */
  async turn(): Promise<void> {
    for (;;) {
      const now = performance.now();
      if (now >= this.#nextAt) {
        this.#nextAt = now + this.#gapMs;
        return;
      }
      await this.#wait(this.#nextAt - now);
    }
  }

  /** It was too fast: nobody asks for this long, and then half as often as before. */
  slowDown(pauseMs: number): void {
    this.#gapMs = Math.min(Math.max(this.#gapMs * 2, FIRST_GAP_MS), MAX_GAP_MS);
    this.#nextAt = Math.max(this.#nextAt, performance.now() + pauseMs);
  }

  succeeded(): void {
    this.#gapMs = this.#gapMs < NO_GAP_MS ? 0 : this.#gapMs * RECOVERY;
  }
}
