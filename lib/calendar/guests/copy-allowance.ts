/** How many copies the meetings of one sender may add to calendars of others in a day: invitations fill them up. */
import type { QuotaStore } from '#lib/api/quota';
import { DAY, MINUTE } from '#lib/calendar/time/civil';
import type { Propagation } from './propagation.ts';

const MINUTES_IN_A_DAY = DAY / MINUTE;

/** Log line, counted by a metric (lib/package/log-metrics.ts). */
export const COPY_NOT_MADE = 'a copy was not made';

/** What is left of the sender's day, taken from the store in one go for all guests of a meeting. Days are those of UTC. */
export class CopyAllowance {
  readonly #store: QuotaStore;
  readonly #lease: { readonly bucket: string; readonly minute: number; readonly minutes: number };
  readonly #ceiling: number;
  #expected: number;
  #left = 0;
  #turn: Promise<unknown> = Promise.resolve();

  /** `sender` is the owner of the organizer's calendar; `expected` is how many copies are likely to be added. */
  constructor(sender: string, expected: number, { stores, clock, copiesPerDay }: Propagation) {
    this.#store = stores.quota;
    this.#ceiling = copiesPerDay;
    this.#expected = expected;
    const day = Math.floor(clock.now().getTime() / DAY);
    this.#lease = { bucket: `copies#${sender}`, minute: day * MINUTES_IN_A_DAY, minutes: MINUTES_IN_A_DAY };
  }

  /** Whether so many may be added. A ceiling of 0 is none. */
  take(copies: number): Promise<boolean> {
    if (this.#ceiling === 0 || copies === 0) return Promise.resolve(true);
    const taken = this.#turn.then(() => this.#take(copies));
    this.#turn = taken.catch(() => undefined);
    return taken;
  }

  async #take(copies: number): Promise<boolean> {
    if (this.#left < copies) {
      const units = Math.max(this.#expected, copies - this.#left);
      this.#left += await this.#store.lease({ ...this.#lease, ceiling: this.#ceiling, units });
      this.#expected = 0;
    }
    if (this.#left < copies) return false;
    this.#left -= copies;
    return true;
  }
}
