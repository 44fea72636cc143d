/** What a client sees while the upstream fails, and how often the upstream is asked. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { reportsGetFile } from '#functions/ads/reports/getFile';
import { eventsDelete } from '#functions/calendar/events/delete';
import { eventsGet } from '#functions/calendar/events/get';
import { eventsInsert } from '#functions/calendar/events/insert';
import { eventsPatch } from '#functions/calendar/events/patch';
import { eventsUpdate } from '#functions/calendar/events/update';
import type { Logger } from '#lib/api/context';
import { ApiError } from '#lib/api/errors';
import type { Operation } from '#lib/api/operation';
import type { ForwardedAnswer } from '#lib/api/upstream';
import { breaker, UPSTREAM_PAUSED } from '#lib/upstream/client/breaker';
import { upstreamClient, type ClientOptions } from '#lib/upstream/client/client';
import { patientClient } from '#lib/upstream/client/patient-client';
import { asCaller } from '#lib/upstream/credentials/authorize';
import { forwarder } from '#lib/upstream/forward';
import { linkRewriter } from '#lib/upstream/links';
import { listen, type Listening } from '#test/support/http/listen';

type Answer = (response: ServerResponse, request: IncomingMessage) => void;

let upstream: Listening;
let answers: Answer[] = [];
let asked: string[] = [];
let pauses: number[] = [];
let lines: string[] = [];
let nowMs = 0;

beforeAll(async () => {
  upstream = await listen(
    createServer((request, response) => {
      asked.push(String(request.method));
      // The last one answers whatever else is asked.
      const answer = answers.length > 1 ? answers.shift() : answers[0];
      answer?.(response, request);
    }),
  );
});
beforeEach(() => {
  [answers, asked, pauses, lines, nowMs] = [[], [], [], [], Date.parse('2026-04-01T00:00:00Z')];
});
afterAll(() => upstream.stop());

const log: Logger = { info: (message) => void lines.push(message), error: (message) => void lines.push(message) };

function ask(options: Partial<ClientOptions> & { readonly timeLimitMs?: number; readonly query?: string } = {}) {
  const { timeLimitMs = 60_000, query = '', ...client } = options;
  const rootUrl = client.rootUrl ?? `${upstream.url}/`;
  const forward = forwarder({
    client: patientClient(upstreamClient({ allowLoopback: true, allowPrivate: false, ...client, rootUrl }), {
      breaker: breaker('calendar', { now: () => new Date(nowMs) }, log),
      wait: (ms) => Promise.resolve(pauses.push(ms)),
      timeLimitMs,
    }),
    rewriteLinks: linkRewriter('calendar', rootUrl),
    authorize: asCaller(() => undefined),
    allowLoopback: false,
  });
  return (
    operation: Operation<never> = eventsGet as Operation,
    email = 'alice@example.com',
    isHead = false,
  ): Promise<ForwardedAnswer> =>
    forward({
      operation: operation as Operation,
      pathValues: { calendarId: 'primary', eventId: 'e1', reportId: 'r', reportFragment: '0' },
      query: new URLSearchParams(query),
      bodyText: operation.body === undefined ? '' : '{"summary":"Lunch"}',
      headers: {},
      isHead,
      rootUrl: 'https://ours.example.com/',
      caller: { kind: 'user', email, scopes: [], clientId: undefined },
      token: 'secret-token',
      apiKey: undefined,
    });
}

const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): Answer =>
  (response) =>
    response
      .writeHead(status, { 'content-type': 'application/json; charset=UTF-8', ...headers })
      .end(typeof body === 'string' ? body : JSON.stringify(body));
const failing = (status: number, reason: string, headers = {}): Answer =>
  json(status, { error: { code: status, message: 'db-7.internal is down', errors: [{ reason }] } }, headers);
const OK = json(200, { id: 'e1' });

async function errorOf(promise: Promise<unknown>): Promise<readonly unknown[]> {
  const error: unknown = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof ApiError)) throw new Error(`no error of ours: ${String(error)}`);
  expect(JSON.stringify([error.entries, error.options.headers])).not.toMatch(/internal|secret-token|127\.0\.0\.1/);
  return [error.code, error.reason, error.message, error.options.headers?.['retry-after']];
}

const UNAVAILABLE = [503, 'backendError', 'Backend Error', '1'];

describe('no usable answer is 503 backendError', () => {
  test('the connection is refused', async () => {
    const gone = await listen(createServer());
    await gone.stop();
    expect(await errorOf(ask({ rootUrl: `${gone.url}/` })())).toEqual(UNAVAILABLE);
    expect(pauses).toHaveLength(4);
  });

  test('it is too slow', async () => {
    let requests = 0;
    const slow = await listen(createServer(() => void (requests += 1)));
    const through = ask({ rootUrl: `${slow.url}/`, timeLimitMs: 100 });
    expect(await errorOf(through(eventsInsert as Operation))).toEqual(UNAVAILABLE);
    expect(requests).toBeLessThan(2);
    await slow.stop();
  });

  test('the answer is cut short, by its length or in its JSON', async () => {
    answers = [
      (response) => {
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
        response.write('{"id":', () => response.destroy());
      },
    ];
    expect(await errorOf(ask()())).toEqual(UNAVAILABLE);
    expect(asked).toHaveLength(5);
    answers = [json(200, '{"id":"e1"')];
    expect(await errorOf(ask()())).toEqual(UNAVAILABLE);
  });

  test.each([
    ['no JSON', json(200, 'oops')],
    ['a list', json(200, [])],
    ['nothing', json(200, '')],
    [
      'a page',
      (response: ServerResponse) => response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Hi</h1>'),
    ],
    [
      'a page that says 404',
      (response: ServerResponse) => response.writeHead(404, { 'content-type': 'text/html' }).end('nginx'),
    ],
    ['an error of another kind', json(404, { message: 'db-7.internal' })],
  ] as [string, Answer][])('the answer is %s', async (_what, answer) => {
    answers = [answer];
    expect(await errorOf(ask()())).toEqual(UNAVAILABLE);
  });

  test('a refusal before the upstream itself keeps its status, in words of ours', async () => {
    answers = [json(413, { message: 'db-7.internal' })];
    expect(await errorOf(ask()())).toEqual([413, 'uploadTooLarge', 'The request is too large.', undefined]);
  });

  test('a redirect is not followed, wherever it leads', async () => {
    let metadata = 0;
    const inside = await listen(createServer((_request, response) => void ((metadata += 1), response.end('{}'))));
    answers = [(response) => response.writeHead(302, { location: `${inside.url}/latest/meta-data` }).end()];
    expect(await errorOf(ask()())).toEqual(UNAVAILABLE);
    expect([metadata, asked.length]).toEqual([0, 1]);
    await inside.stop();
  });

  test.each([
    ['https://storage.example.com/file?signature=1', 302],
    ['https://169.254.169.254/latest/meta-data', 503],
    ['http://storage.example.com/file', 503],
    ['http://localhost/', 503],
  ])('a file at %s is %s', async (location, status) => {
    answers = [(response) => response.writeHead(302, { location }).end()];
    const answered = await ask()(reportsGetFile as Operation).catch((error: unknown) => error as ApiError);
    expect('code' in answered ? answered.code : answered.status).toBe(status);
    expect('code' in answered ? location : answered.headers['location']).toBe(location);
  });

  test('more comes than anybody could hand on', async () => {
    answers = [
      (response) => response.writeHead(200, { 'content-type': 'application/json' }).end(`"${'x'.repeat(9_000_000)}"`),
    ];
    expect(await errorOf(ask()(eventsPatch as Operation))).toEqual(UNAVAILABLE);
  });
});

describe('an answer that is compressed, though nobody asked for that', () => {
  const zipped =
    (coding: string, body: Buffer): Answer =>
    (response) =>
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': coding }).end(body);

  test.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ])('with %s is read', async (coding, compress) => {
    answers = [zipped(coding, compress('{"id":"e1"}'))];
    const { status, headers, body } = await ask()();
    expect([status, body, headers['content-encoding']]).toEqual([200, '{"id":"e1"}', undefined]);
  });

  test.each([
    ['of a kind that nobody knows', zipped('zap', Buffer.from('{}'))],
    ['in name only', zipped('gzip', Buffer.from('{}'))],
    ['from more than anybody could hand on', zipped('gzip', gzipSync(Buffer.alloc(9_000_000)))],
  ])('%s is broken', async (_what, answer) => {
    answers = [answer];
    expect(await errorOf(ask()())).toEqual(UNAVAILABLE);
  });
});

describe('a file', () => {
  const csv: Answer = (response) => response.writeHead(200, { 'content-type': 'text/csv' }).end('a,b\n1,2\n');
  const getFile = reportsGetFile as Operation;

  test('comes as it is', async () => {
    answers = [csv];
    const { status, headers, body } = await ask()(getFile);
    expect([status, headers['content-type'], String(body)]).toEqual([200, 'text/csv', 'a,b\n1,2\n']);
  });

  test('is no answer to who asks for JSON', async () => {
    answers = [csv];
    expect(await errorOf(ask({ query: 'alt=json' })(getFile))).toEqual(UNAVAILABLE);
  });
});

test.each([
  ['with a page', '<h1>416</h1>'],
  ['with nothing', ''],
])('a range that a file does not have is refused as such, %s', async (_what, page) => {
  answers = [(response) => response.writeHead(416, { 'content-range': 'bytes */10' }).end(page)];
  const error = await ask()(reportsGetFile as Operation).catch((thrown: unknown) => thrown as ApiError);
  expect(error).toMatchObject({
    code: 416,
    reason: 'requestedRangeNotSatisfiable',
    options: { headers: { 'content-range': 'bytes */10' } },
  });
});

