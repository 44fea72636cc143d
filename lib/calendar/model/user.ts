/** A user of the calendar service. */

export interface StoredSetting {
  readonly value: string;
  /** The user's change counter when it was set. */
  readonly seq: number;
  readonly updatedAtMs: number;
}

/** A user, with the settings that are no longer at their default. */
export interface User {
  readonly email: string;
  /** Counts the changes of the user's calendar list and settings. */
  readonly seq: number;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
  readonly settings: Readonly<Record<string, StoredSetting>>;
}
