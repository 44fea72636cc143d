/** The pipeline as a client meets it, with operations that say what reached them. */
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import type { Caller } from '#lib/api/context';
import { requireMatch } from '#lib/api/etag';
import { badRequest } from '#lib/api/errors';
import { operationsOn } from '#lib/api/operation';
import { any, boolean, object, optional, repeated, resource, string } from '#lib/api/schema';
import { serve, type Service } from '#lib/middleware/serve';
import { eventOf, type Ask } from '#test/support/ask';

const defineOperation = operationsOn<null>();
const SCOPE = 'https://www.googleapis.com/auth/calendar';
const Echo = resource('Echo', '', {
  etag: string('', { readOnly: true }),
  name: string(''),
  path: any(''),
  query: any(''),
  body: any(''),
  nested: object('', { text: string('') }),
});
const common = { summary: '', scopes: [SCOPE], cost: 1 };
const thing = { id: string('') };

const operations = [
  defineOperation({
    ...common,
    id: 'things.get',
    route: 'GET /things/{id}',
    path: thing,
    query: { flag: optional(boolean('')), tag: repeated(string('')) },
    returns: Echo,
    run: ({ path, query }) => Promise.resolve({ etag: '"1"', name: 'x'.repeat(2000), path, query, nested: { text: 'y' } }),
  }),
  defineOperation({
    ...common,
    id: 'things.import',
    route: 'POST /things/import',
    path: {},
    query: {},
    body: Echo,
    returns: Echo,
    run: ({ body }) => Promise.resolve({ name: 'import', body }),
  }),
  defineOperation({
    ...common,
    id: 'things.patch',
    route: 'PATCH /things/{id}',
    path: thing,
    query: {},
    body: Echo,
    returns: Echo,
    run: ({ body }, { request }) => {
      requireMatch(request.preconditions, '"1"');
      return Promise.resolve({ name: 'patch', body });
    },
  }),
  defineOperation({
    ...common,
    id: 'things.delete',
    route: 'DELETE /things/{id}',
    path: thing,
    query: {},
    run: ({ path }) => (path.id === 'broken' ? Promise.reject(new Error('password=hunter2')) : Promise.resolve(undefined)),
  }),
  defineOperation({
    ...common,
    id: 'things.huge',
    route: 'GET /huge',
    path: {},
    query: {},
    returns: Echo,
    run: () => Promise.resolve({ name: '"'.repeat(3_000_000) }),
  }),
  defineOperation({
    ...common,
    id: 'things.address',
    route: 'GET /address',
    path: {},
    query: {},
    returns: Echo,
    run: (_input, { request }) => Promise.resolve({ name: request.rootUrl }),
  }),
  defineOperation({
    ...common,
    id: 'things.fail',
    route: 'PUT /things/{id}',
    path: thing,
    query: {},
    run: () => Promise.reject(badRequest('invalid', 'No.', { headers: { 'retry-after': '7' } })),
  }),
];

