/** Pulls that are cut short or run while the other side changes end equal to it. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { EventResource } from '#lib/calendar/resources/event';
import type { CalendarStores } from '#lib/calendar/stores/all';
import type { PullStore } from '#lib/pull/stores';
import { calendar } from '#lib/runtime/calendar/serve';
import { pulls } from '#lib/runtime/pull/calendar';
import { startAlmanac, type Almanac } from '#lib/testing/start-almanac';
import { someone } from '#test/support/people';
import { compare, here, personAt, pull, type PersonThere } from '#test/support/pull/upstream';

let there: Almanac;
beforeAll(async () => {
  there = await startAlmanac({ services: ['calendar'] });
});
afterAll(() => there.stop());

const EVENTS = 'calendars/primary/events';
const WRITERS = 8;
const ROUNDS = 10;

const hour = (index: number) => {
  const at = (ms: number) => ({
    dateTime: new Date(Date.UTC(2026, 2, 2, 9) + index * 3_600_000 + ms).toISOString(),
    timeZone: 'UTC',
  });
  return { start: at(0), end: at(1_800_000) };
};

/** Single events and series with exceptions. */
async function fill(person: PersonThere, count: number): Promise<void> {
  const add = async (index: number): Promise<void> => {
    const body = { ...hour(index), summary: `Event ${String(index)}` };
    const isSeries = index % 5 === 0;
    const { id = '' } = await person.ask<EventResource>('POST', EVENTS, {
      ...body,
      ...(isSeries && { recurrence: ['RRULE:FREQ=DAILY;COUNT=5'] }),
      ...(index % 3 === 0 && { reminders: { useDefault: false, overrides: [{ method: 'popup', minutes: index }] } }),
    });
    if (!isSeries) return;
    const { items = [] } = await person.ask<{ items: EventResource[] }>('GET', `${EVENTS}/${id}/instances`);
    await person.ask('PATCH', `${EVENTS}/${items[1]?.id ?? ''}`, { summary: 'An exception' });
    await person.ask('DELETE', `${EVENTS}/${items[2]?.id ?? ''}`);
  };
  await Promise.all(Array.from({ length: count }, (_, index) => add(index)));
}

/** Small pages, so that there are many points to be killed at. */
const inSmallPages = ({ upstream, ...person }: PersonThere): PersonThere => ({
  ...person,
  upstream: {
    get: (path, query) => upstream.get(path, path.endsWith('/events') ? { ...query, maxResults: 7 } : query),
  },
});

class Killed extends Error {}

/** Everything that a pull does to the database and at the other service; from the given step on, nothing works. */
function dyingAt(step: number, person: PersonThere) {
  let steps = 0;
  const wrapped = <T extends object>(target: T): T =>
    new Proxy(target, {
      get: (_target, name) => {
        const value: unknown = Reflect.get(target, name);
        if (typeof value !== 'function') return value;
        return (...args: unknown[]) => {
          steps += 1;
          return steps > step ? Promise.reject(new Killed()) : (Reflect.apply(value, target, args) as unknown);
        };
      },
    });
  const { stores } = calendar;
  const dying: CalendarStores = {
    ...stores,
    users: wrapped(stores.users),
    calendars: wrapped(stores.calendars),
    rules: wrapped(stores.rules),
    entries: wrapped(stores.entries),
    events: wrapped(stores.events),
  };
  return {
    person: { ...person, upstream: wrapped(person.upstream) },
    options: { stores: dying, pulls: wrapped<PullStore>(pulls) },
    steps: () => steps,
  };
}

const idsHere = async (email: string): Promise<string[]> => {
  const { items } = await here(email).get<{ items: EventResource[] }>(EVENTS, { maxResults: 2500 });
  return items.map(({ id = '' }) => id);
};

describe('a pull', () => {
  test('that dies ten times goes on each time: nothing is lost, nothing is there twice', async () => {
    const ann = inSmallPages(await personAt(there, someone('dying')));
    await fill(ann, 50);
    const empty = dyingAt(Infinity, await personAt(there, someone('empty')));
    await pull(there, empty.person, empty.options);

    let deaths = 0;
    for (let death = 1; death <= 10; death += 1) {
      // Each run gets a little farther than the one before.
      const dying = dyingAt(empty.steps() - 16 + death * 3, ann);
      await pull(there, dying.person, dying.options).catch((error: unknown) => {
        if (!(error instanceof Killed)) throw error;
        deaths += 1;
      });
    }
    await pull(there, ann);

    expect(deaths).toBe(10);
    const ids = await idsHere(ann.email);
    expect(new Set(ids).size).toBe(ids.length);
    expect(await compare(ann)).toEqual({ events: ids.length, differences: [] });
  });

  test('while 8 writers change the other side ends equal to it', async () => {
    const ann = inSmallPages(await personAt(there, someone('busy')));
    await fill(ann, 24);
    const { items } = await ann.ask<{ items: EventResource[] }>('GET', `${EVENTS}?maxResults=2500`);
    const masters = items.filter(({ recurringEventId }) => recurringEventId === undefined);
    const write = async (writer: number): Promise<void> => {
      const own = masters.filter((_event, index) => index % WRITERS === writer);
      for (let round = 0; round < ROUNDS; round += 1) {
        const { id = '' } = own[round % own.length] ?? {};
        if (round % 4 === 0) await ann.ask('POST', EVENTS, { ...hour(round), summary: `By ${String(writer)}` });
        else if (round % 7 === 0) {
          const { id: made = '' } = await ann.ask<EventResource>('POST', EVENTS, hour(round));
          await ann.ask('DELETE', `${EVENTS}/${made}`);
        } else
          await ann.ask('PATCH', `${EVENTS}/${id}`, { summary: `${String(writer)} ${String(round)}`, ...hour(round) });
      }
    };
    const writers = Array.from({ length: WRITERS }, (_, writer) => write(writer));

    let isWriting = true;
    const written = Promise.all(writers).finally(() => {
      isWriting = false;
    });
    while (isWriting) await pull(there, ann);
    await written;
    await pull(there, ann);

    expect((await compare(ann)).differences).toEqual([]);
  });
});
