/** https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-integrations-lambda.html */
import { mock } from 'node:test';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { useEchoGateway } from '#test/support/http/echo-gateway';

const INTERNAL = [500, 'application/json', '{"message":"Internal Server Error"}'];

const gateway = useEchoGateway();
let log: ReturnType<typeof silenced>;
const silenced = () => mock.method(console, 'error', () => undefined);
beforeEach(() => {
  log = silenced();
});
afterEach(() => {
  log.mock.restore();
});

const answered = async (path: string): Promise<unknown[]> => {
  const response = await gateway.call(path);
  return [response.status, response.headers.get('content-type'), await response.text()];
};

describe('the answer', () => {
  test('to HEAD has the headers of GET and no body', async () => {
    const response = await gateway.call('things?answer=bytes', { method: 'HEAD' });

    expect([response.status, response.headers.get('content-length'), await response.text()]).toEqual([200, '3', '']);
  });

  test('is decoded from base64', async () => {
    const response = await gateway.call('things?answer=bytes');

    expect(new Uint8Array(await response.arrayBuffer())).toEqual(Uint8Array.from([255, 0, 1]));
    expect(response.headers.get('content-length')).toBe('3');
  });

  test('without content has no length', async () => {
    const response = await gateway.call('things?answer=nothing', { method: 'DELETE' });

    expect([response.status, response.headers.has('content-length')]).toEqual([204, false]);
  });

  // "In the response to the client, each cookie becomes a set-cookie header."
  test('sets each cookie', async () => {
    expect((await gateway.call('things?answer=cookies')).headers.getSetCookie()).toEqual(['a=1; Path=/', 'b=2']);
  });

  test.each(['things', 'elsewhere', 'things?answer=exception', 'things?answer=nothing'])(
    'to %s has an id and a date',
    async (path) => {
      const { headers } = await gateway.call(path);

      expect(headers.get('apigw-requestid')).toMatch(/^[\w-]{15}=$/);
      expect(Date.parse(headers.get('date') ?? '')).not.toBeNaN();
    },
  );

  // "If your Lambda function returns valid JSON and doesn't return a statusCode" the whole of it is the body.
  test.each([
    ['object', '{"name":"Ann"}'],
    ['text', 'plain words'],
    ['number', '7'],
    ['null', 'null'],
    ['undefined', 'null'],
  ])('without a status is 200 and the JSON: %s', async (odd, text) => {
    expect(await answered(`things?odd=${odd}`)).toEqual([200, 'application/json', text]);
  });

  test.each([
    ['status alone', [201, null, '']],
    ['text without a type', [200, 'text/plain;charset=UTF-8', 'plain words']],
    ['numbers in headers', [200, 'text/plain;charset=UTF-8', 'x']],
  ])('is completed: %s', async (odd, expected) => {
    expect(await answered(`things?odd=${odd}`)).toEqual(expected);
  });

  test.each([
    'status as a word',
    'status out of range',
    'body as an object',
    'headers as lists',
    'header with a line end',
    'cookies as text',
  ])('that names a status and is none is an error: %s', async (odd) => {
    expect(await answered(`things?odd=${odd}`)).toEqual(INTERNAL);
  });

  test('says nothing of an exception, which is logged', async () => {
    expect(await answered('things?answer=exception')).toEqual(INTERNAL);
    expect(String(log.mock.calls[0]?.arguments[0])).toContain('the secret reason');
  });

  // "6 MB each for request and response (synchronous)":
  // https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html
  test('cannot be larger than Lambda allows', async () => {
    const [large, tooLarge] = await Promise.all([
      gateway.call('things?answer=long&length=6200000'),
      answered('things?answer=long&length=6300000'),
    ]);

    expect([large.status, tooLarge]).toEqual([200, INTERNAL]);
  });
});
