/** Duration, number of clients, and disturbances of a run. */
export interface LoadOptions {
  readonly seconds: number;
  readonly clients: number;
  /** How often the stack is killed and restarted during the run. */
  readonly kills: number;
  /** The share of database and storage calls that fail. */
  readonly faults: number;
  /** The same seed makes the same clients and choices. */
  readonly seed: number;
  /** A data folder to keep; without it a temporary one is used. */
  readonly dataDir?: string | undefined;
}
