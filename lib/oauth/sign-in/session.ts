/** Who uses a browser, by a cookie of which only the hash is kept. It is stored from the first sign-in on. */
import { hashSecret, newSecret } from '#lib/api/text/secrets';
import type { OAuthDependencies, OAuthRequest } from '#lib/oauth/endpoint';

const NAME = 'almanac_session';
const DAY_MS = 86_400_000;
const KEPT_MS = 14 * DAY_MS;
const SHAPE = /^[\w-]{43}$/;

export interface BrowserSession {
  /** Hash of the cookie. */
  readonly id: string;
  readonly email: string | undefined;
  /** To be sent where the browser does not have the cookie yet. */
  readonly cookies: readonly string[];
}

/** With the prefix, browsers take it over https alone, and for this host alone. */
const nameAt = (rootUrl: string): string => (rootUrl.startsWith('https:') ? `__Host-${NAME}` : NAME);

const cookieFor = (secret: string, rootUrl: string): string =>
  [
    `${nameAt(rootUrl)}=${secret}`,
    'Path=/',
    'HttpOnly',
    'SameSite=Lax',
    `Max-Age=${String(KEPT_MS / 1000)}`,
    ...(rootUrl.startsWith('https:') ? ['Secure'] : []),
  ].join('; ');

export async function sessionOf(
  { cookies, rootUrl }: OAuthRequest,
  { stores, ids }: OAuthDependencies,
): Promise<BrowserSession> {
  const sent = cookies.get(nameAt(rootUrl));
  if (sent === undefined || !SHAPE.test(sent)) {
    const secret = newSecret(ids);
    return { id: hashSecret(secret), email: undefined, cookies: [cookieFor(secret, rootUrl)] };
  }
  const id = hashSecret(sent);
  return { id, email: (await stores.sessions.find(id))?.value.email, cookies: [] };
}

/** A new cookie with every sign-in: whoever planted the old one is not signed in by it. */
export async function signIn(
  email: string,
  { rootUrl }: Pick<OAuthRequest, 'rootUrl'>,
  { stores, ids, clock }: OAuthDependencies,
): Promise<BrowserSession> {
  const secret = newSecret(ids);
  const id = hashSecret(secret);
  await stores.sessions.put(id, { email }, clock.now().getTime() + KEPT_MS);
  return { id, email, cookies: [cookieFor(secret, rootUrl)] };
}
