import { beforeEach, describe, expect, test } from '@jest/globals';
import { propagator } from '#functions/streams/propagate';
import { tellChannels } from '#lib/calendar/push/tell';
import { dynamoPropagationStores } from '#lib/stores/dynamodb/calendar/copies';
import { readChange } from '#lib/stores/dynamodb/calendar/streams/table-changes';
import { documents } from '#lib/stores/dynamodb/client/client';
import { addEvent, eventsPath, hourFrom, TUESDAYS, type AnsweredEvent } from '#test/support/calendar/calendar';
import { inviting, signUp } from '#test/support/calendar/guests';
import { watchEvents } from '#test/support/calendar/push';
import { usePushPerTest } from '#test/support/calendar/use-push';

const given = usePushPerTest();
let event: AnsweredEvent;
beforeEach(async () => {
  await signUp(given, given.bob, given.carol);
  event = await addEvent(given, {
    summary: 'Lunch',
    ...hourFrom('2026-03-10T11:00:00Z'),
    ...inviting(given.bob, given.carol),
  });
  await settle();
  for (const [id, as] of [
    ['alice', given.alice],
    ['bob', given.bob],
    ['carol', given.carol],
  ] as const)
    await given.watch(watchEvents(), { id }, { as });
  await settle();
  given.receiver.received.length = 0;
});

/** What both functions of the stream do with all that has changed, and with what follows from it. */
async function settle(): Promise<void> {
  const stores = dynamoPropagationStores(documents, given.table, given.clock);
  const { clock, push } = given;
  const propagate = propagator({ stores, copiesPerDay: 0, clock, log: push.log, sendsMail: false });
  for (let Records = await given.records(); Records.length > 0; Records = await given.records()) {
    expect(await propagate({ Records })).toEqual({ batchItemFailures: [] });
    await tellChannels(Records.flatMap(readChange), given.push);
  }
}

const told = (): string[] => [...new Set(given.heard().map((message) => message.replace(/ \d+ /, ' ')))].toSorted();
const write = async (as: string, method: string, eventId: string, body?: object): Promise<void> => {
  expect(
    (await given.ask(method, eventsPath('primary', eventId), { as, ...(body !== undefined && { body }) })).status,
  ).toBeLessThan(300);
  await settle();
};
const accept = (email: string) => ({ attendees: [{ email, responseStatus: 'accepted' }] });

describe('a channel on events', () => {
  test('CAL-85 of the organizer fires when a guest answers, and so do those of the other guests; no revision', async () => {
    const { alice, bob } = given;

    await write(bob, 'PATCH', event.id, accept(bob));

    const { body } = await given.ask<AnsweredEvent>('GET', eventsPath('primary', event.id), { as: alice });
    expect([body.attendees.find(({ email }) => email === bob)?.responseStatus, body.sequence]).toEqual(['accepted', 0]);
    expect(told()).toEqual(['alice exists', 'bob exists', 'carol exists']);
  });

  test('CAL-87 of the organizer fires when a guest deletes the copy', async () => {
    await write(given.bob, 'DELETE', event.id);

    expect(told()).toEqual(['alice exists', 'bob exists', 'carol exists']);
  });

  test('CAL-88 of a guest fires when the organizer deletes the event', async () => {
    await write(given.alice, 'DELETE', event.id);

    expect(told()).toEqual(['alice exists', 'bob exists', 'carol exists']);
  });

  test('CAL-89 of others stays silent when a guest sets a colour, private properties and reminders', async () => {
    const own = {
      colorId: '3',
      extendedProperties: { private: { a: '1' } },
      reminders: { useDefault: false, overrides: [{ method: 'popup', minutes: 5 }] },
    };

    await write(given.bob, 'PATCH', event.id, own);

    expect(told()).toEqual(['bob exists']);
  });

  test('fires for an invitation, and for an answer to one instance', async () => {
    const series = await addEvent(given, { ...TUESDAYS, ...inviting(given.bob) });
    await settle();
    expect(told()).toEqual(['alice exists', 'bob exists']);
    given.receiver.received.length = 0;

    await write(given.bob, 'PATCH', `${series.id}_20260324T130000Z`, accept(given.bob));

    expect(told()).toEqual(['alice exists', 'bob exists']);
  });
});
