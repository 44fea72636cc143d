/**
 * What happens to an event while it moves, at the worst moment: another request gets in between two steps of the one
 * that moves.
 */
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { EventResource } from '#lib/calendar/resources/event';
import type { CalendarStores } from '#lib/calendar/stores/all';
import type { EventStore } from '#lib/calendar/stores/events';
import { serve } from '#lib/middleware/serve';
import { calendar } from '#lib/runtime/calendar/serve';
import { documents } from '#lib/stores/dynamodb/client/client';
import { BatchGetCommand, QueryCommand, type DocumentClient } from '#lib/stores/dynamodb/client/commands';
import { requestsTo } from '#test/support/ask';
import {
  addEvent,
  calendarOperations,
  eventsPath,
  refusal,
  share,
  storesOn,
  TUESDAYS,
  type AskCalendar,
} from '#test/support/calendar/calendar';
import { NINE } from '#test/support/calendar/events';
import { useCalendar } from '#test/support/calendar/use-calendar';

const fixture = useCalendar();
let T: string;
beforeAll(async () => {
  T = (await fixture.ask<{ id: string }>('POST', '/calendars', { body: { summary: 'T' } })).body.id;
});

/** Alice's requests through an instance whose storage is interrupted. */
function asksOn(stores: CalendarStores): AskCalendar {
  const send = requestsTo(serve(calendarOperations, { ...calendar, clock: fixture.clock, stores }));
  return (method, path, options = {}) => send(method, `/calendar/v3${path}`, { as: fixture.alice, ...options });
}

const onEvents = (change: (events: EventStore) => Partial<EventStore>): AskCalendar => {
  const stores = storesOn(fixture.clock);
  return asksOn({ ...stores, events: { ...stores.events, ...change(stores.events) } });
};

const move = (ask: AskCalendar, eventId: string, destination = fixture.S, headers: Record<string, string> = {}) =>
  ask<EventResource>('POST', `${eventsPath('primary', eventId)}/move?destination=${encodeURIComponent(destination)}`, {
    headers,
  });
const stateAt = async (calendarId: string, eventId: string) => {
  const { status, body } = await fixture.ask<EventResource>('GET', eventsPath(calendarId, eventId));
  return status === 404 ? 'nothing' : body.status;
};

/**
 * An instance that writes to both calendars one after the other, and not the second before something else has happened.
 */
const inTwoSteps = (between: () => Promise<unknown>): AskCalendar => {
  let happened: Promise<unknown> | undefined;
  return onEvents((events) => ({
    writeBoth: () => Promise.resolve(false),
    write: async (to, change) => {
      if (to.id === fixture.alice) await (happened ??= between());
      return events.write(to, change);
    },
  }));
};

/**
 * A client of the database on which the instances of a series are read, then something happens, and then the series is
 * read.
 */
function readingInstancesFirst(between: () => Promise<unknown>): DocumentClient {
  type Send = (command: object) => Promise<unknown>;
  const send = documents.send.bind(documents) as Send;
  const { promise: isRead, resolve: noteRead } = Promise.withResolvers<void>();
  let happened: Promise<unknown> | undefined;
  const inOrder: Send = async (command) => {
    if (command instanceof BatchGetCommand) {
      await isRead;
      await (happened ??= between());
    }
    const answer = await send(command);
    if (command instanceof QueryCommand) noteRead();
    return answer;
  };
  return Object.assign(Object.create(documents) as DocumentClient, { send: inOrder });
}

