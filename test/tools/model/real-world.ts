/** The service under test, asked as three people, and rows of its answers in the form of the model. */
import type { EventResource, EventsResource } from '#lib/calendar/resources/event';
import { calendarPath, eventsPath, rulePath, type TestClock } from '#test/support/calendar/calendar';
import { PEOPLE, type CalendarName, type ListOptions, type Person, type Role, type Row } from './world-model.ts';

export interface Reply {
  readonly status: number;
  readonly body: Record<string, unknown>;
}

/** A request below `/calendar/v3`, as somebody. */
export type AskAs = (email: string, method: string, path: string, body?: object) => Promise<Reply>;

const timeOf = (time: EventResource['start']): number => Date.parse(time?.dateTime ?? time?.date ?? '');

export function rowOf(event: EventResource): Row {
  const { id = '', summary, location, status, visibility, transparency, recurringEventId, attendees } = event;
  if (status === 'cancelled') return { id, status };
  const reminder = event.reminders?.overrides?.[0]?.minutes;
  const answer = attendees?.[0]?.responseStatus;
  return {
    id,
    status: status === 'tentative' ? status : 'confirmed',
    updated: Date.parse(event.updated ?? ''),
    start: timeOf(event.start),
    end: timeOf(event.end),
    ...(summary !== undefined && { summary }),
    ...(location !== undefined && { location }),
    ...(visibility === 'private' && { visibility }),
    ...(transparency === 'transparent' && { transparency }),
    ...(answer !== undefined && { answer }),
    ...(recurringEventId !== undefined && { seriesId: recurringEventId }),
    ...(event.reminders !== undefined && { reminder: reminder === undefined ? 'default' : String(reminder) }),
  };
}

/** What a client has of a calendar, and the token with which it goes on. */
interface SyncedCopy {
  token: string;
  readonly rows: Map<string, Row>;
}

/** The three, and the guest, who only answers invitations and has a calendar of copies. */
type Emails = Readonly<Record<Person | 'guest', string>>;

/** The service, the clock that it goes by, and its work beside requests. */
export interface Service {
  readonly ask: AskAs;
  readonly clock: TestClock;
  /** Resolves when every change has been handed on to the guest, and back. */
  settle(): Promise<void>;
}

export class RealWorld {
  readonly clock: TestClock;
  readonly guest: string;
  readonly #service: Service;
  readonly #emails: Emails;
  readonly #ids: Readonly<Record<CalendarName | 'primary', string>>;
  readonly #copies = new Map<string, SyncedCopy>();

  private constructor(service: Service, emails: Emails, ids: Readonly<Record<CalendarName, string>>) {
    this.#service = service;
    this.clock = service.clock;
    this.guest = emails.guest;
    this.#emails = emails;
    this.#ids = { ...ids, primary: 'primary' };
  }

  /** New people with two calendars of alice's, in UTC. */
  static async open(service: Service, emails: Emails): Promise<RealWorld> {
    const { ask } = service;
    const make = async (summary: string): Promise<string> =>
      String((await ask(emails.alice, 'POST', '/calendars', { summary })).body['id']);
    await ask(emails.guest, 'GET', '/calendars/primary');
    const world = new RealWorld(service, emails, { one: await make('one'), other: await make('other') });
    for (const [who, role] of [
      ['bob', 'writer'],
      ['carol', 'reader'],
    ] as const)
      await world.share(who, role);
    return world;
  }

  async share(who: Person, role: Role): Promise<void> {
    for (const id of [this.#ids.one, this.#ids.other])
      await this.#service.ask(this.#emails.alice, 'POST', rulePath(id), {
        role,
        scope: { type: 'user', value: this.#emails[who] },
      });
  }

  personOf(email: string): Person | undefined {
    return PEOPLE.find((who) => this.#emails[who] === email);
  }

  settle(): Promise<void> {
    return this.#service.settle();
  }

  reply(eventId: string, responseStatus: string): Promise<Reply> {
    const attendees = [{ email: this.guest, responseStatus }];
    return this.#service.ask(this.guest, 'PATCH', eventsPath('primary', eventId), { attendees });
  }

  send(
    who: Person | 'guest',
    method: string,
    calendar: CalendarName | 'primary',
    path: string,
    body?: object,
  ): Promise<Reply> {
    return this.#service.ask(this.#emails[who], method, `${calendarPath(this.#ids[calendar])}${path}`, body);
  }

  event(who: Person, method: string, calendar: CalendarName, id: string, body?: object): Promise<Reply> {
    return this.#service.ask(this.#emails[who], method, eventsPath(this.#ids[calendar], id), body);
  }

  destination(calendar: CalendarName): string {
    return encodeURIComponent(this.#ids[calendar]);
  }

  /** All pages. */
  async #listAll(
    who: Person | 'guest',
    calendar: CalendarName | 'primary',
    query: Readonly<Record<string, string>>,
  ): Promise<{ status: number; rows: Row[]; token: string }> {
    const rows: Row[] = [];
    for (let pageToken = ''; ;) {
      const sent = new URLSearchParams({ ...query, ...(pageToken !== '' && { pageToken }) });
      const { status, body } = await this.send(who, 'GET', calendar, `/events?${String(sent)}`);
      const { items = [], nextPageToken, nextSyncToken = '' } = body as Partial<EventsResource>;
      rows.push(...items.map(rowOf));
      if (nextPageToken === undefined) return { status, rows, token: nextSyncToken };
      pageToken = nextPageToken;
    }
  }

  async list(
    who: Person,
    calendar: CalendarName,
    { isExpanded, showDeleted, from, to }: ListOptions,
    more: Readonly<Record<string, string>>,
  ): Promise<Row[]> {
    const { rows } = await this.#listAll(who, calendar, {
      ...more,
      singleEvents: String(isExpanded),
      showDeleted: String(showDeleted),
      ...(from !== undefined && { timeMin: new Date(from).toISOString() }),
      ...(to !== undefined && { timeMax: new Date(to).toISOString() }),
    });
    return rows;
  }

  /** Brings a client's copy up to date, and answers what is not cancelled in it, and what the next sync would tell. */
  async sync(
    who: Person | 'guest',
    calendar: CalendarName | 'primary',
    isExpanded: boolean,
    maxResults: string,
  ): Promise<{ rows: Row[]; told: readonly Row[]; again: readonly Row[] }> {
    const name = `${who} ${calendar} ${String(isExpanded)}`;
    const known = this.#copies.get(name);
    const first = { singleEvents: String(isExpanded), maxResults };
    const since = (syncToken: string) => this.#listAll(who, calendar, { syncToken, maxResults });
    const asked = known === undefined ? await this.#listAll(who, calendar, first) : await since(known.token);
    const isNew = known === undefined || asked.status === 410;
    const told = asked.status === 410 ? await this.#listAll(who, calendar, first) : asked;
    const copy: SyncedCopy = { token: told.token, rows: isNew ? new Map<string, Row>() : known.rows };
    for (const row of told.rows) {
      if (row.status === 'cancelled') copy.rows.delete(row.id);
      else copy.rows.set(row.id, row);
    }
    this.#copies.set(name, copy);
    return { rows: [...copy.rows.values()], told: told.rows, again: (await since(copy.token)).rows };
  }
}
