/** All keys of the calendar table. */
import { hash } from 'node:crypto';
import { ENDLESS } from '#lib/calendar/events/order/time-index';
import { fitIntoKey } from '#lib/stores/dynamodb/commands/fit-into-key';
import type { Key } from '#lib/stores/dynamodb/item';

const SEQ_DIGITS = 12;
const MS_DIGITS = 15;
const padded = (seq: number): string => String(seq).padStart(SEQ_DIGITS, '0');

/**
 * No calendar has so long an id, but clients can ask for one, and a sort key must hold it together with an event's id.
 */
const MAX_CALENDAR_ID_LENGTH = 256;
const calendarPart = (calendarId: string): string => fitIntoKey(calendarId, MAX_CALENDAR_ID_LENGTH);

export const calendarKey = (calendarId: string): Key => ({ pk: calendarPart(calendarId), sk: 'META' });
export const rulePrefix = 'ACL#';
export const ruleKey = (calendarId: string, ruleId: string): Key => ({
  pk: calendarPart(calendarId),
  sk: `${rulePrefix}${fitIntoKey(ruleId)}`,
});
/** The hash of the secret under which the calendar can be read as a file. */
export const icalAddressKey = (calendarId: string): Key => ({ pk: calendarPart(calendarId), sk: 'ICAL' });
export const subscriberPrefix = 'SUB#';
export const subscriberKey = (calendarId: string, email: string): Key => ({
  pk: calendarId,
  sk: `${subscriberPrefix}${email}`,
});

export const userKey = (email: string): Key => ({ pk: `U#${email}`, sk: 'META' });
export const entryPrefix = 'L#';
export const entryKey = (email: string, calendarId: string): Key => ({
  pk: `U#${email}`,
  sk: `${entryPrefix}${calendarPart(calendarId)}`,
});

/** The suffix of an instance is not shortened, so that instances of a series stay together. */
const INSTANCE = /_\d{8}(?:T\d{6}Z)?$/;
const idKey = (eventId: string): string => {
  const suffix = INSTANCE.exec(eventId)?.[0] ?? '';
  return `${fitIntoKey(eventId.slice(0, eventId.length - suffix.length))}${suffix}`;
};

export const eventPrefix = 'E#';
export const eventKey = (calendarId: string, eventId: string): Key => ({
  pk: calendarPart(calendarId),
  sk: `${eventPrefix}${idKey(eventId)}`,
});
/**
 * Outlines of series, many in one item: an attribute for each, which a change sets without reading the others. By the
 * month of the series' end, so that a window passes over those that ended before it, and in parts, so that items stay
 * small.
 */
const outlinesPrefix = 'R#';
const partOf = (eventId: string, digits: number): string => hash('sha1', eventId).slice(0, digits);
export const outlineKey = (calendarId: string, eventId: string, month: string): Key => ({
  pk: calendarPart(calendarId),
  sk: `${outlinesPrefix}${month}#${partOf(eventId, month === ENDLESS ? 2 : 1)}`,
});
export const outlinesFrom = (month: string) => ({ from: `${outlinesPrefix}${month}`, to: `${outlinesPrefix}~` });

/** Every so many changes of a calendar, one leaves its number under its time, for lists by `updatedMin`. */
const CHANGES_A_MILESTONE = 64;
const milestonePrefix = 'T#';
export const isMilestone = (seq: number): boolean => seq % CHANGES_A_MILESTONE === 0;
export const milestoneKey = (calendarId: string, atMs: number, seq: number): Key => ({
  pk: calendarPart(calendarId),
  sk: `${milestonePrefix}${String(atMs).padStart(MS_DIGITS, '0')}#${padded(seq)}`,
});
/** Up to an instant, and from then on. */
export const milestoneRanges = (atMs: number) => {
  const end = `${milestonePrefix}${String(Math.max(0, atMs)).padStart(MS_DIGITS, '0')}#~`;
  return { before: { from: milestonePrefix, to: end }, after: { from: end, to: `${milestonePrefix}~` } };
};

/** Sort key of `byUid`. */
export const uidKey = (iCalUID: string): string => fitIntoKey(iCalUID);
export const overlaysPrefix = 'O#';
export const overlayPrefix = (calendarId: string): string => `${overlaysPrefix}${calendarPart(calendarId)}#`;
export const overlayKey = (email: string, calendarId: string, eventId: string): Key => ({
  pk: `U#${email}`,
  sk: `${overlayPrefix(calendarId)}${idKey(eventId)}`,
});

/** Whose overlays an event has, in the partition of its calendar: a move takes them along. */
const holderPrefix = 'H#';
const holdersOf = (eventId: string): string => `${holderPrefix}${idKey(eventId)}`;
export const holderKey = (email: string, calendarId: string, eventId: string): Key => ({
  pk: calendarPart(calendarId),
  sk: `${holdersOf(eventId)}#${email}`,
});
/** Of the event itself, and of its instances. */
export const holderPrefixes = (eventId: string): readonly string[] => [
  `${holdersOf(eventId)}#`,
  `${holdersOf(eventId)}_`,
];

/** All jobs share one partition: there are rarely many. */
export const jobsPk = 'JOBS';
export const jobKey = ({
  kind,
  calendarId,
  ruleId = '',
}: {
  readonly kind: string;
  readonly calendarId: string;
  readonly ruleId?: string | undefined;
}): Key => ({
  pk: jobsPk,
  sk: `${kind}#${calendarId}#${ruleId}`,
});

/** All groups share one partition, because they are read together; its first item says which import they are from. */
export const groupsKey: Key = { pk: 'GROUPS', sk: '#' };
const groupPrefix = 'G#';
export const groupKey = (address: string): Key => ({ pk: groupsKey.pk, sk: `${groupPrefix}${address}` });
/** `$` follows `#`: addresses may begin with any letter of any script. */
export const groupsRange = { from: groupsKey.sk, to: 'G$' } as const;