interface Line {
  readonly message: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

const caller: Caller = { kind: 'user', email: 'ann@example.com', scopes: [SCOPE], clientId: undefined };
const lines: Line[] = [];
const note = (message: string, fields: Readonly<Record<string, unknown>> = {}) => void lines.push({ message, fields });
const service: Service<null> = {
  name: 'calendar',
  stores: null,
  clock: { now: () => new Date(0) },
  ids: { next: () => 'id', hex: () => 'ff' },
  log: { info: note, error: note },
  verifyToken: () => Promise.resolve(caller),
  checkKey: () => Promise.resolve(false),
  withoutCredentials: 'login',
  store: { lease: () => Promise.reject(new Error('quota is off')) },
  ceilings: { userPerMinute: 0, stagePerMinute: 0 },
  invalidBody: () => badRequest('badRequest', 'Bad Request'),
};
const handler = serve(operations, service);

async function ask(method: string, url: string, { headers, ...rest }: Ask = {}) {
  const { statusCode, body = '', headers: answered = {}, isBase64Encoded } = await handler(eventOf(method, url, { ...rest, headers: { authorization: 'Bearer t', ...headers } }));
  return { status: statusCode, headers: answered, body, isBase64Encoded, json: () => JSON.parse(body) as Record<string, unknown> };
}

describe('paths', () => {
  test.each([
    ['ann%40example.com', 'ann@example.com'],
    ['ann@example.com', 'ann@example.com'],
    ['user:ann@example.com', 'user:ann@example.com'],
    ['user%3Aann', 'user:ann'],
    ['de.german%23holiday', 'de.german#holiday'],
    ['a%2Fb', 'a/b'],
    ['100%25', '100%'],
    ['%2540', '%40'],
  ])('%s is decoded once', async (segment, id) => {
    expect((await ask('GET', `/things/${segment}`)).json()['path']).toEqual({ id });
  });

  test('a literal wins over an id, for its own verb only', async () => {
    expect((await ask('POST', '/things/import', { body: {} })).json()['name']).toBe('import');
    expect((await ask('GET', '/things/import')).json()['path']).toEqual({ id: 'import' });
  });

  test.each([
    ['GET', '/nothing'],
    ['GET', '/things/a/b'],
    ['GET', '/things/'],
    ['POST', '/things/a'],
  ])('%s %s is a 404 envelope', async (method, url) => {
    const { status, json } = await ask(method, url);

    expect(status).toBe(404);
    expect(json()).toEqual({ error: { code: 404, message: 'Not Found', errors: [{ domain: 'global', reason: 'notFound', message: 'Not Found' }] } });
  });

  test('broken percent-encoding is a 400', async () => {
    expect((await ask('GET', '/things/%zz')).status).toBe(400);
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
    expect((await ask('GET', '/things/a?tag=x%2Cy&tag=z&flag=1&alien=1')).json()['query']).toEqual({ tag: ['x,y', 'z'], flag: true });
  });

  test('alt is checked before anything happens', async () => {
    const { status, json } = await ask('GET', '/things/a?alt=xml');

    expect([status, json()]).toMatchObject([400, { error: { errors: [{ reason: 'invalidParameter', location: 'alt' }] } }]);
  });

  test('$.xgafv=2 leaves the list of errors out', async () => {
    expect((await ask('PUT', '/things/a?$.xgafv=2')).json()).toEqual({ error: { code: 400, message: 'No.', status: 'INVALID_ARGUMENT' } });
  });
});

describe('verbs', () => {
  test('CAL-38: X-HTTP-Method-Override on POST replaces the verb', async () => {
    expect((await ask('POST', '/things/a', { headers: { 'X-HTTP-Method-Override': 'PATCH' }, body: { name: 'n' } })).json()).toEqual({ name: 'patch', body: { name: 'n' } });
    expect((await ask('POST', '/things/a', { headers: { 'X-HTTP-Method-Override': 'TRACE' } })).status).toBe(404);
  });

  test('a long GET comes as a form whose body is the query', async () => {
    const headers = { 'X-HTTP-Method-Override': 'GET', 'content-type': 'application/x-www-form-urlencoded' };

    expect((await ask('POST', '/things/a', { headers, body: 'flag=true&tag=x' })).json()['query']).toEqual({ flag: true, tag: ['x'] });
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
  });
});

describe('bodies', () => {
  test.each(['not json', '[]', '"text"', '5', 'null', '{"a":', '{"text":"half \\ud83d of it"}', '{"text":{"\\uDE00":1}}'])('%s is a parseError', async (body) => {
    expect((await ask('POST', '/things/import', { body, headers: { 'content-type': 'application/json' } })).json()).toMatchObject({ error: { code: 400, errors: [{ reason: 'parseError' }] } });
  });

  test('a form is a parseError', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };

    expect((await ask('POST', '/things/import', { body: 'name=x', headers })).json()).toMatchObject({ error: { errors: [{ reason: 'parseError' }] } });
  });

  test('an empty body is an empty object', async () => {
    expect((await ask('POST', '/things/import')).json()).toEqual({ name: 'import', body: {} });
  });

  test('gzip is undone, and a broken or bursting one refused', async () => {
    const send = (bytes: Buffer) =>
      handler({ ...eventOf('POST', '/things/import', { headers: { authorization: 'Bearer t', 'content-encoding': 'gzip' } }), body: bytes.toString('base64'), isBase64Encoded: true });

    expect(JSON.parse((await send(gzipSync('{"name":"zipped"}'))).body ?? '')).toEqual({ name: 'import', body: { name: 'zipped' } });
    expect((await send(Buffer.from('no gzip'))).statusCode).toBe(400);
    expect((await send(gzipSync(Buffer.alloc(64 * 1024 * 1024)))).statusCode).toBe(400);
  });
});

