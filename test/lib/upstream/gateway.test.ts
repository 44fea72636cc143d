/** A service in front of another Almanac: whatever a client asks, it gets what it would get there. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startAlmanac, type Almanac } from '#lib/testing/start-almanac';

const ALICE = 'alice@example.com';
let upstream: Almanac;
let gateway: Almanac;
let token: string;

beforeAll(async () => {
  // Sync tokens hold the time: what is asked of both in turn is answered at the same moment.
  const clock = { now: new Date(), frozen: true };
  upstream = await startAlmanac({ seed: 'sample', services: ['calendar', 'books'], clock });
  const { url } = upstream;
  gateway = await startAlmanac({ upstream: { calendar: url, books: url.replace(/\/$/, '') } });
  token = await upstream.token(ALICE);
});
afterAll(async () => {
  await Promise.all([gateway.stop(), upstream.stop()]);
});

interface Asked {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string | object;
}

const SHOWN = ['content-type', 'etag', 'retry-after', 'cache-control', 'content-range', 'www-authenticate', 'vary'];

async function ask(almanac: Almanac, path: string, { method = 'GET', headers, body }: Asked = {}) {
  const answer = await fetch(new URL(path, almanac.url), {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(typeof body === 'object' && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await answer.text();
  return {
    status: answer.status,
    headers: Object.fromEntries(SHOWN.map((name) => [name, answer.headers.get(name)])),
    // The host is what may differ.
    text: text.replaceAll(almanac.url, 'ROOT/'),
  };
}

/** The same question to both. */
async function expectSame(path: string, asked?: Asked) {
  const through = await ask(gateway, path, asked);
  expect(through).toEqual(await ask(upstream, path, asked));
  return through;
}

const json = async <T>(almanac: Almanac, path: string, asked?: Asked): Promise<T> =>
  JSON.parse((await ask(almanac, path, asked)).text) as T;

interface Event {
  readonly id: string;
  readonly etag: string;
  readonly htmlLink: string;
}

const EVENTS = 'calendar/v3/calendars/primary/events';
const MEETING = {
  summary: 'Planning',
  start: { dateTime: '2026-04-01T09:00:00Z' },
  end: { dateTime: '2026-04-01T10:00:00Z' },
};

const insert = (body: object = MEETING): Promise<Event> => json<Event>(gateway, EVENTS, { method: 'POST', body });

describe('reads', () => {
  test.each([
    ['a list', `${EVENTS}?maxResults=3`],
    ['fields', `${EVENTS}?maxResults=2&fields=items(id,summary),nextPageToken`],
    ['no indentation', 'calendar/v3/users/me/settings?prettyPrint=false'],
    [
      'lists of values',
      `${EVENTS}?eventTypes=default&eventTypes=focusTime&singleEvents=true&timeMin=2026-01-01T00:00:00Z`,
    ],
    ['colours', 'calendar/v3/colors'],
    ['shelves', 'books/v1/mylibrary/bookshelves'],
    ['a search', 'books/v1/volumes?q=moby%20dick'],
    ['what is not there', 'calendar/v3/calendars/nobody%40example.com/events'],
    ['a parameter that is refused here', `${EVENTS}?maxResults=none`],
    ['a refusal of the upstream', `${EVENTS}?syncToken=invented`],
    ['a method that is not there', 'calendar/v3/nothing'],
  ])('%s', async (_what, path) => {
    await expectSame(path);
  });

  test('an API key is handed on', async () => {
    const asked = { headers: { authorization: '', 'x-goog-api-key': upstream.key() } };
    expect((await expectSame('books/v1/volumes?q=whale', asked)).status).toBe(200);
    expect(
      (await expectSame('books/v1/volumes?q=whale&key=AIzaInvented', { headers: { authorization: '' } })).status,
    ).toBe(400);
  });

  test('pages and sync tokens', async () => {
    interface Page {
      readonly nextPageToken?: string;
      readonly nextSyncToken?: string;
    }
    const first = await json<Page>(gateway, `${EVENTS}?maxResults=4`);
    await expectSame(`${EVENTS}?maxResults=4&pageToken=${String(first.nextPageToken)}`);
    const { nextSyncToken } = await json<Page>(gateway, `${EVENTS}?maxResults=2500`);
    const { id } = await insert();
    const changes = await expectSame(`${EVENTS}?syncToken=${encodeURIComponent(String(nextSyncToken))}`);
    expect(changes.text).toContain(id);
  });

  test('HEAD, and 304 for what is known', async () => {
    const { id, etag } = await insert();
    await expectSame(`${EVENTS}/${id}`, { method: 'HEAD' });
    expect((await expectSame(`${EVENTS}/${id}`, { headers: { 'if-none-match': etag } })).status).toBe(304);
  });

  test('ids with slashes and dots stay within their operation', async () => {
    expect((await expectSame('calendar/v3/calendars/a%2Fb/events/c')).status).toBe(404);
    expect((await ask(gateway, 'calendar/v3/calendars/%2E%2E%2F%2E%2E/events')).status).toBe(404);
  });
});