test('HEAD is refused without a word, as it was there', async () => {
  answers = [(response) => response.writeHead(416, { 'content-range': 'bytes */10' }).end()];
  const { status, headers, body } = await ask()(reportsGetFile as Operation, undefined, true);
  expect([status, headers['content-range'], body]).toEqual([416, 'bytes */10', undefined]);
});

describe('addresses', () => {
  test('of the own network are refused unless the stage says so', async () => {
    answers = [OK];
    expect(await errorOf(ask({ allowLoopback: false })())).toEqual(UNAVAILABLE);
    const named = {
      rootUrl: 'https://api.example.com/',
      resolve: () => Promise.resolve([{ address: '10.0.0.7', family: 4 }]),
    };
    expect(await errorOf(ask(named)())).toEqual(UNAVAILABLE);
    expect(asked).toEqual([]);
  });

  test('a name whose address has changed is refused when it is connected to', async () => {
    const { port } = upstream;
    answers = [OK];
    let address = '127.0.0.1';
    const through = ask({
      rootUrl: `http://api.test:${String(port)}/`,
      resolve: () => Promise.resolve([{ address, family: 4 }]),
    });
    expect((await through()).status).toBe(200);
    address = '169.254.169.254';
    answers = [
      (response) => response.writeHead(200, { 'content-type': 'application/json', connection: 'close' }).end('{}'),
    ];
    expect((await through()).status).toBe(200);
    expect(await errorOf(through())).toEqual(UNAVAILABLE);
  });

  test('plain HTTP is for the own network alone', async () => {
    const named = {
      rootUrl: 'http://api.example.com/',
      resolve: () => Promise.resolve([{ address: '8.8.8.8', family: 4 }]),
    };
    expect(await errorOf(ask({ ...named, allowPrivate: true })())).toEqual(UNAVAILABLE);
  });
});

