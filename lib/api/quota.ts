/** Units of quota as the instances of a stage share them. */

export interface Lease {
  readonly bucket: string;
  /** Whole minutes since 1970. */
  readonly minute: number;
  /** How long the period lasts that begins with the minute; 1 when left out. */
  readonly minutes?: number;
  readonly ceiling: number;
  readonly units: number;
}

export interface QuotaStore {
  /**
   * Takes units out of a bucket's minute and says how many: all that were asked for, or the few that remained. All
   * leases of one minute together never exceed the ceiling.
   */
  lease(lease: Lease): Promise<number>;
}
