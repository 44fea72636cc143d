/** What stores answer a page at a time. */

export interface Page<T> {
  readonly items: readonly T[];
  /** Where the next page begins; absent on the last. */
  readonly next?: string | undefined;
}

/** With the number of its last change. */
export type WithSeq<T> = T & { readonly seq: number };