describe('calendar.events.move', () => {
  test('200 as the other is answered, of one that reads the destination before the other moves the event there, and the source after', async () => {
    const event = await addEvent(fixture, { ...NINE, summary: 'Tea' });
    const { promise: isRead, resolve: noteRead } = Promise.withResolvers<void>();
    let other: ReturnType<typeof move> | undefined;
    const late = onEvents((events) => ({
      view: async (calendarId, ...rest) => {
        if (calendarId === fixture.alice) {
          await isRead;
          await (other ??= move(fixture.ask, event.id));
        }
        const view = await events.view(calendarId, ...rest);
        noteRead();
        return view;
      },
    }));

    const answer = await move(late, event.id);

    expect(answer).toMatchObject({
      status: 200,
      body: { status: 'confirmed', summary: 'Tea', organizer: { email: fixture.S } },
    });
    expect(answer.body).toEqual((await other)?.body);
  });

  test('200 of one whose event another moves to the same place between the two steps', async () => {
    const event = await addEvent(fixture, NINE);

    const answer = await move(
      inTwoSteps(() => move(fixture.ask, event.id)),
      event.id,
    );

    expect(answer.status).toBe(200);
    expect([await stateAt('primary', event.id), await stateAt(fixture.S, event.id)]).toEqual([
      'cancelled',
      'confirmed',
    ]);
  });

  test('410 of one whose event another moves elsewhere between the two steps, and there is one event', async () => {
    const event = await addEvent(fixture, NINE);

    const answer = await move(
      inTwoSteps(() => move(fixture.ask, event.id, T)),
      event.id,
    );

    expect(refusal(answer)).toEqual({ status: 410, domain: 'global', reason: 'deleted' });
    expect([
      await stateAt('primary', event.id),
      await stateAt(fixture.S, event.id),
      await stateAt(T, event.id),
    ]).toEqual(['cancelled', 'cancelled', 'confirmed']);
  });

  test('410 of one whose series is deleted between the two steps, and it is deleted', async () => {
    const master = await addEvent(fixture, TUESDAYS);
    const [own, ownPath] = [`${master.id}_20260324T130000Z`, eventsPath('primary', `${master.id}_20260324T130000Z`)];
    await fixture.ask('PATCH', ownPath, { body: { summary: 'Own' } });

    const answer = await move(
      inTwoSteps(() => fixture.ask('DELETE', eventsPath('primary', master.id))),
      master.id,
    );

    expect(refusal(answer)).toEqual({ status: 410, domain: 'global', reason: 'deleted' });
    for (const id of [master.id, own])
      expect([await stateAt('primary', id), await stateAt(fixture.S, id)]).toEqual(['cancelled', 'cancelled']);
  });

  test('412 of one whose event is changed between the two steps; it stays, and can be moved afterwards', async () => {
    const event = await addEvent(fixture, NINE);
    const change = () => fixture.ask('PATCH', eventsPath('primary', event.id), { body: { summary: 'Changed' } });

    const answer = await move(inTwoSteps(change), event.id, fixture.S, { 'if-match': event.etag });

    expect(refusal(answer)).toMatchObject({ status: 412, reason: 'conditionNotMet' });
    expect([await stateAt('primary', event.id), await stateAt(fixture.S, event.id)]).toEqual([
      'confirmed',
      'cancelled',
    ]);
    expect(await move(fixture.ask, event.id)).toMatchObject({
      status: 200,
      body: { summary: 'Changed', status: 'confirmed' },
    });
  });

  test('403 of the same request again by somebody who may not move it', async () => {
    const { S, bob } = fixture;
    const event = await addEvent(fixture, NINE);
    await move(fixture.ask, event.id);
    for (const calendarId of [fixture.alice, S]) await share(fixture, calendarId, bob, 'reader');

    const again = await fixture.ask(
      'POST',
      `${eventsPath(fixture.alice, event.id)}/move?destination=${encodeURIComponent(S)}`,
      { as: bob },
    );

    expect(refusal(again)).toEqual({ status: 403, domain: 'calendar', reason: 'requiredAccessLevel' });
  });
});

describe('an instance that gets a summary of its own after the instances of its series were read, and before the series is', () => {
  const change = (instanceId: string) =>
    fixture.ask('PATCH', eventsPath('primary', instanceId), { body: { summary: 'Own' } });
  async function interruptedReading() {
    const master = await addEvent(fixture, TUESDAYS);
    const instanceId = `${master.id}_20260324T130000Z`;
    const db = readingInstancesFirst(() => change(instanceId));
    return { master, instanceId, ask: asksOn(storesOn(fixture.clock, {}, undefined, db)) };
  }

  test('keeps it when the series moves', async () => {
    const { master, instanceId, ask } = await interruptedReading();

    expect((await move(ask, master.id)).status).toBe(200);

    expect((await fixture.ask('GET', eventsPath(fixture.S, instanceId))).body).toMatchObject({
      status: 'confirmed',
      summary: 'Own',
    });
  });

  test('keeps it when the series becomes longer', async () => {
    const { master, instanceId, ask } = await interruptedReading();

    expect(
      (await ask('PATCH', eventsPath('primary', master.id), { body: { recurrence: ['RRULE:FREQ=WEEKLY;COUNT=6'] } }))
        .status,
    ).toBe(200);

    expect((await fixture.ask('GET', eventsPath('primary', instanceId))).body).toMatchObject({
      status: 'confirmed',
      summary: 'Own',
    });
  });
});
