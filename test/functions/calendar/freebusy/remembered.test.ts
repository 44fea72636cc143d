/** Free/busy of calendars that a process has read before, while others may change them. */
import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { watchMeters, type Meter } from '#lib/api/process/meter';
import type { EventResource } from '#lib/calendar/resources/event';
import type { FreeBusyResponseResource } from '#lib/calendar/resources/free-busy';
import { wrapCalls, wrapperOf } from '#lib/stores/dynamodb/client/call-wrappers';
import { documents } from '#lib/stores/dynamodb/client/client';
import {
  addEvent,
  calendarPath,
  eventsPath,
  hourFrom,
  rulePath,
  share,
  startInstance,
  sweepCalendar,
  TUESDAYS,
  type AnsweredEvent,
  type AskCalendar,
} from '#test/support/calendar/calendar';
import { useCalendar } from '#test/support/calendar/use-calendar';

interface Window {
  readonly timeMin: string;
  readonly timeMax: string;
}
const MARCH: Window = { timeMin: '2026-03-01T00:00:00Z', timeMax: '2026-04-01T00:00:00Z' };

const fixture = useCalendar();
/** A process of its own, which is the only one that is asked for busy times again and again. */
let reader: AskCalendar;

async function busyOf(ask: AskCalendar, id: string, window: Window = MARCH) {
  const { body } = await ask<FreeBusyResponseResource>('POST', '/freeBusy', { body: { ...window, items: [{ id }] } });
  const { busy, errors } = body.calendars?.[id] ?? {};
  return errors ?? busy?.map(({ start, end }) => `${String(start)}/${String(end)}`);
}

async function queriesFor(ask: AskCalendar, id: string, window: Window = MARCH) {
  const meters: Meter[] = [];
  const busy = await watchMeters(
    (meter) => meters.push(meter),
    () => busyOf(ask, id, window),
  );
  const calls = meters.flatMap((meter) => meter.calls);
  return { busy, queries: calls.filter(({ name }) => name === 'Query').length };
}

/** Asks until the reader answers from memory. */
async function remember(id: string): Promise<unknown> {
  await busyOf(reader, id);
  fixture.clock.pass({ minutes: 1 });
  await busyOf(reader, id);
  const { busy, queries } = await queriesFor(reader, id);
  expect(queries).toBe(0);
  return busy;
}

const newCalendar = async (): Promise<string> =>
  (await fixture.ask<{ id: string }>('POST', '/calendars', { body: { summary: 'Busy' } })).body.id;

beforeAll(() => {
  reader = startInstance(fixture.alice, fixture.clock);
});

