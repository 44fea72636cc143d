/** Pages of results. */

export interface Page<T> {
  readonly items: readonly T[];
  /** Where the next page begins; absent on the last. */
  readonly next?: string | undefined;
}

/** How a change is told. */
export interface Telling {
  /** No channel gets a message, unless somebody loses access. */
  readonly isQuiet?: boolean;
}

/** Something with the number of its last change. */
export type WithSeq<T> = T & { readonly seq: number };
