/** Runs a task for every value, at most `limit` at once; results in the order of the values. */
export async function inParallel<T, R>(
  values: readonly T[],
  limit: number,
  run: (value: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  const rest = values.entries();
  const worker = async (): Promise<void> => {
    for (const [index, value] of rest) results[index] = await run(value);
  };
  await Promise.all(Array.from({ length: Math.min(limit, values.length) }, worker));
  return results;
}
