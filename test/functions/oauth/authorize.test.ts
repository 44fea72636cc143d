/** The way from a client's request to its code, without a window; the page itself is in test/client/consent-page. */
import { beforeAll, describe, expect, test } from '@jest/globals';
import { newBrowser, scopesIn } from '#test/support/oauth/consent';
import { REDIRECT, useOAuth, type ClientFile } from '#test/support/oauth/use-oauth';
import { someone } from '#test/support/people';

const CALENDAR = 'https://www.googleapis.com/auth/calendar';
const BOOKS = 'https://www.googleapis.com/auth/books';
const CHALLENGE = 'a'.repeat(43);
const oauth = useOAuth();
let client: ClientFile;
beforeAll(async () => {
  client = await oauth.client();
});

const address = (more: Readonly<Record<string, string>> = {}, path = 'o/oauth2/v2/auth'): string => {
  const asked = { response_type: 'code', client_id: client.client_id, redirect_uri: REDIRECT, scope: CALENDAR };
  const wanted = Object.entries({ ...asked, state: 'xyz', ...more }).filter(([, value]) => value !== '');
  return `${path}?${new URLSearchParams(wanted).toString()}`;
};

const redeem = async (location: URL | undefined, of: ClientFile = client) =>
  oauth.post('token', {
    grant_type: 'authorization_code',
    client_id: of.client_id,
    client_secret: of.client_secret,
    redirect_uri: REDIRECT,
    code: location?.searchParams.get('code') ?? '',
  });

describe('allowed', () => {
  test.each(['o/oauth2/v2/auth', 'o/oauth2/auth'])('/%s leads to a code with the state', async (path) => {
    const browser = newBrowser(oauth.gateway);
    const email = someone();
    await browser.open(address({ access_type: 'offline' }, path));

    const { status, location } = await browser.answer({ address: email });

    expect([
      status,
      location?.origin,
      location?.searchParams.get('state'),
      location?.searchParams.get('scope'),
    ]).toEqual([302, 'https://app.example.com', 'xyz', CALENDAR]);
    const { body } = await redeem(location);
    expect(body).toMatchObject({ scope: CALENDAR, refresh_token: expect.any(String) });
    const primary = await oauth.get('calendar/v3/calendars/primary', String(body['access_token']));
    expect(primary.body).toMatchObject({ id: email });
  });

  test('with the response mode that there is', async () => {
    const browser = newBrowser(oauth.gateway);
    await browser.open(address({ response_mode: 'query' }));

    const { location } = await browser.answer({ address: someone() });

    expect(location?.searchParams.has('code')).toBe(true);
  });

  test('some of the scopes: the answer says which are left', async () => {
    const browser = newBrowser(oauth.gateway);
    const page = await browser.open(address({ scope: `openid ${CALENDAR} ${BOOKS}` }));
    expect(scopesIn(page.text)).toEqual([CALENDAR, BOOKS]);

    const { location } = await browser.answer({ address: someone(), scope: BOOKS });

    expect((await redeem(location)).body).toMatchObject({ scope: `openid ${BOOKS}`, id_token: expect.any(String) });
  });

  test('never more than was asked for', async () => {
    const browser = newBrowser(oauth.gateway);
    await browser.open(address({ scope: BOOKS }));

    const { location } = await browser.answer({ address: someone(), scope: [BOOKS, CALENDAR] });

    expect((await redeem(location)).body).toMatchObject({ scope: BOOKS });
  });

  test('before: the second time nobody is asked, and no refresh token comes; prompt=consent asks again', async () => {
    const browser = newBrowser(oauth.gateway);
    await browser.open(address());
    await browser.answer({ address: someone() });

    const { location } = await browser.open(address({ access_type: 'offline' }));
    const { body } = await redeem(location);
    expect([typeof body['access_token'], body['refresh_token']]).toEqual(['string', undefined]);
    expect((await browser.open(address({ prompt: 'none' }))).location?.searchParams.has('code')).toBe(true);
    expect((await browser.open(address({ prompt: 'consent' }))).status).toBe(200);
    expect((await browser.open(address({ prompt: 'select_account' }))).status).toBe(200);
    expect((await browser.open(address({ login_hint: someone() }))).status).toBe(200);
  });

  test('bit by bit, with include_granted_scopes', async () => {
    const browser = newBrowser(oauth.gateway);
    const email = someone();
    await browser.open(address({ scope: CALENDAR }));
    await browser.answer({ address: email });
    await browser.open(address({ scope: BOOKS, include_granted_scopes: 'true' }));

    const { location } = await browser.answer({ address: email });

    expect(
      String((await redeem(location)).body['scope'])
        .split(' ')
        .toSorted(),
    ).toEqual([BOOKS, CALENDAR].toSorted());
  });

  test('a program on this machine listens on any port', async () => {
    const program = await oauth.client('installed');
    const browser = newBrowser(oauth.gateway);
    await browser.open(
      address({
        client_id: program.client_id,
        redirect_uri: 'http://127.0.0.1:53177/callback?from=almanac',
        code_challenge: CHALLENGE,
        code_challenge_method: 'plain',
      }),
    );

    const { location } = await browser.answer({ address: someone() });

    expect([location?.host, location?.searchParams.get('from')]).toEqual(['127.0.0.1:53177', 'almanac']);
    const { status } = await oauth.post('token', {
      grant_type: 'authorization_code',
      client_id: program.client_id,
      redirect_uri: 'http://127.0.0.1:53177/callback?from=almanac',
      code: location?.searchParams.get('code') ?? '',
      code_verifier: CHALLENGE,
    });
    expect(status).toBe(200);
  });
});

