/** Refusals and details of the token endpoint; the flows themselves are in test/client/google-auth.test.ts. */
import { generateKeyPairSync } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { decodeJwt, importPKCS8, SignJWT, type JWTPayload } from 'jose';
import { hashSecret } from '#lib/api/text/secrets';
import { MAX_WRONG_PER_MINUTE } from '#lib/oauth/attempts';
import type { AuthorizationCode } from '#lib/oauth/model/records';
import { allow } from '#lib/oauth/tokens/allow';
import {
  oauthService,
  REDIRECT,
  useOAuth,
  type AuthorizedUserFile,
  type ClientFile,
  type ServiceAccountFile,
} from '#test/support/oauth/use-oauth';
import { someone } from '#test/support/people';

const CALENDAR = 'https://www.googleapis.com/auth/calendar';
const BOOKS = 'https://www.googleapis.com/auth/books';
const VERIFIER = 'a'.repeat(43);
const oauth = useOAuth();
let client: ClientFile;
beforeAll(async () => {
  client = await oauth.client();
});

let codes = 0;
/** As the consent page leaves it behind. */
async function newCode(more: Partial<AuthorizationCode> = {}, of: ClientFile = client): Promise<string> {
  const service = await oauthService();
  codes += 1;
  const code = `4/test-${String(codes)}-${String(process.pid)}`;
  const email = more.email ?? someone();
  const grant = await allow({ email, clientId: of.client_id, scopes: [CALENDAR] }, service);
  const untilMs = service.clock.now().getTime() + 60_000;
  const record = { clientId: of.client_id, email, scopes: [CALENDAR], grantId: grant.id, redirectUri: REDIRECT };
  await service.stores.codes.put(hashSecret(code), { ...record, isOffline: true, untilMs, ...more }, untilMs + 60_000);
  return code;
}

const redeem = (code: string, more: Record<string, string> = {}) =>
  oauth.post('token', {
    grant_type: 'authorization_code',
    client_id: client.client_id,
    client_secret: client.client_secret,
    redirect_uri: REDIRECT,
    code,
    ...more,
  });

