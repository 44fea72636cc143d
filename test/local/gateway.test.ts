import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { startGateway, type Gateway } from '#lib/local/gateway';

interface Echo {
  readonly event: APIGatewayProxyEventV2;
  readonly functionName: string;
  readonly awsRequestId: string;
}

let gateway: Gateway;
beforeAll(async () => {
  const echo = { name: 'echo', file: join(import.meta.dirname, 'functions/echo.ts'), routes: ['ANY /things/{id}', 'ANY /things'] };
  gateway = await startGateway({ functions: [echo], port: 0 });
});
afterAll(() => gateway.stop());

const call = (path: string, init: RequestInit = {}): Promise<Response> => fetch(`${gateway.rootUrl}${path}`, init);

async function echoed(path: string, init: RequestInit = {}): Promise<APIGatewayProxyEventV2> {
  const response = await call(path, init);
  return ((await response.json()) as Echo).event;
}

describe('the event of a request', () => {
  test('has path and query as received, and both decoded beside it', async () => {
    const event = await echoed('things/a%2Fb%40c?q=1%2C2&q=%C3%A4&empty=');

    expect(event).toMatchObject({
      version: '2.0',
      routeKey: 'ANY /things/{id}',
      rawPath: '/things/a%2Fb%40c',
      rawQueryString: 'q=1%2C2&q=%C3%A4&empty=',
      queryStringParameters: { q: '1,2,ä', empty: '' },
      pathParameters: { id: 'a/b@c' },
      isBase64Encoded: false,
      requestContext: { routeKey: 'ANY /things/{id}', stage: '$default', http: { method: 'GET', path: '/things/a%2Fb%40c', protocol: 'HTTP/1.1', sourceIp: '127.0.0.1' } },
    });
    expect(event.body).toBeUndefined();
  });

  test('has header names in lower case, repeats joined with commas, and cookies apart', async () => {
    const body = await new Promise<string>((resolve, reject) => {
      const request = httpRequest(`${gateway.rootUrl}things`, (response) => { resolve(text(response)); }).on('error', reject);
      request.setHeader('X-Many', ['one', 'two']).setHeader('Cookie', 'a=1; b=2').end();
    });
    const { headers, cookies } = (JSON.parse(body) as Echo).event;

    expect(headers).toMatchObject({ 'x-many': 'one,two', 'x-forwarded-proto': 'http', host: new URL(gateway.rootUrl).host });
    expect(headers).not.toHaveProperty('cookie');
    expect(cookies).toEqual(['a=1', 'b=2']);
  });

  test.each([
    ['JSON as text', { 'content-type': 'application/json; charset=utf-8' }, '{"ä":1}', '{"ä":1}', false],
    ['other types as base64', { 'content-type': 'multipart/mixed; boundary=x' }, 'ab', 'YWI=', true],
    ['a compressed body as base64', { 'content-type': 'application/json', 'content-encoding': 'gzip' }, 'ab', 'YWI=', true],
  ])('carries %s', async (_name, headers, sent, body, isBase64Encoded) => {
    expect(await echoed('things', { method: 'POST', headers, body: sent })).toMatchObject({ body, isBase64Encoded });
  });

  test('has the request id that the function finds in its context', async () => {
    const { event, functionName, awsRequestId } = (await (await call('things')).json()) as Echo;

    expect(functionName).toBe('echo');
    expect(event.requestContext.requestId).toBe(awsRequestId);
  });
});

describe('the answer', () => {
  test('to HEAD has the headers of GET and no body', async () => {
    const response = await call('things?answer=bytes', { method: 'HEAD' });

    expect([response.status, response.headers.get('content-length'), await response.text()]).toEqual([200, '3', '']);
  });

  test('is decoded from base64', async () => {
    const response = await call('things?answer=bytes');

    expect(new Uint8Array(await response.arrayBuffer())).toEqual(Uint8Array.from([255, 0, 1]));
    expect(response.headers.get('content-length')).toBe('3');
  });

  test('without content has no length', async () => {
    const response = await call('things?answer=nothing', { method: 'DELETE' });

    expect([response.status, response.headers.has('content-length')]).toEqual([204, false]);
  });

  test('sets each cookie', async () => {
    expect((await call('things?answer=cookies')).headers.getSetCookie()).toEqual(['a=1; Path=/', 'b=2']);
  });

  test('says nothing of an exception, which is logged', async () => {
    const log = jest.spyOn(console, 'error').mockImplementation(() => undefined);

    const response = await call('things?answer=exception');

    expect([response.status, await response.text()]).toEqual([500, '{"message":"Internal Server Error"}']);
    expect(String(log.mock.calls[0]?.[0])).toContain('the secret reason');
    log.mockRestore();
  });

  test('cannot be larger than Lambda allows', async () => {
    const log = jest.spyOn(console, 'error').mockImplementation(() => undefined);

    const [large, tooLarge] = await Promise.all([call('things?answer=long&length=6200000'), call('things?answer=long&length=6300000')]);

    expect([large.status, tooLarge.status]).toEqual([200, 500]);
    log.mockRestore();
  });

  test.each([
    ['more than 10 MB', 'text/plain', 10 * 1024 * 1024 + 1],
    ['more than Lambda takes as base64', 'application/octet-stream', 5 * 1024 * 1024],
  ])('refuses a body of %s', async (_name, type, bytes) => {
    const response = await call('things', { method: 'POST', headers: { 'content-type': type }, body: 'x'.repeat(bytes) });

    expect([response.status, await response.text()]).toEqual([413, '{"message":"Request Entity Too Large"}']);
  });

  test('to what no route takes is 404', async () => {
    expect((await call('elsewhere')).status).toBe(404);
  });

  test('to /healthz says that all is well', async () => {
    expect(await (await call('healthz')).json()).toEqual({ status: 'ok' });
  });
});

describe('a port that is taken', () => {
  test('is named, with what to do', async () => {
    const port = Number(new URL(gateway.rootUrl).port);

    await expect(startGateway({ functions: [], port })).rejects.toThrow(`Port ${String(port)} is taken. Stop what uses it, or choose another with --port N.`);
  });
});
