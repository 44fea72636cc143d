/** Requests that mean to reach what they do not name: keys of the database, headers, prototypes. */
import { beforeAll, describe, expect, test } from '@jest/globals';
import {
  addEvent,
  calendarPath,
  eventsPath,
  hourFrom,
  listPath,
  refusal,
  rulePath,
} from '#test/support/calendar/calendar';
import { useCalendar } from '#test/support/calendar/use-calendar';

const given = useCalendar();

beforeAll(async () => {
  await given.ask('GET', '/users/me/settings', { as: given.bob });
});

describe('a key of the database is no id', () => {
  const keys = (): string[] => [
    `U#${given.bob}`,
    `u#${given.bob}`,
    `U#${given.alice}`,
    'JOBS',
    'KEYS#',
    'OUTBOX#0',
    `CH#events#${given.S}`,
    `MAIL#${given.S}`,
    `WAIT#${given.bob}`,
    'QUOTA#stage',
    `${given.S}#META`,
    'META',
  ];

  test('of a calendar', async () => {
    for (const id of keys()) {
      const answers = await Promise.all([
        given.ask('GET', calendarPath(id)),
        given.ask('PATCH', calendarPath(id), { body: { summary: 'mine' } }),
        given.ask('DELETE', calendarPath(id)),
        given.ask('GET', eventsPath(id)),
        given.ask('POST', eventsPath(id), { body: hourFrom('2026-03-10T09:00:00Z') }),
        given.ask('GET', rulePath(id)),
        given.ask('GET', listPath(id)),
        given.ask('POST', '/users/me/calendarList', { body: { id } }),
      ]);

      expect([id, ...new Set(answers.map(({ status }) => status))]).toEqual([id, 404]);
    }
  });

  test.each(['META', 'ACL#default', 'E#x', '../META', 'SUB#alice', '#', 'L#x'])(
    'of an event or a rule: %s',
    async (id) => {
      expect((await given.ask('GET', eventsPath(given.S, id))).status).toBe(404);
      expect((await given.ask('DELETE', eventsPath(given.S, id))).status).toBe(404);
      expect((await given.ask('GET', rulePath(given.S, id))).status).toBe(404);
    },
  );

  test('of a setting', async () => {
    for (const id of ['__proto__', 'constructor', 'toString', 'META'])
      expect((await given.ask('GET', `/users/me/settings/${id}`)).status).toBe(404);
  });
});

describe('what would end a header is refused', () => {
  const channel = { id: 'c', type: 'web_hook', address: 'https://hooks.example.com/x' };

  test.each([
    ['a token', { token: 'a\r\nX-Injected: 1' }],
    ['a token with a zero', { token: 'a\u0000' }],
    ['an id', { id: 'a\nb' }],
    ['an address with a password', { address: 'https://user:pass@hooks.example.com/' }],
    ['an address of this machine', { address: 'https://169.254.169.254/latest/meta-data' }],
    ['a file', { address: 'file:///etc/passwd' }],
  ])('%s', async (_name, body) => {
    const { status } = await given.ask('POST', `${eventsPath(given.S)}/watch`, { body: { ...channel, ...body } });

    expect([400, 401]).toContain(status);
  });

  test('line ends in an address are taken out of it, as in every URL', async () => {
    const { status, body } = await given.ask<{ resourceUri: string }>(
      'POST',
      `${eventsPath(given.S)}/watch?q=a%0d%0aX-Injected:%201`,
      { body: { ...channel, id: 'with-query' } },
    );

    expect(status).toBe(200);
    expect(body.resourceUri).not.toMatch(/[\r\n]/);
  });
});

describe('names of a prototype', () => {
  test('in a body are dropped where they could be taken for one, and are names like others elsewhere', async () => {
    const times = JSON.stringify(hourFrom('2026-03-10T09:00:00Z')).slice(1);
    const text = `{"__proto__":{"summary":"polluted","isAdmin":true},"constructor":{"prototype":{"isAdmin":true}},"extendedProperties":{"private":{"__proto__":"a","constructor":"b"}},${times}`;
    const { status, body } = await given.ask<{ id: string }>('POST', eventsPath(given.S), {
      body: text,
      headers: { 'content-type': 'application/json' },
    });
    const read = await given.ask('GET', eventsPath(given.S, body.id));

    expect(status).toBe(200);
    expect(read.body).toMatchObject({ extendedProperties: { private: { constructor: 'b' } } });
    expect(read.text).not.toContain('polluted');
    expect(Object.prototype).not.toHaveProperty('isAdmin');
  });

  test('in a query are parameters that nobody knows', async () => {
    expect(
      (await given.ask('GET', `${eventsPath(given.S)}?__proto__[isAdmin]=1&constructor=1&toString=1`)).status,
    ).toBe(200);
    expect(Object.prototype).not.toHaveProperty('isAdmin');
  });
});

test('an expression of the database in a text is a text', async () => {
  const summary = 'SET #role = :owner REMOVE pk';
  const { id } = await addEvent(given, { summary, ...hourFrom('2026-03-11T09:00:00Z') }, given.S);
  const patched = await given.ask('PATCH', eventsPath(given.S, id), {
    body: { extendedProperties: { private: { '#pk': ':pk', 'a.b[0]': 'attribute_exists(pk)', ' ': ' ' } } },
  });

  expect(patched.body).toMatchObject({
    summary,
    extendedProperties: { private: { '#pk': ':pk', 'a.b[0]': 'attribute_exists(pk)' } },
  });
});

test('If-Match with a list of thousands of tags is compared like any other', async () => {
  const { id } = await addEvent(given, hourFrom('2026-03-12T09:00:00Z'), given.S);

  expect(
    refusal(
      await given.ask('PATCH', eventsPath(given.S, id), {
        body: { summary: 'x' },
        headers: { 'if-match': '"a", '.repeat(5000) },
      }),
    ),
  ).toMatchObject({ status: 412 });
});