describe('a code', () => {
  test.each(['token', 'oauth2/v4/token', 'o/oauth2/token'])('becomes tokens at /%s', async (path) => {
    const { status, body, headers } = await oauth.post(path, {
      grant_type: 'authorization_code',
      client_id: client.client_id,
      client_secret: client.client_secret,
      redirect_uri: REDIRECT,
      code: await newCode(),
    });

    expect([status, headers.get('cache-control')]).toEqual([200, expect.stringContaining('no-store')]);
    expect(body).toEqual({
      access_token: expect.stringMatching(/^ey/),
      expires_in: 3599,
      refresh_token: expect.stringMatching(/^1\/\//),
      scope: CALENDAR,
      token_type: 'Bearer',
    });
  });

  test('without offline access brings no refresh token; with openid, an ID token for this client', async () => {
    const scopes = ['openid', 'https://www.googleapis.com/auth/userinfo.email'];
    const email = someone();
    const { body } = await redeem(await newCode({ email, scopes, isOffline: false, nonce: 'n-1' }));

    expect(body['refresh_token']).toBeUndefined();
    expect(decodeJwt(String(body['id_token']))).toMatchObject({
      iss: oauth.gateway.rootUrl.replace(/\/$/, ''),
      aud: client.client_id,
      azp: client.client_id,
      sub: expect.stringMatching(/^1\d{20}$/),
      email,
      email_verified: true,
      hd: 'example.com',
      nonce: 'n-1',
      at_hash: expect.any(String),
    });
  });

  test('an ID token is not an access token', async () => {
    const { body } = await redeem(await newCode({ scopes: ['openid', CALENDAR] }));

    const { status } = await oauth.get('calendar/v3/colors', String(body['id_token']));

    expect(status).toBe(401);
  });

  test('is good once: a second use ends what the first one brought', async () => {
    const code = await newCode();
    const first = await redeem(code);

    expect(await redeem(code)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
    expect(await oauth.get(`tokeninfo?access_token=${String(first.body['access_token'])}`)).toMatchObject({
      status: 400,
      body: { error: 'invalid_token' },
    });
  });

  test('of two requests at once, one succeeds at most', async () => {
    const code = await newCode();

    const answers = await Promise.all([redeem(code), redeem(code), redeem(code)]);

    expect(answers.filter(({ status }) => status === 200).length).toBeLessThan(2);
  });

  test('ends after its minute', async () => {
    const code = await newCode({ untilMs: Date.now() - 1 });

    expect(await redeem(code)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
  });

  test('is for its own client and its own redirect', async () => {
    const other = await oauth.client();
    const code = await newCode();
    expect(await redeem(code, { client_id: other.client_id, client_secret: other.client_secret })).toMatchObject({
      status: 400,
      body: { error: 'invalid_grant' },
    });

    expect(await redeem(code, { redirect_uri: `${REDIRECT}/` })).toMatchObject({
      status: 400,
      body: { error: 'redirect_uri_mismatch' },
    });
  });

  test('is refused after the consent was withdrawn', async () => {
    const service = await oauthService();
    const email = someone();
    const code = await newCode({ email, grantId: 'withdrawn' });
    await service.stores.people.put(email, { email });

    expect(await redeem(code)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
  });

  test.each([
    ['S256', 'ZtNPunH49FD35FWYhT5Tv8I7vRKQJ8uxMaL0_9eHjNA'],
    ['plain', VERIFIER],
  ] as const)('with a challenge (%s) needs its verifier', async (method, challenge) => {
    const withChallenge = () => newCode({ pkce: { method, challenge } });

    expect(await redeem(await withChallenge())).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
    expect(await redeem(await withChallenge(), { code_verifier: 'b'.repeat(43) })).toMatchObject({
      body: { error: 'invalid_grant' },
    });
    expect(await redeem(await withChallenge(), { code_verifier: VERIFIER })).toMatchObject({ status: 200 });
  });

  test.each([
    ['too long', 'a'.repeat(129)],
    ['too short', 'a'.repeat(42)],
    ['of other characters', `${'a'.repeat(42)}/`],
  ])('takes no verifier that is %s, although it fits', async (_what, verifier) => {
    const code = await newCode({ pkce: { method: 'plain', challenge: verifier } });

    expect(await redeem(code, { code_verifier: verifier })).toMatchObject({
      status: 400,
      body: { error: 'invalid_grant', error_description: 'Invalid code verifier.' },
    });
  });

  test('without a challenge takes no verifier', async () => {
    expect(await redeem(await newCode(), { code_verifier: VERIFIER })).toMatchObject({
      body: { error: 'invalid_grant' },
    });
  });

  test('of a program without a secret needs PKCE', async () => {
    const program = await oauth.client('installed');
    const form = { grant_type: 'authorization_code', client_id: program.client_id, redirect_uri: REDIRECT };
    const code = await newCode({ pkce: { method: 'plain', challenge: VERIFIER } }, program);

    expect(await oauth.post('token', { ...form, code })).toMatchObject({
      status: 400,
      body: { error: 'invalid_request', error_description: 'client_secret is missing.' },
    });
    expect(await oauth.post('token', { ...form, code, code_verifier: VERIFIER })).toMatchObject({ status: 200 });
  });
});

describe('a client', () => {
  const basic = (id: string, secret: string) => ({
    authorization: `Basic ${Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString('base64')}`,
  });

  test('may show its secret in the header', async () => {
    const form = { grant_type: 'authorization_code', redirect_uri: REDIRECT };
    const headers = basic(client.client_id, client.client_secret);

    expect(await oauth.post('token', { ...form, code: await newCode() }, headers)).toMatchObject({ status: 200 });
    const named = { ...form, client_id: client.client_id };
    expect(await oauth.post('token', { ...named, code: await newCode() }, headers)).toMatchObject({ status: 200 });
  });

  test.each<[string, (own: ClientFile) => Record<string, string>]>([
    ['another client', () => ({ client_id: 'nobody.apps.googleusercontent.com' })],
    ['a secret, even its own', ({ client_secret }) => ({ client_secret })],
  ])('does not name %s in the body beside its header', async (_what, more) => {
    const form = { grant_type: 'authorization_code', redirect_uri: REDIRECT, code: await newCode() };
    const headers = basic(client.client_id, client.client_secret);

    expect(await oauth.post('token', { ...form, ...more(client) }, headers)).toMatchObject({
      status: 400,
      body: {
        error: 'invalid_request',
        error_description: 'The header and the body contain different credentials.',
      },
    });
    expect(await oauth.post('token', form, headers)).toMatchObject({ status: 200 });
  });

  test('is told of a header that cannot be read', async () => {
    const headers = { authorization: `Basic ${Buffer.from('%E0%A4%A:secret').toString('base64')}` };

    expect(await oauth.post('token', { grant_type: 'authorization_code', code: '4/x' }, headers)).toMatchObject({
      status: 401,
      body: { error: 'invalid_client', error_description: 'The Authorization header cannot be read.' },
    });
  });

  test.each([
    ['a wrong secret', { client_secret: 'GOCSPX-wrong' }, 401, 'invalid_client'],
    ['an unknown client', { client_id: 'nobody.apps.googleusercontent.com' }, 401, 'invalid_client'],
    ['no client', { client_id: '' }, 400, 'invalid_request'],
    ['no secret', { client_secret: '' }, 400, 'invalid_request'],
    ['no code', { code: '' }, 400, 'invalid_request'],
    ['no redirect', { redirect_uri: '' }, 400, 'invalid_request'],
    ['another grant type', { grant_type: 'password' }, 400, 'unsupported_grant_type'],
    ['no grant type', { grant_type: '' }, 400, 'invalid_request'],
    ['a name of an object', { grant_type: 'constructor' }, 400, 'unsupported_grant_type'],
  ])('is refused with %s', async (_what, wrong, status, error) => {
    expect(await redeem('4/x', wrong)).toMatchObject({
      status,
      body: { error, error_description: expect.any(String) },
    });
  });

  test('gives nothing twice', async () => {
    const response = await fetch(new URL('token', oauth.gateway.rootUrl), {
      method: 'POST',
      body: new URLSearchParams([
        ['grant_type', 'refresh_token'],
        ['client_id', client.client_id],
        ['client_id', client.client_id],
      ]),
    });

    expect([response.status, await response.json()]).toEqual([
      400,
      { error: 'invalid_request', error_description: 'Parameter given more than once: client_id' },
    ]);
  });

  test('is slowed down when it guesses, and another one is not', async () => {
    const [guesser, other] = [await oauth.client(), await oauth.client()];
    const guess = () => redeem('4/x', { client_id: guesser.client_id, client_secret: 'GOCSPX-guess' });
    // Twice the minute's ceiling: the minute may end on the way.
    const answers: Awaited<ReturnType<typeof guess>>[] = [];
    while (answers.at(-1)?.status !== 429 && answers.length < 3 * MAX_WRONG_PER_MINUTE) answers.push(await guess());

    expect(answers.at(-1)).toMatchObject({ status: 429, body: { error: 'rate_limit_exceeded' } });
    expect(Number(answers.at(-1)?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(
      await redeem(await newCode({}, other), { client_id: other.client_id, client_secret: other.client_secret }),
    ).toMatchObject({ status: 200 });
  });

  test('asks with POST', async () => {
    expect(await oauth.get('token')).toMatchObject({ status: 405, body: { error: 'invalid_request' } });
  });
});

describe('a refresh token', () => {
  let user: AuthorizedUserFile;
  beforeAll(async () => {
    user = await oauth.authorizedUser(someone(), [CALENDAR, BOOKS]);
  });
  const refresh = (more: Record<string, string> = {}) =>
    oauth.post('token', {
      grant_type: 'refresh_token',
      client_id: user.client_id,
      client_secret: user.client_secret,
      refresh_token: user.refresh_token,
      ...more,
    });

  test('is not repeated in the answer, and brings fewer scopes when asked', async () => {
    const { body } = await refresh({ scope: BOOKS });

    expect(body).toMatchObject({ scope: BOOKS, token_type: 'Bearer' });
    expect(body['refresh_token']).toBeUndefined();
    expect(await oauth.get('calendar/v3/colors', String(body['access_token']))).toMatchObject({ status: 403 });
  });

  test.each([
    ['more scopes than allowed', { scope: 'https://www.googleapis.com/auth/doubleclicksearch' }, 400, 'invalid_scope'],
    ['an unknown scope', { scope: 'https://www.googleapis.com/auth/drive' }, 400, 'invalid_scope'],
    ['another token', { refresh_token: '1//nothing' }, 400, 'invalid_grant'],
    ['no token', { refresh_token: '' }, 400, 'invalid_request'],
  ])('is refused with %s', async (_what, wrong, status, error) => {
    expect(await refresh(wrong)).toMatchObject({ status, body: { error } });
  });

  test('is for its own client', async () => {
    expect(await refresh({ client_id: client.client_id, client_secret: client.client_secret })).toMatchObject({
      status: 401,
      body: { error: 'unauthorized_client' },
    });
  });

  test('that is revoked is refused', async () => {
    const own = await oauth.authorizedUser(someone(), [CALENDAR]);
    expect(await oauth.post('revoke', { token: own.refresh_token })).toMatchObject({ status: 200, body: {} });

    const credentials = { client_id: own.client_id, client_secret: own.client_secret };
    expect(
      await oauth.post('token', { grant_type: 'refresh_token', ...credentials, refresh_token: own.refresh_token }),
    ).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
    expect(await oauth.post('o/oauth2/revoke', { token: own.refresh_token })).toMatchObject({
      status: 400,
      body: { error: 'invalid_token' },
    });
  });
});

describe('an assertion', () => {
  let account: ServiceAccountFile;
  beforeAll(async () => {
    account = await oauth.serviceAccount([CALENDAR]);
  });

  async function assertion(more: JWTPayload = {}, key = account.private_key): Promise<string> {
    const now = Math.floor(Date.now() / 1000);
    const claims = { iss: account.client_email, scope: CALENDAR, aud: account.token_uri, iat: now, exp: now + 3600 };
    const signed = new SignJWT({ ...claims, ...more }).setProtectedHeader({ alg: 'RS256' });
    return signed.sign(await importPKCS8(key, 'RS256'));
  }
  const present = (text: string) =>
    oauth.post('token', { grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion: text });

  test('brings a token without a refresh token', async () => {
    const { status, body } = await present(await assertion());

    expect([status, Object.keys(body)]).toEqual([200, ['access_token', 'expires_in', 'scope', 'token_type']]);
  });

  test('is for the account itself where it names no other, whatever was delegated', async () => {
    const { status, body } = await present(await assertion({ sub: account.client_email, scope: BOOKS }));

    expect([status, body['scope']]).toEqual([200, BOOKS]);
    expect(await oauth.get(`tokeninfo?access_token=${String(body['access_token'])}`)).toMatchObject({
      body: { sub: account.client_id },
    });
  });

  test('for an audience in place of scopes brings an ID token for it', async () => {
    const { body } = await present(await assertion({ target_audience: 'https://app.example.com' }));

    expect(Object.keys(body)).toEqual(['id_token']);
    expect(decodeJwt(String(body['id_token']))).toMatchObject({
      aud: 'https://app.example.com',
      email: account.client_email,
    });
  });

  test('its token is revoked by itself', async () => {
    const { body } = await present(await assertion());
    const other = await present(await assertion());
    await oauth.post('revoke', { token: String(body['access_token']) });

    const info = (token: unknown) => oauth.get(`oauth2/v3/tokeninfo?access_token=${String(token)}`);
    expect(await info(body['access_token'])).toMatchObject({ status: 400, body: { error: 'invalid_token' } });
    expect(await info(other.body['access_token'])).toMatchObject({ status: 200 });
  });

  const past = Math.floor(Date.now() / 1000) - 7200;
  test.each<[string, JWTPayload, string]>([
    ['an unknown account', { iss: 'nobody@almanac.iam.gserviceaccount.com' }, 'invalid_grant'],
    ['no account', { iss: '' }, 'invalid_grant'],
    ['another audience', { aud: 'https://elsewhere.example.com/token' }, 'invalid_grant'],
    ['a past hour', { iat: past, exp: past + 3600 }, 'invalid_grant'],
    ['a whole day', { exp: past + 86_400 }, 'invalid_grant'],
    ['no scope', { scope: '' }, 'invalid_scope'],
    ['an unknown scope', { scope: 'https://www.googleapis.com/auth/drive' }, 'invalid_scope'],
    ['a subject that is nobody', { sub: 'nobody' }, 'invalid_grant'],
    ['a scope that is not delegated', { sub: 'alice@example.com', scope: BOOKS }, 'unauthorized_client'],
  ])('with %s is refused', async (_what, wrong, error) => {
    expect((await present(await assertion(wrong))).body['error']).toBe(error);
  });

  test('of another key is refused', async () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

    expect(await present(await assertion({}, pem))).toMatchObject({
      status: 400,
      body: { error: 'invalid_grant', error_description: 'Invalid JWT Signature.' },
    });
  });

  test.each(['', 'x', 'e30.e30.', `${Buffer.from('{"alg":"none"}').toString('base64url')}.e30.`])(
    "'%s' is refused",
    async (text) => {
      expect((await present(text)).status).toBe(400);
    },
  );

  test('is refused once the account is revoked', async () => {
    const own = await oauth.serviceAccount();
    const text = await assertion({ iss: own.client_email }, own.private_key);
    await (await oauthService()).stores.clients.remove(own.client_email);

    expect(await present(text)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
  });
});
