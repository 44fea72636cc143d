import { join } from 'node:path';
import { mock } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { DeleteQueueCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { SQSEvent } from 'aws-lambda';
import { Queue } from '#lib/local/lambda/queues/queue';
import { startQueues } from '#lib/local/lambda/queues/queues';
import { startSqsEndpoint, type SqsEndpoint } from '#lib/local/lambda/queues/sqs-endpoint';
import { recorder } from '#test/lib/local/functions/recorder';
import { TestClock } from '#test/support/calendar/calendar';
import { eventually } from '#test/support/eventually';

const NAME = 'wake-ups';
const reader = {
  name: 'reader',
  file: join(import.meta.dirname, '../functions/recorder.ts'),
  queues: [{ queue: 'WakeUps', batchSize: 10 }],
};

function clientOf({ urlOf }: SqsEndpoint, accessKeyId: string): SQSClient {
  const credentials = { accessKeyId, secretAccessKey: 'local' };
  return new SQSClient({ endpoint: new URL(urlOf(NAME)).origin, region: 'us-east-1', credentials });
}

let clock: TestClock;
let queue: Queue;
let sqs: SqsEndpoint;
let client: SQSClient;
let polling: { stop(): Promise<void> } | undefined;
beforeEach(async () => {
  Object.assign(recorder, { events: [], running: 0, mostAtOnce: 0, behave: () => Promise.resolve(undefined) });
  clock = new TestClock();
  queue = new Queue({ logicalId: 'WakeUps', name: NAME, visibilitySeconds: 60, maxReceives: 2 }, clock);
  sqs = await startSqsEndpoint([queue]);
  client = clientOf(sqs, 'local');
});
afterEach(async () => {
  await polling?.stop();
  polling = undefined;
  client.destroy();
  await sqs.stop();
});

const send = (MessageBody: string, DelaySeconds = 0, name = NAME) =>
  client.send(new SendMessageCommand({ QueueUrl: sqs.urlOf(name), MessageBody, DelaySeconds }));
const bodies = (): string[][] => recorder.events.map((event) => (event as SQSEvent).Records.map(({ body }) => body));
const start = (): void => {
  polling = startQueues([reader], [queue]);
};

describe('a queue', () => {
  test('hands a message to its function, once', async () => {
    start();
    await send('one');
    await eventually(() => recorder.events.length === 1);
    await send('two');
    await eventually(() => recorder.events.length === 2);

    expect(bodies()).toEqual([['one'], ['two']]);
    expect((recorder.events[0] as SQSEvent).Records[0]).toMatchObject({
      eventSource: 'aws:sqs',
      eventSourceARN: 'arn:aws:sqs:us-east-1:000000000000:wake-ups',
      attributes: { ApproximateReceiveCount: '1' },
    });
  });

  test("keeps a message for as long as its delay is, by the stack's clock", async () => {
    await send('late', 900);
    await send('now');
    start();
    await eventually(() => recorder.events.length === 1);

    clock.pass({ minutes: 15 });
    await eventually(() => recorder.events.length === 2);

    expect(bodies()).toEqual([['now'], ['late']]);
  });

  test('hands out what failed when it is visible again, and drops it after the last time', async () => {
    const log = mock.method(console, 'error', () => undefined);
    recorder.behave = (event) =>
      Promise.resolve({
        batchItemFailures: (event as SQSEvent).Records.flatMap(({ body, messageId }) =>
          body === 'bad' ? [{ itemIdentifier: messageId }] : [],
        ),
      });
    await send('good');
    await send('bad');
    start();
    await eventually(() => recorder.events.length === 1);
    clock.pass({ minutes: 1 });
    await eventually(() => log.mock.callCount() > 0);

    expect(bodies()).toEqual([['good', 'bad'], ['bad']]);
    expect(log.mock.calls[0]?.arguments[0]).toBe('reader: a message of wake-ups failed too often and is dropped.');
    clock.pass({ minutes: 60 });
    expect(queue.receive(10)).toEqual([]);
    log.mock.restore();
  });

  test('goes on with the next messages while a function takes its time', async () => {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    recorder.behave = () => promise;
    start();
    for (const body of ['first', 'second']) {
      const before = recorder.events.length;
      await send(body);
      await eventually(() => recorder.events.length > before);
    }

    expect(recorder.mostAtOnce).toBe(2);
    resolve(undefined);
  });

  test('stops while it waits for a message', async () => {
    start();
    await setImmediate();
    await polling?.stop();

    await send('late');
    expect(queue.hasVisible()).toBe(true);
  });

  test('has something to hand out from the moment on that a delay ends', async () => {
    expect(queue.hasVisible()).toBe(false);
    await send('late', 120);
    clock.pass({ minutes: 1 });
    expect([queue.hasVisible(), queue.receive(10)]).toEqual([false, []]);
    clock.pass({ minutes: 1 });
    expect(queue.hasVisible()).toBe(true);
    expect(queue.receive(10)).toHaveLength(1);
    expect(queue.hasVisible()).toBe(false);
  });

  test('that a function reads and that does not exist is named', () => {
    expect(() => startQueues([reader], [])).toThrow('reader reads the queue WakeUps, which does not exist.');
  });

  test('is sent to by those who may', async () => {
    const guarded = await startSqsEndpoint([queue], (caller, call) =>
      caller === 'local' ? undefined : `${caller} may not ${call}.`,
    );
    const stranger = clientOf(guarded, 'calendarEvents');
    const refused = stranger.send(new SendMessageCommand({ QueueUrl: guarded.urlOf(NAME), MessageBody: 'x' }));

    await expect(refused).rejects.toMatchObject({
      name: 'AccessDeniedException',
      message: 'calendarEvents may not SendMessage.',
    });
    expect(queue.receive(10)).toEqual([]);
    stranger.destroy();
    await guarded.stop();
  });

  test('can do nothing that our functions do not ask for', async () => {
    await expect(client.send(new DeleteQueueCommand({ QueueUrl: sqs.urlOf(NAME) }))).rejects.toMatchObject({
      name: 'UnsupportedOperation',
      message: 'The local stack has no DeleteQueue.',
    });
  });

  test.each([
    ['a delay of more than 15 minutes', () => send('x', 901), 'DelaySeconds must be'],
    ['a queue that there is not', () => send('x', 0, 'nobody'), 'does not exist'],
  ])('refuses %s as SQS does', async (_name, sending, message) => {
    await expect(sending()).rejects.toThrow(message);
  });
});
