/** People who invite each other, on a table of their own whose stream the test moves step by step. */
import type { DynamoDBRecord } from 'aws-lambda';
import { propagator } from '#functions/streams/propagate';
import { sendDueMailings } from '#lib/calendar/guests/mail/mailing';
import type { Posting } from '#lib/calendar/guests/mail/posting';
import { newPostTally } from '#lib/calendar/guests/mail/send-once';
import type { Propagation } from '#lib/calendar/guests/propagation';
import type { EventResource } from '#lib/calendar/resources/event';
import type { CalendarStores } from '#lib/calendar/stores/all';
import type { Table } from '#lib/local/database/table';
import { folderMailer } from '#lib/mail/mailer';
import { config } from '#lib/runtime/process/config';
import { dynamoPostingStores, dynamoPropagationStores } from '#lib/stores/dynamodb/calendar/copies';
import { dynamoCalendarStores } from '#lib/stores/dynamodb/calendar/stores';
import { documents } from '#lib/stores/dynamodb/client/client';
import { dynamoQuota } from '#lib/stores/dynamodb/platform/quota';
import type { Answer, Ask } from '#test/support/ask';
import { streamReader } from '#test/support/streams/stream-reader';
import { newCalendarTable } from './calendar-table.ts';
import {
  addEvent,
  calendarFixture,
  eventsPath,
  hourFrom,
  TestClock,
  type AnsweredEvent,
  type CalendarFixture,
} from './calendar.ts';

export interface GuestsFixture extends CalendarFixture {
  readonly propagation: Propagation;
  readonly posting: Posting;
  readonly stores: CalendarStores;
  /** Name of the table that the test has for itself. */
  readonly table: string;
  /** Works on what has changed, and on what follows from it, until nothing does. */
  settle(): Promise<void>;
  /** What the stream has not handed over yet. */
  records(): Promise<DynamoDBRecord[]>;
  /** An event as it is in somebody's calendar. */
  read(who: string, eventId: string, calendarId?: string, query?: string): Promise<AnsweredEvent>;
  write(who: string, method: string, eventId: string, body?: object, query?: string): Promise<Answer<AnsweredEvent>>;
  /** An event of alice's that invites bob and carol, in all three calendars. */
  meeting(more?: EventResource): Promise<AnsweredEvent>;
  /** What somebody's main calendar lists. */
  listed(who: string, query: string): Promise<AnsweredEvent[]>;
  /** The token from which a sync of somebody's main calendar goes on. */
  syncToken(who: string): Promise<string>;
  stop(): Promise<void>;
}

const MAX_ROUNDS = 50;

export const NOON = hourFrom('2026-03-10T11:00:00Z');

/** What is done beside requests, on a table that the test has for itself. */
export type Handing = Pick<GuestsFixture, 'propagation' | 'posting' | 'records' | 'settle' | 'stop'>;

/** Mail goes to the folder, if there is one. An error in the log ends a test, unless its message is the expected one. */
export function openHanding(table: Table, clock: TestClock, outbox?: string, expectedError?: string): Handing {
  const { records, stop } = streamReader(table);
  const log = {
    info: () => undefined,
    error: (message: string, fields = {}) => {
      if (message !== expectedError) throw new Error(`${message}: ${JSON.stringify(fields)}`);
    },
  };
  const propagation: Propagation = {
    stores: dynamoPropagationStores(documents, table.name, clock),
    copiesPerDay: config.copiesPerDay,
    clock,
    log,
    sendsMail: outbox !== undefined,
  };
  const posting: Posting = {
    stores: dynamoPostingStores(documents, table.name, clock),
    quota: dynamoQuota(documents, table.name),
    lettersPerDay: 1_000,
    sendsPastReminders: false,
    clock,
    log,
    wait: (ms) => Promise.resolve(clock.pass({ minutes: ms / 60_000 })),
    ...(outbox !== undefined && { mailer: folderMailer(outbox, 'Almanac <almanac@calendar.example>') }),
  };
  const consume = propagator(propagation);
  const settle = async (): Promise<void> => {
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      const Records = await records();
      if (Records.length === 0) return;
      await consume({ Records });
      await sendDueMailings(Infinity, newPostTally(), posting);
    }
    throw new Error('The copies of a meeting keep changing each other.');
  };
  return { propagation, posting, records, settle, stop: () => Promise.resolve(stop()) };
}

export async function guestsFixture(outbox?: string, expectedError?: string): Promise<GuestsFixture> {
  const table = await newCalendarTable();
  const fixture = await calendarFixture({}, table.name, new TestClock());
  const { ask, clock } = fixture;
  const stores = dynamoCalendarStores(
    documents,
    table.name,
    { admins: config.admins, importedTypes: config.importedTypes },
    clock,
  );
  const handing = openHanding(table, clock, outbox, expectedError);
  const { settle } = handing;
  return {
    ...fixture,
    ...handing,
    stores,
    table: table.name,
    async read(who, eventId, calendarId = 'primary', query = '') {
      const { status, text, body } = await ask<AnsweredEvent>('GET', `${eventsPath(calendarId, eventId)}${query}`, {
        as: who,
      });
      if (status !== 200) throw new Error(`${who} cannot read ${eventId}: ${text}`);
      return body;
    },
    write: (who, method, eventId, body, query = '') =>
      ask<AnsweredEvent>(method, `${eventsPath('primary', eventId)}${query}`, {
        as: who,
        ...(body !== undefined && { body }),
      } satisfies Ask),
    async meeting(more) {
      const event = await addEvent(fixture, {
        summary: 'Lunch',
        ...NOON,
        ...inviting(fixture.bob, fixture.carol),
        ...more,
      });
      await settle();
      return event;
    },
    listed: async (who, query) =>
      (await ask<{ items: AnsweredEvent[] }>('GET', `${eventsPath()}?${query}`, { as: who })).body.items,
    syncToken: async (who) =>
      (await ask<{ nextSyncToken: string }>('GET', `${eventsPath()}?maxResults=2500`, { as: who })).body.nextSyncToken,
  };
}

/** Makes the calendars of those named. */
export async function signUp({ ask }: Pick<CalendarFixture, 'ask'>, ...people: readonly string[]): Promise<void> {
  await Promise.all(people.map((as) => ask('GET', '/users/me/settings/timezone', { as })));
}

export const inviting = (...emails: readonly string[]): Pick<EventResource, 'attendees'> => ({
  attendees: emails.map((email) => ({ email })),
});
export const answer = (email: string, responseStatus: string, more: object = {}) => ({
  attendees: [{ email, responseStatus, ...more }],
});

/** Somebody's row among the guests. */
export const guestRow = ({ attendees }: AnsweredEvent, email: string) =>
  attendees.find((guest) => guest.email === email);
