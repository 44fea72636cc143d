/** What the rules ask of the storage of invitations that wait for their guest. */

/** An invitation to an address that is nobody's calendar here, kept until somebody comes with it. */
export interface Waiting {
  readonly email: string;
  readonly calendarId: string;
  readonly eventId: string;
}

export interface WaitingStore {
  add(invitations: readonly Waiting[]): Promise<void>;
  list(email: string): Promise<Waiting[]>;
  remove(invitations: readonly Waiting[]): Promise<void>;
}
