/** A part of the sample data. */

export interface Seeder {
  /** Stored in the data folder: a seeder with a new name also runs in old folders. */
  readonly name: string;
  /** May run again after an interruption. */
  seed(): Promise<void>;
}
