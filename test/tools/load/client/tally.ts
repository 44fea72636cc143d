/** Counts requests, latencies and errors. */

export interface OperationTally {
  readonly operation: string;
  readonly count: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  /** `503 backendError` -> how often. */
  readonly errors: Readonly<Record<string, number>>;
}

/** One request that took long. */
export interface SlowRequest {
  readonly operation: string;
  readonly ms: number;
  /** 0 without an answer. */
  readonly status: number;
}

const SLOWEST = 10;

interface Latencies {
  readonly times: number[];
  readonly errors: Map<string, number>;
}

const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

export class Tally {
  readonly #taken = new Map<string, Latencies>();

  #slowest: SlowRequest[] = [];

  /** `error` is absent for expected answers. */
  add(operation: string, ms: number, status: number, error?: string): void {
    if (this.#slowest.length < SLOWEST || ms > (this.#slowest.at(-1)?.ms ?? 0))
      this.#slowest = [...this.#slowest, { operation, ms, status }].sort((a, b) => b.ms - a.ms).slice(0, SLOWEST);
    const { times, errors } = this.#of(operation);
    times.push(ms);
    if (error !== undefined) errors.set(error, (errors.get(error) ?? 0) + 1);
  }

  #of(operation: string): Latencies {
    const known = this.#taken.get(operation) ?? { times: [], errors: new Map<string, number>() };
    this.#taken.set(operation, known);
    return known;
  }

  get total(): number {
    return [...this.#taken.values()].reduce((sum, { times }) => sum + times.length, 0);
  }

  /** The slowest first. */
  get slowest(): readonly SlowRequest[] {
    return this.#slowest;
  }

  operations(): OperationTally[] {
    return [...this.#taken]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([operation, { times, errors }]) => {
        const sorted = times.toSorted((a, b) => a - b);
        return {
          operation,
          count: sorted.length,
          p50: percentile(sorted, 0.5),
          p95: percentile(sorted, 0.95),
          p99: percentile(sorted, 0.99),
          errors: Object.fromEntries(errors),
        };
      });
  }
}
