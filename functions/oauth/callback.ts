import { findClient } from '#lib/oauth/clients/find-client';
import { refuse } from '#lib/oauth/consent/answer-client';
import { answerOrShow, attemptOf, CALLBACK_PATH } from '#lib/oauth/consent/ask';
import { takeQuestion } from '#lib/oauth/consent/decide';
import { errorPage } from '#lib/oauth/consent/page';
import {
  defineEndpoint,
  parameterOf,
  requiredParameter,
  type Answer,
  type OAuthDependencies,
  type OAuthRequest,
} from '#lib/oauth/endpoint';
import { OAuthError } from '#lib/oauth/errors';
import { sessionOf, signIn } from '#lib/oauth/sign-in/session';

/** Back from the stage's issuer: who is it? Then the page, unless it was allowed before. */
async function comeBack(request: OAuthRequest, dependencies: OAuthDependencies): Promise<Answer> {
  const { query, rootUrl } = request;
  const state = requiredParameter(query, 'state');
  const session = await sessionOf(request, dependencies);
  const question = await takeQuestion(state, session.id, dependencies);
  const { clientId, scopes, target, provider, loginHint, asksAgain = false } = question;
  const client = await findClient(clientId, rootUrl, dependencies);
  if (provider === undefined || dependencies.provider === undefined || client === undefined)
    throw new OAuthError('invalid_request', 'Nobody was sent elsewhere to sign in.');
  const code = parameterOf(query, 'code');
  const email = code && (await dependencies.provider.emailFor(code, attemptOf(request, state, provider)));
  if (!email) {
    const denied = new OAuthError('access_denied', 'The person has not signed in.');
    if (target.kind === 'device') throw denied;
    return refuse(target, denied);
  }
  const signedIn = await signIn(email, request, dependencies);
  return answerOrShow({ client, scopes, target, loginHint, asksAgain }, signedIn, dependencies);
}

export const callback = defineEndpoint({
  id: 'oauth.callback',
  summary: "Receives people who have signed in at the stage's own issuer.",
  routes: [`GET ${CALLBACK_PATH}`],
  run: (request, dependencies) =>
    comeBack(request, dependencies).catch((error: unknown) => {
      if (error instanceof OAuthError) return errorPage(error.code, error.message, error.status);
      throw error;
    }),
});
