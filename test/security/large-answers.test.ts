/** Answers that a Lambda function could not hand over. */
import { beforeAll, describe, expect, test } from '@jest/globals';
import { MAX_PAYLOAD_BYTES } from '#lib/local/lambda/invoke';
import { useGateway } from '#test/support/http/use-gateway';
import { someone } from '#test/support/people';

interface Page {
  readonly items: readonly { readonly id: string }[];
  readonly nextPageToken?: string;
}

const EVENTS = 420;
const me = someone('heavy');
const gateway = useGateway();
let headers: Record<string, string>;

const events = (query: string): string => `calendar/v3/calendars/primary/events?${query}`;

beforeAll(async () => {
  headers = { authorization: `Bearer ${await gateway.token(me)}` };
  const start = { dateTime: '2026-03-10T09:00:00Z' };
  const event = JSON.stringify({ start, end: start, description: '"\n'.repeat(4096) });
  const part = `Content-Type: application/http\r\n\r\nPOST /${events('')} HTTP/1.1\r\nContent-Type: application/json\r\n\r\n${event}\r\n`;
  for (let done = 0; done < EVENTS; done += 70) {
    const body = `${`--b\r\n${part}`.repeat(70)}--b--`;
    await fetch(`${gateway.rootUrl}batch/calendar/v3`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'multipart/mixed; boundary=b' },
      body,
    }).then((answer) => answer.text());
  }
});

test('a page of heavy events ends before it is too large, and the next one goes on', async () => {
  const ids = new Set<string>();
  let pages = 0;
  for (const query = new URLSearchParams({ maxResults: '2500' }); ; pages += 1) {
    const answer = await fetch(`${gateway.rootUrl}${events(query.toString())}`, {
      headers: { ...headers, 'accept-encoding': 'identity' },
    });
    const text = await answer.text();
    expect([answer.status, Buffer.byteLength(JSON.stringify(text)) < MAX_PAYLOAD_BYTES]).toEqual([200, true]);
    const { items, nextPageToken } = JSON.parse(text) as Page;
    for (const { id } of items) ids.add(id);
    if (nextPageToken === undefined) break;
    query.set('pageToken', nextPageToken);
  }

  expect(ids.size).toBe(EVENTS);
  expect(pages).toBeGreaterThan(0);
});

describe('a batch whose answers do not fit', () => {
  test('answers as many as fit; the others say 413', async () => {
    const part = `--b\r\nContent-Type: application/http\r\n\r\nGET /${events('maxResults=250')} HTTP/1.1\r\n\r\n\r\n`;
    const answer = await fetch(`${gateway.rootUrl}batch/calendar/v3`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'multipart/mixed; boundary=b' },
      body: `${part.repeat(8)}--b--`,
    });
    const statuses = [...(await answer.text()).matchAll(/^HTTP\/1\.1 (\d+)/gm)].map(([, status]) => status);

    expect(answer.status).toBe(200);
    expect(statuses).toHaveLength(8);
    expect(new Set(statuses)).toEqual(new Set(['200', '413']));
  });
});
