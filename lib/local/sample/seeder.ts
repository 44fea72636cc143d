/** A part of the sample data. */

export interface Seeder {
  /** Remembered in the data folder: a seeder with a new name runs in old folders, too. */
  readonly name: string;
  /** May run a second time when the first was cut short. */
  seed(): Promise<void>;
}
