/**
 * How values become attributes. A map with a key `constructor` is taken for an instance of a class, and is a map all
 * the same.
 */
export const MARSHALLING = Object.freeze({ removeUndefinedValues: true, convertClassInstanceToMap: true });
