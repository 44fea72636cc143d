import { describe, expect, test } from '@jest/globals';
import { startGateway } from '#lib/local/gateway/gateway';
import { startEchoGateway, useEchoGateway } from '#test/support/http/echo-gateway';

const gateway = useEchoGateway();

describe('the routes of an HTTP API', () => {
  // https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-routes.html
  test('what no route takes is answered by the gateway', async () => {
    const response = await gateway.call('elsewhere');

    expect([response.status, response.headers.get('content-type'), await response.text()]).toEqual([
      404,
      'application/json',
      '{"message":"Not Found"}',
    ]);
  });

  test.each(['HEAD', 'OPTIONS', 'POST'])('%s is not GET', async (method) => {
    expect((await gateway.call('readable', { method })).status).toBe(404);
  });

  test('ANY takes HEAD and OPTIONS like other methods, and the function sees which', async () => {
    expect((await gateway.event('things', { method: 'OPTIONS' })).requestContext.http.method).toBe('OPTIONS');
    expect((await gateway.call('things?answer=bytes', { method: 'HEAD' })).status).toBe(200);
  });

  // The gateway answers preflight requests itself "if you configure CORS for an API", which serverless.yml does not.
  // https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-cors.html
  test('a preflight request goes to the function', async () => {
    const headers = { origin: 'https://app.example.com', 'access-control-request-method': 'PUT' };

    const response = await gateway.call('things', { method: 'OPTIONS', headers });

    expect(response.headers.has('access-control-allow-origin')).toBe(false);
    expect(((await response.json()) as { event: { headers: unknown } }).event.headers).toMatchObject(headers);
  });

  test('$default takes the rest', async () => {
    const open = await startEchoGateway({ routes: ['GET /readable', '$default'] });
    try {
      expect(await open.event('else/where', { method: 'PUT' })).toMatchObject({
        routeKey: '$default',
        rawPath: '/else/where',
        requestContext: { routeKey: '$default' },
      });
      expect(await open.event('else/where')).not.toHaveProperty('pathParameters');
      expect((await open.event('readable')).routeKey).toBe('GET /readable');
    } finally {
      await open.stop();
    }
  });
});

describe('a port that is taken', () => {
  test('is named, with what to do', async () => {
    const port = Number(new URL(gateway.rootUrl).port);

    await expect(startGateway({ functions: [], port })).rejects.toThrow(
      `Port ${String(port)} is taken. Stop what uses it, or choose another with --port N.`,
    );
  });
});
