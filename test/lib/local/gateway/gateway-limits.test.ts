/** https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-quotas.html */
import { describe, expect, test } from '@jest/globals';
import { startEchoGateway, useEchoGateway } from '#test/support/http/echo-gateway';

const gateway = useEchoGateway();

describe('a body', () => {
  // "Payload size: 10 MB". What Lambda takes is less, and answered alike:
  // https://github.com/aws/aws-lambda-dotnet/pull/1990
  test.each([
    ['more than 10 MB', 'text/plain', 10 * 1024 * 1024 + 1],
    ['more than Lambda takes', 'text/plain', 6 * 1024 * 1024],
    ['more than Lambda takes as base64', 'application/octet-stream', 5 * 1024 * 1024],
  ])('of %s is refused', async (_name, type, bytes) => {
    const response = await gateway.call('things', {
      method: 'POST',
      headers: { 'content-type': type },
      body: 'x'.repeat(bytes),
    });

    expect([response.status, await response.text()]).toEqual([413, '{"message":"Request Entity Too Large"}']);
  });

  test('that fits is not', async () => {
    const response = await gateway.call('things?answer=nothing', {
      method: 'POST',
      headers: { 'content-type': 'text/plain' },
      body: 'x'.repeat(5 * 1024 * 1024),
    });

    expect(response.status).toBe(204);
  });
});

describe('request line and header values', () => {
  // "Total combined size of request line and header values: 10240 bytes"
  const host = (): string => new URL(gateway.rootUrl).host;
  const room = (path: string): number => 10_240 - `GET ${path} HTTP/1.1`.length - host().length;
  const send = (path: string, value: string) => gateway.raw(path, { host: host(), 'x-long': value, connection: '' });

  test('of 10240 bytes are taken', async () => {
    expect((await send('/things', 'x'.repeat(room('/things')))).status).toBe(200);
  });

  test.each([1, 100_000])('of %i more are refused', async (more) => {
    const { status, text } = await send('/things', 'x'.repeat(room('/things') + more));

    expect([status, text]).toEqual([431, '{"message":"Request Header Fields Too Large"}']);
  });

  test('count together: a long query is refused too', async () => {
    expect((await send(`/things?q=${'x'.repeat(10_240)}`, '')).status).toBe(431);
  });
});

describe('a function that does not answer', () => {
  test('is not waited for longer than the gateway does', async () => {
    const impatient = await startEchoGateway({ maxWaitMs: 20 });
    try {
      const response = await impatient.call('things?answer=never');

      expect([response.status, await response.text()]).toEqual([503, '{"message":"Service Unavailable"}']);
    } finally {
      await impatient.stop();
    }
  });
});
