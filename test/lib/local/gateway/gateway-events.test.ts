/** The rest of the event, payload format 2.0.
 *  https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-integrations-lambda.html */
import { describe, expect, test } from '@jest/globals';
import { type Echo, useEchoGateway } from '#test/support/http/echo-gateway';

const gateway = useEchoGateway();

describe('the event of a request', () => {
  test('has the query as it was sent, and decoded with commas between repeats', async () => {
    const event = await gateway.event('things?q=1%2C2&q=%C3%A4&plus=a+b&encoded=a%2Bb&empty=');

    expect(event.rawQueryString).toBe('q=1%2C2&q=%C3%A4&plus=a+b&encoded=a%2Bb&empty=');
    expect(event.queryStringParameters).toEqual({ q: '1,2,ä', plus: 'a b', encoded: 'a+b', empty: '' });
  });

  test('leaves out what there is not', async () => {
    const event = await gateway.event('things');

    expect(event.rawQueryString).toBe('');
    for (const name of ['body', 'cookies', 'queryStringParameters', 'pathParameters', 'stageVariables'])
      expect(event).not.toHaveProperty(name);
  });

  test('says who asked for what, and when', async () => {
    const event = await gateway.event('things/a', { method: 'PUT', headers: { 'user-agent': 'a test/1' } });

    const { requestContext } = event;
    expect(event).toMatchObject({ version: '2.0', routeKey: 'ANY /things/{id}' });
    expect(requestContext).toMatchObject({
      routeKey: 'ANY /things/{id}',
      stage: '$default',
      domainName: new URL(gateway.rootUrl).host,
      http: { method: 'PUT', path: '/things/a', protocol: 'HTTP/1.1', sourceIp: '127.0.0.1', userAgent: 'a test/1' },
    });
    const [, day, month, year, time] =
      /^(\d\d)\/([A-Z][a-z]{2})\/(\d{4}):(\d\d:\d\d:\d\d) \+0000$/.exec(requestContext.time) ?? [];
    expect(Date.parse(`${String(day)} ${String(month)} ${String(year)} ${String(time)} GMT`)).toBe(
      Math.floor(requestContext.timeEpoch / 1000) * 1000,
    );
  });

  test('has header names in lower case, repeats joined with commas, and cookies apart', async () => {
    const { text } = await gateway.raw('/things', {
      'X-Many': ['one', 'two'],
      Cookie: 'a=1; b=2',
      Connection: 'close',
    });
    const { headers, cookies } = (JSON.parse(text) as Echo).event;

    expect(headers['x-many']).toBe('one,two');
    expect(cookies).toEqual(['a=1', 'b=2']);
    expect(headers).not.toHaveProperty('cookie');
    expect(headers).not.toHaveProperty('connection');
  });

  test('has no headers of the connection', async () => {
    const connection = {
      connection: 'close, te, upgrade',
      expect: '100-continue',
      'keep-alive': 'timeout=5',
      te: 'trailers',
      trailer: 'x-sum',
      'transfer-encoding': 'chunked',
      upgrade: 'h2c',
    };
    const { text } = await gateway.raw('/things', { ...connection, 'x-own': 'kept' }, 'POST');
    const { headers } = (JSON.parse(text) as Echo).event;

    expect(headers).toMatchObject({ 'x-own': 'kept', 'content-length': '0' });
    expect(Object.keys(connection).filter((name) => name in headers)).toEqual([]);
  });

  test('has the headers that the gateway adds', async () => {
    const { headers } = await gateway.event('things', {
      method: 'POST',
      headers: { 'x-forwarded-for': '192.0.2.7', 'x-forwarded-proto': 'gopher' },
      body: 'abc',
    });

    const { host, port } = new URL(gateway.rootUrl);
    expect(headers).toMatchObject({
      host,
      'content-length': '3',
      'x-forwarded-for': '192.0.2.7, 127.0.0.1',
      'x-forwarded-port': port,
      'x-forwarded-proto': 'http',
    });
    expect(headers['x-amzn-trace-id']).toMatch(/^Root=1-[0-9a-f]{8}-[0-9a-f]{24}$/);
  });

  // Which types are binary is in no document, and was tried on AWS: https://github.com/ministackorg/ministack/pull/766
  test.each([
    ['application/json; charset=utf-8', '{"ä":1}', '{"ä":1}', false],
    ['application/xml', '<a/>', '<a/>', false],
    ['application/javascript', '1', '1', false],
    ['TEXT/csv', 'a,b', 'a,b', false],
    ['application/json-patch+json', 'ab', 'YWI=', true],
    ['application/x-www-form-urlencoded', 'ab', 'YWI=', true],
    ['multipart/mixed; boundary=x', 'ab', 'YWI=', true],
    ['application/octet-stream', 'ab', 'YWI=', true],
  ])('carries %s', async (type, sent, body, isBase64Encoded) => {
    expect(
      await gateway.event('things', { method: 'POST', headers: { 'content-type': type }, body: sent }),
    ).toMatchObject({ body, isBase64Encoded });
  });

  test.each([
    ['a compressed body', { 'content-type': 'application/json', 'content-encoding': 'gzip' }],
    ['one that names no type', {}],
  ])('carries %s as base64', async (_name, headers) => {
    expect(
      await gateway.event('things', { method: 'POST', headers, body: new TextEncoder().encode('ab') }),
    ).toMatchObject({ body: 'YWI=', isBase64Encoded: true });
  });

  test('has the id that is on the answer; the invocation has another', async () => {
    const response = await gateway.call('things');
    const { event, functionName, awsRequestId } = (await response.json()) as Echo;

    expect(functionName).toBe('echo');
    expect(event.requestContext.requestId).toMatch(/^[\w-]{15}=$/);
    expect(response.headers.get('apigw-requestid')).toBe(event.requestContext.requestId);
    expect(awsRequestId).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/);
  });
});