/** Who watches one thing: an item for each channel. */
export const channelPrefix = 'C#';
/** What is watched may come from an address that anybody can ask for. */
export const watchersPk = ({ what, of }: { readonly what: string; readonly of: string }): string =>
  `CH#${what}#${fitIntoKey(of)}`;
export const watcherKey = (topic: { readonly what: string; readonly of: string }, channelId: string): Key => ({
  pk: watchersPk(topic),
  sk: `${channelPrefix}${fitIntoKey(channelId)}`,
});

/** Channels by id, with what waits for them; spread so that no partition is hot, few enough to ask all of them. */
const OUTBOX_SHARDS = 8;
const outboxPk = (shard: number): string => `OUTBOX#${String(shard)}`;
const shardOf = (channelId: string): number =>
  [...channelId].reduce((sum, character) => (sum * 31 + character.charCodeAt(0)) % 65_521, 0) % OUTBOX_SHARDS;
export const outboxPks: readonly string[] = Array.from({ length: OUTBOX_SHARDS }, (_, shard) => outboxPk(shard));
export const outboxKey = (channelId: string): Key => ({
  pk: outboxPk(shardOf(channelId)),
  sk: `${channelPrefix}${fitIntoKey(channelId)}`,
});
/** Sort key of `byTime` while something waits. */
export const dueKey = (dueAtMs: number): string => `D#${String(Math.ceil(dueAtMs)).padStart(MS_DIGITS, '0')}`;
/** What is due by an instant, the longest due first. */
export const dueUntil = (untilMs: number) =>
  ({ by: 'timeKey', index: 'byTime', isWhole: true, from: dueKey(0), to: dueKey(untilMs) }) as const;

/** Channels at an upstream by when they are to be opened anew; one partition, because they are read together. */
export const renewalsPk = 'RENEWALS';
export const renewalKey = (dueAtMs: number, channelId: string): Key => ({
  pk: renewalsPk,
  sk: `${dueKey(dueAtMs)}#${fitIntoKey(channelId)}`,
});

/** Invitations to an address that has no calendar here. */
const waitingPrefix = 'I#';
export const waitingPk = (email: string): string => `WAIT#${email}`;
export const waitingRange = { from: waitingPrefix, to: `${waitingPrefix}~` } as const;
export const waitingKey = (email: string, calendarId: string, eventId: string): Key => ({
  pk: waitingPk(email),
  sk: `${waitingPrefix}${calendarId}#${idKey(eventId)}`,
});

/** Letters by their ids, which are digests; spread like channels. */
const letterPk = (shard: string): string => `MAIL#${shard}`;
export const letterPks: readonly string[] = [...'0123456789abcdef'].map(letterPk);
export const letterKey = (id: string): Key => ({ pk: letterPk(id.slice(0, 1)), sk: id });
/** Sort key of `byTime` for a letter that was set aside. */
const setAsidePrefix = 'A#';
export const setAsideKey = (atMs: number): string => `${setAsidePrefix}${String(atMs).padStart(MS_DIGITS, '0')}`;
export const setAsideRange = { from: setAsidePrefix, to: `${setAsidePrefix}~` } as const;

/** Changes whose letters are still to be sent, by their ids, which are digests. `byTime` has them by `dueKey`. */
const mailingPk = (shard: number): string => `MAILING#${String(shard)}`;
const MAILING_SHARDS = 4;
export const mailingPks: readonly string[] = Array.from({ length: MAILING_SHARDS }, (_, shard) => mailingPk(shard));
export const mailingKey = (id: string): Key => ({
  pk: mailingPk(Number.parseInt(id.slice(0, 1), 16) % MAILING_SHARDS),
  sk: id,
});

/** Reminders by mail, by calendar and person; one partition, because they are read together. `byTime` has them by `dueKey`. */
export const remindersPk = 'REMINDERS';
export const remindersOf = (calendarId: string): string => `${calendarPart(calendarId)}#`;
export const reminderKey = (calendarId: string, email: string): Key => ({
  pk: remindersPk,
  sk: `${remindersOf(calendarId)}${email}`,
});

/** People whose data is pulled from another service; for each, the calendars and what could not be taken. */
export const pulledPk = 'PULLED';
export const pulledPersonKey = (email: string): Key => ({ pk: pulledPk, sk: `P#${email}` });
export const pulledCalendarPrefix = 'C#';
export const pulledCalendarKey = (email: string, calendarId: string): Key => ({
  pk: `${pulledPk}#${email}`,
  sk: `${pulledCalendarPrefix}${calendarPart(calendarId)}`,
});
export const untakenPrefix = 'X#';
export const untakenKey = (
  email: string,
  {
    what,
    id,
    calendarId = '',
  }: { readonly what: string; readonly id: string; readonly calendarId?: string | undefined },
): Key => ({
  pk: `${pulledPk}#${email}`,
  sk: `${untakenPrefix}${fitIntoKey(`${what}#${calendarId}#${id}`)}`,
});

/** What a change counter counts: calendar list entries, access rules, events. */
export type Changing = 'L' | 'A' | 'E';
/** Sort key of `byChange`. */
export const changeKey = (kind: Changing, seq: number): string => `${kind}#${padded(seq)}`;
/** What has changed since, the oldest change first. */
export const changesAfter = (kind: Changing, seq: number) =>
  ({ by: 'changeKey', index: 'byChange', from: changeKey(kind, seq + 1), to: `${kind}#~` }) as const;
export const seqOf = (key: string): number => Number(key.slice(key.indexOf('#') + 1));
