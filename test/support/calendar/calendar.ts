/** People and calendars to begin with, asked through the handler that serves all calendar operations. */
import { operations as acl } from '#functions/calendar/acl/index';
import { operations as calendarList } from '#functions/calendar/calendarList/index';
import { operations as calendars } from '#functions/calendar/calendars/index';
import { operations as channels } from '#functions/calendar/channels/index';
import { operations as colors } from '#functions/calendar/colors/index';
import { operations as events } from '#functions/calendar/events/index';
import { operations as freebusy } from '#functions/calendar/freebusy/index';
import { operations as settings } from '#functions/calendar/settings/index';
import { hashKey, newKey } from '#lib/api/api-keys';
import type { Clock } from '#lib/api/context';
import { runJobs } from '#lib/calendar/calendars/run-jobs';
import type { EventResource } from '#lib/calendar/resources/event';
import type { CalendarStores, StageSettings } from '#lib/calendar/stores/all';
import { serve } from '#lib/middleware/serve';
import { calendar } from '#lib/runtime/calendar/serve';
import { config } from '#lib/runtime/process/config';
import { randomIds } from '#lib/runtime/process/ids';
import { dynamoGroups } from '#lib/stores/dynamodb/calendar/groups';
import { dynamoCalendarStores } from '#lib/stores/dynamodb/calendar/stores';
import { documents } from '#lib/stores/dynamodb/client/client';
import { dynamoApiKeys } from '#lib/stores/dynamodb/platform/api-keys';
import { requestsTo, type Answer, type Ask } from '#test/support/ask';
import { someone } from '#test/support/people';

export const calendarOperations = [
  ...acl,
  ...calendarList,
  ...calendars,
  ...channels,
  ...colors,
  ...events,
  ...freebusy,
  ...settings,
];

/** Monday morning in the reference's scenarios. */
export const MONDAY = new Date('2026-03-02T08:00:00Z');

/** A clock that stands still until it is set. */
export class TestClock implements Clock {
  #now: Date;

  constructor(now: Date = MONDAY) {
    this.#now = now;
  }

  now(): Date {
    return this.#now;
  }

  /** Lets time pass. */
  pass({ days = 0, minutes = 0 }: { readonly days?: number; readonly minutes?: number }): void {
    this.#now = new Date(this.#now.getTime() + days * 86_400_000 + minutes * 60_000);
  }
}

export type AskCalendar = <Body = Record<string, unknown>>(
  method: string,
  path: string,
  ask?: Ask,
) => Promise<Answer<Body>>;

export interface CalendarFixture {
  /** Paths below `/calendar/v3`; by alice unless somebody else asks. */
  readonly ask: AskCalendar;
  /** Without a token. */
  readonly askAnonymously: AskCalendar;
  readonly clock: TestClock;
  readonly alice: string;
  readonly bob: string;
  readonly carol: string;
  /** A secondary calendar of alice's, in UTC. */
  readonly S: string;
}

export const calendarPath = (calendarId: string): string => `/calendars/${encodeURIComponent(calendarId)}`;
export const eventsPath = (calendarId = 'primary', eventId = ''): string =>
  `${calendarPath(calendarId)}/events${eventId === '' ? '' : `/${encodeURIComponent(eventId)}`}`;
export const listPath = (calendarId: string): string => `/users/me/calendarList/${encodeURIComponent(calendarId)}`;
export const rulePath = (calendarId: string, ruleId = ''): string =>
  `${calendarPath(calendarId)}/acl${ruleId === '' ? '' : `/${encodeURIComponent(ruleId)}`}`;

export const storesOn = (
  clock: Clock,
  settings: Partial<StageSettings> = {},
  table = config.calendarTable,
  db = documents,
): CalendarStores =>
  dynamoCalendarStores(db, table, { admins: config.admins, importedTypes: config.importedTypes, ...settings }, clock);

/** Members by group; those of other tests stay. */
export const setGroups = (
  groups: Readonly<Record<string, readonly string[]>>,
  table = config.calendarTable,
): Promise<void> =>
  dynamoGroups(documents, table).replace(Object.entries(groups).map(([address, members]) => ({ address, members })));

