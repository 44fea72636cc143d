/** What a stage believes of its OpenID Connect issuer, here a small one that says what each test wants. */
import { createServer, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT, type JWTPayload } from 'jose';
import type { IdentityProvider } from '#lib/oauth/model/identity-provider';
import { oidcProvider } from '#lib/oauth/sign-in/oidc-provider';
import { listen, type Listening } from '#test/support/http/listen';

const NOW = new Date('2026-03-02T09:00:00Z');
const SECONDS = NOW.getTime() / 1000;
const CLIENT = { clientId: 'almanac', clientSecret: 'a secret of thirty-two characters!' };
const ATTEMPT = {
  redirectUri: 'https://stage.example.com/o/oauth2/callback',
  state: 'the-state',
  nonce: 'the-nonce',
  // Of RFC 7636, appendix B.
  verifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
};

type Claims = Readonly<Record<string, unknown>>;
type Keys = Awaited<ReturnType<typeof generateKeyPair>>;
let published: Keys;
let other: Keys;
let server: Listening;
let provider: IdentityProvider;
/** What the token endpoint answers. */
let answer: { status?: number; location?: string; idToken?: string };
let metadata: Record<string, string>;
let asked: URLSearchParams | undefined;

async function respond(request: IncomingMessage): Promise<{ status: number; location?: string; body: unknown }> {
  const jwk = { ...(await exportJWK(published.publicKey)), kid: 'one', alg: 'ES256' };
  if (request.url === '/keys') return { status: 200, body: { keys: [jwk] } };
  if (request.url !== '/token') return { status: 200, body: metadata };
  asked = new URLSearchParams(await text(request));
  const { status = 200, location, idToken } = answer;
  return { status, ...(location !== undefined && { location }), body: { id_token: idToken } };
}

beforeAll(async () => {
  [published, other] = await Promise.all([generateKeyPair('ES256'), generateKeyPair('ES256')]);
  server = await listen(
    createServer((request, response) => {
      void respond(request).then(({ status, location, body }) => {
        response.writeHead(status, { 'content-type': 'application/json', ...(location !== undefined && { location }) });
        response.end(JSON.stringify(body));
      });
    }),
  );
});
afterAll(() => server.stop());

beforeEach(() => {
  asked = undefined;
  answer = {};
  metadata = {
    issuer: server.url,
    authorization_endpoint: `${server.url}/authorize?tenant=one`,
    token_endpoint: `${server.url}/token`,
    jwks_uri: `${server.url}/keys`,
  };
  provider = oidcProvider({ issuer: server.url, ...CLIENT }, { now: () => NOW });
});

/** What an issuer says of Ann, unless a test says otherwise. */
const claimsOf = (changed: Claims = {}): JWTPayload => ({
  iss: server.url,
  aud: CLIENT.clientId,
  exp: SECONDS + 300,
  nonce: ATTEMPT.nonce,
  email: 'Ann@Example.com',
  email_verified: true,
  ...changed,
});

const signed = (changed: Claims = {}, { privateKey } = published): Promise<string> =>
  new SignJWT(claimsOf(changed)).setProtectedHeader({ alg: 'ES256', kid: 'one' }).sign(privateKey);

async function emailOf(changed: Claims = {}): Promise<string | undefined> {
  answer = { idToken: await signed(changed) };
  return provider.emailFor('the-code', ATTEMPT);
}

