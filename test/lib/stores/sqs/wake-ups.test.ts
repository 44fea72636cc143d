/**
 * Wake-ups on their way to SQS.
 * @modules own
 */
import { createServer, type ServerResponse } from 'node:http';
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { sqsWakeUps } from '#lib/stores/sqs/wake-ups';
import { TestClock } from '#test/support/calendar/calendar';
import { listen, type Listening } from '#test/support/http/listen';

const asked: object[] = [];
let answers: ((response: ServerResponse) => void)[] = [];
const server = createServer((request, response) => {
  let text = '';
  request.on('data', (part: Buffer) => (text += part.toString()));
  request.on('end', () => {
    const { 'x-amz-target': target, 'content-type': type } = request.headers;
    asked.push({ target, type, path: request.url, body: JSON.parse(text) as unknown });
    (answers.shift() ?? ((to) => to.end('{}')))(response);
  });
});

const errors: string[] = [];
const log = {
  info: () => undefined,
  warn: () => undefined,
  error: (_message: string, { error }: { readonly error?: unknown } = {}) => void errors.push(String(error)),
};
const clock = new TestClock();
const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
let listening: Listening;
let queueUrl: string;
let wakeUps: ReturnType<typeof sqsWakeUps>;
beforeAll(async () => {
  const { accessKeyId: AWS_ACCESS_KEY_ID, secretAccessKey: AWS_SECRET_ACCESS_KEY } = credentials;
  Object.assign(process.env, { AWS_REGION: 'eu-west-1', AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY });
  listening = await listen(server);
  queueUrl = `${listening.url.replace(/\/$/, '')}/123456789012/queue`;
  wakeUps = sqsWakeUps(queueUrl, clock, log as never);
});
beforeEach(() => {
  asked.length = 0;
  errors.length = 0;
  answers = [];
});
afterAll(() => listening.stop());

const wakeUpIn = (seconds: number) => ({ kind: 'letter', id: 'ä', dueAtMs: clock.now().getTime() + seconds * 1000 });
const send = (seconds: number): Promise<void> => wakeUps.send(wakeUpIn(seconds) as never);

test("are what Amazon's client would send", async () => {
  await send(12.5);
  const MessageBody = JSON.stringify(wakeUpIn(12.5));
  const client = new SQSClient({ endpoint: new URL(queueUrl).origin, region: 'eu-west-1', credentials, md5: false });
  await client.send(new SendMessageCommand({ QueueUrl: queueUrl, MessageBody, DelaySeconds: 13 }));
  client.destroy();

  expect(asked).toHaveLength(2);
  expect(asked[0]).toEqual(asked[1]);
  expect(errors).toEqual([]);
});

test.each([
  ['a broken connection', (response: ServerResponse) => response.destroy()],
  ['a failure of the queue', (response: ServerResponse) => response.writeHead(503).end()],
])('are sent again after %s', async (_what, fail) => {
  answers = [fail];

  await send(0);

  expect(asked).toHaveLength(2);
  expect(asked[0]).toEqual(asked[1]);
  expect(errors).toEqual([]);
});

test('that are refused are logged with the reason: the schedule finds what is due', async () => {
  answers = [(response) => response.writeHead(403).end('{"__type":"com.amazonaws.sqs#AccessDeniedException"}')];

  await send(0);

  expect(asked).toHaveLength(1);
  expect(errors).toEqual([expect.stringMatching(/403.*AccessDenied/)]);
});

test('for later than SQS can wait are not sent', async () => {
  await send(901);
  await send(900);

  expect(asked).toHaveLength(1);
});
