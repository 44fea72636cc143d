/** A gateway whose callers are known here, and which speaks to the upstream by a service account. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startAlmanac, type Almanac } from '#lib/testing/start-almanac';
import { useOAuth } from '#test/support/oauth/use-oauth';
import { someone } from '#test/support/people';
import { newFolder } from '#test/support/run/folders/new-folder';

const EVENTS = 'calendar/v3/calendars/primary/events';
const CALENDAR = 'https://www.googleapis.com/auth/calendar';
const READ = 'https://www.googleapis.com/auth/calendar.readonly';

const oauth = useOAuth();
let asCallers: Almanac;
let asOne: Almanac;
let account: string;

beforeAll(async () => {
  const file = await oauth.serviceAccount([CALENDAR, READ]);
  account = file.client_email;
  const key = join(newFolder(), 'key.json');
  writeFileSync(key, JSON.stringify(file));
  const front = (credentials: string): Promise<Almanac> =>
    startAlmanac({
      services: ['calendar'],
      upstream: {
        calendar: JSON.stringify({ rootUrl: oauth.gateway.rootUrl, credentials, secret: `file:${key}` }),
      },
    });
  [asCallers, asOne] = await Promise.all([front('serviceAccount'), front('service')]);
});
afterAll(() => Promise.all([asCallers.stop(), asOne.stop()]));

const ask = async (almanac: Almanac, token: string, method = 'GET', path = EVENTS) => {
  const body = {
    summary: 'Lunch',
    start: { dateTime: '2026-04-01T09:00:00Z' },
    end: { dateTime: '2026-04-01T10:00:00Z' },
  };
  const answer = await fetch(new URL(path, almanac.url), {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(method === 'POST' && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
};

describe('serviceAccount', () => {
  test('acts in the name of each caller, whom this stage knows', async () => {
    const [alice, bob] = [someone('alice'), someone('bob')];
    const made = await ask(asCallers, await asCallers.token(alice, { scopes: [CALENDAR] }), 'POST');
    expect([made.status, made.body['creator']]).toEqual([200, { email: alice, self: true }]);
    const direct = await fetch(new URL(EVENTS, oauth.gateway.rootUrl), {
      headers: { authorization: `Bearer ${await oauth.gateway.token(alice)}` },
    });
    expect(((await direct.json()) as { items: object[] }).items).toHaveLength(1);
    const others = await ask(asCallers, await asCallers.token(bob, { scopes: [READ] }));
    expect(others.body['items']).toEqual([]);
  });

  test('a token is good for what the caller’s is good for, and no more', async () => {
    const narrow = await asCallers.token(someone(), { scopes: [READ] });
    expect((await ask(asCallers, narrow)).status).toBe(200);
    expect((await ask(asCallers, narrow, 'POST')).status).toBe(403);
  });

  test('scopes that nobody has delegated are the operator’s fault, not the caller’s', async () => {
    const events = await asCallers.token(someone(), { scopes: ['https://www.googleapis.com/auth/calendar.events'] });
    const refused = await ask(asCallers, events);
    expect([refused.status, refused.body['error']]).toMatchObject([503, { errors: [{ reason: 'backendError' }] }]);
    expect(JSON.stringify(refused.body)).not.toContain(account);
  });

  test('tokens of the upstream are none of this stage', async () => {
    expect((await ask(asCallers, await oauth.gateway.token(someone()))).status).toBe(401);
  });
});

describe('service', () => {
  test('is one identity for all callers', async () => {
    await ask(asOne, await asOne.token(someone(), { scopes: [CALENDAR] }), 'POST');
    const listed = await ask(asOne, await asOne.token(someone(), { scopes: [CALENDAR] }));
    expect(listed.body['items']).toMatchObject([{ creator: { email: account } }]);
  });
});
