/** What there is of a person, counted. */
import { config } from '#lib/runtime/process/config';
import { dynamoGrants } from '#lib/stores/dynamodb/ads/grants';
import { REPORT } from '#lib/stores/dynamodb/ads/keys';
import { eventPrefix, rulePrefix } from '#lib/stores/dynamodb/calendar/items/keys';
import { documents } from '#lib/stores/dynamodb/client/client';
import { queryAll } from '#lib/stores/dynamodb/commands/query';
import { itemsMentioning, wordPattern } from '#lib/stores/dynamodb/people/mentions';
import { libraryItems } from './library.ts';
import type { Person } from './person.ts';

export interface Survey {
  readonly calendars: number;
  readonly events: number;
  /** Events in calendars of others that name the person. */
  readonly meetings: number;
  /** Rights on calendars of others. */
  readonly rules: number;
  readonly channels: number;
  /** Letters that wait, and those that were set aside. */
  readonly letters: number;
  readonly shelves: number;
  readonly purchases: number;
  readonly ratings: number;
  readonly grants: number;
  readonly reports: number;
  readonly consents: number;
}

const counted = (items: AsyncIterable<unknown>): Promise<number> => Array.fromAsync(items).then(({ length }) => length);

async function eventsIn(calendarId: string): Promise<number> {
  const range = { pk: calendarId, by: 'sk', from: eventPrefix, to: `${eventPrefix}~` };
  return (await queryAll(documents, config.calendarTable, range)).length;
}

async function reportsOf(pattern: RegExp): Promise<number> {
  const items = await Array.fromAsync(itemsMentioning(documents, config.adsTable, pattern));
  return items.filter(({ pk }) => String(pk).startsWith(REPORT)).length;
}

async function libraryOf(userId: string | undefined): Promise<Pick<Survey, 'shelves' | 'purchases' | 'ratings'>> {
  const items = userId === undefined ? [] : await libraryItems(userId);
  return {
    shelves: items.filter(({ volumeCount }) => Number(volumeCount ?? 0) > 0).length,
    purchases: items.filter(({ acquiredTime }) => acquiredTime !== undefined).length,
    ratings: items.filter(({ rating }) => rating !== undefined).length,
  };
}

export async function surveyOf({ email, userId, calendars }: Person): Promise<Survey> {
  const pattern = wordPattern([email]);
  const items = await Array.fromAsync(itemsMentioning(documents, config.calendarTable, pattern));
  const others = items.filter(({ pk }) => !calendars.includes(String(pk)));
  const count = (isMeant: (pk: string, sk: string) => boolean): number =>
    others.filter(({ pk, sk }) => isMeant(String(pk), String(sk))).length;
  const grants = (await dynamoGrants(documents, config.adsTable).listFor(email)).filter(
    ({ subject }) => subject === email,
  );
  return {
    calendars: calendars.length,
    events: (await Promise.all(calendars.map(eventsIn))).reduce((sum, events) => sum + events, 0),
    meetings: count((_pk, sk) => sk.startsWith(eventPrefix)),
    rules: count((_pk, sk) => sk.startsWith(rulePrefix)),
    channels: count((pk) => pk.startsWith('OUTBOX#')),
    letters: count((pk) => /^MAIL(ING)?#/.test(pk)),
    ...(await libraryOf(userId)),
    grants: grants.length,
    reports: await reportsOf(pattern),
    consents: config.signIn === undefined ? 0 : await counted(itemsMentioning(documents, config.signIn.table, pattern)),
  };
}

/** Everybody who has used the calendar or the library. */
export async function listPeople(): Promise<string[]> {
  const people = new Set<string>();
  for await (const { pk, sk } of itemsMentioning(documents, config.calendarTable, /@/g))
    if (sk === 'META' && String(pk).startsWith('U#')) people.add(String(pk).slice('U#'.length));
  for await (const { sk, email } of itemsMentioning(documents, config.booksTable, /@/g))
    if (sk === 'USER' && typeof email === 'string') people.add(email);
  return [...people].toSorted();
}
