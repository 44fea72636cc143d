/**
 * Colliding ids: ids of events are known to others. A stranger, a fellow guest and a former one put events with the id
 * of somebody else's meeting into calendars of their own, import, change, move and delete them. The meeting's own copies
 * must stay as they are.
 */
import type { EventResource } from '#lib/calendar/resources/event';
import { eventsPath, TUESDAYS, type AnsweredEvent } from '#test/support/calendar/calendar';
import { inviting, NOON, signUp, type GuestsFixture } from '#test/support/calendar/guests';
import { someone } from '#test/support/people';
import { seededRandom, type Random } from '#test/tools/shared/random';

const ACTIONS_EACH = 5;

interface Attacker {
  readonly email: string;
  /** Calendars without a copy of the meeting. */
  readonly calendars: readonly [string, string];
}

async function attackerOf({ ask }: GuestsFixture, email: string): Promise<Attacker> {
  const make = async () =>
    (await ask<{ id: string }>('POST', '/calendars', { as: email, body: { summary: 'Mine' } })).body.id;
  return { email, calendars: [await make(), await make()] };
}

/** One thing that an attacker can do with an id; whether it is allowed does not matter. */
async function act(fixture: GuestsFixture, { email: as, calendars }: Attacker, target: AnsweredEvent, random: Random) {
  const { ask, alice, bob, carol } = fixture;
  const { id, iCalUID } = target;
  const guests = inviting(...random.pick([[bob], [alice, bob], [bob, carol]]));
  const mine = { summary: 'Mine now', ...(random.percent(70) ? NOON : TUESDAYS), ...guests };
  const [from, to] = random.percent(50) ? calendars : [calendars[1], calendars[0]];
  const made: EventResource = { ...mine, id };
  const actions: readonly (() => Promise<unknown>)[] = [
    () => ask('POST', eventsPath(from), { as, body: made }),
    () => ask('POST', `${eventsPath(from)}/import`, { as, body: { ...mine, iCalUID, organizer: { email: as } } }),
    () => ask('POST', `${eventsPath(from)}/import`, { as, body: { ...mine, iCalUID, organizer: { email: alice } } }),
    () => ask('PATCH', eventsPath(from, id), { as, body: { location: 'Elsewhere', ...guests } }),
    () => ask('PUT', eventsPath(from, id), { as, body: made }),
    () => ask('POST', `${eventsPath(from, id)}/move?destination=${encodeURIComponent(to)}`, { as }),
    () => ask('PATCH', eventsPath(from, `${id}_20260317T130000Z`), { as, body: guests }),
    () => ask('DELETE', eventsPath(from, id), { as }),
  ];
  // Without an event of the same id there is nothing to change, move or delete.
  await random.pick(random.percent(50) ? actions.slice(0, 2) : actions)?.();
  await fixture.settle();
}

const seen = ({ summary, status, location, start, organizer, attendees }: AnsweredEvent): string =>
  JSON.stringify({ summary, status, location, start, organizer: organizer?.email, guests: attendees?.length });

/** What was found; empty when nobody's copy of a meeting was touched. */
export async function collideIds(fixture: GuestsFixture, rounds: number, seed: number): Promise<string[]> {
  const { bob, carol, alice, meeting, read, write, settle } = fixture;
  const random = seededRandom(seed);
  const [mallory, former] = [someone('mallory'), someone('former')];
  await signUp(fixture, bob, carol, mallory, former);
  const attackers = [];
  for (const email of [mallory, carol, former]) attackers.push(await attackerOf(fixture, email));
  const findings: string[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const event = await meeting(inviting(bob, carol, former));
    await write(alice, 'PATCH', event.id, inviting(bob, carol));
    await settle();
    const look = async () => ({ alice: seen(await read(alice, event.id)), bob: seen(await read(bob, event.id)) });
    const before = await look();
    const attacker = attackers[round % attackers.length];
    if (attacker === undefined) break;
    for (let turn = 0; turn < ACTIONS_EACH; turn += 1) {
      await act(fixture, attacker, event, random);
      const after = await look();
      if (JSON.stringify(after) === JSON.stringify(before)) continue;
      findings.push(`round ${String(round)}, turn ${String(turn)}: ${attacker.email} made it ${JSON.stringify(after)}`);
      break;
    }
    await write(alice, 'DELETE', event.id);
    await settle();
  }
  return findings;
}
