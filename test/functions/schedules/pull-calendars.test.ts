/**
 * The schedule that keeps pulling people who move in. Its settings are read when its code is loaded.
 * @modules own
 */
import { createServer, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { EventResource } from '#lib/calendar/resources/event';
import { eventually } from '#test/support/eventually';
import { listen } from '#test/support/http/listen';
import { someone } from '#test/support/people';
import { startElsewhere, type Elsewhere } from '#test/support/pull/mover-key';
import type * as Support from '#test/support/pull/upstream';
import { newFolder } from '#test/support/run/folders/new-folder';
import { newTable } from '#test/support/run/new-table';
import { underRole } from '#test/support/run/under-role';

const EVENTS = 'calendars/primary/events';
const DAY = { start: { date: '2026-03-10' }, end: { date: '2026-03-11' } };

let elsewhere: Elsewhere;
let support: typeof Support;
let handler: () => Promise<void>;

beforeAll(async () => {
  elsewhere = await startElsewhere(newFolder());
  // In that of the run are people of other tests, whose services are gone: each is asked three times, with pauses.
  const table = await newTable('CalendarTable');
  Object.assign(process.env, {
    CALENDAR_TABLE: table.name,
    PULL_CREDENTIALS: `file:${elsewhere.key}`,
    ALMANAC_LOOPBACK_WEBHOOKS: 'on',
  });
  support = await import('#test/support/pull/upstream');
  const { handler: pullCalendars } = await import('#functions/schedules/pull-calendars');
  handler = underRole('pullCalendars', () => pullCalendars());
});
afterAll(() => elsewhere.there.stop());

test('pullCalendars takes what has changed, of everybody who is not switched over', async () => {
  const { there } = elsewhere;
  const { personAt, pull, compare, here, pulls } = support;
  const [ann, bob] = await Promise.all([personAt(there, someone('ann')), personAt(there, someone('bob'))]);
  for (const person of [ann, bob]) await pull(there, person);
  const broken = await ann.ask<EventResource>('POST', EVENTS, { ...DAY, summary: 'First' });
  await bob.ask('POST', EVENTS, DAY);
  const person = await pulls.find(bob.email);
  await pulls.put({ email: bob.email, from: there.url, startedAtMs: 0, ...person, finishedAtMs: Date.now() });

  await handler();
  expect(await compare(ann)).toEqual({ events: 1, differences: [] });
  await ann.ask('DELETE', `${EVENTS}/${broken.id ?? ''}`);
  await Promise.all([handler(), handler()]);

  expect(await compare(ann)).toEqual({ events: 0, differences: [] });
  expect(await here(bob.email).get(EVENTS)).toMatchObject({ items: [] });
});

describe('people of a service', () => {
  test.each([
    ['is gone', (request: IncomingMessage) => request.destroy()],
    ['is silent', () => undefined],
  ])('do not wait for another that %s', async (_, treat) => {
    const { there } = elsewhere;
    const { personAt, pull, compare, pulls } = support;
    const other = await listen(createServer(treat));
    const [first, cleo] = [someone('aaa'), await personAt(there, someone('cleo'))];
    await pull(there, cleo);
    const person = { email: first, from: `${other.url}/`, startedAtMs: 0 };
    await pulls.put(person);
    await cleo.ask('POST', EVENTS, { ...DAY, summary: 'Taken all the same' });

    // Nobody is drawn before the first.
    const { random } = Math;
    Math.random = () => 0;
    const running = handler().finally(() => (Math.random = random));
    await eventually(async () => (await compare(cleo)).differences.length === 0);
    expect(await compare(cleo)).toEqual({ events: 1, differences: [] });
    await other.stop();
    await running;
    await pulls.put({ ...person, finishedAtMs: Date.now() });
  });
});
