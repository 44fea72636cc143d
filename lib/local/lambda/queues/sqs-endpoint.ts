/**
 * SQS as far as our functions use it: `SendMessage` by AWS's JSON protocol. Handing messages out is Lambda's part
 * (`queues.ts`). Listens on loopback only and checks no signatures.
 * https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_SendMessage.html
 */
import { hash } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { createServer } from '#lib/api/process/node-http';
import { ACCOUNT } from '#lib/local/lambda/iam/arns';
import type { Queue } from './queue.ts';

interface Input {
  readonly QueueUrl?: string;
  readonly MessageBody?: string;
  readonly DelaySeconds?: number;
}

/** Why a caller may not make a call; `accessKeyId` is that of the request's signature. */
export type CallerCheck = (accessKeyId: string, call: string, input: object) => string | undefined;

export interface SqsEndpoint {
  urlOf(queueName: string): string;
  stop(): Promise<void>;
}

const MAX_DELAY_SECONDS = 900;
const CALLER = /Credential=([^/]+)\//;

const refuse = (response: ServerResponse, status: number, type: string, message: string): void => {
  const headers = { 'content-type': 'application/x-amz-json-1.0' };
  response.writeHead(status, headers).end(JSON.stringify({ __type: `com.amazonaws.sqs#${type}`, message }));
};

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  queues: ReadonlyMap<string, Queue>,
  check: CallerCheck,
): Promise<void> {
  const call = String(request.headers['x-amz-target']).replace(/^AmazonSQS\./, '');
  const input = JSON.parse(await text(request)) as Input;
  const { QueueUrl = '', MessageBody = '', DelaySeconds = 0 } = input;
  const refusal = check(CALLER.exec(request.headers.authorization ?? '')?.[1] ?? '', call, input);
  const queue = queues.get(QueueUrl.slice(QueueUrl.lastIndexOf('/') + 1));
  if (refusal !== undefined) refuse(response, 403, 'AccessDeniedException', refusal);
  else if (call !== 'SendMessage') refuse(response, 400, 'UnsupportedOperation', `The local stack has no ${call}.`);
  else if (queue === undefined) refuse(response, 400, 'QueueDoesNotExist', 'The specified queue does not exist.');
  else if (MessageBody === '' || !(DelaySeconds >= 0 && DelaySeconds <= MAX_DELAY_SECONDS))
    refuse(response, 400, 'InvalidParameterValue', `DelaySeconds must be >= 0 and <= ${String(MAX_DELAY_SECONDS)}.`);
  else {
    const MessageId = queue.send(MessageBody, DelaySeconds);
    response
      .writeHead(200, { 'content-type': 'application/x-amz-json-1.0' })
      .end(JSON.stringify({ MessageId, MD5OfMessageBody: hash('md5', MessageBody) }));
  }
}

export async function startSqsEndpoint(
  queues: readonly Queue[],
  check: CallerCheck = () => undefined,
): Promise<SqsEndpoint> {
  const byName = new Map(queues.map((queue) => [queue.definition.name, queue]));
  const server = createServer((request, response) => {
    answer(request, response, byName, check).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  return {
    urlOf: (queueName) => `${origin}/${ACCOUNT}/${queueName}`,
    async stop() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
