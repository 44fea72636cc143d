/** How calendars, rules, users and list entries are stored. Every item has the version of its schema. */
import type { Calendar } from '#lib/calendar/model/calendar';
import type { Job } from '#lib/calendar/model/job';
import { hasMail, type ListEntry, type Reminder } from '#lib/calendar/model/list-entry';
import type { AccessRule } from '#lib/calendar/model/rule';
import type { User } from '#lib/calendar/model/user';
import type { WithSeq } from '#lib/calendar/stores/page';
import { forgottenAtMs } from '#lib/calendar/tokens/retention';
import { packBody, unpackBody, type Body } from '#lib/stores/dynamodb/body';
import type { Item } from '#lib/stores/dynamodb/item';
import { calendarKey, changeKey, entryKey, jobKey, ruleKey, rulePrefix, seqOf, userKey } from './keys.ts';

export const SCHEMA_VERSION = 2;

/**
 * On entries, overlays and calendars with reminders by mail. A filter of the stream knows them by it, so that reminders
 * cost nothing where there are none.
 */
export const reminderMark = (reminders: readonly Reminder[] | undefined): Item =>
  hasMail(reminders) ? { remindsByMail: 1 } : {};

/** On an item whose last write no channel is told of; the next write takes it off again. */
export const quietMark = (telling: { readonly isQuiet?: boolean | undefined } | undefined): Item =>
  telling?.isQuiet === true ? { isQuiet: true } : {};

/** `version` is the schema's; the calendar's own counter of detail changes is `detailsVersion`. */
export const calendarItem = ({ version, classes, ...calendar }: Calendar): Item => ({
  ...calendarKey(calendar.id),
  v: SCHEMA_VERSION,
  detailsVersion: version,
  ...(classes !== undefined && classes.length > 0 && { classes: new Set(classes) }),
  ...calendar,
});

export function readCalendar(item: Item): Calendar {
  const { pk: _pk, sk: _sk, v: _v, detailsVersion, classes, ...calendar } = item;
  const record: Item = { ...calendar, version: detailsVersion, classes: classes instanceof Set ? [...classes] : [] };
  return record as Item & Calendar;
}

/** Removed things are kept for a while, so that syncing clients learn of the removal. */
const expiry = (isRemoved: boolean, updatedAtMs: number): Item =>
  isRemoved ? { expires: Math.ceil(forgottenAtMs(updatedAtMs) / 1000) } : {};

export const ruleItem = (calendarId: string, rule: AccessRule, seq: number): Item => ({
  ...ruleKey(calendarId, rule.id),
  v: SCHEMA_VERSION,
  changeKey: changeKey('A', seq),
  role: rule.role,
  updatedAtMs: rule.updatedAtMs,
  ...expiry(rule.role === 'none', rule.updatedAtMs),
});

export const readRule = (item: Item): WithSeq<AccessRule> =>
  ({
    id: String(item['sk']).slice(rulePrefix.length),
    role: item['role'],
    updatedAtMs: item['updatedAtMs'],
    seq: seqOf(String(item['changeKey'])),
  }) as WithSeq<AccessRule>;

export const userItem = ({ email, ...user }: User): Item => ({ ...userKey(email), v: SCHEMA_VERSION, ...user });

export function readUser(item: Item): User {
  const { pk, sk: _sk, v: _v, ...user } = item;
  return { ...user, email: String(pk).slice('U#'.length) } as User;
}

/** `hasOverlays` is an attribute of its own: changes of events set it. */
export function entryItem(email: string, entry: ListEntry, seq: number): Item {
  const { seq: _previous, hasOverlays, ...kept } = { seq: 0, ...entry };
  return {
    ...entryKey(email, entry.calendarId),
    v: SCHEMA_VERSION,
    changeKey: changeKey('L', seq),
    hasOverlays,
    ...reminderMark(entry.isRemoved ? [] : entry.defaultReminders),
    entry: packBody(kept),
    ...expiry(entry.isRemoved, entry.updatedAtMs),
  };
}

/** Items of versions before 0.3 have an attribute for each field. */
export function readEntry(item: Item): WithSeq<ListEntry> {
  const {
    pk: _pk,
    sk: _sk,
    v: _v,
    expires: _expires,
    isQuiet: _quiet,
    remindsByMail: _mark,
    changeKey,
    entry: body,
    ...rest
  } = item;
  const entry = body === undefined ? rest : { ...rest, ...unpackBody<ListEntry>(body as Body) };
  return { ...(entry as Item & ListEntry), seq: seqOf(String(changeKey)) };
}

export const jobItem = (job: Job): Item => ({ ...jobKey(job), v: SCHEMA_VERSION, ...job });

export function readJob(item: Item): Job {
  const { pk: _pk, sk: _sk, v: _v, ...job } = item;
  return job as Item & Job;
}
