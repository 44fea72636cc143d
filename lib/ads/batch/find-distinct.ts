/** Looks up every distinct key once, in one call, and answers for each key in the order asked. */
export async function findDistinct<K, V>(
  keys: readonly K[],
  findAll: (keys: readonly K[]) => Promise<readonly (V | undefined)[]>,
): Promise<(key: K) => V | undefined> {
  const distinct = new Map(keys.map((key) => [JSON.stringify(key), key]));
  const values = distinct.size === 0 ? [] : await findAll([...distinct.values()]);
  const found = new Map([...distinct.keys()].map((name, index) => [name, values[index]]));
  return (key) => found.get(JSON.stringify(key));
}
