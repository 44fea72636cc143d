import { describe, expect, test } from '@jest/globals';
import { handler } from '#functions/batch/index';
import { requestsTo } from '#test/support/ask';
import { someone } from '#test/support/people';

const ask = requestsTo(handler);
const part = (id: string, request: string): string =>
  `--b\r\nContent-Type: application/http\r\nContent-ID: <${id}>\r\n\r\n${request}\r\n`;
const batch = (...parts: readonly string[]): string => `${parts.join('')}--b--\r\n`;
const MULTIPART = { 'content-type': 'multipart/mixed; boundary=b' };

interface AnsweredPart {
  readonly id: string | undefined;
  readonly status: number;
  readonly body: string;
}

function readAnswer(contentType: string, text: string): AnsweredPart[] {
  const boundary = /boundary=(\S+)/.exec(contentType)?.[1] ?? '';
  return text
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((piece) => ({
      id: /Content-ID: (.*)\r\n/.exec(piece)?.[1],
      status: Number(/HTTP\/1\.1 (\d+)/.exec(piece)?.[1]),
      body: piece.split('\r\n\r\n').slice(2).join('\r\n\r\n').trim(),
    }));
}

const send = async (url: string, as: string, body: string) => {
  const { status, headers, text } = await ask('POST', url, { as, headers: MULTIPART, body });
  return { status, parts: readAnswer(headers['content-type'] ?? '', text) };
};

