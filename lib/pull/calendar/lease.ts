/** Only one process pulls a person at a time: a second one would write older pages over newer ones. */
import type { Clock } from '#lib/api/context';
import type { PullStore } from '#lib/pull/stores';

const LEASE_MS = 60_000;

/** Somebody else pulls this person, until then at least. */
export class PersonIsLeased extends Error {
  readonly holder: string;
  readonly untilMs: number;

  constructor(email: string, holder: string, untilMs: number) {
    super(`${email} is being pulled by another process.`);
    this.name = 'PersonIsLeased';
    this.holder = holder;
    this.untilMs = untilMs;
  }
}

export class Lease {
  readonly holder: string;
  readonly #email: string;
  readonly #pulls: PullStore;
  readonly #clock: Clock;
  #untilMs = 0;

  constructor(email: string, holder: string, pulls: PullStore, clock: Clock) {
    this.#email = email;
    this.holder = holder;
    this.#pulls = pulls;
    this.#clock = clock;
  }

  /** Throws when somebody else has it, unless that is the process named here. */
  async take(abandoned?: string): Promise<void> {
    const nowMs = this.#clock.now().getTime();
    const request = { email: this.#email, holder: this.holder, nowMs, untilMs: nowMs + LEASE_MS, abandoned };
    const { holder, untilMs } = await this.#pulls.lease(request);
    if (holder !== this.holder) throw new PersonIsLeased(this.#email, holder, untilMs);
    this.#untilMs = untilMs;
  }

  /** Before every write: a machine that slept has lost its lease, and what it read is old. */
  async check(): Promise<void> {
    const nowMs = this.#clock.now().getTime();
    if (nowMs > this.#untilMs) throw new PersonIsLeased(this.#email, '', nowMs);
    if (nowMs > this.#untilMs - LEASE_MS / 2) await this.take();
  }

  release(): Promise<void> {
    return this.#pulls.release(this.#email, this.holder);
  }
}
