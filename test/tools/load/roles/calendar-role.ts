/** A user of a shared calendar: reads, writes, syncs. Only this client changes the events that it created. */
import { randomBytes } from 'node:crypto';
import { isUndecided, reasonOf, type Answer } from '#test/tools/load/client/wire';
import type { Role, Dependencies } from './role.ts';
import { itemsOf, SyncedCopy, type ListedEvent } from './synced-copy.ts';
import type { Team } from './team.ts';

interface Own {
  readonly summary: string;
  readonly etag: string;
  readonly startMs: number;
}

const HOUR_MS = 3_600_000;
const FIRST_MS = Date.parse('2027-03-01T08:00:00Z');
const WEEKS = 26;
const STEPS = {
  week: 22,
  sync: 20,
  insert: 16,
  patch: 12,
  get: 10,
  remove: 4,
  busy: 5,
  lists: 4,
  quickAdd: 3,
  instances: 4,
} as const;

const iso = (ms: number): string => new Date(ms).toISOString();
const isDone = ({ status }: Answer): boolean => status >= 200 && status < 300;

export class CalendarRole implements Role {
  readonly #dependencies: Dependencies;
  readonly #team: Team;
  readonly #copy: SyncedCopy;
  readonly #path: string;
  /** Undefined: deleted, or never created. */
  readonly #own = new Map<string, Own | undefined>();
  readonly #series: string[] = [];
  /** Events with server-chosen ids, by their text; whether they were acknowledged. */
  readonly #unnamed = new Map<string, boolean>();
  readonly #prefix: string;
  #made = 0;

  constructor(dependencies: Dependencies, team: Team) {
    this.#dependencies = dependencies;
    this.#team = team;
    this.#path = `${team.path}/events`;
    this.#copy = new SyncedCopy(dependencies.wire, team.path);
    this.#prefix = `load${randomBytes(6).toString('hex')}`;
  }