describe('POST /batch/calendar/v3', () => {
  test('answers every part in request order under its own Content-ID', async () => {
    const { status, parts } = await send(
      '/batch/calendar/v3',
      someone(),
      batch(
        part('uuid + 1', 'GET /calendar/v3/calendars/primary?fields=kind HTTP/1.1'),
        part('uuid + 2', 'GET /calendar/v3/calendars/nobody%40example.com'),
        part(
          'uuid + 3',
          'PATCH /calendar/v3/calendars/primary HTTP/1.1\r\nIf-Match: "stale"\r\nContent-Type: application/json\r\n\r\n{"summary":"x"}',
        ),
      ),
    );

    expect(status).toBe(200);
    expect(parts.map(({ id, status: code }) => [id, code])).toEqual([
      ['<response-uuid + 1>', 200],
      ['<response-uuid + 2>', 404],
      ['<response-uuid + 3>', 412],
    ]);
    expect(JSON.parse(parts[0]?.body ?? '')).toEqual({ kind: 'calendar#calendar' });
  });

  test('zips the answer as a whole, never a part of it, though the Python client asks for it in each', async () => {
    const body = batch(
      part(
        'uuid + 1',
        'GET /calendar/v3/colors HTTP/1.1\r\naccept: application/json\r\naccept-encoding: gzip, deflate\r\nuser-agent: (gzip)\r\nHost: x',
      ),
    );
    const { headers, text } = await ask('POST', '/batch/calendar/v3', {
      as: someone(),
      headers: { ...MULTIPART, 'accept-encoding': 'gzip, deflate' },
      body,
    });

    expect(headers['content-encoding']).toBe('gzip');
    const [colors] = readAnswer(headers['content-type'] ?? '', text);
    expect(JSON.parse(colors?.body ?? '')).toMatchObject({ kind: 'calendar#colors' });
  });

  test('CAL-114: parts succeed and fail by themselves', async () => {
    const as = someone();
    const events = '/calendar/v3/calendars/primary/events';
    const body = JSON.stringify({
      id: 'abcde',
      summary: 'Tea',
      start: { date: '2026-03-10' },
      end: { date: '2026-03-11' },
    });
    await send(
      '/batch/calendar/v3',
      as,
      batch(part('0', `POST ${events} HTTP/1.1\r\nContent-Type: application/json\r\n\r\n${body}`)),
    );

    const { status, parts } = await send(
      '/batch/calendar/v3',
      as,
      batch(
        part('a+1', `GET ${events}/abcde HTTP/1.1`),
        part('a+2', `DELETE ${events}/fghij HTTP/1.1`),
        part(
          'a+3',
          `PATCH ${events}/abcde?sendUpdates=none HTTP/1.1\r\nIf-Match: "1"\r\nContent-Type: application/json\r\n\r\n{"summary":"Coffee"}`,
        ),
      ),
    );

    expect(status).toBe(200);
    expect(parts.map(({ id, status: code }) => [id, code])).toEqual([
      ['<response-a+1>', 200],
      ['<response-a+2>', 404],
      ['<response-a+3>', 412],
    ]);
    expect(JSON.parse(parts[0]?.body ?? '')).toMatchObject({ id: 'abcde', summary: 'Tea' });
  });

  test('writes a hundred events of one calendar side by side', async () => {
    const as = someone();
    const insert = (day: number) =>
      `POST /calendar/v3/calendars/primary/events?fields=status HTTP/1.1\r\nContent-Type: application/json\r\n\r\n${JSON.stringify({ start: { dateTime: `2026-03-10T08:${String(day % 60).padStart(2, '0')}:00Z` }, end: { dateTime: '2026-03-10T10:00:00Z' } })}`;

    const { parts } = await send(
      '/batch',
      as,
      batch(...Array.from({ length: 100 }, (_, index) => part(String(index), insert(index)))),
    );
    const list = await send(
      '/batch',
      as,
      batch(part('list', 'GET /calendar/v3/calendars/primary/events?maxResults=2500&fields=items/id')),
    );

    expect(parts.map(({ status }) => status)).toEqual(Array.from({ length: 100 }, () => 200));
    expect((JSON.parse(list.parts[0]?.body ?? '') as { items: object[] }).items).toHaveLength(100);
  });

  test('keeps the order of parts with one path', async () => {
    const patch = (id: string, summary: string) =>
      part(
        id,
        `PATCH /calendar/v3/calendars/primary HTTP/1.1\r\nContent-Type: application/json\r\n\r\n${JSON.stringify({ summary })}`,
      );
    const as = someone();

    const { parts } = await send(
      '/batch',
      as,
      batch(patch('1', 'one'), patch('2', 'two'), part('3', 'GET /calendar/v3/calendars/primary')),
    );

    expect(parts.map(({ body }) => (JSON.parse(body) as { summary: string }).summary)).toEqual(['one', 'two', 'two']);
  });

  test('keeps the order of parts about one event: made, changed, moved and deleted under ids of several calendars', async () => {
    const as = someone();
    const write = (request: string, body: object, headers = '') =>
      `${request} HTTP/1.1\r\n${headers}Content-Type: application/json\r\n\r\n${JSON.stringify(body)}`;
    const made = await send(
      '/batch',
      as,
      batch(part('calendar', write('POST /calendar/v3/calendars', { summary: 'Other' }))),
    );
    const other = encodeURIComponent((JSON.parse(made.parts[0]?.body ?? '') as { id: string }).id);
    const [here, there] = ['primary', other].map((calendar) => `/calendar/v3/calendars/${calendar}/events`);
    const requests = [
      write(`POST ${String(here)}`, {
        id: 'first1',
        start: { date: '2026-03-10' },
        end: { date: '2026-03-11' },
        recurrence: ['RRULE:FREQ=DAILY'],
      }),
      `GET ${String(here)}/first1`,
      write(`POST ${String(here)}/first1`, { summary: 'patched' }, 'X-HTTP-Method-Override: PATCH\r\n'),
      `DELETE ${String(here)}/first1_20260312`,
      `POST ${String(here)}/first1/move?destination=${other}`,
      `GET ${String(there)}/first1_20260312`,
      `DELETE ${String(there)}/first1`,
      `DELETE ${String(there)}/first1`,
    ];

    const { parts } = await send(
      '/batch',
      as,
      batch(...requests.map((request, index) => part(String(index), request))),
    );

    expect(parts.map(({ status }) => status)).toEqual([200, 200, 200, 204, 200, 200, 204, 410]);
  });

  test('serves a whole URL only when it names this host, and no batch within a batch', async () => {
    const { parts } = await send(
      '/batch',
      someone(),
      batch(
        part('1', 'GET https://almanac.test/calendar/v3/colors HTTP/1.1'),
        part('2', 'GET https://elsewhere.test/calendar/v3/colors HTTP/1.1'),
        part('3', 'POST /batch/calendar/v3 HTTP/1.1'),
        part('4', 'no request at all'),
        part('5', 'GET /calendar/v3/nowhere HTTP/1.1'),
        part('6', 'GET /calendar/v3/calendars/%E0%A4%A HTTP/1.1'),
      ),
    );

    expect(parts.map(({ status }) => status)).toEqual([200, 400, 404, 400, 404, 400]);
  });

  test('gives each part the headers of its answer, without those that are for pages of other origins', async () => {
    const { text } = await ask('POST', '/batch', {
      as: someone(),
      headers: MULTIPART,
      body: batch(part('1', 'GET /calendar/v3/calendars/primary HTTP/1.1')),
    });
    const [, , head = '', body = ''] = /^([^]*?)\r\n\r\n([^]*?)\r\n\r\n([^]*)\r\n--/.exec(text) ?? [];
    const names = head
      .split('\r\n')
      .slice(1)
      .map((line) => line.split(': ')[0]);

    expect(names).toEqual(expect.arrayContaining(['Content-Type', 'ETag', 'Vary', 'Cache-Control', 'Content-Length']));
    expect(head).toContain(`ETag: ${(JSON.parse(body) as { etag: string }).etag}`);
    expect(head).not.toMatch(/access-control/i);
  });

  test('lets an inner Authorization win over the outer one', async () => {
    const { parts } = await send(
      '/batch',
      someone(),
      batch(part('1', 'GET /calendar/v3/calendars/primary HTTP/1.1\r\nAuthorization: Bearer forged')),
    );

    expect(parts.map(({ status }) => status)).toEqual([401]);
  });

  test('CAL-115: a body that is no batch is a 400', async () => {
    const as = someone();
    const garbage = await ask('POST', '/batch/calendar/v3', { as, headers: MULTIPART, body: 'garbage' });
    const json = await ask('POST', '/batch/calendar/v3', { as, body: {} });
    const body = batch(part('1', 'GET /calendar/v3/colors'));
    const put = await ask('PUT', '/batch/calendar/v3', { as, headers: MULTIPART, body });

    expect([garbage.status, json.status, put.status]).toEqual([400, 400, 400]);
  });

  test('serves at most 1000 parts', async () => {
    const parts = Array.from({ length: 1001 }, (_, index) => part(String(index), 'GET /calendar/v3/colors'));
    const { status, body } = await ask<{ error: { message: string } }>('POST', '/batch', {
      as: someone(),
      headers: MULTIPART,
      body: batch(...parts),
    });

    expect(status).toBe(400);
    expect(body.error.message).toContain('1001 parts');
  });
});
