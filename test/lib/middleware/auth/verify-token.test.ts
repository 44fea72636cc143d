import { createServer } from 'node:http';
import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  exportJWK,
  exportSPKI,
  generateKeyPair,
  SignJWT,
  UnsecuredJWT,
  type CryptoKey,
  type JWK,
  type JWTPayload,
} from 'jose';
import { ApiError } from '#lib/api/errors';
import { foldAddress } from '#lib/api/text/address';
import type { Issuer } from '#lib/middleware/auth/issuer';
import { tokenVerifier } from '#lib/middleware/auth/verify-token';
import { listen, type Listening } from '#test/support/http/listen';
import { casesToPlay } from '#test/tools/shared/random-cases';

const ISSUER = 'https://id.example.com';
const NOW = 1_767_600_000;

let keys: { privateKey: CryptoKey; publicKey: CryptoKey };
let otherKeys: typeof keys;
let jwk: JWK;
let issuer: Issuer;
let time: number;
const clock = { now: () => new Date(time * 1000) };

beforeAll(async () => {
  [keys, otherKeys] = await Promise.all([generateKeyPair('RS256', { extractable: true }), generateKeyPair('RS256')]);
  jwk = { ...(await exportJWK(keys.publicKey)), kid: 'one' };
  issuer = { issuer: ISSUER, jwks: { keys: [jwk] } };
});

afterEach(() => {
  time = NOW;
});
time = NOW;

const claims: JWTPayload = {
  iss: ISSUER,
  sub: '1234',
  email: 'Alice@Example.com',
  email_verified: true,
  exp: NOW + 3600,
};

const sign = (
  changes: Readonly<Record<string, unknown>> = {},
  key: CryptoKey | Uint8Array = keys.privateKey,
  alg = 'RS256',
): Promise<string> => new SignJWT({ ...claims, ...changes }).setProtectedHeader({ alg, kid: 'one' }).sign(key);

const verifier = (changes: Partial<Issuer> = {}): ReturnType<typeof tokenVerifier> =>
  tokenVerifier([{ ...issuer, ...changes }], clock);

const REFUSED = { code: 401, reason: 'authError', message: 'Invalid Credentials' };

describe('who a token speaks for', () => {
  test('the address, in lower case', async () => {
    await expect(verifier()(await sign())).resolves.toEqual({
      kind: 'user',
      email: 'alice@example.com',
      scopes: [],
      clientId: undefined,
    });
  });

  test('the subject, when the issuer gives no address', async () => {
    await expect(verifier()(await sign({ email: undefined }))).resolves.toMatchObject({ email: '1234' });
  });

  test.each([false, 'false', 'true', 1, null, undefined])(
    'nobody, when the address is not verified (%p)',
    async (verified) => {
      await expect(verifier()(await sign({ email_verified: verified }))).rejects.toMatchObject(REFUSED);
    },
  );

  describe('of an issuer whose addresses need no such claim', () => {
    const lenient = () => verifier({ allowsUnverifiedEmail: true });

    test('the address, when it says nothing of it', async () => {
      await expect(lenient()(await sign({ email_verified: undefined }))).resolves.toMatchObject({
        email: 'alice@example.com',
      });
    });

    test.each([false, 'false'])('nobody, when it says that it is not verified (%p)', async (verified) => {
      await expect(lenient()(await sign({ email_verified: verified }))).rejects.toMatchObject(REFUSED);
    });
  });

  test('nobody, when the subject is an address that nobody verified', async () => {
    const token = await sign({ email: undefined, email_verified: undefined, sub: 'root@example.com' });
    await expect(verifier()(token)).rejects.toMatchObject(REFUSED);
  });

  test.each([
    'example.com',
    '@example.com',
    'alice@',
    'alice@evil.test@example.com',
    '',
    7,
    ['alice@example.com'],
    null,
  ])('nobody, when the address is %p', async (email) => {
    await expect(verifier()(await sign({ email }))).rejects.toMatchObject(REFUSED);
  });

  test('another than the one whose letter looks alike: U+212A is no k', async () => {
    await expect(verifier()(await sign({ email: 'boo\u212A@example.com' }))).resolves.toMatchObject({
      email: 'boo\u212A@example.com',
    });
  });

  test('nobody but a verified address or a subject that is none, whatever the claims are', async () => {
    const claim = fc.oneof(
      fc.constantFrom<unknown>(
        'a@b.test',
        'A@B.TEST',
        'b.test',
        'a@',
        '@',
        'a@b@c',
        '',
        true,
        false,
        'true',
        1,
        null,
        undefined,
      ),
      fc.string(),
      fc.jsonValue(),
    );
    await fc.assert(
      fc.asyncProperty(claim, claim, claim, async (email, email_verified, sub) => {
        const user = await verifier()(await sign({ email, email_verified, sub })).catch(() => undefined);
        if (user === undefined) return;
        if (user.email?.includes('@') === true) expect(email_verified).toBe(true);
        else expect([email, user.email]).toEqual([undefined, foldAddress(String(sub))]);
      }),
      { numRuns: casesToPlay(300) },
    );
  });

  test.each(['email', 'sub'])('nobody, when the %s is longer than any can be', async (claim) => {
    const long = `${'a'.repeat(250)}@example.com`;

    await expect(verifier()(await sign({ email: undefined, [claim]: long }))).rejects.toMatchObject(REFUSED);
  });

  test('nobody, when there is neither address nor subject', async () => {
    await expect(verifier()(await sign({ email: undefined, sub: undefined }))).rejects.toMatchObject(REFUSED);
  });

  test.each([
    ['scope as text', { scope: 'a b' }, ['a', 'b']],
    ['scp as a list', { scp: ['a', 'b'] }, ['a', 'b']],
    ['scp as text', { scp: 'a b' }, ['a', 'b']],
    ['no scopes', {}, []],
  ])('%s', async (_name, change, scopes) => {
    await expect(verifier()(await sign(change))).resolves.toMatchObject({ scopes });
  });

  test.each([{ azp: 'app' }, { client_id: 'app' }])('the client of %j', async (change) => {
    await expect(verifier()(await sign(change))).resolves.toMatchObject({ clientId: 'app' });
  });
});