  async step(): Promise<void> {
    const { chance, wire } = this.#dependencies;
    switch (chance.weighted(STEPS)) {
      case 'week':
        return this.#listAround();
      case 'sync':
        return this.#copy.sync();
      case 'insert':
        return this.#insert();
      case 'patch':
        return this.#patch();
      case 'remove':
        return this.#remove();
      case 'quickAdd':
        return this.#quickAdd();
      case 'get':
        return this.#get();
      case 'busy': {
        const timeMin = FIRST_MS + chance.below(WEEKS) * 168 * HOUR_MS;
        const body = {
          timeMin: iso(timeMin),
          timeMax: iso(timeMin + 168 * HOUR_MS),
          items: [{ id: this.#team.calendarId }, { id: 'primary' }],
        };
        await wire.sendUntilAnswered('calendar.freebusy.query', 'POST', 'calendar/v3/freeBusy', { body });
        return;
      }
      case 'lists': {
        await wire.sendUntilAnswered('calendar.calendarList.list', 'GET', 'calendar/v3/users/me/calendarList');
        return;
      }
      case 'instances': {
        const id = chance.pick(this.#series);
        if (id !== undefined)
          await wire.sendUntilAnswered('calendar.events.instances', 'GET', `${this.#path}/${id}/instances`, {
            expected: [404, 410],
          });
      }
    }
  }

  /** One of this client's existing events. */
  #pick(): [string, Own] | undefined {
    const present = [...this.#own].filter((entry): entry is [string, Own] => entry[1] !== undefined);
    return this.#dependencies.chance.pick(present);
  }

  /** Lists a week around one of this client's events: must show its last acknowledged state. */
  async #listAround(): Promise<void> {
    const { chance, wire, findings } = this.#dependencies;
    const picked = this.#pick();
    const atMs = picked?.[1].startMs ?? FIRST_MS + chance.below(WEEKS) * 168 * HOUR_MS;
    const query = new URLSearchParams({
      singleEvents: 'true',
      orderBy: 'startTime',
      timeMin: iso(atMs - 84 * HOUR_MS),
      timeMax: iso(atMs + 84 * HOUR_MS),
      maxResults: '2500',
    });
    const { body } = await wire.sendUntilAnswered(
      'calendar.events.list (week)',
      'GET',
      `${this.#path}?${query.toString()}`,
    );
    if (picked === undefined) return;
    const [id, { summary }] = picked;
    const shown = itemsOf(body).find((event) => event.id === id || event.recurringEventId === id);
    findings.check(
      shown?.summary === summary,
      () => `a week's list shows '${String(shown?.summary)}' where '${summary}' was acknowledged (${id})`,
    );
  }

  async #insert(): Promise<void> {
    const { chance, wire } = this.#dependencies;
    const id = `${this.#prefix}${String((this.#made += 1))}`;
    const startMs = FIRST_MS + chance.below(WEEKS * 7) * 24 * HOUR_MS + chance.below(10) * HOUR_MS;
    const isSeries = chance.next() < 0.1;
    const summary = `${id} new`;
    const body = {
      id,
      summary,
      description: 'What was said last time, and what to bring along.',
      start: { dateTime: iso(startMs), timeZone: 'Europe/Zurich' },
      end: { dateTime: iso(startMs + HOUR_MS), timeZone: 'Europe/Zurich' },
      ...(isSeries && { recurrence: ['RRULE:FREQ=WEEKLY;COUNT=12'] }),
    };
    if (isSeries) this.#series.push(id);
    await this.#change('calendar.events.insert', id, startMs, summary, () =>
      wire.call('calendar.events.insert', 'POST', this.#path, { body }),
    );
  }

  async #patch(): Promise<void> {
    const { chance, wire } = this.#dependencies;
    const picked = this.#pick();
    if (picked === undefined) return this.#insert();
    const [id, { etag, startMs }] = picked;
    const summary = `${id} ${String((this.#made += 1))}`;
    const headers = chance.next() < 0.5 ? { 'if-match': etag } : {};
    await this.#change('calendar.events.patch', id, startMs, summary, () =>
      wire.call('calendar.events.patch', 'PATCH', `${this.#path}/${id}`, { body: { summary }, headers }),
    );
  }

  async #remove(): Promise<void> {
    const picked = this.#pick();
    if (picked === undefined) return;
    const [id, { startMs }] = picked;
    await this.#change('calendar.events.delete', id, startMs, undefined, () =>
      this.#dependencies.wire.call('calendar.events.delete', 'DELETE', `${this.#path}/${id}`),
    );
  }

  /** Makes a change after which the event has this summary, or is deleted. */
  async #change(
    operation: string,
    id: string,
    startMs: number,
    summary: string | undefined,
    send: () => Promise<Answer>,
  ): Promise<void> {
    const { findings } = this.#dependencies;
    const answer = await send();
    if (isUndecided(answer)) return this.#lookUp(operation, id, startMs, summary, answer.sentMs);
    if (!isDone(answer)) {
      findings.add(`${operation} of an event that nobody else writes: ${String(answer.status)} ${reasonOf(answer)}`);
      return this.#lookUp(operation, id, startMs, summary, answer.sentMs);
    }
    this.#team.changed(answer.sentMs);
    this.#own.set(id, summary === undefined ? undefined : { summary, startMs, etag: String(answer.body['etag']) });
    if (summary !== undefined)
      findings.check(
        answer.body['summary'] === summary,
        () => `${operation} answered '${String(answer.body['summary'])}' to '${summary}'`,
      );
  }

  /** A change without an answer either happened or did not; nothing in between. */
  async #lookUp(
    operation: string,
    id: string,
    startMs: number,
    summary: string | undefined,
    sentMs: number,
  ): Promise<void> {
    const { wire, findings } = this.#dependencies;
    const { body, status } = await wire.sendUntilAnswered('calendar.events.get', 'GET', `${this.#path}/${id}`, {
      expected: [404],
    });
    const found =
      status === 200 && body['status'] !== 'cancelled'
        ? { summary: String(body['summary']), etag: String(body['etag']), startMs }
        : undefined;
    const before = this.#own.get(id)?.summary;
    findings.check(
      found?.summary === summary || found?.summary === before,
      () =>
        `${operation} without an answer left '${String(found?.summary)}', neither '${String(before)}' nor '${String(summary)}'`,
    );
    if (found?.summary !== before) this.#team.changed(sentMs);
    this.#own.set(id, found);
  }

  async #get(): Promise<void> {
    const { wire, findings } = this.#dependencies;
    const picked = this.#pick();
    if (picked === undefined) return;
    const [id, { etag }] = picked;
    const { body, status } = await wire.sendUntilAnswered('calendar.events.get', 'GET', `${this.#path}/${id}`);
    findings.check(
      body['etag'] === etag,
      () => `events.get shows ${String(status)} ${String(body['etag'])} where ${etag} was acknowledged (${id})`,
    );
  }

  async #quickAdd(): Promise<void> {
    // Ends with a letter, so that no text is a prefix of another.
    const text = `${this.#prefix}q${String((this.#made += 1))}z`;
    const answer = await this.#dependencies.wire.call(
      'calendar.events.quickAdd',
      'POST',
      `${this.#path}/quickAdd?text=${encodeURIComponent(`${text} on 5 May 2027 at 10:00`)}`,
    );
    this.#unnamed.set(text, isDone(answer));
    if (isDone(answer)) this.#team.changed(answer.sentMs);
  }

  async verify(): Promise<void> {
    await this.#copy.sync();
    const all = await this.#copy.readAll();
    this.#compareCopy(all);
    this.#compareOwn(all);
  }

  #compareCopy(all: ReadonlyMap<string, ListedEvent>): void {
    const { findings, name } = this.#dependencies;
    const copy = this.#copy.events;
    for (const [id, { etag }] of all)
      findings.check(
        copy.get(id)?.etag === etag,
        () => `${name}'s copy has ${String(copy.get(id)?.etag)} where the server has ${etag} (${id})`,
      );
    for (const id of copy.keys())
      findings.check(all.has(id), () => `${name}'s copy has ${id}, which the server has not`);
  }

  #compareOwn(all: ReadonlyMap<string, ListedEvent>): void {
    const { findings } = this.#dependencies;
    for (const [id, own] of this.#own) {
      const found = all.get(id);
      findings.check(
        found?.etag === own?.etag && found?.summary === own?.summary,
        () => `acknowledged was '${String(own?.summary)}', the server has '${String(found?.summary)}' (${id})`,
      );
    }
    const mine = [...all.values()].filter(({ id }) => id.startsWith(this.#prefix));
    for (const { id } of mine)
      findings.check(this.#own.get(id) !== undefined, () => `the server has ${id}, which was removed or never made`);
    for (const [text, isAcknowledged] of this.#unnamed) {
      const count = [...all.values()].filter(({ summary = '' }) => summary.includes(text)).length;
      findings.check(
        count === 1 || (count === 0 && !isAcknowledged),
        () => `quickAdd of '${text}' left ${String(count)} events`,
      );
    }
  }
}
