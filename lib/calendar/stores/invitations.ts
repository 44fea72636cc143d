/** Storage of invitations to addresses without a calendar. */

/** An invitation to an address without a calendar here, kept until a user with that address appears. */
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
