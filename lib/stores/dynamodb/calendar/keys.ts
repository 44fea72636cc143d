/** The only place where a key of the calendar table is spelled. */

export interface Key {
  readonly pk: string;
  readonly sk: string;
}

const SEQ_DIGITS = 12;
const padded = (seq: number): string => String(seq).padStart(SEQ_DIGITS, '0');

export const calendarKey = (calendarId: string): Key => ({ pk: calendarId, sk: 'META' });
export const rulePrefix = 'ACL#';
export const ruleKey = (calendarId: string, ruleId: string): Key => ({ pk: calendarId, sk: `${rulePrefix}${ruleId}` });
export const subscriberPrefix = 'SUB#';
export const subscriberKey = (calendarId: string, email: string): Key => ({ pk: calendarId, sk: `${subscriberPrefix}${email}` });

export const userKey = (email: string): Key => ({ pk: `U#${email}`, sk: 'META' });
export const entryPrefix = 'L#';
export const entryKey = (email: string, calendarId: string): Key => ({ pk: `U#${email}`, sk: `${entryPrefix}${calendarId}` });

export const eventPrefix = 'E#';
export const eventKey = (calendarId: string, eventId: string): Key => ({ pk: calendarId, sk: `${eventPrefix}${eventId}` });
export const overlayPrefix = (calendarId: string): string => `O#${calendarId}#`;
export const overlayKey = (email: string, calendarId: string, eventId: string): Key => ({ pk: `U#${email}`, sk: `${overlayPrefix(calendarId)}${eventId}` });

/** All that is left to do stands in one place: it is rarely much. */
export const jobsPk = 'JOBS';
export const jobKey = ({ kind, calendarId, ruleId = '' }: { readonly kind: string; readonly calendarId: string; readonly ruleId?: string | undefined }): Key => ({
  pk: jobsPk,
  sk: `${kind}#${calendarId}#${ruleId}`,
});

/** What a change counter counts: calendar list entries, access rules, events. */
export type Changing = 'L' | 'A' | 'E';
/** Sort key of `byChange`. */
export const changeKey = (kind: Changing, seq: number): string => `${kind}#${padded(seq)}`;
export const afterChange = (kind: Changing, seq: number): readonly [string, string] => [changeKey(kind, seq + 1), `${kind}#~`];
export const seqOf = (key: string): number => Number(key.slice(key.indexOf('#') + 1));
