/** Which guests get mail about a change. */

/** `externalOnly`: those outside the organizer's domain. */
export type MailTo = 'all' | 'externalOnly';

export interface MailParameters {
  readonly sendUpdates?: string | undefined;
  readonly sendNotifications?: boolean | undefined;
}

/** Undefined: nobody. `sendNotifications`, the older parameter, applies only without `sendUpdates`. */
export function mailTo({ sendUpdates, sendNotifications }: MailParameters): MailTo | undefined {
  if (sendUpdates === undefined) return sendNotifications === true ? 'all' : undefined;
  return sendUpdates === 'all' || sendUpdates === 'externalOnly' ? sendUpdates : undefined;
}
