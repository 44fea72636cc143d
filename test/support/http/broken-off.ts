/** The beginning of an answer whose connection breaks then. */
export async function* brokenOff(begin: Uint8Array): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(begin);
  throw new Error('The connection has broken.');
}
