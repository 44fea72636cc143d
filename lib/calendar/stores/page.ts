/** Pages of results. */

export interface Page<T> {
  readonly items: readonly T[];
  /** Where the next page begins; absent on the last. */
  readonly next?: string | undefined;
}

/** Something with the number of its last change. */
export type WithSeq<T> = T & { readonly seq: number };
