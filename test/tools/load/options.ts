/** How long, with how many clients, and through what the stack is driven. */
export interface LoadOptions {
  readonly seconds: number;
  readonly clients: number;
  /** How often the stack is killed and started again meanwhile. */
  readonly kills: number;
  /** The share of database and storage calls that go wrong. */
  readonly faults: number;
  /** Decides who the clients are and what they do; the same seed, the same choices. */
  readonly seed: number;
  /** A data folder that is kept; without it there is one that is thrown away. */
  readonly dataDir?: string | undefined;
}
