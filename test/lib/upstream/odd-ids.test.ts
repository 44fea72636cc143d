/** Requests with ids that no path carries: what is sent, and what becomes of answers that are not as they should be. */
import { describe, expect, test } from '@jest/globals';
import type { UpstreamAnswer, UpstreamRequest } from '#lib/upstream/client/client';
import { oddIdsInBatches } from '#lib/upstream/client/odd-ids';

const PATH = 'calendar/v3/calendars/100%25%40example.com?fields=id';
const MIXED = { 'content-type': 'multipart/mixed; boundary="b"' };

function clientAt(rootUrl: string, answer: Partial<UpstreamAnswer> & { readonly text?: string }) {
  const sent: UpstreamRequest[] = [];
  const client = oddIdsInBatches(
    {
      send: (request) => {
        sent.push(request);
        return Promise.resolve({ status: 200, headers: MIXED, body: Buffer.from(answer.text ?? ''), ...answer });
      },
    },
    rootUrl,
  );
  return { client, sent };
}

const answered = (head: string, body = ''): string =>
  `--b\r\nContent-Type: application/http\r\n\r\n${head}\r\n\r\n${body}\r\n--b--\r\n`;

describe('an id with a percent sign', () => {
  test('goes in a batch, with the credentials outside and the rest inside', async () => {
    const { client, sent } = clientAt('https://api.example.com/there/', {
      text: answered('HTTP/1.1 200 OK\r\nETag: "1"', '{"id":"ü"}'),
    });
    const headers = { authorization: 'Bearer t', 'if-match': '"0"' };
    const { status, headers: own, body } = await client.send({ method: 'PUT', path: PATH, headers, body: '{"a":"ü"}' });
    expect([status, own['etag'], body.toString('utf8')]).toEqual([200, '"1"', '{"id":"ü"}']);
    expect(sent).toMatchObject([{ method: 'POST', path: 'batch/calendar/v3', headers: { authorization: 'Bearer t' } }]);
    const [{ body: written = '' } = {}] = sent;
    expect(written).toContain(
      `\r\n\r\nPUT /there/${PATH} HTTP/1.1\r\nif-match: "0"\r\ncontent-length: 10\r\n\r\n{"a":"ü"}\r\n--`,
    );
    expect(written).not.toContain('Bearer');
  });

  test('has the status of its part', async () => {
    const { client } = clientAt('https://api.example.com/', {
      text: answered('HTTP/1.1 429 Too Many Requests\r\nRetry-After: 7', '{}'),
    });
    expect(await client.send({ method: 'GET', path: PATH })).toMatchObject({
      status: 429,
      headers: { 'retry-after': '7' },
    });
  });

  test('is refused with its batch', async () => {
    const { client } = clientAt('https://api.example.com/', { status: 401, headers: {}, text: '{}' });
    expect((await client.send({ method: 'GET', path: PATH })).status).toBe(401);
  });

  test.each([
    ['no batch', { headers: { 'content-type': 'text/html' }, text: '<html>' }],
    ['no part', { text: '--b--' }],
    ['no HTTP', { text: answered('hello') }],
  ])('is broken by an answer that is %s', async (_what, answer) => {
    const { client } = clientAt('https://api.example.com/', answer);
    await expect(client.send({ method: 'GET', path: PATH })).rejects.toMatchObject({ kind: 'broken' });
  });
});

test('other paths are sent as they are, whatever their query holds', async () => {
  const { client, sent } = clientAt('https://api.example.com/', {});
  const request = { method: 'GET', path: 'calendar/v3/calendars/a%2Fb/events?q=100%25' };
  await client.send(request);
  expect(sent).toEqual([request]);
});
