import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import { handler } from '#functions/discovery/index';

function eventOf(
  url: string,
  { method = 'GET', headers = {} }: { method?: string; headers?: Record<string, string> } = {},
): APIGatewayProxyEventV2 {
  const [rawPath = '/', rawQueryString = ''] = url.split('?');
  return {
    version: '2.0',
    routeKey: '$default',
    rawPath,
    rawQueryString,
    headers: { host: 'almanac.example.com', 'x-forwarded-proto': 'https', ...headers },
    isBase64Encoded: false,
    requestContext: {
      accountId: '123456789012',
      apiId: 'a1b2c3d4e5',
      domainName: 'almanac.example.com',
      domainPrefix: 'almanac',
      http: { method, path: rawPath, protocol: 'HTTP/1.1', sourceIp: '203.0.113.24', userAgent: 'test' },
      requestId: 'request-1',
      routeKey: '$default',
      stage: '$default',
      time: '14/Mar/2026:09:26:53 +0000',
      timeEpoch: 1773480413000,
    },
  };
}

const ask = (url: string, options: Parameters<typeof eventOf>[1] = {}) => handler(eventOf(url, options), {} as Context);
const askJson = async (url: string, options: Parameters<typeof eventOf>[1] = {}): Promise<Record<string, unknown>> =>
  JSON.parse((await ask(url, options)).body ?? '') as Record<string, unknown>;

describe('/discovery/v1/apis', () => {
  test('lists the three services with the address of each document', async () => {
    const { kind, items } = await askJson('/discovery/v1/apis');

    expect(kind).toBe('discovery#directoryList');
    expect(items).toMatchObject([
      {
        kind: 'discovery#directoryItem',
        id: 'calendar:v3',
        discoveryRestUrl: 'https://almanac.example.com/discovery/v1/apis/calendar/v3/rest',
        preferred: true,
      },
      { id: 'books:v1', discoveryRestUrl: 'https://almanac.example.com/discovery/v1/apis/books/v1/rest' },
      {
        id: 'doubleclicksearch:v2',
        discoveryRestUrl: 'https://almanac.example.com/discovery/v1/apis/doubleclicksearch/v2/rest',
      },
    ]);
  });

  test.each([
    ['name=books', ['books:v1']],
    ['name=books&preferred=true', ['books:v1']],
    ['preferred=true', ['calendar:v3', 'books:v1', 'doubleclicksearch:v2']],
    ['name=drive', []],
  ])('narrowed by %s', async (query, ids) => {
    const { items } = await askJson(`/discovery/v1/apis?${query}`);

    expect((items as { id: string }[]).map(({ id }) => id)).toEqual(ids);
  });
});

describe('a discovery document', () => {
  test.each([
    ['/discovery/v1/apis/calendar/v3/rest', 'calendar:v3'],
    ['/discovery/v1/apis/books/v1/rest', 'books:v1'],
    ['/discovery/v1/apis/doubleclicksearch/v2/rest', 'doubleclicksearch:v2'],
    ['/$discovery/rest?version=v3', 'calendar:v3'],
    ['/$discovery/rest?version=v1', 'books:v1'],
    ['/%24discovery/rest?version=v2', 'doubleclicksearch:v2'],
  ])('%s is that of %s', async (url, id) => {
    expect(await askJson(url)).toMatchObject({ kind: 'discovery#restDescription', id });
  });

  test('carries the root URL of the request', async () => {
    expect(await askJson('/discovery/v1/apis/calendar/v3/rest')).toMatchObject({
      rootUrl: 'https://almanac.example.com/',
      baseUrl: 'https://almanac.example.com/calendar/v3/',
    });
    expect(
      await askJson('/$discovery/rest?version=v1', {
        headers: { host: '127.0.0.1:8080', 'x-forwarded-proto': 'http' },
      }),
    ).toMatchObject({
      rootUrl: 'http://127.0.0.1:8080/',
    });
  });

  test('passes over a Host header that names no host', async () => {
    expect(await askJson('/$discovery/rest?version=v3', { headers: { host: 'a"b$&\\c' } })).toMatchObject({
      rootUrl: 'https://almanac.example.com/',
    });
  });

  test.each(['/discovery/v1/apis/drive/v3/rest', '/discovery/v1/apis/calendar/v2/rest', '/$discovery/rest?version=v9'])(
    '%s is not there',
    async (url) => {
      expect((await ask(url)).statusCode).toBe(404);
    },
  );

  test('needs to know which version is meant', async () => {
    expect(await askJson('/$discovery/rest')).toMatchObject({
      error: { code: 400, errors: [{ reason: 'required', location: 'version' }] },
    });
  });
});

