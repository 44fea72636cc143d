import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type RequestOptions } from 'node:http';
import { text as textOf } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { httpRoutes } from '#lib/local/s3/http-routes';
import { startObjectStorage, type ObjectStorage } from '#lib/local/s3/object-storage';
import { listen } from '#test/support/http/listen';

async function ask(
  endpoint: string,
  { body, ...options }: RequestOptions & { readonly body?: string },
): Promise<{ status: number | undefined; headers: IncomingMessage['headers']; text: string }> {
  const sent = request(endpoint, options);
  sent.end(body);
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  return { status: answer.statusCode, headers: answer.headers, text: await textOf(answer) };
}

describe("the laptop's S3, asked by hand", () => {
  let storage: ObjectStorage;
  beforeAll(async () => {
    storage = await startObjectStorage({ bucket: 'shelf' });
    await ask(storage.endpoint, { method: 'PUT', path: '/shelf/a%20b/%C3%BC.txt', body: 'content' });
  });
  afterAll(() => storage.stop());

  test('lists buckets, and objects with and without a slash after the bucket', async () => {
    expect((await ask(storage.endpoint, { path: '/' })).text).toContain('<Name>shelf</Name>');
    for (const path of ['/shelf?list-type=2', '/shelf/?list-type=2'])
      expect((await ask(storage.endpoint, { path })).text).toContain('<Key>a b/ü.txt</Key>');
  });

  test('gives an object, its head, a part of it, or nothing when it is known', async () => {
    const path = '/shelf/a%20b/%C3%BC.txt';
    const whole = await ask(storage.endpoint, { path });
    expect(whole).toMatchObject({ status: 200, text: 'content', headers: { 'content-length': '7' } });

    expect(await ask(storage.endpoint, { path, method: 'HEAD' })).toMatchObject({
      status: 200,
      text: '',
      headers: { 'content-length': '7', etag: whole.headers.etag },
    });
    expect(await ask(storage.endpoint, { path, headers: { range: 'bytes=3-4' } })).toMatchObject({
      status: 206,
      text: 'te',
    });
    expect(await ask(storage.endpoint, { path, headers: { 'if-none-match': whole.headers.etag ?? '' } })).toMatchObject(
      { status: 304, text: '' },
    );
    expect((await ask(storage.endpoint, { path: '/shelf/none' })).text).toContain('<Code>NoSuchKey</Code>');
    expect(await ask(storage.endpoint, { path: '/shelf/none', method: 'HEAD' })).toMatchObject({
      status: 404,
      text: '',
    });
  });

  test.each([
    ['a method that S3 has not', { method: 'PATCH', path: '/shelf/a' }, 405, 'MethodNotAllowed'],
    ['an address that cannot be read', { path: '/shelf/100%' }, 400, 'InvalidURI'],
    [
      'more than goes in at once',
      { method: 'PUT', path: '/shelf/a', headers: { 'content-length': String(2 ** 28) } },
      413,
      'EntityTooLarge',
    ],
  ])('refuses %s', async (_name, options, status, code) => {
    const sent = request(storage.endpoint, options);
    sent.on('error', () => undefined);
    sent.flushHeaders();
    if (status !== 413) sent.end();
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];

    expect(answer.statusCode).toBe(status);
    expect(await textOf(answer)).toContain(`<Code>${code}</Code>`);
    sent.destroy();
  });
});

test('a failure of the storage is told, and the next request is answered', async () => {
  let calls = 0;
  const handle = httpRoutes(({ put }) => {
    put('/:bucket/*', ({ params, query, body }, reply) => {
      calls += 1;
      if (calls === 1) return Promise.reject(new Error('no space <left> on device'));
      reply
        .header('x-told', 7)
        .header('x-unknown', undefined)
        .status(201)
        .send(JSON.stringify({ params, query, body: body.toString() }));
      return Promise.resolve();
    });
  });
  const server = await listen(createServer((incoming, response) => void handle(incoming, response)));
  const put = { method: 'PUT', path: '/shelf/a//b%2Fc?x=1&y', body: 'content' };

  expect(await ask(server.url, put)).toMatchObject({
    status: 500,
    text: expect.stringContaining('<Code>InternalError</Code><Message>no space  left> on device</Message>'),
  });
  const { status, headers, text } = await ask(server.url, put);
  expect([status, headers['x-told'], headers['x-unknown']]).toEqual([201, '7', undefined]);
  expect(JSON.parse(text)).toEqual({
    params: { bucket: 'shelf', '*': 'a//b/c' },
    query: { x: '1', y: '' },
    body: 'content',
  });
  await server.stop();
});
