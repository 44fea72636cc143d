/**
 * Who uses the console. Tokens are kept in memory only: a page that is loaded again asks the issuer, which knows the
 * browser by its own cookie and answers without a word.
 */
import type { SignInSettings } from '../../settings.ts';
import { replaceAddress } from '../route/route.ts';
import { settings } from '../state/settings.ts';
import { createStore } from '../state/store.ts';
import { endpointsOf, requestTokens, type Tokens } from './issuer.ts';
import { challengeFor, randomText } from './pkce.ts';

export type SessionState = 'starting' | 'signed-out' | 'signed-in' | 'unavailable';

export const sessionState = createStore<SessionState>('starting');

const REDIRECT_URI = `${location.origin}/console/signed-in`;
/** What must outlive the way to the issuer and back; no token is among it. */
const PENDING_KEY = 'almanac-console-sign-in';
/** A token is replaced this long before it ends. */
const MARGIN_MS = 60_000;

interface Pending {
  readonly state: string;
  readonly verifier: string;
  readonly returnTo: string;
}

let tokens: (Tokens & { readonly endsAt: number }) | undefined;

function keep(fresh: Tokens): string {
  const refresh = fresh.refresh_token ?? tokens?.refresh_token;
  tokens = {
    ...fresh,
    ...(refresh !== undefined && { refresh_token: refresh }),
    endsAt: performance.now() + (fresh.expires_in ?? 3600) * 1000,
  };
  sessionState.set('signed-in');
  return tokens.access_token;
}

async function authorizationUrl(signIn: SignInSettings, pending: Pending, more: Record<string, string>): Promise<URL> {
  const url = new URL((await endpointsOf(signIn)).authorization_endpoint);
  const parameters = {
    response_type: 'code',
    client_id: signIn.clientId,
    redirect_uri: REDIRECT_URI,
    scope: signIn.scope,
    state: pending.state,
    code_challenge: await challengeFor(pending.verifier),
    code_challenge_method: 'S256',
    ...more,
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url;
}

const newPending = (): Pending => ({
  state: randomText(),
  verifier: randomText(),
  returnTo: location.pathname.startsWith('/console/signed-in') ? '/console' : location.pathname + location.search,
});

const redeem = (signIn: SignInSettings, code: string, verifier: string): Promise<Tokens | undefined> =>
  requestTokens(signIn, {
    grant_type: 'authorization_code',
    code,
    code_verifier: verifier,
    redirect_uri: REDIRECT_URI,
  });

/** This host answers a request of the page as it answers the browser: with a redirect that carries the code. */
async function signInSilently(signIn: SignInSettings): Promise<Tokens | undefined> {
  if (signIn.issuer !== '') return undefined;
  const pending = newPending();
  const answer = await fetch(await authorizationUrl(signIn, pending, { prompt: 'none' }));
  const query = new URL(answer.url).searchParams;
  const code = query.get('code');
  return code === null || query.get('state') !== pending.state ? undefined : redeem(signIn, code, pending.verifier);
}

function takePending(): Pending | undefined {
  const text = sessionStorage.getItem(PENDING_KEY);
  sessionStorage.removeItem(PENDING_KEY);
  return text === null ? undefined : (JSON.parse(text) as Pending);
}

/** The browser is back from the issuer. */
async function finishSignIn(signIn: SignInSettings): Promise<Tokens | undefined> {
  const pending = takePending();
  const query = new URLSearchParams(location.search);
  const code = query.get('code');
  replaceAddress(pending?.returnTo ?? '/console');
  return code === null || pending === undefined || query.get('state') !== pending.state
    ? undefined
    : redeem(signIn, code, pending.verifier);
}

/** Leads to the issuer's page; the browser comes back to where it was. */
export async function signIn(prompt?: 'select_account'): Promise<void> {
  if (settings.signIn === undefined) return;
  const pending = newPending();
  sessionStorage.setItem(PENDING_KEY, JSON.stringify(pending));
  const more = { access_type: 'offline', ...(prompt !== undefined && { prompt }) };
  location.assign(await authorizationUrl(settings.signIn, pending, more));
}

/** Called once, before anything is asked of a service. */
export async function startSession(): Promise<void> {
  if (settings.signIn === undefined) {
    sessionState.set('unavailable');
    return;
  }
  const isBack = location.pathname === '/console/signed-in';
  const found = await (isBack ? finishSignIn : signInSilently)(settings.signIn).catch(() => undefined);
  if (found === undefined) sessionState.set('signed-out');
  else keep(found);
}

async function renew(): Promise<Tokens | undefined> {
  if (settings.signIn === undefined) return undefined;
  const refresh = tokens?.refresh_token;
  const renewed =
    refresh === undefined
      ? undefined
      : await requestTokens(settings.signIn, { grant_type: 'refresh_token', refresh_token: refresh });
  return renewed ?? signInSilently(settings.signIn);
}

let renewing: Promise<string | undefined> | undefined;

/** A new token, asked for once however many wait for it; undefined when the person has to sign in again. */
export const renewToken = (): Promise<string | undefined> =>
  (renewing ??= renew()
    .then((fresh) => {
      if (fresh !== undefined) return keep(fresh);
      tokens = undefined;
      sessionState.set('signed-out');
      return undefined;
    })
    .finally(() => {
      renewing = undefined;
    }));

/** A token that is good for the next request. */
export const currentToken = (): Promise<string | undefined> =>
  tokens !== undefined && performance.now() < tokens.endsAt - MARGIN_MS
    ? Promise.resolve(tokens.access_token)
    : renewToken();

/** Forgets the token here, and at the issuer if it takes it back. */
export async function signOut(): Promise<void> {
  const held = tokens;
  tokens = undefined;
  sessionState.set('signed-out');
  if (held === undefined || settings.signIn === undefined) return;
  const { revocation_endpoint: url } = await endpointsOf(settings.signIn);
  const token = held.refresh_token ?? held.access_token;
  if (url !== undefined) await fetch(url, { method: 'POST', body: new URLSearchParams({ token }) });
}
