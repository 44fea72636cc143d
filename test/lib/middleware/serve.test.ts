/** What a client is answered, and what is logged of it. */
import { describe, expect, test } from '@jest/globals';
import { echoService } from '#test/support/http/echo-service';

const { ask, lines } = echoService();

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

  test('the answer to a write is never stored, and If-None-Match makes it a 412, not a 304', async () => {
    const { status, headers } = await ask('PATCH', '/things/a', { body: {} });

    expect([status, headers['cache-control']]).toEqual([200, 'no-cache, no-store, max-age=0, must-revalidate']);
    expect((await ask('PATCH', '/things/a', { headers: { 'if-none-match': '"1"' }, body: {} })).status).toBe(412);
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

    expect([status, json()]).toMatchObject([
      400,
      { error: { message: 'Invalid field selection bogus', errors: [{ location: 'fields' }] } },
    ]);
  });

  test('prettyPrint indents unless it is false', async () => {
    expect((await ask('GET', '/things/a?fields=nested')).body).toContain('\n');
    expect((await ask('GET', '/things/a?fields=nested&prettyPrint=false')).body).toBe('{"nested":{"text":"y"}}');
    expect((await ask('PUT', '/things/a')).body).toContain('\n');
    expect((await ask('PUT', '/things/a?prettyPrint=true')).body).toContain('\n');
    expect((await ask('PUT', '/things/a?prettyPrint=false')).body).not.toContain('\n');
  });

  test('204 has no body', async () => {
    const { status, body, headers } = await ask('DELETE', '/things/a');

    expect([status, body, headers['content-type']]).toEqual([204, '', undefined]);
  });

  test('413 in place of what a Lambda function could not hand over', async () => {
    const { status, headers, json } = await ask('GET', '/huge');

    expect([status, headers['content-type'], headers['access-control-allow-origin'], headers['etag']]).toEqual([
      413,
      'application/json; charset=UTF-8',
      '*',
      undefined,
    ]);
    expect(json()).toMatchObject({ error: { code: 413, errors: [{ reason: 'responseTooLarge' }] } });
    expect((await ask('GET', '/huge', { headers: { 'accept-encoding': 'gzip' } })).status).toBe(200);
  });

  test('gzip only when asked, and not for what is small', async () => {
    const zipped = await ask('GET', '/things/a', { headers: { 'accept-encoding': 'gzip, deflate' } });

    expect([zipped.isBase64Encoded, zipped.headers['content-encoding']]).toEqual([true, 'gzip']);
    expect((await ask('GET', '/things/a')).headers['content-encoding']).toBeUndefined();
    expect(
      (await ask('GET', '/things/a', { headers: { 'accept-encoding': 'gzip;q=0' } })).headers['content-encoding'],
    ).toBeUndefined();
    expect(
      (await ask('GET', '/things/a?fields=nested', { headers: { 'accept-encoding': 'gzip' } })).headers[
        'content-encoding'
      ],
    ).toBeUndefined();
  });
});

describe('failures', () => {
  test('an ApiError becomes the envelope with its headers', async () => {
    const { status, headers, json } = await ask('PUT', '/things/a');

    expect([status, headers['retry-after']]).toEqual([400, '7']);
    expect(json()).toEqual({
      error: { code: 400, message: 'No.', errors: [{ domain: 'global', reason: 'invalid', message: 'No.' }] },
    });
  });

  test('a refusal is never stored, and differs by where it was asked from', async () => {
    const { headers } = await ask('PUT', '/things/a');

    expect(headers).toMatchObject({
      'content-type': 'application/json; charset=UTF-8',
      'cache-control': 'no-cache, no-store, max-age=0, must-revalidate',
      vary: 'Origin, X-Origin, Referer',
    });
  });

  test('anything else is a 500 that says nothing, and one log line that says what', async () => {
    lines.length = 0;
    const { status, body, json } = await ask('DELETE', '/things/broken');

    expect(status).toBe(500);
    const details = [{ '@type': 'type.googleapis.com/google.rpc.RequestInfo', requestId: 'request-1' }];
    expect(json()).toEqual({
      error: {
        code: 500,
        message: 'Backend Error',
        errors: [{ domain: 'global', reason: 'backendError', message: 'Backend Error' }],
        details,
      },
    });
    expect(body).not.toContain('hunter2');
    expect(
      lines
        .filter(({ message }) => message === 'request failed')
        .map(({ fields }) => [fields['operation'], fields['cause'], fields['requestId']]),
    ).toEqual([['things.delete', 'password=hunter2', 'request-1']]);
  });
});

test('a failure that passes is a 503 that says when to come again, and one log line', async () => {
  lines.length = 0;
  const { status, headers, body, json } = await ask('DELETE', '/things/busy');

  expect([status, headers['retry-after']]).toEqual([503, '1']);
  expect(json()).toMatchObject({
    error: { code: 503, errors: [{ reason: 'backendError', message: 'Backend Error' }] },
  });
  expect(body).not.toContain('of table');
  expect(lines.filter(({ message }) => message === 'request failed').map(({ fields }) => fields['cause'])).toEqual([
    'of table things',
  ]);
});

describe("the request's id", () => {
  test.each([
    ['an answer', 'GET', '/things/a', 200],
    ['a refusal', 'PUT', '/things/a', 400],
    ['a failure', 'DELETE', '/things/broken', 500],
    ['an answer that was too large', 'GET', '/huge', 413],
  ])('is a header of %s, which pages of other origins may read', async (_name, method, path, status) => {
    const { status: answered, headers } = await ask(method, path);

    expect([answered, headers['x-request-id']]).toEqual([status, 'request-1']);
    expect(headers['access-control-expose-headers']).toContain('X-Request-Id');
  });
});

describe('the log', () => {
  test('has one line for a request, with its numbers and without the caller or the token', async () => {
    lines.length = 0;
    await ask('GET', '/things/a', { headers: { authorization: 'Bearer secret-token' } });

    expect(lines).toHaveLength(1);
    expect(lines[0]?.fields).toMatchObject({
      operation: 'things.get',
      status: 200,
      databaseCalls: 0,
      requestId: 'request-1',
    });
    expect(JSON.stringify(lines)).not.toMatch(/secret-token|ann@example\.com/);
  });

  test.each([
    ['GET', '/things/a', 'things.get', 200, 0],
    ['PUT', '/things/a', 'things.fail', 400, 0],
    ['GET', '/nowhere', 'unknown', 404, 0],
    ['DELETE', '/things/broken', 'things.delete', 500, 1],
  ])('names %s %s as %s, and counts a %d as %d failures of ours', async (method, path, operation, status, failed) => {
    lines.length = 0;
    await ask(method, path);

    const requests = lines.filter(({ message }) => message === 'request').map(({ fields }) => fields);
    expect(requests).toHaveLength(1);
    expect(requests[0]).toMatchObject({ operation, status, failed });
  });

  test('tells the cause of no refusal but that of credentials: it may hold what was sent', async () => {
    lines.length = 0;
    await ask('POST', '/things/import', { body: '{"secret', headers: { 'content-type': 'application/json' } });

    expect(lines.map(({ fields }) => [fields['status'], fields['refusal']])).toEqual([[400, undefined]]);
  });
});
