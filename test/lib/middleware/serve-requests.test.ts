/** What of a request reaches the operation. */
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import { eventOf } from '#test/support/ask';
import { echoService } from '#test/support/http/echo-service';

const { ask, handler } = echoService();

describe('paths', () => {
  const idIn = async (routeKey: string, rawPath: string, pathParameters?: Record<string, string>): Promise<unknown> => {
    const event = { ...eventOf('GET', '/', { headers: { authorization: 'Bearer t' } }), routeKey, rawPath };
    const { body = '' } = await handler({ ...event, ...(pathParameters && { pathParameters }) });
    return (JSON.parse(body) as { path: unknown }).path;
  };

  test.each(['ann@example.com', 'user:ann@example.com', 'de.german#holiday', 'a/b', '100%', '%40', 'a+b c?d'])(
    '%s is what the route says, decoded by API Gateway and not again',
    async (id) => {
      expect(await idIn('ANY /things/{id}', `/things/${id}`, { id })).toEqual({ id });
    },
  );

  test.each(['ann@example.com', 'de.german#holiday', 'a/b', 'a//b/', '%40'])('%s is read from the path', async (id) => {
    expect(await idIn('ANY /things/{path+}', `/things/${id}`, { path: id })).toEqual({ id });
    expect(await idIn('$default', `/things/${id}`)).toEqual({ id });
  });

  test('a literal wins over an id, for its own verb only', async () => {
    expect((await ask('POST', '/things/import', { body: {} })).json()['name']).toBe('import');
    expect((await ask('GET', '/things/import')).json()['path']).toEqual({ id: 'import' });
  });

  test.each([
    ['GET', '/nothing'],
    ['GET', '/things/'],
    ['POST', '/things/a'],
  ])('%s %s is a 404 envelope', async (method, url) => {
    const { status, json } = await ask(method, url);

    expect(status).toBe(404);
    expect(json()).toEqual({
      error: {
        code: 404,
        message: 'Not Found',
        errors: [{ domain: 'global', reason: 'notFound', message: 'Not Found' }],
      },
    });
  });
});

describe('the address that the client used', () => {
  test.each([
    [{}, 'https://almanac.test/'],
    [{ host: '127.0.0.1:8080' }, 'http://127.0.0.1:8080/'],
    [{ host: '127.0.0.1:8080', 'x-forwarded-proto': 'HTTPS' }, 'https://127.0.0.1:8080/'],
    [{ host: '[::1]:8080' }, 'http://[::1]:8080/'],
    [{ 'x-forwarded-proto': 'javascript:alert(1)//' }, 'https://almanac.test/'],
    [{ host: 'evil.example/path?x=' }, 'https://almanac.test/'],
    [{ host: 'almanac.test:99999' }, 'https://almanac.test/'],
    [{ host: 'a b' }, 'https://almanac.test/'],
  ])('%j is %s, whatever else stands in the headers', async (headers, rootUrl) => {
    expect((await ask('GET', '/address', { headers })).json()['name']).toBe(rootUrl);
  });
});

describe('queries', () => {
  test('repeats are kept, commas belong to values, unknown names are ignored', async () => {
    expect((await ask('GET', '/things/a?tag=x%2Cy&tag=z&flag=1&alien=1')).json()['query']).toEqual({
      tag: ['x,y', 'z'],
      flag: true,
    });
  });

  test('alt is checked before anything happens', async () => {
    const { status, json } = await ask('GET', '/things/a?alt=xml');

    expect([status, json()]).toMatchObject([
      400,
      { error: { errors: [{ reason: 'invalidParameter', location: 'alt' }] } },
    ]);
  });

  test('$.xgafv=2 leaves the list of errors out', async () => {
    expect((await ask('PUT', '/things/a?$.xgafv=2')).json()).toEqual({
      error: { code: 400, message: 'No.', status: 'INVALID_ARGUMENT' },
    });
  });
});

describe('verbs', () => {
  test('CAL-38: X-HTTP-Method-Override on POST replaces the verb', async () => {
    expect(
      (await ask('POST', '/things/a', { headers: { 'X-HTTP-Method-Override': 'PATCH' }, body: { name: 'n' } })).json(),
    ).toEqual({ name: 'patch', body: { name: 'n' } });
    expect((await ask('POST', '/things/a', { headers: { 'X-HTTP-Method-Override': 'TRACE' } })).status).toBe(404);
  });

  test('a long GET comes as a form whose body is the query', async () => {
    const headers = { 'X-HTTP-Method-Override': 'GET', 'content-type': 'application/x-www-form-urlencoded' };

    expect((await ask('POST', '/things/a', { headers, body: 'flag=true&tag=x' })).json()['query']).toEqual({
      flag: true,
      tag: ['x'],
    });
  });

  test('HEAD is GET without a body', async () => {
    const { status, headers, body } = await ask('HEAD', '/things/a');

    expect([status, headers['etag'], body]).toEqual([200, '"1"', '']);
    expect(headers['content-length']).toBe(String(Buffer.byteLength((await ask('GET', '/things/a')).body)));
  });

  test('OPTIONS allows browsers of any origin', async () => {
    const { status, headers, body } = await ask('OPTIONS', '/things/a', { headers: { authorization: '' } });

    expect([status, headers['access-control-allow-origin'], body]).toEqual([204, '*', '']);
    expect(headers['access-control-allow-headers']).toContain('If-Match');
    expect(headers['access-control-allow-methods']).toBe('GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS');
  });
});

describe('bodies', () => {
  test.each([
    'not json',
    '[]',
    '"text"',
    '5',
    'null',
    '{"a":',
    '{"text":"half \\ud83d of it"}',
    '{"text":{"\\uDE00":1}}',
  ])('%s is a parseError', async (body) => {
    expect(
      (await ask('POST', '/things/import', { body, headers: { 'content-type': 'application/json' } })).json(),
    ).toMatchObject({ error: { code: 400, errors: [{ reason: 'parseError' }] } });
  });

  test('a form is a parseError', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };

    expect((await ask('POST', '/things/import', { body: 'name=x', headers })).json()).toMatchObject({
      error: { errors: [{ reason: 'parseError' }] },
    });
  });

  test('an empty body is an empty object', async () => {
    expect((await ask('POST', '/things/import')).json()).toEqual({ name: 'import', body: {} });
  });

  test('gzip is undone, and a broken or bursting one refused', async () => {
    const send = (bytes: Buffer) =>
      handler({
        ...eventOf('POST', '/things/import', { headers: { authorization: 'Bearer t', 'content-encoding': 'gzip' } }),
        body: bytes.toString('base64'),
        isBase64Encoded: true,
      });

    expect(JSON.parse((await send(gzipSync('{"name":"zipped"}'))).body ?? '')).toEqual({
      name: 'import',
      body: { name: 'zipped' },
    });
    expect((await send(Buffer.from('no gzip'))).statusCode).toBe(400);
    expect((await send(gzipSync(Buffer.alloc(64 * 1024 * 1024)))).statusCode).toBe(400);
  });
});