describe('somebody who comes back', () => {
  test('is who the issuer says, whatever the letters of the address', async () => {
    expect(await emailOf()).toBe('ann@example.com');
    expect(Object.fromEntries(asked ?? [])).toEqual({
      grant_type: 'authorization_code',
      code: 'the-code',
      redirect_uri: ATTEMPT.redirectUri,
      client_id: CLIENT.clientId,
      client_secret: CLIENT.clientSecret,
      code_verifier: ATTEMPT.verifier,
    });
  });

  test('may have a token of up to a minute ago', async () => {
    expect(await emailOf({ exp: SECONDS - 59 })).toBe('ann@example.com');
  });

  test.each<[string, Claims, string]>([
    ['for another request', { nonce: 'another' }, "another request's"],
    ['for no request', { nonce: undefined }, 'nonce'],
    ['for another client', { aud: 'another' }, 'aud'],
    ['of another issuer', { iss: 'https://id.example.com' }, 'iss'],
    ['that has run out', { exp: SECONDS - 61 }, 'exp'],
    ['that never runs out', { exp: undefined }, 'exp'],
  ])('is nobody with a token %s', async (_what, changed, message) => {
    await expect(emailOf(changed)).rejects.toThrow(message);
  });

  test('is nobody with a token that the issuer has not signed', async () => {
    const unsigned = new UnsecuredJWT(claimsOf()).encode();
    const withTheSecret = await new SignJWT(claimsOf())
      .setProtectedHeader({ alg: 'HS256', kid: 'one' })
      .sign(new TextEncoder().encode(CLIENT.clientSecret));
    for (const idToken of [await signed({}, other), unsigned, withTheSecret, 'no token', undefined]) {
      answer = idToken === undefined ? {} : { idToken };
      await expect(provider.emailFor('the-code', ATTEMPT)).rejects.toThrow(/./);
    }
  });

  test.each<[string, Claims, lenient: string | undefined]>([
    ['not verified', { email_verified: false }, undefined],
    ['verified in words only', { email_verified: 'true' }, undefined],
    ['missing', { email: undefined }, undefined],
    ['no address', { email: 'ann' }, undefined],
    ['of which nobody says whether it is verified', { email_verified: undefined }, 'ann@example.com'],
  ])('has no address if theirs is %s', async (_what, changed, lenient) => {
    expect(await emailOf(changed)).toBeUndefined();

    provider = oidcProvider({ issuer: server.url, ...CLIENT, allowsUnverifiedEmail: true }, { now: () => NOW });
    expect(await emailOf(changed)).toBe(lenient);
  });

  test('is nobody when the issuer refuses the code, or sends the secret elsewhere', async () => {
    answer = { status: 400 };
    await expect(provider.emailFor('the-code', ATTEMPT)).rejects.toThrow('answered 400');

    answer = { status: 307, location: `${server.url}/elsewhere` };
    await expect(provider.emailFor('the-code', ATTEMPT)).rejects.toThrow('fetch failed');
  });
});

describe('somebody who is sent there', () => {
  const parametersOf = async (options: Parameters<IdentityProvider['authorizationUrl']>[1]): Promise<object> => {
    const url = new URL(await provider.authorizationUrl(ATTEMPT, options));
    expect(`${url.origin}${url.pathname}`).toBe(`${server.url}/authorize`);
    return Object.fromEntries(url.searchParams);
  };
  const ALWAYS = {
    tenant: 'one',
    response_type: 'code',
    client_id: CLIENT.clientId,
    redirect_uri: ATTEMPT.redirectUri,
    scope: 'openid email',
    state: ATTEMPT.state,
    nonce: ATTEMPT.nonce,
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
  };

  test('takes along what the answer is checked with, and not the secret', async () => {
    expect(await parametersOf({})).toEqual(ALWAYS);
  });

  test('takes along who is expected, and how to ask', async () => {
    expect(await parametersOf({ loginHint: 'ann@example.com', prompt: 'login' })).toEqual({
      ...ALWAYS,
      login_hint: 'ann@example.com',
      prompt: 'login',
    });
  });

  test('is not sent to one who speaks for another; once that is mended, the next one is', async () => {
    metadata = { ...metadata, issuer: 'https://id.example.com' };
    await expect(provider.authorizationUrl(ATTEMPT, {})).rejects.toThrow('speaks for another issuer');

    metadata = { ...metadata, issuer: server.url };
    expect(await parametersOf({})).toEqual(ALWAYS);
  });
});