describe('401 authError', () => {
  test.each(['', 'x', 'a.b.c', 'eyJhbGciOiJSUzI1NiJ9.e30.'])('for %p, which is no token', async (text) => {
    await expect(verifier()(text)).rejects.toMatchObject(REFUSED);
  });

  test('for a token without signature (alg none)', async () => {
    await expect(verifier()(new UnsecuredJWT(claims).encode())).rejects.toMatchObject(REFUSED);
  });

  test('for HS256 with the public key as the secret', async () => {
    const secret = new TextEncoder().encode(await exportSPKI(keys.publicKey));
    await expect(verifier()(await sign({}, secret, 'HS256'))).rejects.toMatchObject(REFUSED);
  });

  test('for HS256, even when the issuer publishes the secret among its keys', async () => {
    const secret = new TextEncoder().encode('0123456789abcdef0123456789abcdef');
    const published = { keys: [{ kty: 'oct', kid: 'one', k: Buffer.from(secret).toString('base64url') }] };
    await expect(verifier({ jwks: published })(await sign({}, secret, 'HS256'))).rejects.toMatchObject(REFUSED);
  });

  test('for the signature of another key', async () => {
    await expect(verifier()(await sign({}, otherKeys.privateKey))).rejects.toMatchObject(REFUSED);
  });

  test('for claims that were changed after signing', async () => {
    const [header, , signature] = (await sign()).split('.');
    const forged = Buffer.from(JSON.stringify({ ...claims, email: 'root@example.com' })).toString('base64url');
    await expect(verifier()([header, forged, signature].join('.'))).rejects.toMatchObject(REFUSED);
  });

  test.each(['https://evil.example.com', `${ISSUER}/`, undefined])('for the issuer %p', async (iss) => {
    await expect(verifier()(await sign({ iss }))).rejects.toMatchObject(REFUSED);
  });

  test('on a stage without issuers', async () => {
    await expect(tokenVerifier([], clock)(await sign())).rejects.toMatchObject(REFUSED);
  });

  test('for the key of one trusted issuer in the name of another', async () => {
    const second: Issuer = {
      issuer: 'https://second.example.com',
      jwks: { keys: [{ ...(await exportJWK(otherKeys.publicKey)), kid: 'one' }] },
    };
    await expect(tokenVerifier([issuer, second], clock)(await sign({ iss: second.issuer }))).rejects.toMatchObject(
      REFUSED,
    );
  });

  test('for a token that never expires', async () => {
    await expect(verifier()(await sign({ exp: undefined }))).rejects.toMatchObject(REFUSED);
  });

  test.each([{ aud: 'another' }, {}])('for the audience of %j, when the stage names one', async (change) => {
    await expect(verifier({ audience: 'almanac' })(await sign(change))).rejects.toMatchObject(REFUSED);
  });
});