describe('/openapi.json', () => {
  test('names this host as its server', async () => {
    expect(await askJson('/openapi.json')).toMatchObject({
      openapi: '3.1.0',
      servers: [{ url: 'https://almanac.example.com' }],
    });
  });

  test('answers 304 to whoever has it already', async () => {
    const { headers } = await ask('/openapi.json');

    const again = await ask('/openapi.json', { headers: { 'If-None-Match': String(headers?.['etag']) } });

    expect(again.statusCode).toBe(304);
    expect(again.body ?? '').toBe('');
  });

  test('travels compressed when that is accepted', async () => {
    const plain = await ask('/openapi.json');
    const zipped = await ask('/openapi.json', { headers: { 'accept-encoding': 'gzip, br' } });

    expect(zipped.headers?.['content-encoding']).toBe('gzip');
    expect(gunzipSync(Buffer.from(zipped.body ?? '', 'base64')).toString()).toBe(plain.body);
  });
});

describe('the documentation page', () => {
  test('is HTML that loads only from its own host', async () => {
    const { statusCode, headers, body } = await ask('/');

    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({ 'content-type': 'text/html; charset=UTF-8' });
    expect(headers?.['content-security-policy']).toContain("default-src 'self'");
    expect(body).not.toMatch(/(?:src|href)="(?:https?:)?\/\//);
  });

  test.each([
    ['/assets/page.js', 'text/javascript'],
    ['/assets/snippets.js', 'text/javascript'],
    ['/assets/copy.js', 'text/javascript'],
    ['/assets/group-names.js', 'text/javascript'],
    ['/assets/laptop-sign-in.js', 'text/javascript'],
    ['/assets/operation-search.js', 'text/javascript'],
    ['/assets/operation-snippets.js', 'text/javascript'],
    ['/assets/page.css', 'text/css'],
    ['/assets/swagger-ui.css', 'text/css'],
    ['/assets/swagger-ui-bundle.js', 'text/javascript'],
  ])('has %s', async (url, contentType) => {
    const { statusCode, headers, body = '' } = await ask(url);

    expect(statusCode).toBe(200);
    expect(headers?.['content-type']).toBe(`${contentType}; charset=UTF-8`);
    expect(body.length).toBeGreaterThan(400);
  });
});

describe('everything else', () => {
  test('/healthz says ok', async () => {
    expect(await askJson('/healthz')).toEqual({ status: 'ok' });
  });

  test('/favicon.ico is nothing', async () => {
    expect(await ask('/favicon.ico')).toMatchObject({ statusCode: 204 });
  });

  test('HEAD is GET without the body', async () => {
    const { statusCode, headers, body } = await ask('/openapi.json', { method: 'HEAD' });

    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({ 'content-type': 'application/json; charset=UTF-8' });
    expect(body).toBe('');
  });

  test('OPTIONS allows any origin', async () => {
    expect(await ask('/calendar/v3/nowhere', { method: 'OPTIONS' })).toMatchObject({
      statusCode: 204,
      headers: { 'access-control-allow-origin': '*' },
    });
  });

  test.each([
    ['GET', '/calendar/v3/nowhere'],
    ['GET', '/assets/../index.ts'],
    ['GET', '/assets/constructor'],
    ['POST', '/openapi.json'],
    ['DELETE', '/'],
  ])('%s %s is a 404 in the usual envelope, open to any origin', async (method, url) => {
    const answer = await ask(url, { method });

    expect(answer).toMatchObject({
      statusCode: 404,
      headers: { 'content-type': 'application/json; charset=UTF-8', 'access-control-allow-origin': '*' },
    });
    expect(JSON.parse(answer.body ?? '')).toMatchObject({
      error: { code: 404, errors: [{ domain: 'global', reason: 'notFound' }] },
    });
  });
});