describe('changes', () => {
  test('insert, patch, update and delete, with their tags', async () => {
    const { id, etag, htmlLink } = await insert();
    expect(htmlLink).toMatch(/^ROOT\//);
    const changed = { method: 'PATCH', headers: { 'if-match': '"stale"' }, body: { summary: 'Other' } };
    expect((await expectSame(`${EVENTS}/${id}`, changed)).status).toBe(412);
    const patched = await ask(gateway, `${EVENTS}/${id}`, { ...changed, headers: { 'if-match': etag } });
    expect([patched.status, (JSON.parse(patched.text) as { summary: string }).summary]).toEqual([200, 'Other']);
    expect((await ask(gateway, `${EVENTS}/${id}`, { method: 'PUT', body: MEETING })).status).toBe(200);
    const deleted = await ask(gateway, `${EVENTS}/${id}`, { method: 'DELETE' });
    expect([deleted.status, deleted.text]).toEqual([204, '']);
    expect((await expectSame(`${EVENTS}/${id}`, { method: 'DELETE' })).status).toBe(410);
  });

  test('a body that is no JSON does not get there', async () => {
    const before = (await upstream.requests()).length;
    expect(
      (await ask(gateway, EVENTS, { method: 'POST', body: '{', headers: { 'content-type': 'application/json' } }))
        .status,
    ).toBe(400);
    expect(await upstream.requests()).toHaveLength(before);
  });

  test('what a person wrote stays, though it is a link to the upstream', async () => {
    const { id } = await insert({ ...MEETING, description: `${upstream.url}notes "htmlLink": "${upstream.url}x"` });
    const { description } = await json<{ description: string }>(upstream, `${EVENTS}/${id}`);
    const through = await fetch(new URL(`${EVENTS}/${id}`, gateway.url), {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(((await through.json()) as { description: string }).description).toBe(
      description.replaceAll('ROOT/', upstream.url),
    );
    // Other tests take every address of a host for a link.
    await ask(gateway, `${EVENTS}/${id}`, { method: 'DELETE' });
  });

  test('a parameter sent as a form, and a method in a header', async () => {
    const added = await ask(gateway, `${EVENTS}/quickAdd`, {
      method: 'POST',
      body: 'text=Lunch%20tomorrow%20at%20noon',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(added.status).toBe(200);
    const { id } = JSON.parse(added.text) as Event;
    const overridden = { method: 'POST', headers: { 'x-http-method-override': 'PATCH' }, body: { summary: 'Dinner' } };
    expect((await ask(gateway, `${EVENTS}/${id}`, overridden)).text).toContain('Dinner');
  });

  test('the parts of a batch', async () => {
    const part = (id: string, text: string): string =>
      `--b\r\nContent-Type: application/http\r\nContent-ID: <${id}>\r\n\r\n${text}\r\n`;
    const body = `${part('1', `GET /${EVENTS}?maxResults=1`)}${part('2', 'GET /calendar/v3/calendars/none/acl')}--b--\r\n`;
    const batch = { method: 'POST', headers: { 'content-type': 'multipart/mixed; boundary=b' }, body };
    const [through, direct] = [
      await ask(gateway, 'batch/calendar/v3', batch),
      await ask(upstream, 'batch/calendar/v3', batch),
    ];
    // Ids of requests, the order of headers and the length of links may differ.
    const parts = (text: string): string[][] =>
      text
        .replaceAll(/batch_\w+|x-request-id: .*|Content-Length: \d+/g, '')
        .split('--\r\n')
        .map((lines) => lines.split('\r\n').toSorted());
    expect(parts(through.text)).toEqual(parts(direct.text));
    expect(through.text).toContain('HTTP/1.1 404');
  });
});

test.each(['100%', 'a?b%41'])('a part of a batch with the id %s is read and changed', async (name) => {
  const owner = `${name}@example.com`;
  const authorization = `Bearer ${await upstream.token(owner)}`;
  const path = `/calendar/v3/calendars/${encodeURIComponent(owner)}`;
  const batch = async (head: string, body = ''): Promise<string> => {
    const part = `--b\r\nContent-Type: application/http\r\n\r\n${head}\r\n\r\n${body}\r\n--b--\r\n`;
    const headers = { authorization, 'content-type': 'multipart/mixed; boundary=b' };
    return (await ask(gateway, 'batch/calendar/v3', { method: 'POST', headers, body: part })).text;
  };
  const changed = await batch(
    `PATCH ${path}?fields=id,summary\r\nContent-Type: application/json\r\nIf-Match: *`,
    '{"summary":"Größe"}',
  );
  expect(changed).toContain('HTTP/1.1 200');
  expect(changed).toContain(`"id": ${JSON.stringify(owner)}`);
  const read = await batch(`GET ${path}`);
  expect(read).toContain('"summary": "Größe"');
  const etag = /^ETag: (.*)\r$/m.exec(read)?.[1] ?? '';
  expect(await batch(`GET ${path}\r\nIf-None-Match: ${etag}`)).toContain('HTTP/1.1 304');
  expect(await batch(`DELETE ${path}/events/none`)).toContain('HTTP/1.1 404');
});

describe('callers', () => {
  const infos = async (): Promise<number> =>
    (await upstream.requests()).filter(({ path }) => path.startsWith('/oauth2/v3/tokeninfo')).length;

  test('are those of the upstream, with their scopes', async () => {
    const narrow = await upstream.token(ALICE, {
      scopes: ['https://www.googleapis.com/auth/calendar.events.readonly'],
    });
    const headers = { authorization: `Bearer ${narrow}` };
    expect((await expectSame(`${EVENTS}?maxResults=1`, { headers })).status).toBe(200);
    expect((await expectSame(EVENTS, { headers, method: 'POST', body: MEETING })).status).toBe(403);
    const own = { authorization: `Bearer ${await gateway.token(ALICE)}` };
    const refused = await ask(gateway, EVENTS, { headers: own });
    expect([refused.status, refused.headers['www-authenticate']]).toEqual([
      401,
      expect.stringContaining('The upstream does not accept the token.'),
    ]);
    expect((await ask(gateway, EVENTS, { headers: { authorization: '' } })).status).toBe(401);
  });

  test('are asked for once a minute', async () => {
    const fresh = { authorization: `Bearer ${await upstream.token('bob@example.com')}` };
    const before = await infos();
    await ask(gateway, EVENTS, { headers: fresh });
    await ask(gateway, EVENTS, { headers: fresh });
    expect(await infos()).toBe(before + 1);
    await gateway.clock.advance(61_000);
    await ask(gateway, EVENTS, { headers: fresh });
    expect(await infos()).toBe(before + 2);
    await gateway.clock.release();
  });

  test('who try one bad token after another are not asked for any more, and those who are known are served', async () => {
    const guess = (number: number) =>
      ask(gateway, EVENTS, { headers: { authorization: `Bearer guess-${String(number)}` } });
    await ask(gateway, EVENTS);
    const before = await infos();
    const statuses: number[] = [];
    for (let number = 0; number < 70; number += 1) statuses.push((await guess(number)).status);
    expect((await guess(70)).headers['retry-after']).toBe('60');
    expect(statuses).toEqual([...Array<number>(60).fill(401), ...Array<number>(10).fill(429)]);
    expect(await infos()).toBe(before + 60);
    expect((await ask(gateway, EVENTS)).status).toBe(200);

    await gateway.clock.advance(61_000);
    expect((await guess(71)).status).toBe(401);
    await gateway.clock.release();
  });
});