describe('another attempt', () => {
  test.each([
    ['a read', eventsGet, 'GET'],
    ['PUT', eventsUpdate, 'PUT'],
    ['DELETE', eventsDelete, 'DELETE'],
  ])('%s is tried again with growing pauses', async (_what, operation, method) => {
    answers = [failing(503, 'backendError'), failing(429, 'rateLimitExceeded'), failing(500, 'backendError'), OK];
    expect((await ask()(operation as Operation)).status).toBe(200);
    expect(asked).toEqual([method, method, method, method]);
    const [first = 0, second = 0, third = 0] = pauses;
    expect([first >= 50, second >= 100, third >= 200]).toEqual([true, true, true]);
  });

  test.each([
    ['POST', eventsInsert],
    ['PATCH', eventsPatch],
  ])('%s is sent once', async (_what, operation) => {
    answers = [failing(503, 'backendError', { 'retry-after': '7' }), OK];
    expect(await errorOf(ask()(operation as Operation))).toEqual([503, 'backendError', 'Backend Error', '7']);
    expect(asked).toHaveLength(1);
  });

  test('Retry-After is kept to; a storm of 429 goes on to the client', async () => {
    answers = [failing(429, 'rateLimitExceeded', { 'retry-after': '3' })];
    const { status, headers, body } = await ask()();
    expect([status, headers['retry-after'], asked.length]).toEqual([429, '3', 5]);
    expect(pauses.every((ms) => ms >= 3_000)).toBe(true);
    expect(JSON.parse(String(body))).toMatchObject({ error: { errors: [{ reason: 'rateLimitExceeded' }] } });
  });

  test('a pause that is longer than the time left is the client’s', async () => {
    answers = [failing(429, 'quotaExceeded', { 'retry-after': '3600' })];
    expect((await ask()()).headers['retry-after']).toBe('3600');
    expect([asked.length, pauses]).toEqual([1, []]);
  });
});

const BOB = 'bob@example.com';

describe('an upstream that keeps failing is spared', () => {
  test('for a while, then one request tries', async () => {
    const through = ask();
    answers = [failing(500, 'backendError')];
    expect((await errorOf(through()))[0]).toBe(500);
    expect((await errorOf(through(undefined, BOB)))[0]).toBe(500);
    expect(lines).toEqual([UPSTREAM_PAUSED]);
    expect(await errorOf(through())).toEqual([503, 'backendError', 'Backend Error', '5']);
    expect(asked).toHaveLength(10);

    nowMs += 5_000;
    expect((await errorOf(through(eventsInsert as Operation)))[0]).toBe(500);
    expect(await errorOf(through())).toEqual([503, 'backendError', 'Backend Error', '10']);
    expect(asked).toHaveLength(11);

    nowMs += 10_000;
    answers = [OK];
    expect((await through()).status).toBe(200);
    expect((await through()).status).toBe(200);
    expect(lines.at(-1)).toBe('upstream resumed');
  });

  test('but not for what fails for one caller alone', async () => {
    const through = ask();
    answers = [failing(500, 'backendError')];
    for (let count = 0; count < 4; count += 1) expect((await errorOf(through()))[0]).toBe(500);
    answers = [OK];
    expect((await through(undefined, BOB)).status).toBe(200);
    expect(lines).toEqual([]);
  });
});
