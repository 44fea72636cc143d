/** From what a client asks to the page, to the stage's issuer first, or straight to the answer. */
import { foldAddress } from '#lib/api/text/address';
import { hashSecret, newSecret } from '#lib/api/text/secrets';
import type { Answer, OAuthDependencies, OAuthRequest } from '#lib/oauth/endpoint';
import { OAuthError } from '#lib/oauth/errors';
import type { Client } from '#lib/oauth/model/client';
import type { SignInAttempt } from '#lib/oauth/model/identity-provider';
import type { ConsentRequest, Grant, RedirectTarget } from '#lib/oauth/model/records';
import type { BrowserSession } from '#lib/oauth/sign-in/session';
import { grantKey } from '#lib/oauth/tokens/revoke';
import { refuse, sendCode } from './answer-client.ts';
import { consentPage } from './consent-page.ts';
import { redirectTo } from './page.ts';

export const CALLBACK_PATH = '/o/oauth2/callback';
const ANSWERED_WITHIN_MS = 600_000;
const MAX_PEOPLE = 50;

export interface Question {
  readonly client: Client;
  readonly scopes: readonly string[];
  readonly target: ConsentRequest['target'];
  readonly prompts: ReadonlySet<string>;
  readonly loginHint: string | undefined;
}

/** What the person allowed this client before, if it is all that is asked. */
async function coveringGrant(
  { client, scopes }: Pick<Question, 'client' | 'scopes'>,
  email: string,
  { stores }: OAuthDependencies,
): Promise<Grant | undefined> {
  const grant = (await stores.grants.find(grantKey({ email, clientId: client.id })))?.value;
  return grant !== undefined && scopes.every((scope) => grant.scopes.includes(scope)) ? grant : undefined;
}

async function keep(request: ConsentRequest, { stores, ids, clock }: OAuthDependencies): Promise<string> {
  const secret = newSecret(ids);
  await stores.consentRequests.put(hashSecret(secret), request, clock.now().getTime() + ANSWERED_WITHIN_MS);
  return secret;
}

/** Shows the page to somebody who has signed in, or, on a laptop, to anybody. */
async function showConsent(
  { client, scopes, target, loginHint }: Omit<Question, 'prompts'>,
  session: BrowserSession,
  dependencies: OAuthDependencies,
): Promise<Answer> {
  const secret = await keep({ clientId: client.id, scopes, target, session: session.id }, dependencies);
  const { stores, isWithoutPassword, scopes: knownScopes } = dependencies;
  const hint = loginHint === undefined ? undefined : foldAddress(loginHint);
  const known = isWithoutPassword ? (await stores.people.list()).map(({ email }) => email).slice(0, MAX_PEOPLE) : [];
  const email = isWithoutPassword ? (hint ?? session.email) : session.email;
  const people = email === undefined || known.includes(email) ? known : [email, ...known];
  const redirectUri = target.kind === 'redirect' ? target.redirectUri : undefined;
  const view = { secret, clientName: client.name, scopes, knownScopes, email, redirectUri };
  return consentPage({ ...view, people: isWithoutPassword ? people : undefined }, session.cookies);
}

/** What the callback needs to recognise the answer by. */
export const attemptOf = (
  { rootUrl }: Pick<OAuthRequest, 'rootUrl'>,
  state: string,
  { nonce, verifier }: NonNullable<ConsentRequest['provider']>,
): SignInAttempt => ({ redirectUri: rootUrl.replace(/\/$/, '') + CALLBACK_PATH, state, nonce, verifier });

async function signInElsewhere(
  { client, scopes, target, prompts, loginHint }: Question,
  session: BrowserSession,
  request: OAuthRequest,
  dependencies: OAuthDependencies,
): Promise<Answer> {
  const { provider, ids } = dependencies;
  if (provider === undefined)
    throw new Error('SIGN_IN_PROVIDER names no issuer at which the people of this stage sign in.');
  const secrets = { nonce: newSecret(ids), verifier: newSecret(ids) };
  const asked = { clientId: client.id, scopes, target, session: session.id, provider: secrets };
  const asksAgain = prompts.has('consent');
  const state = await keep({ ...asked, asksAgain, ...(loginHint !== undefined && { loginHint }) }, dependencies);
  const prompt = prompts.has('select_account') ? 'select_account' : prompts.has('login') ? 'login' : undefined;
  const options = { ...(loginHint !== undefined && { loginHint }), ...(prompt !== undefined && { prompt }) };
  return redirectTo(await provider.authorizationUrl(attemptOf(request, state, secrets), options), session.cookies);
}

/** Without a word on the page: the person has allowed it before. A refresh token comes with words only. */
const sendSilently = (
  { scopes }: Pick<Question, 'scopes'>,
  target: RedirectTarget,
  { grant, cookies = [] }: { readonly grant: Grant; readonly cookies?: readonly string[] },
  dependencies: OAuthDependencies,
) => sendCode({ grant, scopes, target: { ...target, isOffline: false } }, cookies, dependencies);

/** After somebody has signed in at the stage's issuer: a consent that was given before is remembered. */
export async function answerOrShow(
  question: Omit<Question, 'prompts'> & { readonly asksAgain: boolean },
  session: BrowserSession,
  dependencies: OAuthDependencies,
): Promise<Answer> {
  const { target, asksAgain } = question;
  const { email, cookies } = session;
  if (target.kind === 'redirect' && !asksAgain && email !== undefined) {
    const grant = await coveringGrant(question, email, dependencies);
    if (grant !== undefined) return sendSilently(question, target, { grant, cookies }, dependencies);
  }
  return showConsent(question, session, dependencies);
}

export async function ask(
  question: Question,
  session: BrowserSession,
  request: OAuthRequest,
  dependencies: OAuthDependencies,
): Promise<Answer> {
  const { prompts, loginHint, target } = question;
  const isHinted = loginHint === undefined || foldAddress(loginHint) === session.email;
  const email = isHinted ? session.email : undefined;
  const isQuiet = prompts.size === 0 || prompts.has('none');
  if (target.kind === 'redirect' && isQuiet) {
    const grant = email === undefined ? undefined : await coveringGrant(question, email, dependencies);
    if (grant !== undefined) return sendSilently(question, target, { grant }, dependencies);
    if (prompts.has('none'))
      return refuse(
        target,
        email === undefined
          ? new OAuthError('login_required', 'Nobody has signed in.')
          : new OAuthError('consent_required', 'The person has not allowed this yet.'),
      );
  }
  const mustSignIn = email === undefined || prompts.has('select_account') || prompts.has('login');
  if (!dependencies.isWithoutPassword && mustSignIn) return signInElsewhere(question, session, request, dependencies);
  return showConsent(question, session, dependencies);
}
