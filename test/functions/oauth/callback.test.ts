/** A stage: people sign in at its own issuer, here a second server of the same kind, and consent afterwards. */
import { beforeAll, describe, expect, test } from '@jest/globals';
import { endpoints } from '#functions/oauth/endpoints';
import type { Handler } from '#lib/middleware/serve';
import { registerClient } from '#lib/oauth/credentials/register';
import { oidcProvider } from '#lib/oauth/sign-in/oidc-provider';
import { newBrowser } from '#test/support/oauth/consent';
import { sendWith } from '#test/support/oauth/send-with';
import { oauthService, REDIRECT, useOAuth } from '#test/support/oauth/use-oauth';
import { someone } from '#test/support/people';

const CALENDAR = 'https://www.googleapis.com/auth/calendar';
const STAGE = 'https://stage.example.com/';
const oauth = useOAuth();
let stage: Handler;
let clientId: string;

beforeAll(async () => {
  const [service, { serveEndpoints }] = await Promise.all([oauthService(), import('#lib/runtime/oauth/serve')]);
  const registration = { type: 'web', name: 'Stage', rootUrl: STAGE } as const;
  const files = await registerClient({ ...registration, redirectUris: [`${STAGE}o/oauth2/callback`] }, service);
  const { web: own } = files as { web: { client_id: string; client_secret: string } };
  const issuer = oauth.gateway.rootUrl.replace(/\/$/, '');
  const settings = { issuer, clientId: own.client_id, clientSecret: own.client_secret };
  stage = serveEndpoints(endpoints, {
    ...service,
    isWithoutPassword: false,
    provider: oidcProvider(settings, service.clock),
  });
  clientId = (await oauth.client()).client_id;
});

/** A browser's requests to the stage, whose cookies it keeps. */
function newVisitor() {
  const cookies = new Map<string, string>();
  return async (method: string, path: string, form?: Record<string, string>) => {
    const sent = [...cookies].map((pair) => pair.join('='));
    const answer = await sendWith(stage, method, path, form, { rootUrl: STAGE, cookies: sent });
    for (const cookie of answer.cookies ?? []) {
      const [name = '', value = ''] = cookie.split(';', 1)[0]?.split('=') ?? [];
      cookies.set(name, value);
    }
    return {
      status: answer.statusCode,
      text: answer.body ?? '',
      location: String(answer.headers?.['location'] ?? ''),
      cookies: answer.cookies ?? [],
    };
  };
}

const AUTHORIZE = (more: Readonly<Record<string, string>> = {}) =>
  `/o/oauth2/v2/auth?${new URLSearchParams({ response_type: 'code', client_id: clientId, redirect_uri: REDIRECT, scope: CALENDAR, state: 'xyz', ...more }).toString()}`;

/** At the issuer, where anybody may be anybody. */
async function signInAtIssuer(location: string, email: string, decision = 'allow'): Promise<string> {
  const { pathname, search } = new URL(location);
  const browser = newBrowser(oauth.gateway);
  await browser.open(pathname + search);
  return (await browser.answer({ address: email, decision })).location?.href ?? '';
}

describe('somebody who comes to a stage', () => {
  test('signs in at its issuer, comes back, and consents', async () => {
    const [visit, email] = [newVisitor(), someone()];
    const away = await visit('GET', AUTHORIZE());
    expect([away.status, away.location.startsWith(oauth.gateway.rootUrl)]).toEqual([302, true]);
    expect(away.cookies.join()).toMatch(/^__Host-.*; Secure$/);

    const page = await visit('GET', await signInAtIssuer(away.location, email));
    expect([page.status, page.text]).toEqual([200, expect.stringContaining(`<b>${email}</b>`)]);
    expect(page.text).not.toContain('Who are you?');
    const request = /name="request" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
    // Nobody becomes somebody else by a form.
    const form = { request, decision: 'allow', scope: CALENDAR, address: 'mallory@example.com' };
    const { location } = await visit('POST', '/o/oauth2/consent', form);

    const code = new URL(location).searchParams.get('code') ?? '';
    const { stores } = await oauthService();
    const { hashSecret } = await import('#lib/api/text/secrets');
    expect((await stores.codes.find(hashSecret(code)))?.value).toMatchObject({ email, scopes: [CALENDAR] });
  });

  test('is not asked again for what was allowed before, in another browser either, unless the client wants it', async () => {
    const email = someone();
    const comeBack = async (more?: Record<string, string>) => {
      const visit = newVisitor();
      const away = await visit('GET', AUTHORIZE(more));
      return { visit, page: await visit('GET', await signInAtIssuer(away.location, email)) };
    };
    const first = await comeBack();
    const request = /name="request" value="([^"]+)"/.exec(first.page.text)?.[1] ?? '';
    await first.visit('POST', '/o/oauth2/consent', { request, decision: 'allow', scope: CALENDAR });

    const { page: again, visit } = await comeBack({ access_type: 'offline' });
    expect([again.status, new URL(again.location).searchParams.get('state')]).toEqual([302, 'xyz']);
    expect(new URL(again.location).searchParams.get('code')).toMatch(/^4\//);
    // The browser has a session from then on.
    expect((await visit('GET', AUTHORIZE())).location).toContain(REDIRECT);
    expect((await comeBack({ prompt: 'consent' })).page.status).toBe(200);
    expect((await comeBack({ scope: `${CALENDAR} https://www.googleapis.com/auth/books` })).page.status).toBe(200);
  });

  test('is told nothing when the issuer does not vouch for anybody', async () => {
    const visit = newVisitor();
    const away = await visit('GET', AUTHORIZE());

    const { location } = await visit('GET', await signInAtIssuer(away.location, someone(), 'deny'));

    expect(new URL(location).searchParams.get('error')).toBe('access_denied');
  });

  test("cannot be sent back with somebody else's answer", async () => {
    const [victim, attacker] = [newVisitor(), newVisitor()];
    const away = await attacker('GET', AUTHORIZE());
    const back = await signInAtIssuer(away.location, someone('mallory'));
    await victim('GET', AUTHORIZE());

    expect((await victim('GET', back)).status).toBe(400);
    expect((await victim('GET', '/o/oauth2/callback?state=nothing&code=4/x')).status).toBe(400);
  });

  test('is not silently somebody on a stage that names no issuer', async () => {
    const service = await oauthService();
    const { serveEndpoints } = await import('#lib/runtime/oauth/serve');
    const errors: string[] = [];
    const log = { info: () => undefined, error: (message: string) => void errors.push(message) };
    const without = serveEndpoints(endpoints, { ...service, log, isWithoutPassword: false, provider: undefined });
    const kept = stage;
    stage = without;
    const { status } = await newVisitor()('GET', AUTHORIZE());
    stage = kept;

    expect([status, errors]).toEqual([500, ['request failed']]);
  });
});
