/**
 * One more client, who means harm: invites strangers and a victim to events without end and to dense series, gives the
 * ids of others to events of its own, and names another quota user each time. At the end, an ordinary invitation must
 * still reach the victim, and stay what it is.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Json, Wire } from '#test/tools/load/client/wire';
import type { Dependencies, Role } from './role.ts';

const EVENTS = 'calendar/v3/calendars/primary/events';
/** Between two things that it does: it is one client among many. */
const PAUSE_MS = 200;
const STRANGERS = 40;
const MAX_WAIT_FOR_COPY_MS = 60_000;
/** Refused because of rules, quota or ids that are taken. */
const REFUSALS = [400, 403, 409, 429];

const at = (dateTime: string): Json => ({ dateTime, timeZone: 'UTC' });
const upTo = (count: number): string => Array.from({ length: count }, (_, number) => String(number)).join(',');

export interface Victim {
  readonly email: string;
  readonly wire: Wire;
  /** Whose invitations the victim should have. */
  readonly friend: Wire;
}

export class HostileRole implements Role {
  readonly #around: Dependencies;
  readonly #victim: Victim;

  constructor(around: Dependencies, victim: Victim) {
    this.#around = around;
    this.#victim = victim;
  }

  #draft(): Json {
    const { chance } = this.#around;
    const start = at('2030-03-04T09:00:00Z');
    const victim = { attendees: [{ email: this.#victim.email }] };
    const rule = `RRULE:FREQ=DAILY;BYHOUR=${upTo(24)};BYMINUTE=${upTo(1 + chance.below(60))}`;
    const drafts: readonly Json[] = [
      { start, end: at('9999-12-30T00:00:00Z'), ...victim },
      { start, end: at('2030-03-04T09:00:30Z'), recurrence: [rule], ...victim },
      { start, end: at('2030-03-04T09:00:30Z'), recurrence: Array.from({ length: 8 }, () => rule), ...victim },
      {
        start,
        end: at('2030-03-04T10:00:00Z'),
        attendees: Array.from({ length: STRANGERS }, () => ({ email: `s${String(chance.below(1e9))}@nobody.example` })),
      },
    ];
    return chance.pick(drafts) ?? {};
  }

  async step(): Promise<void> {
    const { wire, chance } = this.#around;
    const quotaUser = `quotaUser=${String(chance.below(1e9))}`;
    await wire.call('hostile events.insert', 'POST', `${EVENTS}?sendUpdates=all&${quotaUser}`, {
      body: this.#draft(),
      expected: REFUSALS,
    });
    await wire.call('hostile colors.get', 'GET', `calendar/v3/colors?${quotaUser}`, { expected: REFUSALS });
    await pause(PAUSE_MS);
  }

  async #copyOf(id: string): Promise<Json | undefined> {
    const { wire } = this.#victim;
    const deadline = Date.now() + MAX_WAIT_FOR_COPY_MS;
    for (;;) {
      const { status, body } = await wire.sendUntilAnswered('calendar.events.get', 'GET', `${EVENTS}/${id}`, {
        expected: [404],
      });
      if (status === 200) return body;
      if (Date.now() > deadline) return undefined;
      await pause(PAUSE_MS);
    }
  }

  async verify(): Promise<void> {
    const { wire, name, findings } = this.#around;
    const { email, friend } = this.#victim;
    const id = `lunch${Buffer.from(name)
      .toString('hex')
      .replaceAll(/[^0-9a-v]/g, '')}${String(Date.now())}`;
    const lunch = { id, start: at('2030-05-06T11:00:00Z'), end: at('2030-05-06T12:00:00Z'), attendees: [{ email }] };
    const expected = [409];
    await friend.sendUntilAnswered('calendar.events.insert', 'POST', EVENTS, {
      body: { ...lunch, summary: 'Lunch' },
      expected,
    });
    findings.check((await this.#copyOf(id))?.['summary'] === 'Lunch', () => `${email} has not heard of an invitation`);
    await wire.sendUntilAnswered('hostile events.insert', 'POST', EVENTS, {
      body: { ...lunch, summary: 'Mine now' },
      expected,
    });
    // The next invitation comes after it: what it could do has been done by then.
    await friend.sendUntilAnswered('calendar.events.insert', 'POST', EVENTS, {
      body: { ...lunch, id: `${id}0`, summary: 'Dinner' },
      expected,
    });
    findings.check((await this.#copyOf(`${id}0`))?.['summary'] === 'Dinner', () => `${email} hears nothing more`);
    findings.check(
      (await this.#copyOf(id))?.['summary'] === 'Lunch',
      () => `${email}'s copy of a meeting was taken over`,
    );
  }
}