describe('answers', () => {
  test('carry type, tag, cache and CORS headers', async () => {
    const { headers } = await ask('GET', '/things/a');

    expect(headers).toMatchObject({
      'content-type': 'application/json; charset=UTF-8',
      etag: '"1"',
      'cache-control': 'private, max-age=0, must-revalidate, no-transform',
      'access-control-allow-origin': '*',
    });
  });

  test('CAL-37: 304 without a body when the tag is current', async () => {
    const { status, body, headers } = await ask('GET', '/things/a', { headers: { 'if-none-match': 'W/"1"' } });

    expect([status, body, headers['etag'], headers['content-type']]).toEqual([304, '', '"1"', undefined]);
    expect((await ask('GET', '/things/a', { headers: { 'if-none-match': '"2"' } })).status).toBe(200);
  });

  test('If-Match reaches the write', async () => {
    expect((await ask('PATCH', '/things/a', { headers: { 'if-match': '"2"' }, body: {} })).status).toBe(412);
    expect((await ask('PATCH', '/things/a', { headers: { 'if-match': '*' }, body: {} })).status).toBe(200);
  });

  test('fields selects, also after writes', async () => {
    expect((await ask('GET', '/things/a?fields=nested/text')).json()).toEqual({ nested: { text: 'y' } });
    expect((await ask('PATCH', '/things/a?fields=name', { body: { name: 'n' } })).json()).toEqual({ name: 'patch' });
    expect((await ask('DELETE', '/things/a?fields=bogus')).status).toBe(204);
  });

  test('a bad selection stops a write before it happens', async () => {
    const { status, json } = await ask('PATCH', '/things/a?fields=bogus', { body: {} });

    expect([status, json()]).toMatchObject([400, { error: { message: 'Invalid field selection bogus', errors: [{ location: 'fields' }] } }]);
  });

  test('prettyPrint indents unless it is false', async () => {
    expect((await ask('GET', '/things/a?fields=nested')).body).toContain('\n');
    expect((await ask('GET', '/things/a?fields=nested&prettyPrint=false')).body).toBe('{"nested":{"text":"y"}}');
  });

  test('204 has no body', async () => {
    const { status, body, headers } = await ask('DELETE', '/things/a');

    expect([status, body, headers['content-type']]).toEqual([204, '', undefined]);
  });

  test('413 in place of what a Lambda function could not hand over', async () => {
    const { status, headers, json } = await ask('GET', '/huge');

    expect([status, headers['content-type'], headers['access-control-allow-origin'], headers['etag']]).toEqual([413, 'application/json; charset=UTF-8', '*', undefined]);
    expect(json()).toMatchObject({ error: { code: 413, errors: [{ reason: 'responseTooLarge' }] } });
    expect((await ask('GET', '/huge', { headers: { 'accept-encoding': 'gzip' } })).status).toBe(200);
  });

  test('gzip only when asked, and not for what is small', async () => {
    const zipped = await ask('GET', '/things/a', { headers: { 'accept-encoding': 'gzip, deflate' } });

    expect([zipped.isBase64Encoded, zipped.headers['content-encoding']]).toEqual([true, 'gzip']);
    expect((await ask('GET', '/things/a')).headers['content-encoding']).toBeUndefined();
    expect((await ask('GET', '/things/a', { headers: { 'accept-encoding': 'gzip;q=0' } })).headers['content-encoding']).toBeUndefined();
    expect((await ask('GET', '/things/a?fields=nested', { headers: { 'accept-encoding': 'gzip' } })).headers['content-encoding']).toBeUndefined();
  });
});

describe('failures', () => {
  test('an ApiError becomes the envelope with its headers', async () => {
    const { status, headers, json } = await ask('PUT', '/things/a');

    expect([status, headers['retry-after']]).toEqual([400, '7']);
    expect(json()).toEqual({ error: { code: 400, message: 'No.', errors: [{ domain: 'global', reason: 'invalid', message: 'No.' }] } });
  });

  test('anything else is a 500 that says nothing, and one log line that says what', async () => {
    lines.length = 0;
    const { status, body, json } = await ask('DELETE', '/things/broken');

    expect(status).toBe(500);
    expect(json()).toEqual({ error: { code: 500, message: 'Backend Error', errors: [{ domain: 'global', reason: 'backendError', message: 'Backend Error' }] } });
    expect(body).not.toContain('hunter2');
    expect(lines.filter(({ message }) => message === 'request failed').map(({ fields }) => [fields['operation'], fields['cause']])).toEqual([['things.delete', 'password=hunter2']]);
  });
});

describe('the log', () => {
  test('has one line for a request, with metrics and without the caller or the token', async () => {
    lines.length = 0;
    await ask('GET', '/things/a', { headers: { authorization: 'Bearer secret-token' } });

    expect(lines).toHaveLength(1);
    expect(lines[0]?.fields).toMatchObject({ operation: 'things.get', status: 200, databaseCalls: 0, requestId: 'request-1', _aws: { CloudWatchMetrics: [{ Namespace: 'Almanac' }] } });
    expect(JSON.stringify(lines)).not.toMatch(/secret-token|ann@example\.com/);
  });
});
