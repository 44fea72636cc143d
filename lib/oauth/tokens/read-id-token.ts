import type { JSONWebKeySet, JWTPayload } from 'jose';
import { createLocalJWKSet } from 'jose/jwks/local';
import { jwtVerify } from 'jose/jwt/verify';
import type { OAuthDependencies } from '#lib/oauth/endpoint';
import { invalidToken } from '#lib/oauth/errors';
import { ALGORITHM, publicKeys } from './signing-keys.ts';

/** The claims of an ID token that this host issued and that has not expired. */
export async function readIdToken(
  token: string,
  rootUrl: string,
  dependencies: OAuthDependencies,
): Promise<JWTPayload> {
  const keys = createLocalJWKSet({ keys: await publicKeys(dependencies) } as JSONWebKeySet);
  try {
    const { payload } = await jwtVerify(token, keys, {
      issuer: rootUrl.replace(/\/$/, ''),
      algorithms: [ALGORITHM],
      currentDate: dependencies.clock.now(),
      requiredClaims: ['exp', 'aud', 'sub'],
    });
    return payload;
  } catch {
    throw invalidToken();
  }
}
