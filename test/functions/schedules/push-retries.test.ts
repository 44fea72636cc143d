import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { SQSBatchResponse } from 'aws-lambda';
import { deliverDue, deliverOnWakeUp } from '#lib/calendar/push/deliver-due';
import type { Push } from '#lib/calendar/push/push';
import { tellChannels } from '#lib/calendar/push/tell';
import type { WakeUp } from '#lib/calendar/stores/wake-ups';
import { Queue } from '#lib/local/lambda/queues/queue';
import { startSqsEndpoint, type SqsEndpoint } from '#lib/local/lambda/queues/sqs-endpoint';
import { followWakeUps } from '#lib/runtime/wake-ups';
import { readChange } from '#lib/stores/dynamodb/calendar/streams/table-changes';
import { sqsWakeUps } from '#lib/stores/sqs/wake-ups';
import { addEvent, hourFrom } from '#test/support/calendar/calendar';
import { watchEvents } from '#test/support/calendar/push';
import { usePushPerTest } from '#test/support/calendar/use-push';
import { queueOf } from '#test/support/run/test-stage';
import { underRole } from '#test/support/run/under-role';

const definition = queueOf('PushRetries');
const given = usePushPerTest();
let queue: Queue;
let sqs: SqsEndpoint;
let push: Push;
let errors: string[];

beforeEach(async () => {
  queue = new Queue(definition, given.clock);
  sqs = await startSqsEndpoint([queue]);
  errors = [];
  const log = { info: () => undefined, error: (message: string) => void errors.push(message) };
  push = { ...given.push, log, wakeUps: sqsWakeUps(sqs.urlOf(definition.name), given.clock, log) };
  await given.watch(watchEvents(), { id: 'c' });
  await flow();
});
afterEach(() => sqs.stop());

const pass = (seconds: number): void => {
  given.clock.pass({ minutes: seconds / 60 });
};
const tell = underRole('notify', tellChannels);
async function flow(): Promise<void> {
  await tell((await given.records()).flatMap(readChange), push);
}
async function change(): Promise<void> {
  await addEvent(given, hourFrom('2026-03-10T09:00:00Z'));
  await flow();
}
const follow = underRole('deliverNotifications', followWakeUps);
/** What Lambda does with the messages that are visible now. */
async function poll(work = (wakeUp: WakeUp) => deliverOnWakeUp(wakeUp, push)): Promise<SQSBatchResponse | undefined> {
  const batch = queue.receive(10);
  if (batch.length === 0) return undefined;
  const answer = await follow({ Records: batch.map(({ id, body }) => ({ messageId: id, body })) }, work);
  for (const { id } of batch) queue.delete(id);
  return answer;
}
const count = (): number => given.heard().length;

describe('the delay queue', () => {
  test('brings a message again after 1, 2, 4 and 8 seconds, until it is delivered', async () => {
    given.receiver.answer(503, 503, 503, 503, 200);
    await change();

    for (const [seconds, attempts] of [
      [1, 2],
      [2, 3],
      [4, 4],
      [8, 5],
    ] as const) {
      pass(seconds - 0.5);
      expect(await poll()).toBeUndefined();
      pass(0.5);
      await poll();
      expect(given.heard()).toEqual(['c 1 sync', ...Array.from({ length: attempts }, () => 'c 2 exists')]);
    }
    expect((await given.stores.channels.find('c'))?.waiting).toEqual([]);
    pass(3_600);
    expect(await poll()).toBeUndefined();
  });

  test('brings a later change out while the first message waits for its next attempt', async () => {
    given.receiver.answer(503, 503, 503, 503, 200);
    await change();
    for (const seconds of [1, 2, 4]) {
      pass(seconds);
      await poll();
    }
    expect(count()).toBe(5);

    pass(3);
    await change();
    await poll();

    expect(given.heard().slice(5)).toEqual(['c 2 exists']);
    // The wake-up for the pause that was cut short finds nothing to do.
    pass(60);
    await poll();
    expect(count()).toBe(6);
  });

  test('also brings what the stream had no time for', async () => {
    await given.watch(watchEvents(), { id: 'slow' });
    const outbox = await push.stores.channels.find('slow');
    if (outbox !== undefined) await push.stores.channels.replace({ ...outbox, isSlow: true });

    await flow();
    expect(given.heard()).not.toContain('slow 1 sync');
    await change();
    await poll();

    expect(given.heard()).toContain('slow 1 sync');
  });

  test('is not asked to wait longer than it can: after that, the schedule sends', async () => {
    given.receiver.answer(503);
    await change();
    for (let attempt = 1; attempt <= 10; attempt += 1) {
      pass(2 ** (attempt - 1));
      await poll();
    }
    expect(count()).toBe(12);
    expect((await given.stores.channels.find('c'))?.waiting[0]?.dueAtMs).toBe(given.clock.now().getTime() + 1_024_000);

    pass(1_024);
    expect(await poll()).toBeUndefined();
    given.receiver.answer(200);
    await deliverDue(given.clock.now().getTime(), push);

    expect(count()).toBe(13);
    expect(errors).toEqual([]);
  });

  test('may lose a wake-up, or be away: that is logged, and the schedule sends', async () => {
    await sqs.stop();
    given.receiver.answer(503, 200);
    await change();
    expect(errors).toEqual(['a wake-up was not queued: the schedule finds what is due']);
    sqs = await startSqsEndpoint([queue]);

    pass(1);
    await deliverDue(given.clock.now().getTime(), push);

    expect(given.heard()).toEqual(['c 1 sync', 'c 2 exists', 'c 2 exists']);
  });

  test('may bring a wake-up twice, late or to two at once: the message is sent once', async () => {
    given.receiver.answer(503, 200);
    await change();
    pass(1);
    const [message] = queue.receive(1);
    const wakeUp = JSON.parse(message?.body ?? '') as WakeUp;

    await Promise.all([1, 2, 3].map(() => deliverOnWakeUp(wakeUp, push)));
    pass(600);
    await deliverOnWakeUp(wakeUp, push);

    expect(given.heard()).toEqual(['c 1 sync', 'c 2 exists', 'c 2 exists']);
  });

  test('hands out again only the wake-ups that failed', async () => {
    const wakeUps = ['good', 'bad'].map((id) => ({ messageId: id, body: JSON.stringify({ id, dueAtMs: 1 }) }));
    const work = ({ id }: WakeUp): Promise<void> =>
      id === 'bad' ? Promise.reject(new Error('The database is away.')) : Promise.resolve();

    expect(await followWakeUps({ Records: wakeUps }, work)).toEqual({ batchItemFailures: [{ itemIdentifier: 'bad' }] });
  });
});
