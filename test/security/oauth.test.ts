/** Odd requests to every OAuth path, and that no token, code or secret is ever logged. */
import { mock } from 'node:test';
import { beforeAll, expect, test } from '@jest/globals';
import { newBrowser } from '#test/support/oauth/consent';
import { sendWith } from '#test/support/oauth/send-with';
import { oauthService, REDIRECT, useOAuth } from '#test/support/oauth/use-oauth';
import { someone } from '#test/support/people';
import { fuzzOAuth, oauthFaults, ROUTES, type ValidValues } from '#test/tools/fuzz/oauth';
import { OWN_HOSTS, oauthValues, secretsIn } from '#test/tools/fuzz/oauth-values';
import { seededRandom } from '#test/tools/shared/random';
import { casesToPlay } from '#test/tools/shared/random-cases';
import { sendToHandlers } from '#test/tools/shared/request-sender';

const REQUESTS = casesToPlay(2_000);
const CALENDAR = 'https://www.googleapis.com/auth/calendar';
const oauth = useOAuth();
let valid: ValidValues;

beforeAll(async () => {
  valid = await oauthValues(await oauthService(), someone());
});

test(`${String(REQUESTS)} odd requests: no 500, errors in OAuth's form, redirects to registered hosts, pages clean`, async () => {
  const { findings, statuses } = await fuzzOAuth(sendToHandlers(), {
    requests: REQUESTS,
    random: seededRandom(20_261_115),
    valid,
    ownHosts: OWN_HOSTS,
  });

  expect(findings).toEqual([]);
  expect([...statuses.keys()].toSorted()).toEqual([...new Set(ROUTES.map(([, path]) => path))].toSorted());
  for (const path of ['/o/oauth2/v2/auth', '/tokeninfo', '/oauth2/v3/certs'])
    expect([path, [...(statuses.get(path) ?? [])].some((status) => status < 400)]).toEqual([path, true]);
});

test('what is looked for would be seen', () => {
  const headers = { 'content-type': 'application/json', 'cache-control': 'no-store' };
  const good = { status: 200, headers, text: '{}', ms: 1 };
  const page = { ...headers, 'content-type': 'text/html' };

  expect(oauthFaults(good, false, [])).toEqual([]);
  expect(oauthFaults({ ...good, status: 500, text: '{"error":"e","error_description":"d"}' }, false, [])).toEqual([
    'status 500',
  ]);
  expect(oauthFaults({ ...good, status: 400, text: '{}' }, false, [])).toEqual(["the error is not in OAuth's form"]);
  expect(oauthFaults({ ...good, headers: page, text: '<script>' }, false, [])).toEqual([
    'the page has a tag that was sent to it',
    'no policy',
  ]);
  expect(
    oauthFaults({ ...good, status: 302, headers: { ...headers, location: 'https://evil.example/' } }, false, []),
  ).toEqual(['leads to https://evil.example/']);
});

test('no token, code, secret or address is logged, whether things go well or wrong', async () => {
  const [service, { serveEndpoints }, { endpoints }] = await Promise.all([
    oauthService(),
    import('#lib/runtime/oauth/serve'),
    import('#functions/oauth/endpoints'),
  ]);
  const lines: string[] = [];
  const written = mock.method(process.stdout, 'write', (text: Uint8Array | string) => {
    lines.push(String(text));
    return true;
  });
  const note = (message: string, fields: object = {}) => void lines.push(JSON.stringify({ message, ...fields }));
  const broken = {
    ...service.stores,
    refreshTokens: { ...service.stores.refreshTokens, find: () => Promise.reject(new Error('the database is down')) },
  };
  const handlers = [service.stores, broken].map((stores) =>
    serveEndpoints(endpoints, { ...service, stores, log: { info: note, error: note } }),
  );
  const [web, email] = [await oauth.client(), someone()];
  const browser = newBrowser(oauth.gateway);
  const asked = { response_type: 'code', client_id: web.client_id, redirect_uri: REDIRECT, scope: CALENDAR };
  const { headers } = await browser.open(
    `o/oauth2/v2/auth?${new URLSearchParams({ ...asked, access_type: 'offline' }).toString()}`,
  );
  const code = (await browser.answer({ address: email })).location?.searchParams.get('code') ?? '';
  const credentials = { client_id: web.client_id, client_secret: web.client_secret };
  const redeemed = await oauth.post('token', {
    grant_type: 'authorization_code',
    ...credentials,
    redirect_uri: REDIRECT,
    code,
  });
  const { access_token: access, refresh_token: refresh } = redeemed.body as Record<string, string>;
  // Every path gets every secret, in its query and in its form.
  const all = Object.fromEntries(Object.entries(valid).map(([name, values]) => [name, values[0] ?? '']));
  for (const handler of handlers)
    for (const [method, path] of ROUTES) {
      const query = `${path}?${new URLSearchParams(all).toString()}`;
      await sendWith(handler, method, query, method === 'POST' ? all : undefined);
    }
  for (const handler of handlers) {
    const refreshing = { grant_type: 'refresh_token', ...credentials, refresh_token: refresh ?? '' };
    await sendWith(handler, 'POST', '/token', refreshing);
    await sendWith(handler, 'POST', '/revoke', { token: refresh ?? '' });
    await sendWith(handler, 'GET', `/tokeninfo?access_token=${access ?? ''}`);
  }
  written.mock.restore();

  const cookie = headers.getSetCookie()[0]?.split(/[=;]/)[1] ?? '';
  const secrets = [code, access, refresh, web.client_secret, cookie, email, ...secretsIn(valid)];
  expect(secrets.every((secret) => (secret ?? '').length > 10)).toBe(true);
  expect(endpoints.filter(({ id }) => !lines.some((line) => line.includes(id))).map(({ id }) => id)).toEqual([]);
  expect(lines.some((line) => line.includes('the database is down'))).toBe(true);
  expect(secrets.filter((secret) => lines.some((line) => line.includes(secret ?? '')))).toEqual([]);
});
