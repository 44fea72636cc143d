/** Lets requests pass side by side, and holds them back while something works on all data at once. */

export interface Exclusive {
  /** Waits while `alone` works. */
  pass<T>(work: () => Promise<T>): Promise<T>;
  /** Begins when every request has been answered; those that come meanwhile wait. */
  alone<T>(work: () => Promise<T>): Promise<T>;
}

export function exclusive(): Exclusive {
  const passing = new Set<Promise<unknown>>();
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  return {
    async pass(work) {
      while (waiting > 0) await last;
      const run = work();
      passing.add(run);
      try {
        return await run;
      } finally {
        passing.delete(run);
      }
    },
    alone(work) {
      waiting += 1;
      const run = last
        .then(() => Promise.allSettled(passing))
        .then(work)
        .finally(() => {
          waiting -= 1;
        });
      last = run.catch(() => undefined);
      return run;
    },
  };
}