describe('says why a token is refused, to the client and to the log', () => {
  const aud = 'almanac';

  test.each<[why: string, make: () => Promise<string>]>([
    ['The token cannot be read.', () => Promise.resolve('nonsense')],
    ['The issuer of the token is not trusted here.', () => sign({ iss: 'https://elsewhere.example' })],
    ['The signature of the token does not match.', () => sign({ aud }, otherKeys.privateKey)],
    ['The token has expired.', () => sign({ aud, exp: NOW - 3600 })],
    ['The token is meant for another audience.', () => sign({ aud: 'other' })],
    ['The claims of the token do not hold.', () => sign({ aud, exp: undefined })],
    [
      'The token has no address or subject, or an address that its issuer has not verified.',
      () => sign({ aud, email_verified: false }),
    ],
  ])('%s', async (why, make) => {
    const refusal: unknown = await verifier({ audience: aud })(await make()).catch((error: unknown) => error);
    if (!(refusal instanceof ApiError)) throw new Error('The token is good.');

    expect(refusal.options.headers).toEqual({
      'www-authenticate': `Bearer realm="almanac", error="invalid_token", error_description="${why}"`,
    });
    expect((refusal.cause as Error).message).toBe(why);
  });
});

test('a token for several audiences is good for each', async () => {
  await expect(verifier({ audience: 'almanac' })(await sign({ aud: ['other', 'almanac'] }))).resolves.toMatchObject({
    email: 'alice@example.com',
  });
});

describe('clocks may differ by a minute', () => {
  test.each([
    ['expired 59 s ago', { exp: NOW - 59 }],
    ['begins in 59 s', { nbf: NOW + 59 }],
  ])('a token that %s is good', async (_name, change) => {
    await expect(verifier()(await sign(change))).resolves.toMatchObject({ email: 'alice@example.com' });
  });

  test.each([
    ['expired 61 s ago', { exp: NOW - 61 }],
    ['begins in 61 s', { nbf: NOW + 61 }],
  ])('a token that %s is refused', async (_name, change) => {
    await expect(verifier()(await sign(change))).rejects.toMatchObject(REFUSED);
  });

  test('a token that was good before is refused once it has expired', async () => {
    const verify = verifier();
    const token = await sign({ exp: NOW + 10 });
    await verify(token);

    time = NOW + 71;

    await expect(verify(token)).rejects.toMatchObject(REFUSED);
  });
});

describe('an issuer that publishes its keys at an address', () => {
  let listening: Listening;
  let answer: { status: number; body: string };
  let asked: number;

  const publish = async (): Promise<string> => {
    asked = 0;
    const server = createServer((_request, response) => {
      asked += 1;
      response.writeHead(answer.status).end(answer.body);
    });
    listening = await listen(server);
    return `${listening.url}/keys`;
  };
  const remote = (jwksUri: string): ReturnType<typeof tokenVerifier> =>
    tokenVerifier([{ issuer: ISSUER, jwksUri }], clock);

  afterEach(() => listening.stop());

  test('is asked once for many tokens', async () => {
    answer = { status: 200, body: JSON.stringify({ keys: [jwk] }) };
    const verify = remote(await publish());

    const users = await Promise.all([
      verify(await sign({ email: 'a@example.com' })),
      verify(await sign({ email: 'b@example.com' })),
    ]);
    users.push(await verify(await sign({ email: 'c@example.com' })));

    expect(users.map(({ email }) => email)).toEqual(['a@example.com', 'b@example.com', 'c@example.com']);
    expect(asked).toBe(1);
  });

  test('and does not know the key: 401', async () => {
    answer = { status: 200, body: JSON.stringify({ keys: [{ ...jwk, kid: 'two' }] }) };
    await expect(remote(await publish())(await sign())).rejects.toMatchObject(REFUSED);
  });

  test.each([
    ['answers 500', { status: 500, body: '' }],
    ['answers no JSON', { status: 200, body: '<html>' }],
    ['answers no keys', { status: 200, body: '{}' }],
  ])('and %s: 503 backendError, and works again when the issuer does', async (_name, broken) => {
    answer = broken;
    const verify = remote(await publish());
    await expect(verify(await sign())).rejects.toMatchObject({ code: 503, reason: 'backendError' });

    answer = { status: 200, body: JSON.stringify({ keys: [jwk] }) };
    await expect(verify(await sign())).resolves.toMatchObject({ email: 'alice@example.com' });
  });

  test('and cannot be reached: 503 backendError', async () => {
    const uri = await publish();
    await listening.stop();
    await expect(remote(uri)(await sign())).rejects.toMatchObject({ code: 503, reason: 'backendError' });
  });
});

describe('issuers that cannot be meant', () => {
  test('one without keys is refused at the start', () => {
    expect(() => tokenVerifier([{ issuer: ISSUER }], clock)).toThrow(ISSUER);
  });

  test('one that is listed twice is refused at the start', () => {
    expect(() => tokenVerifier([issuer, issuer], clock)).toThrow('twice');
  });
});
