/** Odd requests to every OAuth path, and that no token, code or secret is ever logged. */
import { beforeAll, expect, jest, test } from '@jest/globals';
import { newBrowser } from '#test/support/oauth/consent';
import { sendWith } from '#test/support/oauth/send-with';
import { oauthService, REDIRECT, useOAuth } from '#test/support/oauth/use-oauth';
import { someone } from '#test/support/people';
import { fuzzOAuth, oauthFaults, ROUTES, type ValidValues } from '#test/tools/fuzz/oauth';
import { seededRandom } from '#test/tools/shared/random';
import { sendToHandlers } from '#test/tools/shared/request-sender';

const REQUESTS = 2_000;
const CALENDAR = 'https://www.googleapis.com/auth/calendar';
const oauth = useOAuth();
let valid: ValidValues;

beforeAll(async () => {
  const [web, user, account] = [
    await oauth.client(),
    await oauth.authorizedUser(someone(), [CALENDAR]),
    await oauth.serviceAccount(),
  ];
  const refreshed = await oauth.post('token', {
    grant_type: 'refresh_token',
    client_id: user.client_id,
    client_secret: user.client_secret,
    refresh_token: user.refresh_token,
  });
  valid = {
    grant_type: [
      'authorization_code',
      'refresh_token',
      'urn:ietf:params:oauth:grant-type:jwt-bearer',
      'urn:ietf:params:oauth:grant-type:device_code',
    ],
    client_id: [web.client_id, user.client_id, 'almanac-documentation', account.client_email],
    client_secret: [web.client_secret, user.client_secret],
    refresh_token: [user.refresh_token],
    code: ['4/x'],
    device_code: ['x'],
    user_code: ['BCDF-GHJK'],
    redirect_uri: [REDIRECT, 'http://127.0.0.1:8080/oauth2-redirect.html', 'http://localhost:1/'],
    response_type: ['code'],
    scope: [CALENDAR, `openid email ${CALENDAR}`, 'profile'],
    state: ['xyz'],
    prompt: ['none', 'consent', 'select_account'],
    access_type: ['offline', 'online'],
    code_challenge: ['a'.repeat(43)],
    code_challenge_method: ['S256', 'plain'],
    code_verifier: ['a'.repeat(43)],
    login_hint: ['alice@example.com'],
    assertion: ['e30.e30.e30'],
    request: ['x'],
    decision: ['allow', 'deny'],
    address: [someone()],
    access_token: [String(refreshed.body['access_token'])],
    id_token: ['e30.e30.e30'],
  };
});

test(`${String(REQUESTS)} odd requests: no 500, errors in OAuth's form, redirects to registered hosts, pages clean`, async () => {
  const { findings, statuses } = await fuzzOAuth(sendToHandlers(), {
    requests: REQUESTS,
    random: seededRandom(20_261_115),
    valid,
    ownHosts: [new URL(REDIRECT).host, '127.0.0.1:8080', 'localhost:1'],
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
  const written = jest.spyOn(process.stdout, 'write').mockImplementation((text) => {
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
  for (const handler of handlers) {
    const refreshing = { grant_type: 'refresh_token', ...credentials, refresh_token: refresh ?? '' };
    await sendWith(handler, 'POST', '/token', refreshing);
    await sendWith(handler, 'POST', '/revoke', { token: refresh ?? '' });
    await sendWith(handler, 'GET', `/tokeninfo?access_token=${access ?? ''}`);
  }
  written.mockRestore();

  const cookie = headers.getSetCookie()[0]?.split(/[=;]/)[1] ?? '';
  const secrets = [code, access, refresh, web.client_secret, cookie, email];
  expect(secrets.every((secret) => (secret ?? '').length > 10)).toBe(true);
  expect(lines.filter((line) => line.includes('oauth.token')).length).toBeGreaterThanOrEqual(2);
  expect(lines.some((line) => line.includes('the database is down'))).toBe(true);
  expect(secrets.filter((secret) => lines.some((line) => line.includes(secret ?? '')))).toEqual([]);
});
