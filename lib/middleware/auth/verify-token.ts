/** A bearer token -> the user it speaks for, checked against the keys of the stage's issuers. */
import { hash } from 'node:crypto';
import {
  createLocalJWKSet,
  createRemoteJWKSet,
  decodeJwt,
  errors,
  jwtVerify,
  type JSONWebKeySet,
  type JWTPayload,
  type JWTVerifyGetKey,
} from 'jose';
import type { Clock, User } from '#lib/api/context';
import { ApiError, unavailable } from '#lib/api/errors';
import { expiringCache } from '#lib/api/process/expiring-cache';
import { domainOf, foldAddress } from '#lib/api/text/address';
import { invalidToken } from './challenges.ts';
import type { Issuer } from './issuer.ts';

/** Signatures only: with a shared secret, an issuer's public key could be used to sign. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'ES256', 'ES384', 'EdDSA'];
const CLOCK_SKEW_SECONDS = 60;
/**
 * A verified token is remembered this long at most, as are an issuer's keys: a withdrawn key stops working within the
 * sum.
 */
const REMEMBERED_MS = 600_000;
const REMEMBERED_TOKENS = 1_000;
const KEYS_TIMEOUT_MS = 3_000;
/** Of a subject (OpenID Connect); an address is shorter still. */
const MAX_ADDRESS_LENGTH = 255;

export type VerifyToken = (token: string) => Promise<User>;

interface TrustedIssuer extends Pick<Issuer, 'audience' | 'allowsUnverifiedEmail'> {
  readonly keys: JWTVerifyGetKey;
}

/** A failure of the issuer says nothing about the token: 503, which clients retry. */
function remoteKeys(uri: string): JWTVerifyGetKey {
  const keys = createRemoteJWKSet(new URL(uri), { timeoutDuration: KEYS_TIMEOUT_MS, cacheMaxAge: REMEMBERED_MS });
  return async (header, token) => {
    try {
      return await keys(header, token);
    } catch (cause) {
      if (cause instanceof errors.JWKSNoMatchingKey || cause instanceof errors.JWKSMultipleMatchingKeys) throw cause;
      throw unavailable('backendError', 'Backend Error', { cause });
    }
  };
}

function keysOf({ issuer, jwksUri, jwks }: Issuer): JWTVerifyGetKey {
  if (jwks !== undefined) return createLocalJWKSet({ keys: [...jwks.keys] } as JSONWebKeySet);
  if (jwksUri !== undefined) return remoteKeys(jwksUri);
  throw new Error(`The issuer ${issuer} has neither keys (jwks) nor an address of keys (jwksUri).`);
}

function trust(issuers: readonly Issuer[]): ReadonlyMap<string, TrustedIssuer> {
  const trusted = new Map<string, TrustedIssuer>();
  for (const issuer of issuers) {
    if (trusted.has(issuer.issuer)) throw new Error(`The issuer ${issuer.issuer} is listed twice.`);
    trusted.set(issuer.issuer, { ...issuer, keys: keysOf(issuer) });
  }
  return trusted;
}

const textOf = (claim: unknown): string | undefined => (typeof claim === 'string' && claim !== '' ? claim : undefined);

/** Issuers write scopes as one text with spaces (`scope`) or as a list (`scp`). */
const scopesOf = ({ scope, scp }: JWTPayload): string[] =>
  [scope, scp].flat().flatMap((claim) => textOf(claim)?.split(/ +/) ?? []);

const isVerified = ({ email_verified: verified }: JWTPayload, { allowsUnverifiedEmail }: TrustedIssuer): boolean =>
  verified === true || (allowsUnverifiedEmail === true && verified === undefined);

/**
 * The address, else the subject. An address that the issuer has not verified is nobody's, wherever the token has it: the
 * token is refused.
 */
function addressOf(claims: JWTPayload, issuer: TrustedIssuer): string {
  const address = claims['email'] === undefined ? textOf(claims.sub) : textOf(claims['email']);
  if (address === undefined || address.length > MAX_ADDRESS_LENGTH) throw invalidToken();
  const isAddress = claims['email'] !== undefined || address.includes('@');
  if (isAddress && (domainOf(address) === undefined || !isVerified(claims, issuer))) throw invalidToken();
  return foldAddress(address);
}

const userOf = (claims: JWTPayload, issuer: TrustedIssuer): User => ({
  kind: 'user',
  email: addressOf(claims, issuer),
  scopes: scopesOf(claims),
  clientId: textOf(claims['azp']) ?? textOf(claims['client_id']),
});

export function tokenVerifier(issuers: readonly Issuer[], clock: Clock): VerifyToken {
  const trusted = trust(issuers);
  const remembered = expiringCache<User>(REMEMBERED_TOKENS, clock);

  async function verify(token: string): Promise<{ readonly claims: JWTPayload; readonly user: User }> {
    try {
      const { iss = '' } = decodeJwt(token);
      const issuer = trusted.get(iss);
      if (issuer === undefined) throw invalidToken();
      const { payload } = await jwtVerify(token, issuer.keys, {
        issuer: iss,
        ...(issuer.audience !== undefined && { audience: issuer.audience }),
        algorithms: ALGORITHMS,
        clockTolerance: CLOCK_SKEW_SECONDS,
        currentDate: clock.now(),
        requiredClaims: ['exp'],
      });
      return { claims: payload, user: userOf(payload, issuer) };
    } catch (error) {
      throw error instanceof ApiError ? error : invalidToken(error);
    }
  }

  return async (token) => {
    const digest = hash('sha256', token, 'base64url');
    const known = remembered.get(digest);
    if (known !== undefined) return known;
    const { claims, user } = await verify(token);
    remembered.set(
      digest,
      user,
      Math.min(((claims.exp ?? 0) + CLOCK_SKEW_SECONDS) * 1000, clock.now().getTime() + REMEMBERED_MS),
    );
    return user;
  };
}
