/** Signs people in at an OpenID Connect issuer: authorization code, PKCE, nonce, and an ID token that is verified. */
import { hash } from 'node:crypto';
import type { JWTVerifyGetKey } from 'jose';
import { createRemoteJWKSet } from 'jose/jwks/remote';
import { jwtVerify } from 'jose/jwt/verify';
import type { Clock } from '#lib/api/context';
import { domainOf, foldAddress } from '#lib/api/text/address';
import { isSameText } from '#lib/api/text/secrets';
import type { IdentityProvider } from '#lib/oauth/model/identity-provider';

const TIMEOUT_MS = 5_000;
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'ES256', 'ES384', 'EdDSA'];
const CLOCK_SKEW_SECONDS = 60;

export interface ProviderSettings {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly allowsUnverifiedEmail?: boolean;
}

interface Metadata {
  readonly issuer: string;
  readonly authorization_endpoint: string;
  readonly token_endpoint: string;
  readonly jwks_uri: string;
}

async function fetchJson(url: string, init: RequestInit = {}): Promise<unknown> {
  const response = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (!response.ok) throw new Error(`The stage's issuer answered ${String(response.status)}.`);
  return response.json();
}

export function oidcProvider(settings: ProviderSettings, clock: Clock): IdentityProvider {
  const { issuer, clientId, clientSecret, allowsUnverifiedEmail = false } = settings;
  let known: Promise<{ readonly metadata: Metadata; readonly keys: JWTVerifyGetKey }> | undefined;

  async function discover() {
    const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
    const metadata = (await fetchJson(address)) as Metadata;
    if (metadata.issuer !== issuer) throw new Error(`${address} speaks for another issuer.`);
    return { metadata, keys: createRemoteJWKSet(new URL(metadata.jwks_uri), { timeoutDuration: TIMEOUT_MS }) };
  }

  /** Once for all requests, unless it fails. */
  const discovered = () =>
    (known ??= discover().catch((error: unknown) => {
      known = undefined;
      throw error;
    }));

  return {
    async authorizationUrl({ redirectUri, state, nonce, verifier }, { loginHint, prompt }) {
      const url = new URL((await discovered()).metadata.authorization_endpoint);
      const parameters = {
        response_type: 'code',
        client_id: clientId,
        redirect_uri: redirectUri,
        scope: 'openid email',
        state,
        nonce,
        code_challenge: hash('sha256', verifier, 'base64url'),
        code_challenge_method: 'S256',
        ...(loginHint !== undefined && { login_hint: loginHint }),
        ...(prompt !== undefined && { prompt }),
      };
      for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
      return url.href;
    },

    async emailFor(code, { redirectUri, nonce, verifier }) {
      const { metadata, keys } = await discovered();
      const body = new URLSearchParams({
        grant_type: 'authorization_code',
        code,
        redirect_uri: redirectUri,
        client_id: clientId,
        client_secret: clientSecret,
        code_verifier: verifier,
      });
      const answer = (await fetchJson(metadata.token_endpoint, { method: 'POST', body })) as { id_token?: unknown };
      const { payload } = await jwtVerify(String(answer.id_token), keys, {
        issuer,
        audience: clientId,
        algorithms: ALGORITHMS,
        currentDate: clock.now(),
        clockTolerance: CLOCK_SKEW_SECONDS,
        requiredClaims: ['exp', 'nonce'],
      });
      const { email, email_verified: verified } = payload;
      if (!isSameText(String(payload['nonce']), nonce)) throw new Error("The ID token is another request's.");
      const isVerified = verified === true || (allowsUnverifiedEmail && verified === undefined);
      return typeof email === 'string' && isVerified && domainOf(email) !== undefined ? foldAddress(email) : undefined;
    },
  };
}
