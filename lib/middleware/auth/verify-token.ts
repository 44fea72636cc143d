/** A bearer token -> the user it speaks for, checked against the keys of the stage's issuers. */
import type { JSONWebKeySet, JWTPayload, JWTVerifyGetKey } from 'jose';
import * as errors from 'jose/errors';
import { createLocalJWKSet } from 'jose/jwks/local';
import { createRemoteJWKSet } from 'jose/jwks/remote';
import { decodeJwt } from 'jose/jwt/decode';
import { jwtVerify } from 'jose/jwt/verify';
import type { Clock, User } from '#lib/api/context';
import { ApiError, unavailable } from '#lib/api/errors';
import { revocationOfClient } from '#lib/api/issuer-records';
import { expiringCache } from '#lib/api/process/expiring-cache';
import { domainOf, foldAddress } from '#lib/api/text/address';
import { invalidToken, type TokenFault } from './challenges.ts';
import type { Issuer } from './issuer.ts';
import type { OwnIssuer } from './own-issuer.ts';

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

/** Knows the network address, too: somebody who tries tokens can be slowed down. */
export type VerifyToken = (token: string, sourceIp: string) => Promise<User>;

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

/** The first set that has the key; on a laptop, our own issuer has one in the data folder and others in the table. */
const eitherOf =
  (first: JWTVerifyGetKey, second: JWTVerifyGetKey): JWTVerifyGetKey =>
  async (header, token) => {
    try {
      return await first(header, token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
      return second(header, token);
    }
  };

function trust(issuers: readonly Issuer[], own: OwnIssuer | undefined): ReadonlyMap<string, TrustedIssuer> {
  const trusted = new Map<string, TrustedIssuer>();
  for (const issuer of issuers) {
    if (trusted.has(issuer.issuer)) throw new Error(`The issuer ${issuer.issuer} is listed twice.`);
    trusted.set(issuer.issuer, { ...issuer, keys: keysOf(issuer) });
  }
  if (own !== undefined) {
    const listed = trusted.get(own.name);
    trusted.set(own.name, { keys: listed === undefined ? own.keys : eitherOf(listed.keys, own.keys) });
  }
  return trusted;
}

/** What a token of our own server can be revoked by. */
export const revocableIds = ({ jti, gid, azp }: JWTPayload): string[] =>
  [jti, gid, typeof azp === 'string' ? revocationOfClient(azp) : undefined].filter((id) => typeof id === 'string');

export const issuedMsOf = ({ iat = 0 }: JWTPayload): number => iat * 1000;

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
  if (address === undefined || address.length > MAX_ADDRESS_LENGTH) throw invalidToken('address');
  const isAddress = claims['email'] !== undefined || address.includes('@');
  if (isAddress && (domainOf(address) === undefined || !isVerified(claims, issuer))) throw invalidToken('address');
  return foldAddress(address);
}

const userOf = (claims: JWTPayload, issuer: TrustedIssuer): User => ({
  kind: 'user',
  email: addressOf(claims, issuer),
  scopes: scopesOf(claims),
  clientId: textOf(claims['azp']) ?? textOf(claims['client_id']),
});

function faultOf(error: unknown): TokenFault {
  if (error instanceof errors.JWTExpired) return 'expired';
  if (error instanceof errors.JWSSignatureVerificationFailed) return 'signature';
  if (error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys) return 'key';
  if (error instanceof errors.JWTClaimValidationFailed) return error.claim === 'aud' ? 'audience' : 'claims';
  return 'malformed';
}

export interface CheckedToken {
  readonly claims: JWTPayload;
  readonly user: User;
}

/** Without memory: for those who want to know more of a token than whom it speaks for. */
export function tokenChecker(
  issuers: readonly Issuer[],
  clock: Clock,
  own?: OwnIssuer,
): (token: string) => Promise<CheckedToken> {
  const trusted = trust(issuers, own);
  return async (token) => {
    try {
      const { iss = '' } = decodeJwt(token);
      const issuer = trusted.get(iss);
      if (issuer === undefined) throw invalidToken('issuer');
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
      throw error instanceof ApiError ? error : invalidToken(faultOf(error), error);
    }
  };
}

/** `own` is the stage's own authorization server, whose tokens can be revoked. */
export function tokenVerifier(
  issuers: readonly Issuer[],
  clock: Clock,
  own?: OwnIssuer,
): (token: string) => Promise<User> {
  const check = tokenChecker(issuers, clock, own);
  const remembered = expiringCache<CheckedToken>(REMEMBERED_TOKENS, clock);

  async function checkOnce(token: string): Promise<CheckedToken> {
    const known = remembered.get(token);
    if (known !== undefined) return known;
    const checked = await check(token);
    remembered.set(
      token,
      checked,
      Math.min(((checked.claims.exp ?? 0) + CLOCK_SKEW_SECONDS) * 1000, clock.now().getTime() + REMEMBERED_MS),
    );
    return checked;
  }

  return async (token) => {
    const { claims, user } = await checkOnce(token);
    const ids = own !== undefined && claims.iss === own.name ? revocableIds(claims) : [];
    if (ids.length > 0 && (await own?.isRevoked(ids, issuedMsOf(claims))) === true) throw invalidToken('revoked');
    return user;
  };
}
