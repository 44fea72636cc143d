/** One user's shelves, purchase and rating of one volume. */

export interface LibraryEntry {
  readonly volumeId: string;
  /** Shelves it stands on. */
  readonly shelves: readonly number[];
  readonly acquiredTime?: string | undefined;
  readonly isUploaded?: boolean | undefined;
  /** 1 to 5. */
  readonly rating?: number | undefined;
  /** Last change of a placement that the user made. */
  readonly updated?: string | undefined;
}
