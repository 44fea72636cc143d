/** Answers that a Lambda function could not hand over. */
import { beforeAll, describe, expect, test } from '@jest/globals';
import { MAX_PAYLOAD_BYTES } from '#lib/local/lambda/invoke';
import { useGateway } from '#test/support/http/use-gateway';
import { someone } from '#test/support/people';

interface Page {
  readonly items: readonly { readonly id: string }[];
  readonly nextPageToken?: string;
}

/** Together they are a third larger than an answer may be. */
const EVENTS = 280;
const me = someone('heavy');
const gateway = useGateway();
let headers: Record<string, string>;
let pages: readonly TextPage[];

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
  pages = await listPages();
});

interface TextPage {
  readonly status: number;
  readonly text: string;
  readonly ids: readonly string[];
}

/** Unzipped: zipped, anything would fit. */
async function listPages(): Promise<TextPage[]> {
  const listed: TextPage[] = [];
  for (const query = new URLSearchParams({ maxResults: '2500' }); ;) {
    const answer = await fetch(`${gateway.rootUrl}${events(query.toString())}`, {
      headers: { ...headers, 'accept-encoding': 'identity' },
    });
    const text = await answer.text();
    const { items, nextPageToken } = JSON.parse(text) as Page;
    listed.push({ status: answer.status, text, ids: items.map(({ id }) => id) });
    if (nextPageToken === undefined) return listed;
    query.set('pageToken', nextPageToken);
  }
}

test('a page of heavy events ends before it is too large, and the next one goes on', () => {
  for (const { status, text } of pages)
    expect([status, Buffer.byteLength(JSON.stringify(text)) < MAX_PAYLOAD_BYTES]).toEqual([200, true]);
  expect(new Set(pages.flatMap(({ ids }) => ids)).size).toBe(EVENTS);
  expect(pages.length).toBeGreaterThan(1);
});

describe('a batch whose answers do not fit', () => {
  test('answers as many as fit; the others say 413', async () => {
    const part = `--b\r\nContent-Type: application/http\r\n\r\nGET /${events('maxResults=250')} HTTP/1.1\r\n\r\n\r\n`;
    const answer = await fetch(`${gateway.rootUrl}batch/calendar/v3`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'multipart/mixed; boundary=b' },
      body: `${part.repeat(4)}--b--`,
    });
    const statuses = [...(await answer.text()).matchAll(/^HTTP\/1\.1 (\d+)/gm)].map(([, status]) => status);

    expect(answer.status).toBe(200);
    expect(statuses).toHaveLength(4);
    expect(new Set(statuses)).toEqual(new Set(['200', '413']));
  });

  test('a change that was carried out says so, with id and etag in place of the whole event', async () => {
    const ids = pages.flatMap((page) => page.ids);
    const parts = ids.map(
      (id) =>
        `--b\r\nContent-Type: application/http\r\n\r\nPATCH /calendar/v3/calendars/primary/events/${id} HTTP/1.1\r\n` +
        'Content-Type: application/json\r\n\r\n{"colorId":"7"}\r\n',
    );
    const answer = await fetch(`${gateway.rootUrl}batch/calendar/v3`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'multipart/mixed; boundary=b', 'accept-encoding': 'identity' },
      body: `${parts.join('')}--b--`,
    });
    expect(answer.status).toBe(200);
    const told = (await answer.text())
      .split(/^--batch_\w+/m)
      .slice(1, -1)
      .map((part) => part.split('\r\n\r\n'))
      .map(([, head = '', body = '']) => ({ head, ...(JSON.parse(body) as { id: string; etag: string }) }));

    expect(told.map(({ head }) => /^HTTP\/1\.1 (\d+)/.exec(head)?.[1])).toEqual(ids.map(() => '200'));
    expect(told.map(({ id }) => id)).toEqual(ids);
    const last = told.at(-1);
    expect(last).toEqual({
      head: expect.any(String),
      kind: 'calendar#event',
      etag: expect.any(String),
      id: ids.at(-1),
      status: 'confirmed',
    });
    const one = await fetch(`${gateway.rootUrl}calendar/v3/calendars/primary/events/${String(ids.at(-1))}`, {
      headers,
    });
    expect(await one.json()).toMatchObject({ etag: last?.etag, colorId: '7' });
  });
});
