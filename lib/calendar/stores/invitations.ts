/** What the rules ask of the storage of invitations that wait for their guest. */

/** An invitation to an address that is nobody's calendar here, kept until somebody comes with it. */
export interface WaitingInvitation {
  readonly email: string;
  readonly calendarId: string;
  readonly eventId: string;
}

export interface InvitationStore {
  add(invitations: readonly WaitingInvitation[]): Promise<void>;
  list(email: string): Promise<WaitingInvitation[]>;
  remove(invitations: readonly WaitingInvitation[]): Promise<void>;
}
