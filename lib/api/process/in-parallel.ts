/**
 * Runs a task for every value, at most `limit` at once; results in the order of the values. After one has failed no
 * other is started, and those under way end before the failure is thrown: nothing goes on behind the caller's back.
 */
export async function inParallel<T, R>(
  values: readonly T[],
  limit: number,
  run: (value: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  const rest = values.entries();
  const failures: unknown[] = [];
  const worker = async (): Promise<void> => {
    for (const [index, value] of rest) {
      if (failures.length > 0) return;
      try {
        results[index] = await run(value);
      } catch (error) {
        failures.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(limit, values.length) }, worker));
  if (failures.length > 0) throw failures[0];
  return results;
}
