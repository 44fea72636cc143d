import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { deliverDue } from '#lib/calendar/push/deliver-due';
import { addEvent, eventsPath, hourFrom } from '#test/support/calendar';
import { pushFixture, type PushFixture } from '#test/support/push';
import { hang, messages, redirectTo, reset, startReceiver, type Behaviour } from '#test/support/receiver';

let given: PushFixture;
beforeEach(async () => {
  given = await pushFixture();
  await given.watch(`${eventsPath()}/watch`, { id: 'c' });
  await given.flow();
});
afterEach(() => given.stop());

const hour = hourFrom('2026-03-10T09:00:00Z');
const heard = (): string[] => messages(given.receiver.received);
const pass = (seconds: number): void => { given.clock.pass({ minutes: seconds / 60 }); };
const change = async (): Promise<void> => {
  await addEvent(given, hour);
  await given.flow();
};

describe('a message that was not delivered', () => {
  test('CAL-111 is repeated with its number after a 503, and dropped after a 404; the channel lives on', async () => {
    given.receiver.answer(503, 503, 200, 404, 200);
    await change();
    await given.deliver();
    expect(heard()).toEqual(['c 1 sync', 'c 2 exists']);

    pass(1);
    await given.deliver();
    pass(2);
    await given.deliver();
    expect(heard()).toEqual(['c 1 sync', 'c 2 exists', 'c 2 exists', 'c 2 exists']);

    await change();
    pass(3600);
    await given.deliver();
    await change();
    expect(heard().slice(4)).toEqual(['c 3 exists', 'c 4 exists']);
  });

  test.each<[string, Behaviour]>([
    ['the connection was reset', reset],
    ['a gateway had no answer', 504],
  ])('is repeated when %s', async (_name, behaviour) => {
    given.receiver.answer(behaviour, 200);

    await change();
    pass(1);
    await given.deliver();

    expect(heard()).toEqual(['c 1 sync', 'c 2 exists', 'c 2 exists']);
  });

  test('is dropped when the answer leads elsewhere, to a private address above all', async () => {
    const inner = await startReceiver();
    given.receiver.answer(redirectTo(`${inner.url}/secret`), 200);

    await change();
    pass(3600);
    await given.deliver();

    expect([heard().length, inner.received]).toEqual([2, []]);
    expect((await given.stores.channels.find('c'))?.dead).toMatchObject([{ number: 2, reason: 'status 302' }]);
    await inner.stop();
  });

  test('is one message for all that changes while the receiver is away', async () => {
    given.receiver.answer(503);
    await change();
    await change();
    given.receiver.answer(200);
    await change();
    expect(heard()).toEqual(['c 1 sync', 'c 2 exists']);

    pass(1);
    await given.deliver();
    expect(heard()).toEqual(['c 1 sync', 'c 2 exists', 'c 2 exists']);

    await change();
    expect(heard().at(-1)).toBe('c 3 exists');
  });

  test('is not sent after the end of its channel', async () => {
    given.receiver.answer(503);
    await change();
    given.clock.pass({ days: 7 });

    await given.deliver();

    expect(heard()).toEqual(['c 1 sync', 'c 2 exists']);
  });

  test('becomes a dead letter after a day', async () => {
    given.receiver.answer(503);
    await change();
    for (let hours = 0; hours < 26; hours += 1) {
      pass(3_600);
      await given.deliver();
    }

    const outbox = await given.stores.channels.find('c');

    expect(outbox?.waiting).toEqual([]);
    expect(outbox?.dead).toMatchObject([{ number: 2, state: 'exists', reason: 'status 503' }]);
  });
});

describe('a run', () => {
  test('goes on with its own repetitions as long as it lasts', async () => {
    given.receiver.answer(503, 503, 200);
    const clock = { now: () => new Date() };
    await addEvent(given, hour);
    const push = { ...given.push, clock };
    await given.flow();

    await deliverDue(Date.now() + 10_000, push);

    expect(heard()).toEqual(['c 1 sync', 'c 2 exists', 'c 2 exists', 'c 2 exists']);
  });

  test('and another at the same time send a message once', async () => {
    given.receiver.answer(503, 200);
    await change();
    pass(1);

    await Promise.all([given.deliver(), given.deliver(), given.deliver()]);

    expect(heard()).toEqual(['c 1 sync', 'c 2 exists', 'c 2 exists']);
  });

  test('takes up what somebody left half done, once their time is over', async () => {
    await addEvent(given, hour);
    const outbox = await given.stores.channels.find('c');
    if (outbox === undefined) throw new Error('no channel');
    const nowMs = given.clock.now().getTime();
    await given.stores.channels.replace({
      ...outbox,
      lastNumber: 2,
      waiting: [{ number: 2, state: 'exists', changedAtMs: nowMs, attempts: 0, dueAtMs: nowMs }],
      lease: { number: 2, untilMs: nowMs + 15_000 },
    });

    pass(14);
    await given.deliver();
    expect(heard()).toEqual(['c 1 sync']);

    pass(1);
    await given.deliver();
    expect(heard()).toEqual(['c 1 sync', 'c 2 exists']);
  });

  test('waits for slow receivers side by side', async () => {
    const slow = await startReceiver();
    const ids = Array.from({ length: 10 }, (_, index) => `slow-${String(index)}`);
    for (const id of ids) await given.watch(`${eventsPath()}/watch`, { id, address: slow.url });
    let most = 0;
    let open = 0;
    slow.answer((response) => {
      open += 1;
      most = Math.max(most, open);
      setTimeout(() => {
        open -= 1;
        response.end();
      }, 300);
    });

    await given.deliver();

    expect(most).toBeGreaterThan(5);
    expect(messages(slow.received).toSorted()).toEqual(ids.map((id) => `${id} 1 sync`).toSorted());
    await slow.stop();
  });

  test('is counted', async () => {
    given.receiver.answer(hang);
    await given.watch(`${eventsPath()}/watch`, { id: 'refused', address: 'https://hooks.example.com/' });
    const refusing = { post: () => Promise.resolve({ kind: 'refused' as const, reason: '10.0.0.1 is not a public address' }) };

    await deliverDue(given.clock.now().getTime(), { ...given.push, webhooks: refusing });

    expect(given.logged.at(-1)).toMatchObject({ run: 'deliver-notifications', attempts: 1, delivered: 0, retries: 0, drops: 1 });
  });
});
