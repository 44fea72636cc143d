/** Who signs people in: this host, or an OpenID Connect issuer elsewhere. */
import type { SignInSettings } from '../../settings.ts';

export interface Endpoints {
  readonly authorization_endpoint: string;
  readonly token_endpoint: string;
  readonly revocation_endpoint?: string;
  readonly end_session_endpoint?: string;
}

export interface Tokens {
  readonly access_token: string;
  readonly expires_in?: number;
  readonly refresh_token?: string;
}

let known: Promise<Endpoints> | undefined;

async function ask(issuer: string): Promise<Endpoints> {
  const answer = await fetch(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`);
  if (!answer.ok) throw new Error(`The issuer answered ${String(answer.status)}.`);
  return (await answer.json()) as Endpoints;
}

/** Asked once. Paths of this host need not be asked for. */
export const endpointsOf = ({ issuer }: SignInSettings): Promise<Endpoints> =>
  issuer === ''
    ? Promise.resolve({
        authorization_endpoint: `${location.origin}/o/oauth2/v2/auth`,
        token_endpoint: `${location.origin}/token`,
        revocation_endpoint: `${location.origin}/revoke`,
      })
    : (known ??= ask(issuer).catch((error: unknown) => {
        known = undefined;
        throw error;
      }));

export async function requestTokens(signIn: SignInSettings, form: Record<string, string>): Promise<Tokens | undefined> {
  const { token_endpoint: url } = await endpointsOf(signIn);
  const answer = await fetch(url, {
    method: 'POST',
    body: new URLSearchParams({ client_id: signIn.clientId, ...form }),
  });
  return answer.ok ? ((await answer.json()) as Tokens) : undefined;
}
