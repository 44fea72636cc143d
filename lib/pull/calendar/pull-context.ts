/** What the steps of a pull share. */
import type { Clock } from '#lib/api/context';
import { ApiError } from '#lib/api/errors';
import type { CalendarStores } from '#lib/calendar/stores/all';
import type { Telling } from '#lib/calendar/stores/page';
import type { PullStore, Untaken } from '#lib/pull/stores';
import type { Lease } from './lease.ts';

type Query = Readonly<Record<string, string | number | boolean | undefined>>;

/** The calendar of one person at the other service. Throws `UpstreamError`. */
export interface CalendarUpstream {
  /** The path is below `calendar/v3/`. */
  get<T>(path: string, query?: Query): Promise<T>;
}

/** What a pull has done so far. */
export interface PullCounts {
  /** Events that were read. */
  events: number;
  /** Calendars, entries, rules, settings and events that were written. */
  changed: number;
}

export interface PullContext {
  readonly email: string;
  readonly upstream: CalendarUpstream;
  readonly stores: CalendarStores;
  readonly pulls: PullStore;
  readonly clock: Clock;
  readonly lease: Lease;
  readonly untaken: UntakenThings;
  readonly counts: PullCounts;
  /** Called after every step. */
  readonly onProgress: (counts: PullCounts) => void;
  /** True when there is no time for another page: the next run goes on. */
  readonly isOver: () => boolean;
}

/** A pull sends no mail, makes no copies for guests and tells no channels. */
export const QUIETLY = { isQuiet: true } as const satisfies Telling;

type Thing = Pick<Untaken, 'what' | 'id' | 'calendarId'>;
const keyOf = ({ what, id, calendarId = '' }: Thing): string => `${what} ${calendarId} ${id}`;

/** What could not be taken, by this run and by those before. */
export class UntakenThings {
  readonly #pulls: PullStore;
  readonly #email: string;
  readonly #known: Map<string, Untaken>;

  constructor(pulls: PullStore, email: string, known: readonly Untaken[]) {
    this.#pulls = pulls;
    this.#email = email;
    this.#known = new Map(known.map((thing) => [keyOf(thing), thing]));
  }

  list(): Untaken[] {
    return [...this.#known.values()];
  }

  async add(things: readonly Untaken[]): Promise<void> {
    const fresh = things.filter((thing) => this.#known.get(keyOf(thing))?.reason !== thing.reason);
    if (fresh.length === 0) return;
    await this.#pulls.addUntaken(this.#email, fresh);
    for (const thing of fresh) this.#known.set(keyOf(thing), thing);
  }

  /** They were taken after all, or are gone. */
  async forget(things: readonly Thing[]): Promise<void> {
    const known = things.filter((thing) => this.#known.has(keyOf(thing)));
    if (known.length === 0) return;
    await this.#pulls.removeUntaken(this.#email, known);
    for (const thing of known) this.#known.delete(keyOf(thing));
  }
}

/** Why this service refuses something, as a sentence; what is no refusal is thrown. */
export function reasonOf(error: unknown): string {
  if (error instanceof ApiError && error.code < 500) return error.message;
  throw error;
}
