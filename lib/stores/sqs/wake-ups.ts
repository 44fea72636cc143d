/**
 * Wake-ups on an SQS queue, each delayed until what it is about is due. They are sent with nothing but a signed request:
 * Amazon's client would add a half to the code of a function.
 */
import type { Clock, Logger } from '#lib/api/context';
import { refusalOf } from '#lib/api/process/outgoing-calls';
import type { WakeUp, WakeUps } from '#lib/calendar/stores/wake-ups';
import { openConnections } from '#lib/stores/aws/connections';
import { readSettings, type Settings } from '#lib/stores/aws/settings';
import { signedHeaders } from '#lib/stores/aws/sign';

const CALL = 'SendMessage';
/** SQS delays no longer: https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_SendMessage.html */
const MAX_DELAY_SECONDS = 900;
/** Senders do not wait for a queue that hangs: the schedule is there. */
const PATIENCE_MS = 3_000;
const FIRST_SERVER_ERROR = 500;

/** SQS counts whole seconds, and a wake-up that comes early is of no use. */
const delayOf = ({ dueAtMs }: WakeUp, nowMs: number): number => Math.max(0, Math.ceil((dueAtMs - nowMs) / 1000));

type Send = (wakeUp: WakeUp, delaySeconds: number) => Promise<void>;

function sender(queueUrl: string): Send {
  const address = new URL(queueUrl);
  const connections = openConnections(address, PATIENCE_MS);
  let settings: Promise<Settings> | undefined;

  async function post(body: string): Promise<{ readonly status: number; readonly text: string }> {
    const { region, credentials } = await (settings ??= readSettings());
    const unsigned = { service: 'sqs', host: address.host, region, target: `AmazonSQS.${CALL}`, body };
    return connections.post(signedHeaders(unsigned, await credentials(), new Date()), body);
  }

  return async (wakeUp, DelaySeconds) => {
    const input = { QueueUrl: queueUrl, MessageBody: JSON.stringify(wakeUp), DelaySeconds };
    const refusal = refusalOf('sqs', CALL, input);
    if (refusal !== undefined) throw new Error(refusal);
    const body = JSON.stringify(input);
    const first = await post(body).catch((error: unknown) => {
      if (error instanceof Error && error.name === 'TimeoutError') throw error;
      return undefined;
    });
    const answer = first === undefined || first.status >= FIRST_SERVER_ERROR ? await post(body) : first;
    if (answer.status >= 300) throw new Error(`SQS answered ${String(answer.status)}: ${answer.text.slice(0, 500)}`);
  };
}

export function sqsWakeUps(queueUrl: string, clock: Clock, log: Logger): WakeUps {
  const sendMessage = sender(queueUrl);
  return {
    async send(wakeUp) {
      const delaySeconds = delayOf(wakeUp, clock.now().getTime());
      if (delaySeconds > MAX_DELAY_SECONDS) return;
      try {
        await sendMessage(wakeUp, delaySeconds);
      } catch (error) {
        log.error('a wake-up was not queued: the schedule finds what is due', { ...wakeUp, error: String(error) });
      }
    },
  };
}