describe('refused', () => {
  test('by the person, or with every scope taken away', async () => {
    const browser = newBrowser(oauth.gateway);
    await browser.open(address());
    const cancelled = await browser.answer({ decision: 'deny' });
    await browser.open(address());
    const emptied = await browser.answer({ address: someone(), scope: [] });

    for (const { location } of [cancelled, emptied])
      expect([location?.searchParams.get('error'), location?.searchParams.get('state')]).toEqual([
        'access_denied',
        'xyz',
      ]);
  });

  test.each<[string, Readonly<Record<string, string>>, string]>([
    ['another response type', { response_type: 'token' }, 'unsupported_response_type'],
    ['no response type', { response_type: '' }, 'invalid_request'],
    ['no scope', { scope: '' }, 'invalid_request'],
    ['an unknown scope', { scope: 'https://www.googleapis.com/auth/drive' }, 'invalid_scope'],
    ['another prompt', { prompt: 'please' }, 'invalid_request'],
    ['two prompts that do not fit', { prompt: 'none consent' }, 'invalid_request'],
    ['another kind of access', { access_type: 'sometimes' }, 'invalid_request'],
    ['another kind of challenge', { code_challenge: CHALLENGE, code_challenge_method: 'S512' }, 'invalid_request'],
    ['a challenge that is too short', { code_challenge: 'abc' }, 'invalid_request'],
    ['a challenge that is too long', { code_challenge: 'a'.repeat(129) }, 'invalid_request'],
    ['a challenge of other characters', { code_challenge: `${CHALLENGE}=` }, 'invalid_request'],
    ['another response mode', { response_mode: 'fragment' }, 'invalid_request'],
    ['prompt=none before anybody signed in', { prompt: 'none' }, 'login_required'],
  ])('with %s, the client is told', async (_what, more, error) => {
    const { status, location } = await newBrowser(oauth.gateway).open(address(more));

    expect([status, location?.searchParams.get('error'), location?.searchParams.get('state')]).toEqual([
      302,
      error,
      'xyz',
    ]);
  });

  test('prompt=none before this was allowed', async () => {
    const browser = newBrowser(oauth.gateway);
    await browser.open(address());
    await browser.answer({ address: someone() });

    const { location } = await browser.open(address({ prompt: 'none', scope: BOOKS }));

    expect(location?.searchParams.get('error')).toBe('consent_required');
  });

  test.each<[string, Readonly<Record<string, string>>, number, string]>([
    ['an unknown client', { client_id: 'nobody' }, 401, 'The OAuth client was not found.'],
    ['no client', { client_id: '' }, 400, 'Missing required parameter: client_id'],
    ['no redirect', { redirect_uri: '' }, 400, 'Missing required parameter: redirect_uri'],
    ['a redirect that is not registered', { redirect_uri: 'https://evil.example/' }, 400, 'not one that is registered'],
    ['a redirect with a slash more', { redirect_uri: `${REDIRECT}/` }, 400, 'not one that is registered'],
    ['a redirect with a query', { redirect_uri: `${REDIRECT}?x=1` }, 400, 'not one that is registered'],
    ['a loopback redirect for a site', { redirect_uri: 'http://127.0.0.1:1/' }, 400, 'not one that is registered'],
    ['hostile text', { client_id: '<script>alert(1)</script>', state: '"><img>' }, 401, 'was not found'],
  ])('with %s, nobody is sent anywhere', async (_what, more, status, said) => {
    const page = await newBrowser(oauth.gateway).open(address(more));

    expect([page.status, page.location]).toEqual([status, undefined]);
    expect(page.text).toContain(said);
    expect(page.text).not.toContain('<script>');
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
  });
});

