/** A client, an authorized user and a service account, and what requests to the authorization server are made of. */
import { registerAuthorizedUser, registerClient, registerServiceAccount } from '#lib/oauth/credentials/register';
import type { OAuthDependencies } from '#lib/oauth/endpoint';
import { issueTokens } from '#lib/oauth/tokens/issue';
import type { ValidValues } from './oauth.ts';

const CALENDAR = 'https://www.googleapis.com/auth/calendar';
const ROOT = 'http://127.0.0.1:8080/';
const REDIRECT = 'https://app.example.com/oauth/callback';
const NAME_DIGITS = 12;

/** Hosts that an answer may lead to; clients that are installed on a machine are answered at any of its ports. */
export const OWN_HOSTS = [new URL(REDIRECT).host, new URL(ROOT).host, 'localhost:1', '127.0.0.1'];

type Files = Readonly<Record<string, string>>;

export async function oauthValues(service: OAuthDependencies, email: string): Promise<ValidValues> {
  const registration = { name: 'Tea Party', rootUrl: ROOT };
  const files = await registerClient({ ...registration, type: 'web', redirectUris: [REDIRECT] }, service);
  const { web } = files as { web: Files };
  const user = (await registerAuthorizedUser({ ...registration, email, scopes: [CALENDAR] }, service)) as Files;
  const name = `robot-${service.ids.hex(NAME_DIGITS)}`;
  const account = (await registerServiceAccount({ name, rootUrl: ROOT, delegatedScopes: [] }, service)) as Files;
  const issued = await issueTokens({ email, clientId: user['client_id'] ?? '', scopes: [CALENDAR] }, ROOT, service);
  return {
    grant_type: [
      'authorization_code',
      'refresh_token',
      'urn:ietf:params:oauth:grant-type:jwt-bearer',
      'urn:ietf:params:oauth:grant-type:device_code',
    ],
    client_id: [
      web['client_id'] ?? '',
      user['client_id'] ?? '',
      'almanac-documentation',
      account['client_email'] ?? '',
    ],
    client_secret: [web['client_secret'] ?? '', user['client_secret'] ?? ''],
    refresh_token: [user['refresh_token'] ?? ''],
    code: ['4/a-code-that-nobody-was-given'],
    device_code: ['a-device-that-nobody-has'],
    user_code: ['BCDF-GHJK'],
    redirect_uri: [REDIRECT, `${ROOT}oauth2-redirect.html`, 'http://localhost:1/'],
    response_type: ['code'],
    scope: [CALENDAR, `openid email ${CALENDAR}`, 'profile'],
    state: ['xyz'],
    prompt: ['none', 'consent', 'select_account'],
    access_type: ['offline', 'online'],
    code_challenge: ['a'.repeat(43)],
    code_challenge_method: ['S256', 'plain'],
    code_verifier: ['b'.repeat(43)],
    login_hint: ['alice@example.com'],
    assertion: ['e30.e30.e30'],
    request: ['x'],
    decision: ['allow', 'deny'],
    address: [email],
    access_token: [issued.access_token],
    id_token: ['e30.e30.e30'],
  };
}

/** Of those, what nobody may find in a log. */
export const secretsIn = (values: ValidValues): string[] =>
  ['client_secret', 'refresh_token', 'access_token', 'code', 'device_code', 'code_verifier'].flatMap(
    (name) => values[name] ?? [],
  );
