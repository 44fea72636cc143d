/** Runs a limited number of tasks at once; the others wait, first come first served. */
export type Slots = <T>(task: () => Promise<T>) => Promise<T>;

export function slots(count: number): Slots {
  let free = count;
  const waiting: (() => void)[] = [];
  return async (task) => {
    if (free > 0) free -= 1;
    else
      await new Promise<void>((resolve) => {
        waiting.push(resolve);
      });
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      if (next === undefined) free += 1;
      else next();
    }
  };
}
