/** Whose a token is, as the upstream tells it. Remembered for a minute, by its hash: revoked tokens work so long. */
import { hash } from 'node:crypto';
import type { Clock, User } from '#lib/api/context';
import { expiringCache } from '#lib/api/process/expiring-cache';
import { foldAddress } from '#lib/api/text/address';
import { UpstreamFailure } from '#lib/upstream/client/failure';
import type { PatientClient } from '#lib/upstream/client/patient-client';

const REMEMBERED_MS = 60_000;
const REMEMBERED_TOKENS = 1_000;

/** Below the root of Google's APIs, and of an Almanac. */
export const TOKEN_INFO_PATH = 'oauth2/v3/tokeninfo';

export interface TokenInfo {
  /** Undefined for a token that the upstream does not accept. */
  userOf(token: string): Promise<User | undefined>;
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

export function tokenInfo(client: PatientClient, path: string, clock: Clock): TokenInfo {
  const known = expiringCache<User>(REMEMBERED_TOKENS, clock);
  const digestOf = (token: string): string => hash('sha256', token, 'base64url');
  return {
    async userOf(token) {
      const digest = digestOf(token);
      const remembered = known.get(digest);
      if (remembered !== undefined) return remembered;
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
      const found = read(body);
      const nowMs = clock.now().getTime();
      if (found === undefined || found.expiresMs <= nowMs) return undefined;
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
