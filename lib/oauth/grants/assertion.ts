/** A service account signs a statement of what it wants, and gets a token for it (RFC 7523). */
import type { JWK, JWTPayload } from 'jose';
import * as errors from 'jose/errors';
import { decodeJwt } from 'jose/jwt/decode';
import { jwtVerify } from 'jose/jwt/verify';
import { importJWK } from 'jose/key/import';
import { domainOf, foldAddress } from '#lib/api/text/address';
import { guarded } from '#lib/oauth/attempts';
import { requiredParameter, type OAuthDependencies } from '#lib/oauth/endpoint';
import { invalidGrant, invalidScope, OAuthError } from '#lib/oauth/errors';
import type { Client } from '#lib/oauth/model/client';
import { subjectOf } from '#lib/oauth/model/person';
import { parseScopes } from '#lib/oauth/scopes';
import { issueIdToken, issueTokens } from '#lib/oauth/tokens/issue';
import type { Redeem } from './grant.ts';

const MAX_LIFE_SECONDS = 3600;
const SKEW_SECONDS = 300;

export const TOKEN_PATHS = ['/token', '/oauth2/v4/token', '/o/oauth2/token'] as const;

/** Some libraries write Google's own address, whatever the key file says. */
const GOOGLE_AUDIENCES = [
  'https://oauth2.googleapis.com/token',
  'https://www.googleapis.com/oauth2/v4/token',
  'https://accounts.google.com/o/oauth2/token',
];

const audiences = (rootUrl: string): string[] => [
  ...TOKEN_PATHS.map((path) => rootUrl.replace(/\/$/, '') + path),
  ...GOOGLE_AUDIENCES,
];

/** Not verified: it says whose key to verify it with. */
function issuerOf(assertion: string): string {
  try {
    const { iss } = decodeJwt(assertion);
    if (typeof iss === 'string' && iss !== '') return iss;
  } catch {
    throw invalidGrant('Invalid JWT: it cannot be read.');
  }
  throw invalidGrant('Invalid JWT: iss is missing.');
}

async function verifiedClaims(
  assertion: string,
  { publicKey }: Client,
  rootUrl: string,
  { clock }: OAuthDependencies,
): Promise<JWTPayload> {
  try {
    const key = await importJWK((publicKey?.jwk ?? {}) as JWK, 'RS256');
    const { payload } = await jwtVerify(assertion, key, {
      audience: audiences(rootUrl),
      algorithms: ['RS256'],
      currentDate: clock.now(),
      clockTolerance: SKEW_SECONDS,
      maxTokenAge: MAX_LIFE_SECONDS + SKEW_SECONDS,
      requiredClaims: ['iat', 'exp'],
    });
    if ((payload.exp ?? 0) - (payload.iat ?? 0) > MAX_LIFE_SECONDS)
      throw invalidGrant('Invalid JWT: it must be a short-lived token (60 minutes).');
    return payload;
  } catch (error) {
    if (error instanceof OAuthError) throw error;
    if (error instanceof errors.JWSSignatureVerificationFailed) throw invalidGrant('Invalid JWT Signature.');
    throw invalidGrant(`Invalid JWT: ${error instanceof errors.JOSEError ? error.message : 'it cannot be read.'}`);
  }
}

/** For whom: the service account itself, or, where an admin allowed it for these scopes, somebody else. */
function subjectFor({ id, delegatedScopes = [] }: Client, { sub }: JWTPayload, scopes: readonly string[]): string {
  if (sub === undefined || sub === id) return id;
  if (domainOf(sub) === undefined) throw invalidGrant('Invalid email or User ID');
  if (!scopes.every((scope) => delegatedScopes.includes(scope)))
    throw new OAuthError(
      'unauthorized_client',
      'Client is unauthorized to retrieve access tokens using this method, or client not authorized for any of the scopes requested.',
      401,
    );
  return foldAddress(sub);
}

export const redeemAssertion: Redeem = (request, dependencies) => {
  const { form, rootUrl } = request;
  const assertion = requiredParameter(form, 'assertion');
  const issuer = issuerOf(assertion);
  return guarded(request, issuer, dependencies, async () => {
    const account = (await dependencies.stores.clients.find(issuer))?.value;
    if (account?.type !== 'service-account') throw invalidGrant('Invalid grant: account not found');
    const claims = await verifiedClaims(assertion, account, rootUrl, dependencies);
    const { scope, target_audience: audience } = claims;
    const clientId = subjectOf(account.id);
    if (typeof audience === 'string')
      return { id_token: await issueIdToken({ email: account.id, clientId, audience }, rootUrl, dependencies) };
    if (typeof scope !== 'string') throw invalidScope('Empty or missing scope not allowed.');
    const scopes = parseScopes(scope, dependencies.scopes);
    const email = subjectFor(account, claims, scopes);
    return issueTokens({ email, clientId, scopes }, rootUrl, dependencies);
  });
};
