/** Whose a token is, as the upstream tells it. Remembered for a minute, by its hash: revoked tokens work so long. */
import { hash } from 'node:crypto';
import type { Clock, User } from '#lib/api/context';
import { tooManyRequests, type ApiError } from '#lib/api/errors';
import { expiringCache } from '#lib/api/process/expiring-cache';
import { foldAddress } from '#lib/api/text/address';
import { UpstreamFailure } from '#lib/upstream/client/failure';
import type { PatientClient } from '#lib/upstream/client/patient-client';

const REMEMBERED_MS = 60_000;
const REMEMBERED_TOKENS = 1_000;
/** From one network address; the upstream counts what we ask, and would refuse everybody's tokens in the end. */
const MAX_REFUSED_A_MINUTE = 60;
const REMEMBERED_ADDRESSES = 1_000;

/** Below the root of Google's APIs, and of an Almanac. */
export const TOKEN_INFO_PATH = 'oauth2/v3/tokeninfo';

export interface TokenInfo {
  /** Undefined for a token that the upstream does not accept; 429 for an address that tried too many of those. */
  userOf(token: string, sourceIp: string): Promise<User | undefined>;
  forget(token: string): void;
}

const texts = (value: unknown): Readonly<Record<string, string | undefined>> =>
  Object.fromEntries(
    Object.entries(value as object).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );

/** The address where the token tells it, else the subject. */
function userIn(body: Buffer): { readonly user: User; readonly expiresMs: number } | undefined {
  const { email, email_verified: verified, sub, scope = '', exp, azp, aud } = texts(JSON.parse(body.toString('utf8')));
  const name = verified === 'true' ? (email ?? sub) : sub;
  const expiresMs = Number(exp) * 1000;
  if (name === undefined || name === '' || !(expiresMs > 0)) return undefined;
  const scopes = scope.split(/ +/).filter((one) => one !== '');
  return { user: { kind: 'user', email: foldAddress(name), scopes, clientId: azp ?? aud }, expiresMs };
}

const tooManyRefused = (): ApiError =>
  tooManyRequests('rateLimitExceeded', 'Too many tokens from this address were refused. Try again in a minute.', {
    domain: 'usageLimits',
    status: 'RESOURCE_EXHAUSTED',
    headers: { 'retry-after': String(REMEMBERED_MS / 1000) },
  });

export function tokenInfo(client: PatientClient, path: string, clock: Clock): TokenInfo {
  const known = expiringCache<User>(REMEMBERED_TOKENS, clock);
  const refused = expiringCache<{ count: number }>(REMEMBERED_ADDRESSES, clock);
  const digestOf = (token: string): string => hash('sha256', token, 'base64url');

  function countRefused(sourceIp: string): void {
    const counted = refused.get(sourceIp);
    if (counted === undefined) refused.set(sourceIp, { count: 1 }, clock.now().getTime() + REMEMBERED_MS);
    else counted.count += 1;
  }

  async function ask(token: string): Promise<ReturnType<typeof userIn>> {
    // In the body: addresses end up in logs.
    const { status, body } = await client.send(
      {
        method: 'POST',
        path,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ access_token: token }).toString(),
      },
      { isRepeatable: true },
    );
    if (status === 400 || status === 401) return undefined;
    if (status !== 200) throw new UpstreamFailure('broken', `tokeninfo answered ${String(status)}`);
    return read(body);
  }

  return {
    async userOf(token, sourceIp) {
      const digest = digestOf(token);
      const remembered = known.get(digest);
      if (remembered !== undefined) return remembered;
      if ((refused.get(sourceIp)?.count ?? 0) >= MAX_REFUSED_A_MINUTE) throw tooManyRefused();
      const found = await ask(token);
      const nowMs = clock.now().getTime();
      if (found === undefined || found.expiresMs <= nowMs) {
        countRefused(sourceIp);
        return undefined;
      }
      known.set(digest, found.user, Math.min(found.expiresMs, nowMs + REMEMBERED_MS));
      return found.user;
    },
    forget(token) {
      known.delete(digestOf(token));
    },
  };
}

function read(body: Buffer): ReturnType<typeof userIn> {
  try {
    return userIn(body);
  } catch (cause) {
    throw new UpstreamFailure('broken', 'tokeninfo answered no JSON', 1, cause);
  }
}
