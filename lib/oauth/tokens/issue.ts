/** Access tokens, ID tokens and the answer that carries them. */
import { hash } from 'node:crypto';
import type { JWTPayload } from 'jose';
import { SignJWT } from 'jose/jwt/sign';
import type { OAuthDependencies } from '#lib/oauth/endpoint';
import { hostedDomainOf, namesOf, subjectOf } from '#lib/oauth/model/person';
import { EMAIL, OPENID, PROFILE } from '#lib/oauth/scopes';
import { ALGORITHM, signerOf, type Signer } from './signing-keys.ts';

export const TOKEN_SECONDS = 3600;
const ID_CHARACTERS = 32;

export interface Issue {
  readonly email: string;
  readonly clientId: string;
  readonly scopes: readonly string[];
  /** Undefined for a service account, which nobody allowed anything. */
  readonly grantId?: string | undefined;
  readonly isOffline?: boolean;
  /** Of the authorization request, for the ID token. */
  readonly nonce?: string | undefined;
}

export interface TokenAnswer {
  readonly access_token: string;
  readonly expires_in: number;
  readonly refresh_token?: string;
  readonly scope: string;
  readonly token_type: 'Bearer';
  readonly id_token?: string;
}

const sign = (claims: JWTPayload, { kid, key }: Signer, nowSeconds: number): Promise<string> =>
  new SignJWT(claims)
    .setProtectedHeader({ alg: ALGORITHM, kid, typ: 'JWT' })
    .setIssuedAt(nowSeconds)
    .setExpirationTime(nowSeconds + TOKEN_SECONDS)
    .sign(key);

/** The left half of the token's hash (OpenID Connect Core, 3.1.3.6). */
const halfHash = (token: string): string => hash('sha256', token, 'buffer').subarray(0, 16).toString('base64url');

/** The claims that Google's ID tokens have; the issuer is the host that the client knows. */
const idClaims = ({ email, clientId, scopes, nonce }: Issue, accessToken: string, rootUrl: string): JWTPayload => ({
  iss: rootUrl.replace(/\/$/, ''),
  azp: clientId,
  aud: clientId,
  sub: subjectOf(email),
  ...hostedDomainOf(email),
  ...(scopes.includes(EMAIL) && { email, email_verified: true }),
  at_hash: halfHash(accessToken),
  ...(nonce !== undefined && { nonce }),
  ...(scopes.includes(PROFILE) && namesOf(email)),
});

export async function issueTokens(
  issue: Issue,
  rootUrl: string,
  dependencies: OAuthDependencies,
): Promise<TokenAnswer> {
  const { clock, ids, issuer } = dependencies;
  const { email, clientId, scopes, grantId, isOffline = false } = issue;
  const signer = await signerOf(dependencies);
  const now = Math.floor(clock.now().getTime() / 1000);
  const accessToken = await sign(
    {
      iss: issuer,
      azp: clientId,
      aud: clientId,
      sub: subjectOf(email),
      email,
      email_verified: true,
      scope: scopes.join(' '),
      jti: ids.hex(ID_CHARACTERS),
      ...(grantId !== undefined && { gid: grantId }),
      ...(isOffline && { access_type: 'offline' }),
    },
    signer,
    now,
  );
  return {
    access_token: accessToken,
    expires_in: TOKEN_SECONDS - 1,
    scope: scopes.join(' '),
    token_type: 'Bearer',
    ...(scopes.includes(OPENID) && { id_token: await sign(idClaims(issue, accessToken, rootUrl), signer, now) }),
  };
}

/** For a service account that has to show who it is to another service. */
export async function issueIdToken(
  { email, clientId, audience }: { readonly email: string; readonly clientId: string; readonly audience: string },
  rootUrl: string,
  dependencies: OAuthDependencies,
): Promise<string> {
  const claims = {
    iss: rootUrl.replace(/\/$/, ''),
    azp: clientId,
    aud: audience,
    sub: subjectOf(email),
    email,
    email_verified: true,
  };
  return sign(claims, await signerOf(dependencies), Math.floor(dependencies.clock.now().getTime() / 1000));
}