/** Sweeps what one calendar has left to be done: other tests have their jobs in the same table. */
export function sweepCalendar(calendarId: string, clock: Clock, stores = storesOn(clock)): Promise<void> {
  const listJobs = async () => (await stores.jobs.listJobs()).filter((job) => job.calendarId === calendarId);
  return runJobs(
    { clock, stores: { ...stores, jobs: { ...stores.jobs, listJobs } } },
    new Date(clock.now().getTime() + 60_000),
  );
}

/**
 * An instance of the functions, which shares nothing with others but the database. Asked by nobody, it gets no token.
 */
export function startInstance(
  email: string | undefined,
  clock: Clock,
  settings: Partial<StageSettings> = {},
  table = config.calendarTable,
): AskCalendar {
  const send = requestsTo(serve(calendarOperations, { ...calendar, clock, stores: storesOn(clock, settings, table) }));
  return (method, path, options = {}) =>
    send(method, `/calendar/v3${path}`, { ...(email !== undefined && { as: email }), ...options });
}

/** The reference's beginning: alice's main calendar in Zurich and her calendar S. */
export async function calendarFixture(
  settings: Partial<StageSettings> = {},
  table = config.calendarTable,
  clock = new TestClock(),
): Promise<CalendarFixture> {
  const [alice, bob, carol] = [someone('alice'), someone('bob'), someone('carol')];
  const ask = startInstance(alice, clock, settings, table);
  await ask('PATCH', '/calendars/primary', { body: { timeZone: 'Europe/Zurich' } });
  const { body } = await ask<{ id: string }>('POST', '/calendars', { body: { summary: 'S' } });
  return {
    ask,
    askAnonymously: startInstance(undefined, clock, settings, table),
    clock,
    alice,
    bob,
    carol,
    S: body.id,
  };
}

/** Gives somebody a role on a calendar of alice's. */
export async function share({ ask }: CalendarFixture, calendarId: string, email: string, role: string): Promise<void> {
  const { status, text } = await ask('POST', rulePath(calendarId), {
    body: { role, scope: { type: 'user', value: email } },
  });
  if (status !== 200) throw new Error(`Sharing failed: ${text}`);
}

export const hourFrom = (start: string): Pick<EventResource, 'start' | 'end'> => ({
  start: { dateTime: start },
  end: { dateTime: new Date(Date.parse(start) + 3_600_000).toISOString() },
});

/** An event as the service answers it; what it lacks is left to the assertion. */
export type AnsweredEvent = { [K in keyof EventResource]-?: NonNullable<EventResource[K]> };

/** Puts an event of alice's in a calendar. */
export async function addEvent(
  { ask }: CalendarFixture,
  event: EventResource,
  calendarId = 'primary',
  query = '',
): Promise<AnsweredEvent> {
  const { status, text, body } = await ask<AnsweredEvent>('POST', `${eventsPath(calendarId)}${query}`, { body: event });
  if (status !== 200) throw new Error(`Adding an event failed: ${text}`);
  return body;
}

/** What an error says: status, reason, domain and place. */
export const refusal = ({ status, body }: Answer<Record<string, unknown>>): Record<string, unknown> => {
  const [first] = (body['error'] as { errors?: Record<string, string>[] } | undefined)?.errors ?? [];
  const { message: _message, ...entry } = first ?? {};
  return { status, ...entry };
};

const zurich = (dateTime: string) => ({ dateTime, timeZone: 'Europe/Zurich' });

/** Tuesdays at 14:00 in Zurich, four times: the second is the last before summer time. */
export const TUESDAYS: EventResource = {
  summary: 'Tuesdays',
  start: zurich('2026-03-17T14:00:00'),
  end: zurich('2026-03-17T15:00:00'),
  recurrence: ['RRULE:FREQ=WEEKLY;COUNT=4'],
};

/** An API key of the service. */
export async function addApiKey(): Promise<string> {
  const key = newKey(randomIds);
  await dynamoApiKeys(documents, config.calendarTable).add({
    hash: hashKey(key),
    label: 'test',
    created: MONDAY.toISOString(),
  });
  return key;
}
