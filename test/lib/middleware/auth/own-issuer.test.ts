/** Keys and revocations of the stage's own authorization server, as a service sees them. */
import { beforeEach, expect, test } from '@jest/globals';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, SignJWT } from 'jose';
import { revocationOfClient, type IssuerRecords, type PublishedKey, type Revocation } from '#lib/api/issuer-records';
import { ownIssuer } from '#lib/middleware/auth/own-issuer';
import { tokenVerifier } from '#lib/middleware/auth/verify-token';

const NAME = 'https://almanac.localhost';
const HOUR_MS = 3_600_000;
let now: number;
let keys: PublishedKey[];
let revoked: Revocation[];
let isDown: boolean;
let reads: string[];
const clock = { now: () => new Date(now) };

/** While it is there, answers wait for it; they are of the time when they were asked for. */
let held: Promise<void> | undefined;

const records: Pick<IssuerRecords, 'keys' | 'revokedSince'> = {
  keys: () => {
    reads.push('keys');
    return Promise.resolve(keys);
  },
  revokedSince: async (ms) => {
    reads.push('revocations');
    const found = revoked.filter(({ atMs }) => atMs >= ms);
    await held;
    if (isDown) throw new Error('down');
    return found;
  },
};

async function newSigner() {
  const { publicKey, privateKey } = await generateKeyPair('ES256');
  const jwk = await exportJWK(publicKey);
  const kid = await calculateJwkThumbprint(jwk);
  return {
    key: { kid, jwk: { ...jwk, kid, alg: 'ES256' } },
    sign: (claims: object) =>
      new SignJWT({ email: 'alice@example.com', email_verified: true, exp: Math.floor(now / 1000) + 3600, ...claims })
        .setProtectedHeader({ alg: 'ES256', kid })
        .setIssuer(NAME)
        .sign(privateKey),
  };
}

const verifier = (): ReturnType<typeof tokenVerifier> => tokenVerifier([], clock, ownIssuer(NAME, records, clock));
const refused = { code: 401 };

beforeEach(() => {
  [now, keys, revoked, isDown, reads, held] = [Date.UTC(2026, 10, 15), [], [], false, [], undefined];
});

test('a new key is found when a token names it, and an invented one asks at most every five seconds', async () => {
  const verify = verifier();
  const [first, signer] = await Promise.all([newSigner(), newSigner()]);
  keys = [first.key];
  const token = await signer.sign({});
  await expect(verify(token)).rejects.toMatchObject(refused);
  keys = [first.key, signer.key];
  await expect(verify(token)).rejects.toMatchObject(refused);
  expect(reads).toEqual(['keys']);

  now += 5_000;
  expect(await verify(token)).toMatchObject({ email: 'alice@example.com' });
});

test('the first key of a stage is known at once, although somebody invented one just before', async () => {
  const verify = verifier();
  const signer = await newSigner();
  const token = await signer.sign({});
  await expect(verify(token)).rejects.toMatchObject(refused);
  keys = [signer.key];

  expect(await verify(token)).toMatchObject({ email: 'alice@example.com' });
});

test.each(['jti', 'gid'])('a revoked %s is refused within five seconds, however often it is shown', async (claim) => {
  const verify = verifier();
  const signer = await newSigner();
  keys = [signer.key];
  const token = await signer.sign({ [claim]: 'one' });
  await verify(token);
  revoked = [{ id: 'one', atMs: now, untilMs: now + HOUR_MS }];
  for (let second = 0; second < 4; second += 1) {
    now += 1_000;
    await verify(token).catch(() => undefined);
  }
  now += 999;

  await expect(verify(token)).rejects.toMatchObject(refused);
});

test('a revocation that came after a slow answer was asked for is not missed', async () => {
  const verify = verifier();
  const signer = await newSigner();
  keys = [signer.key];
  const token = await signer.sign({ jti: 'one' });
  await verify(token);
  const { promise, resolve: release } = Promise.withResolvers<void>();
  held = promise;
  now += 2_500;
  await verify(token);
  revoked = [{ id: 'one', atMs: now, untilMs: now + HOUR_MS }];
  now += 5_000;
  const shown = verify(token);
  held = undefined;
  release();

  await expect(shown).rejects.toMatchObject(refused);
});

test('revocations are read once for a request, be it that nothing may be old', async () => {
  const signer = await newSigner();
  keys = [signer.key];
  const token = await signer.sign({ jti: 'one' });
  for (const freshMs of [0, 4_000]) {
    const verify = tokenVerifier([], clock, ownIssuer(NAME, records, clock, freshMs));
    await verify(token);
    reads = [];
    now += 5_000;
    await verify(token);
    expect(reads).toEqual(['revocations']);
  }
});

test('others stay good, and old revocations are forgotten with their tokens', async () => {
  const verify = verifier();
  const signer = await newSigner();
  keys = [signer.key];
  revoked = [{ id: 'other', atMs: now, untilMs: now + HOUR_MS }];

  expect(await verify(await signer.sign({ jti: 'one' }))).toMatchObject({ kind: 'user' });
  now += 3 * 3_600_000;
  expect(await verify(await signer.sign({ jti: 'other' }))).toMatchObject({ kind: 'user' });
});

test('a revocation lasts as long as its token, for a process that begins later, too', async () => {
  const signer = await newSigner();
  keys = [signer.key];
  const token = await signer.sign({ jti: 'long', exp: Math.floor(now / 1000) + 7 * 86_400 });
  revoked = [{ id: 'long', atMs: now, untilMs: now + 7 * 86_400_000 }];
  now += 6 * 86_400_000;

  await expect(verifier()(token)).rejects.toMatchObject(refused);
});

test('the end of a client is the end of its tokens, and not of those that it gets when it is registered again', async () => {
  const verify = verifier();
  const signer = await newSigner();
  keys = [signer.key];
  const issued = (iat: number) => signer.sign({ azp: 'robot@example.com', iat: Math.floor(iat / 1000) });
  revoked = [{ id: revocationOfClient('robot@example.com'), atMs: now, untilMs: now + HOUR_MS }];

  await expect(verify(await issued(now - 60_000))).rejects.toMatchObject(refused);
  expect(await verify(await issued(now + 1_000))).toMatchObject({ kind: 'user' });
});

test('while revocations cannot be read, tokens that could be revoked get a 503', async () => {
  const verify = verifier();
  const signer = await newSigner();
  keys = [signer.key];
  isDown = true;

  await expect(verify(await signer.sign({ jti: 'one' }))).rejects.toMatchObject({ code: 503 });
  expect(await verify(await signer.sign({}))).toMatchObject({ kind: 'user' });
});