describe('a calendar that another process changes is read again', () => {
  let id: string;
  let lunch: AnsweredEvent;
  let series: AnsweredEvent;
  beforeEach(async () => {
    id = await newCalendar();
    lunch = await addEvent(fixture, hourFrom('2026-03-03T12:00:00Z'), id);
    await addEvent(fixture, { start: { date: '2026-03-05' }, end: { date: '2026-03-06' } }, id);
    series = await addEvent(fixture, TUESDAYS, id);
  });
  const patch = (eventId: string, body: EventResource) => fixture.ask('PATCH', eventsPath(id, eventId), { body });

  test.each<[string, () => Promise<unknown>]>([
    ['a new event', () => addEvent(fixture, hourFrom('2026-03-04T12:00:00Z'), id)],
    ['an event that moves', () => patch(lunch.id, hourFrom('2026-03-03T15:00:00Z'))],
    ['an event that no longer blocks time', () => patch(lunch.id, { transparency: 'transparent' })],
    ['an event that is deleted', () => fixture.ask('DELETE', eventsPath(id, lunch.id))],
    ['a new series', () => addEvent(fixture, { ...TUESDAYS, recurrence: ['RRULE:FREQ=DAILY;COUNT=2'] }, id)],
    ['a series that ends earlier', () => patch(series.id, { recurrence: ['RRULE:FREQ=WEEKLY;COUNT=1'] })],
    ['an instance that moves', () => patch(`${series.id}_20260324T130000Z`, hourFrom('2026-03-25T06:00:00Z'))],
    ['an instance that is deleted', () => fixture.ask('DELETE', eventsPath(id, `${series.id}_20260324T130000Z`))],
    [
      'an event that moves away',
      () => fixture.ask('POST', `${eventsPath(id, lunch.id)}/move?destination=${encodeURIComponent(fixture.S)}`),
    ],
    ['its time zone', () => fixture.ask('PATCH', calendarPath(id), { body: { timeZone: 'Asia/Tokyo' } })],
    ['its end', () => fixture.ask('DELETE', calendarPath(id))],
  ])('%s', async (_case, change) => {
    const before = await remember(id);

    const outcome = await change();

    if (typeof outcome === 'object' && outcome !== null && 'status' in outcome && typeof outcome.status === 'number')
      expect(outcome.status).toBeLessThan(300);
    const after = await busyOf(reader, id);
    expect(after).not.toEqual(before);
    expect(after).toEqual(await busyOf(startInstance(fixture.alice, fixture.clock), id));
    await busyOf(reader, id);
    fixture.clock.pass({ minutes: 1 });
    expect([await busyOf(reader, id), await busyOf(reader, id)]).toEqual([after, after]);
  });

  // Transactions and reads of several items are not isolated from each other: the counter may be ahead of the events.
  test('a change that is seen in the counter first, and in the events later', async () => {
    const answers = new Map<string, unknown>();
    let keeps = true;
    await remember(id);
    await addEvent(fixture, hourFrom('2026-03-04T12:00:00Z'), id);
    const before = await busyOf(reader, id);
    const wrapper = wrapperOf(documents);
    wrapCalls(documents, async (name, input, call) => {
      if (name !== 'Query') return call();
      const question = JSON.stringify(input);
      if (keeps) answers.set(question, await call());
      return answers.get(question) ?? call();
    });
    try {
      await busyOf(startInstance(fixture.alice, fixture.clock), id);
      keeps = false;
      await addEvent(fixture, hourFrom('2026-03-06T12:00:00Z'), id);
      expect([await busyOf(reader, id), await busyOf(reader, id)]).toEqual([before, before]);
    } finally {
      wrapCalls(documents, wrapper ?? ((_name, _input, call) => call()));
    }

    const after = await busyOf(reader, id);
    expect(after).toContain('2026-03-06T12:00:00Z/2026-03-06T13:00:00Z');
    expect(await remember(id)).toEqual(after);
  });

  test('who may no longer see it is told so', async () => {
    const { ask, bob, clock } = fixture;
    await share(fixture, id, bob, 'freeBusyReader');
    const [before, asBob] = [await remember(id), startInstance(bob, clock)];
    expect(await busyOf((method, path, options) => reader(method, path, { ...options, as: bob }), id)).toEqual(before);

    await ask('DELETE', rulePath(id, `user:${bob}`));

    const notFound = [{ domain: 'global', reason: 'notFound' }];
    expect(await busyOf((method, path, options) => reader(method, path, { ...options, as: bob }), id)).toEqual(
      notFound,
    );
    expect(await busyOf(asBob, id)).toEqual(notFound);
  });
});

test('a main calendar that is cleared, and filled again, is read again', async () => {
  const { ask, alice, clock } = fixture;
  await addEvent(fixture, hourFrom('2026-03-03T12:00:00Z'));
  await addEvent(fixture, TUESDAYS);
  const before = await remember(alice);
  expect(before).not.toEqual([]);

  await ask('POST', `${calendarPath('primary')}/clear`);
  expect(await busyOf(reader, alice)).toEqual([]);
  expect(await remember(alice)).toEqual([]);

  await addEvent(fixture, TUESDAYS);
  const filled = await remember(alice);
  expect(filled).toHaveLength(3);
  await sweepCalendar(alice, clock);
  expect(await busyOf(reader, alice)).toEqual(filled);
  expect(await remember(alice)).toEqual(filled);
});

test('other windows of an unchanged calendar: within a known one, and beside it', async () => {
  const id = await newCalendar();
  await addEvent(fixture, { ...hourFrom('2026-03-03T12:00:00Z'), summary: 'Lunch' }, id);
  await addEvent(fixture, { ...TUESDAYS, recurrence: ['RRULE:FREQ=WEEKLY'] }, id);
  await remember(id);

  const within = { timeMin: '2026-03-03T12:30:00Z', timeMax: '2026-03-24T13:30:00Z' };
  expect(await queriesFor(reader, id, within)).toEqual({
    busy: [
      '2026-03-03T12:30:00Z/2026-03-03T13:00:00Z',
      '2026-03-17T13:00:00Z/2026-03-17T14:00:00Z',
      '2026-03-24T13:00:00Z/2026-03-24T13:30:00Z',
    ],
    queries: 0,
  });
  const beside = { timeMin: '2026-04-01T00:00:00Z', timeMax: '2026-04-08T00:00:00Z' };
  const busy = ['2026-04-07T12:00:00Z/2026-04-07T13:00:00Z'];
  expect(await busyOf(startInstance(fixture.alice, fixture.clock), id, beside)).toEqual(busy);
  // One for events of up to an hour; the series are known from before.
  expect(await queriesFor(reader, id, beside)).toEqual({ busy, queries: 1 });
});
