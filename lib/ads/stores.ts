/** What the rules of the ads service ask of storage. */

export interface AdsStores {
  readonly placeholder?: never;
}
