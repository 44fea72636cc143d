/**
 * One request, or one run of a function, and what it asks of the database: calls, how many had to wait for one another,
 * and consumed capacity.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

export interface MeteredCall {
  readonly name: string;
  readonly startedAt: number;
  readonly endedAt: number;
  readonly capacity: number;
  /** Writes or statements that travelled together. */
  readonly writes?: number;
}

export class Meter {
  readonly calls: MeteredCall[] = [];
  /** As the client and the cloud know it. */
  readonly requestId: string | undefined;

  constructor(requestId?: string) {
    this.requestId = requestId;
  }

  get capacity(): number {
    return this.calls.reduce((sum, call) => sum + call.capacity, 0);
  }

  /** Time during which at least one call was under way. */
  get busyMs(): number {
    let busy = 0;
    let until = -Infinity;
    for (const { startedAt, endedAt } of this.#byStart()) {
      busy += Math.max(0, endedAt - Math.max(startedAt, until));
      until = Math.max(until, endedAt);
    }
    return busy;
  }

  /** Calls one after another: the longest chain in which each began after the one before had ended. */
  get roundTrips(): number {
    let chain = 0;
    let until = -Infinity;
    for (const { startedAt, endedAt } of [...this.calls].sort((a, b) => a.endedAt - b.endedAt)) {
      if (startedAt >= until) {
        chain += 1;
        until = endedAt;
      }
    }
    return chain;
  }

  #byStart(): MeteredCall[] {
    return [...this.calls].sort((a, b) => a.startedAt - b.startedAt);
  }
}

const current = new AsyncLocalStorage<Meter>();

const watchers = new AsyncLocalStorage<(meter: Meter) => void>();

/** Calls made by `work`, and by what it awaits, are counted on `meter`. */
export function withMeter<T>(meter: Meter, work: () => Promise<T>): Promise<T> {
  watchers.getStore()?.(meter);
  return current.run(meter, work);
}

/** Shows every meter that `work` opens to `watch`, for those who measure; those who watch already go on. */
export function watchMeters<T>(watch: (meter: Meter) => void, work: () => Promise<T>): Promise<T> {
  const others = watchers.getStore();
  const watchToo = (meter: Meter): void => {
    others?.(meter);
    watch(meter);
  };
  return watchers.run(watchToo, work);
}

export const currentMeter = (): Meter | undefined => current.getStore();

/** Calls of `work` belong to the process, not to the request that happened to start it. */
export const withoutMeter = <T>(work: () => T): T => current.exit(work);
