import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { deliverDue } from '#lib/calendar/push/deliver-due';
import { tellChannels } from '#lib/calendar/push/tell';
import { readChange } from '#lib/stores/dynamodb/calendar/streams/table-changes';
import type { WebhookClient } from '#lib/webhook/client';
import { addEvent, hourFrom } from '#test/support/calendar/calendar';
import { watchEvents } from '#test/support/calendar/push';
import { usePushPerTest } from '#test/support/calendar/use-push';
import {
  hang,
  messages,
  redirectTo,
  reset,
  startReceiver,
  type Behaviour,
  type Receiver,
} from '#test/support/http/receiver';

const given = usePushPerTest();
let slow: Receiver;
beforeEach(async () => {
  slow = await startReceiver();
  await given.watch(watchEvents(), { id: 'c' });
  await given.flow();
});
afterEach(() => slow.stop());

const hour = hourFrom('2026-03-10T09:00:00Z');
const pass = (seconds: number): void => {
  given.clock.pass({ minutes: seconds / 60 });
};
const change = async (): Promise<void> => {
  await addEvent(given, hour);
  await given.flow();
};

describe('a message that was not delivered', () => {
  test('CAL-111 is repeated with its number after a 503, and dropped after a 404; the channel lives on', async () => {
    given.receiver.answer(503, 503, 200, 404, 200);
    await change();
    await given.deliver();
    expect(given.heard()).toEqual(['c 1 sync', 'c 2 exists']);

    pass(1);
    await given.deliver();
    pass(2);
    await given.deliver();
    expect(given.heard()).toEqual(['c 1 sync', 'c 2 exists', 'c 2 exists', 'c 2 exists']);

    await change();
    pass(3600);
    await given.deliver();
    await change();
    expect(given.heard().slice(4)).toEqual(['c 3 exists', 'c 4 exists']);
  });

  test('is not waited for while the clock stands still', async () => {
    given.receiver.answer(503, 200);
    await change();

    await deliverDue(given.clock.now().getTime() + 40_000, given.push);
    expect(given.heard()).toEqual(['c 1 sync', 'c 2 exists']);

    pass(1);
    await given.deliver();
    expect(given.heard()).toEqual(['c 1 sync', 'c 2 exists', 'c 2 exists']);
  });

  test.each<[string, Behaviour]>([
    ['the connection was reset', reset],
    ['a gateway had no answer', 504],
  ])('is repeated when %s', async (_name, behaviour) => {
    given.receiver.answer(behaviour, 200);

    await change();
    pass(1);
    await given.deliver();

    expect(given.heard()).toEqual(['c 1 sync', 'c 2 exists', 'c 2 exists']);
  });

  test('is dropped when the answer leads elsewhere, to a private address above all', async () => {
    const inner = await startReceiver();
    given.receiver.answer(redirectTo(`${inner.url}/secret`), 200);

    await change();
    pass(3600);
    await given.deliver();

    expect([given.heard().length, inner.received]).toEqual([2, []]);
    expect((await given.stores.channels.find('c'))?.dead).toMatchObject([{ number: 2, reason: 'status 302' }]);
    await inner.stop();
  });

  test('is one message for all that changes while the receiver is away', async () => {
    given.receiver.answer(503);
    await change();
    await change();
    given.receiver.answer(200);
    await change();
    expect(given.heard()).toEqual(['c 1 sync', 'c 2 exists']);

    pass(1);
    await given.deliver();
    expect(given.heard()).toEqual(['c 1 sync', 'c 2 exists', 'c 2 exists']);

    await change();
    expect(given.heard().at(-1)).toBe('c 3 exists');
  });

  test('is not sent after the end of its channel', async () => {
    given.receiver.answer(503);
    await change();
    given.clock.pass({ days: 7 });

    await given.deliver();

    expect(given.heard()).toEqual(['c 1 sync', 'c 2 exists']);
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

    expect(given.heard()).toEqual(['c 1 sync', 'c 2 exists', 'c 2 exists', 'c 2 exists']);
  });

  test('and another at the same time send a message once', async () => {
    given.receiver.answer(503, 200);
    await change();
    pass(1);

    await Promise.all([given.deliver(), given.deliver(), given.deliver()]);

    expect(given.heard()).toEqual(['c 1 sync', 'c 2 exists', 'c 2 exists']);
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
    expect(given.heard()).toEqual(['c 1 sync']);

    pass(1);
    await given.deliver();
    expect(given.heard()).toEqual(['c 1 sync', 'c 2 exists']);
  });

  test('waits for slow receivers side by side', async () => {
    const ids = Array.from({ length: 10 }, (_, index) => `slow-${String(index)}`);
    for (const id of ids) await given.watch(watchEvents(), { id, address: slow.url });
    const open: ServerResponse[] = [];
    let wereTogether = false;
    // Nobody is answered before six have come: one after the other, each would run into the limit of an attempt.
    slow.answer((response) => {
      open.push(response);
      wereTogether ||= open.length === 6;
      if (wereTogether) for (const held of open.splice(0)) held.end();
    });

    await given.deliver();

    expect(wereTogether).toBe(true);
    expect(messages(slow.received).toSorted()).toEqual(ids.map((id) => `${id} 1 sync`).toSorted());
  });

  test('sends to those who are not known to be slow while all who are take their time', async () => {
    const ids = Array.from({ length: 70 }, (_, index) => `slow-${String(index)}`);
    await Promise.all(ids.map((id) => given.watch(watchEvents(), { id, address: slow.url })));
    for (const outbox of await given.stores.channels.list()) {
      const waiting = outbox.waiting.map((message) => ({ ...message, attempts: 1 }));
      if (ids.includes(outbox.channel.id)) await given.stores.channels.replace({ ...outbox, waiting, isSlow: true });
    }
    pass(1);
    await given.watch(watchEvents(), { id: 'quick' });
    const held: (() => void)[] = [];
    let isQuickTold = false;
    slow.answer((response) => {
      const end = (): void => void response.end();
      if (isQuickTold) end();
      else held.push(end);
    });
    given.receiver.answer((response) => {
      isQuickTold = true;
      response.end();
      for (const end of held) end();
    });

    await given.deliver();

    expect(given.heard()).toContain('quick 1 sync');
    // Had the quick one come after them, some of these would have been cut off by their time limit.
    expect((await given.stores.channels.list()).filter(({ waiting }) => waiting.length > 0)).toEqual([]);
  });

  test('waits ten seconds for a receiver', async () => {
    const limits: (number | undefined)[] = [];
    const post: WebhookClient['post'] = (_url, _headers, timeLimitMs) => {
      limits.push(timeLimitMs);
      return Promise.resolve({ kind: 'failed', reason: 'timeout' });
    };
    await given.watch(watchEvents(), { id: 'patient' });

    await deliverDue(given.clock.now().getTime(), { ...given.push, webhooks: { post } });

    expect(limits).toEqual([10_000]);
  });

  test('never has two messages to one channel on their way, whoever else sends', async () => {
    const [open, most] = [new Map<string, number>(), new Map<string, number>()];
    await given.watch(watchEvents(), { id: 'd' });
    given.receiver.answer((response) => {
      const id = String(response.req.headers['x-goog-channel-id']);
      open.set(id, (open.get(id) ?? 0) + 1);
      most.set(id, Math.max(most.get(id) ?? 0, open.get(id) ?? 0));
      setTimeout(() => {
        open.set(id, (open.get(id) ?? 0) - 1);
        response.end();
      }, 30);
    });

    for (let round = 0; round < 5; round += 1) {
      await addEvent(given, hour);
      const changes = (await given.records()).flatMap(readChange);
      await Promise.all([
        tellChannels(changes, given.push),
        given.deliver(),
        tellChannels(changes, given.push),
        given.deliver(),
      ]);
    }
    await given.deliver();

    expect(Object.fromEntries(most)).toEqual({ c: 1, d: 1 });
    for (const id of ['c', 'd']) {
      const numbers = given.receiver.received
        .filter(({ headers }) => headers['x-goog-channel-id'] === id)
        .map(({ headers }) => Number(headers['x-goog-message-number']));
      expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b));
      expect(numbers.length).toBeGreaterThanOrEqual(6);
    }
  });

  test('is counted', async () => {
    given.receiver.answer(hang);
    await given.watch(watchEvents(), { id: 'refused', address: 'https://hooks.example.com/' });
    const refusing = {
      post: () => Promise.resolve({ kind: 'refused' as const, reason: '10.0.0.1 is not a public address' }),
    };

    await deliverDue(given.clock.now().getTime(), { ...given.push, webhooks: refusing });

    expect(given.logged.at(-1)).toMatchObject({
      run: 'deliver-notifications',
      attempts: 1,
      delivered: 0,
      retries: 0,
      drops: 1,
    });
  });
});