describe('the page', () => {
  test('is not framed, not stored, runs no script', async () => {
    const { headers, text } = await newBrowser(oauth.gateway).open(address());

    expect(headers.get('content-security-policy')).toMatch(/frame-ancestors 'none'/);
    expect(headers.get('content-security-policy')).toMatch(/form-action 'self' https:\/\/app\.example\.com;/);
    expect([headers.get('x-frame-options'), headers.get('cache-control')]).toEqual([
      'DENY',
      expect.stringContaining('no-store'),
    ]);
    expect(text).not.toContain('<script');
    expect(headers.getSetCookie().join()).toMatch(/HttpOnly; SameSite=Lax/);
  });

  test('cannot be answered from another browser, by another site, twice, or by nobody', async () => {
    const [mine, theirs] = [newBrowser(oauth.gateway), newBrowser(oauth.gateway)];
    const { text } = await mine.open(address());
    await theirs.open(address());
    const request = /name="request" value="([^"]+)"/.exec(text)?.[1] ?? '';

    expect((await theirs.answer({ request, address: someone() })).status).toBe(400);
    expect((await mine.answer({ request, address: someone() }, { origin: 'https://evil.example' })).status).toBe(403);
    expect((await mine.answer({ request, address: someone() }, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect((await mine.answer({ request, address: 'nobody' })).status).toBe(400);
    expect((await mine.answer({ request, address: someone() })).status).toBe(302);
    expect((await mine.answer({ request, address: someone() })).status).toBe(400);
  });

  test.each([
    ['same-origin', 302],
    ['none', 302],
    ['same-site', 403],
    ['cross-site', 403],
  ])('whose form a browser sends from a place that it calls %s: %i', async (site, status) => {
    const browser = newBrowser(oauth.gateway);
    await browser.open(address());

    expect((await browser.answer({ address: someone() }, { 'sec-fetch-site': site })).status).toBe(status);
  });

  test('is for the names of this machine: another name that leads here gets none', async () => {
    const { hostname, port } = new URL(oauth.gateway.rootUrl);
    const { request } = await import('node:http');
    const status = await new Promise((resolve, reject) => {
      request({ hostname, port, path: `/${address()}`, headers: { host: `evil.example:${port}` } }, (response) => {
        response.resume();
        resolve(response.statusCode);
      })
        .on('error', reject)
        .end();
    });

    expect(status).toBe(403);
  });
});
