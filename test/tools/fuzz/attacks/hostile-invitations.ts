/**
 * Hostile invitations and dense rules: somebody invites hundreds of strangers, or one victim to events that end in the
 * year 9999 and to endless series with an occurrence each minute. The victim has a life of her own in her calendar.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EventResource } from '#lib/calendar/resources/event';
import { eventsPath } from '#test/support/calendar/calendar';
import { inviting, signUp, type GuestsFixture } from '#test/support/calendar/guests';
import { someone } from '#test/support/people';
import { seededRandom, type Random } from '#test/tools/shared/random';

export interface Hostility {
  readonly rounds: number;
  readonly seed: number;
  /** Of one invitation. */
  readonly strangers: number;
  /** What takes longer is a finding; undefined where nothing is said about time. */
  readonly limitMs?: number;
  /** Where the fixture puts its letters. */
  readonly outbox: string;
}

/** What the log says then. */
export const LETTERS_ENDED = "letters were not sent: the sender's ceiling of the day is reached";

const MAX_TIMES_A_DAY = 1_440;
/** A letter to a stranger counts as five of the thousand that the fixture allows for a day. */
const MAX_LETTERS_TO_STRANGERS = 200;
/** What owners are told whose calendar names more occurrences than one request looks at. */
const TOO_MANY = 'Too many recurring events';
const MONTH = { timeMin: '2026-03-01T00:00:00Z', timeMax: '2026-04-01T00:00:00Z' };

const upTo = (count: number): string => Array.from({ length: count }, (_, number) => String(number)).join(',');
const at = (dateTime: string) => ({ dateTime, timeZone: 'UTC' });
const MINUTE: EventResource = { start: at('2026-03-02T00:00:00Z'), end: at('2026-03-02T00:00:30Z') };

interface Attempt {
  readonly body: EventResource;
  /** Occurrences a day by all rules together. */
  readonly timesADay: number;
}

function attempt(random: Random, victim: string, strangers: number): Attempt {
  const kind = random.below(4);
  if (kind === 0) {
    const emails = Array.from(
      { length: strangers },
      (_, number) => `stranger${String(number)}@of-${String(random.below(1e6))}.example`,
    );
    return { body: { ...MINUTE, summary: 'You have won', ...inviting(...emails) }, timesADay: 0 };
  }
  if (kind === 1) {
    const start = random.pick(['2026-03-02T00:00:00Z', '1970-01-01T00:00:00Z', '9998-01-01T00:00:00Z']);
    return { body: { start: at(start), end: at('9999-12-30T00:00:00Z'), ...inviting(victim) }, timesADay: 0 };
  }
  const rules = random.pick([1, 1, 2, 8]);
  const [hours, minutes] = [random.pick([1, 12, 24]), random.pick([1, 30, 60])];
  const rule = (number: number): string =>
    `RRULE:FREQ=DAILY;BYSECOND=${String(number)};BYHOUR=${upTo(hours)};BYMINUTE=${upTo(minutes)}`;
  return {
    body: { ...MINUTE, recurrence: Array.from({ length: rules }, (_, number) => rule(number)), ...inviting(victim) },
    timesADay: rules * hours * minutes,
  };
}

/** Two endless daily series, and time that declines. */
async function fillCalendar({ ask, settle }: GuestsFixture, as: string): Promise<void> {
  const daily = { ...MINUTE, recurrence: ['RRULE:FREQ=DAILY'] };
  const busy = { eventType: 'focusTime', focusTimeProperties: { autoDeclineMode: 'declineAllConflictingInvitations' } };
  const focus = { ...busy, start: at('2026-03-03T08:00:00Z'), end: at('2026-03-03T09:00:00Z') };
  for (const body of [daily, daily, focus]) {
    const { status, text } = await ask('POST', eventsPath(), { as, body });
    if (status !== 200) throw new Error(`The victim has no calendar: ${text}`);
  }
  await settle();
}

async function timed<T>(work: () => Promise<T>): Promise<{ readonly ms: number; readonly got: T }> {
  const startedAt = performance.now();
  const got = await work();
  return { ms: performance.now() - startedAt, got };
}

/** What was found; empty when the victim's day is not disturbed. */
export async function inviteHostilely(fixture: GuestsFixture, hostility: Hostility): Promise<string[]> {
  const { rounds, seed, strangers, limitMs = Infinity, outbox } = hostility;
  const { ask, settle } = fixture;
  const random = seededRandom(seed);
  const [mallory, victim] = [someone('mallory'), someone('victim')];
  await signUp(fixture, mallory, victim);
  await fillCalendar(fixture, victim);
  const findings: string[] = [];
  const expect = (holds: boolean, text: () => string): void => {
    if (!holds) findings.push(text());
  };
  for (let round = 0; round < rounds; round += 1) {
    const { body, timesADay } = attempt(random, victim, strangers);
    const said = `round ${String(round)} ${JSON.stringify({ ...body, attendees: body.attendees?.length }).slice(0, 200)}`;
    const { status } = await ask('POST', `${eventsPath()}?sendUpdates=all`, { as: mallory, body });
    const wanted = timesADay > MAX_TIMES_A_DAY ? 400 : 200;
    expect(status === wanted, () => `${said} was answered ${String(status)}, not ${String(wanted)}`);
    const copied = await timed(settle);
    // Copies for many guests and their letters take long, and nobody waits for them but the sender.
    expect(
      copied.ms <= limitMs || body.attendees?.length !== 1,
      () => `${said} kept copies busy for ${copied.ms.toFixed(0)} ms`,
    );
  }
  const reads = [
    ['GET', `${eventsPath()}?singleEvents=true&maxResults=250&timeMin=${MONTH.timeMin}`, undefined],
    ['POST', '/freeBusy', { ...MONTH, items: [{ id: victim }] }],
  ] as const;
  for (const [method, path, body] of reads) {
    const { ms, got } = await timed(() => ask(method, path, { as: victim, ...(body && { body }) }));
    expect(
      got.status === 200 || got.text.includes(TOO_MANY),
      () => `the victim's ${path} is answered ${String(got.status)} ${got.text.slice(0, 200)}`,
    );
    expect(ms <= limitMs, () => `the victim's ${path} took ${ms.toFixed(0)} ms`);
  }
  const sent = readdirSync(outbox).filter((name) =>
    /^To: .*stranger\d/m.test(readFileSync(join(outbox, name), 'utf8')),
  );
  expect(sent.length <= MAX_LETTERS_TO_STRANGERS, () => `${String(sent.length)} letters to strangers in a day`);
  return findings;
}
