/** Hands the messages of queues to the functions that `serverless.yml` connects, by the rules of Lambda's pollers. */
import { hash } from 'node:crypto';
import type { SQSBatchResponse, SQSRecord } from 'aws-lambda';
import { queueArn } from '#lib/local/lambda/iam/arns';
import { invoke } from '#lib/local/lambda/invoke';
import type { DeployedFunction } from '#lib/package/template/deployment';
import type { Queue, QueuedMessage } from './queue.ts';

type Target = Pick<DeployedFunction, 'name' | 'file' | 'queues'>;

/** Lambda begins with as many. */
const BATCHES_AT_ONCE = 5;

const recordOf = ({ definition: { name } }: Queue, { id, body, receives, sentAtMs }: QueuedMessage): SQSRecord => ({
  messageId: id,
  receiptHandle: id,
  body,
  attributes: {
    ApproximateReceiveCount: String(receives),
    SentTimestamp: String(sentAtMs),
    SenderId: 'local',
    ApproximateFirstReceiveTimestamp: String(sentAtMs),
  },
  messageAttributes: {},
  md5OfBody: hash('md5', body),
  eventSource: 'aws:sqs',
  eventSourceARN: queueArn(name),
  awsRegion: 'us-east-1',
});

/** Messages that fail stay, and come again when their visibility timeout is over. */
async function handOver(target: Target, queue: Queue, batch: readonly QueuedMessage[]): Promise<void> {
  const { name, maxReceives = Infinity } = queue.definition;
  const fail = (failed: readonly QueuedMessage[], error: unknown): void => {
    const dead = failed.filter(({ receives }) => receives >= maxReceives);
    for (const { id } of dead) queue.delete(id);
    if (dead.length > 0) console.error(`${target.name}: a message of ${name} failed too often and is dropped.`, error);
  };
  try {
    const Records = batch.map((message) => recordOf(queue, message));
    const response = (await invoke(target, { Records })) as SQSBatchResponse | undefined;
    const failures = new Set((response?.batchItemFailures ?? []).map(({ itemIdentifier }) => itemIdentifier));
    for (const { id } of batch) if (!failures.has(id)) queue.delete(id);
    fail(
      batch.filter(({ id }) => failures.has(id)),
      '',
    );
  } catch (error) {
    fail(batch, error);
  }
}

async function poll(target: Target, queue: Queue, batchSize: number, signal: AbortSignal): Promise<void> {
  const running = new Set<Promise<void>>();
  while (!signal.aborted) {
    const isFree = running.size < BATCHES_AT_ONCE;
    const batch = isFree ? queue.receive(batchSize) : [];
    if (batch.length > 0) {
      const run: Promise<void> = handOver(target, queue, batch).finally(() => running.delete(run));
      running.add(run);
    } else await (isFree ? queue.nextLook(signal) : Promise.race(running));
  }
  await Promise.all(running);
}

export function startQueues(functions: readonly Target[], queues: readonly Queue[]): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const loops = functions.flatMap((target) =>
    target.queues.flatMap((source) => {
      const queue = queues.find(({ definition }) => definition.logicalId === source.queue);
      if (queue === undefined) throw new Error(`${target.name} reads the queue ${source.queue}, which does not exist.`);
      return [poll(target, queue, source.batchSize, stopping.signal)];
    }),
  );
  return {
    async stop() {
      stopping.abort();
      await Promise.all(loops);
    },
  };
}
