/** What the rules of the books service ask of storage. */

export interface BooksStores {
  readonly placeholder?: never;
}
