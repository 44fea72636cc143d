/** Wake-ups on an SQS queue, each delayed until what it is about is due. */
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { Clock, Logger } from '#lib/api/context';
import { refusalOf } from '#lib/api/process/outgoing-calls';
import type { WakeUp, WakeUps } from '#lib/calendar/stores/wake-ups';

/** SQS delays no longer: https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_SendMessage.html */
const MAX_DELAY_SECONDS = 900;
/** Senders do not wait for a queue that hangs: the schedule is there. */
const PATIENCE_MS = 3_000;

/** SQS counts whole seconds, and a wake-up that comes early is of no use. */
const delayOf = ({ dueAtMs }: WakeUp, nowMs: number): number => Math.max(0, Math.ceil((dueAtMs - nowMs) / 1000));

async function sendMessage(client: SQSClient, QueueUrl: string, wakeUp: WakeUp, DelaySeconds: number): Promise<void> {
  const input = { QueueUrl, MessageBody: JSON.stringify(wakeUp), DelaySeconds };
  const refusal = refusalOf('sqs', 'SendMessage', input);
  if (refusal !== undefined) throw new Error(refusal);
  await client.send(new SendMessageCommand(input), { abortSignal: AbortSignal.timeout(PATIENCE_MS) });
}

export function sqsWakeUps(queueUrl: string, clock: Clock, log: Logger): WakeUps {
  const client = new SQSClient({ endpoint: new URL(queueUrl).origin, maxAttempts: 2 });
  return {
    async send(wakeUp) {
      const delaySeconds = delayOf(wakeUp, clock.now().getTime());
      if (delaySeconds > MAX_DELAY_SECONDS) return;
      try {
        await sendMessage(client, queueUrl, wakeUp, delaySeconds);
      } catch (error) {
        log.error('a wake-up was not queued: the schedule finds what is due', { ...wakeUp, error: String(error) });
      }
    },
  };
}
