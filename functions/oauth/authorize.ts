import { refuse } from '#lib/oauth/consent/answer-client';
import { ask } from '#lib/oauth/consent/ask';
import { errorPage } from '#lib/oauth/consent/page';
import { readAuthorization, readClient } from '#lib/oauth/consent/read-authorization';
import { defineEndpoint, type Answer } from '#lib/oauth/endpoint';
import { OAuthError } from '#lib/oauth/errors';
import { requireOwnHost } from '#lib/oauth/sign-in/own-host';
import { sessionOf } from '#lib/oauth/sign-in/session';

/** Refusals become what `show` makes of them. */
const unlessRefused = <T>(work: Promise<T>, show: (error: OAuthError) => Answer): Promise<T | Answer> =>
  work.catch((error: unknown) => {
    if (error instanceof OAuthError) return show(error);
    throw error;
  });

export const authorize = defineEndpoint({
  id: 'oauth.authorize',
  summary: 'Asks a person, in the browser, what a client may do.',
  routes: ['GET /o/oauth2/v2/auth', 'GET /o/oauth2/auth'],
  async run(request, dependencies) {
    const own = async () => {
      requireOwnHost(request, dependencies);
      return readClient(request, dependencies);
    };
    const known = await unlessRefused(own(), ({ code, message, status }) => errorPage(code, message, status));
    if (!('client' in known)) return known;
    const answer = async (): Promise<Answer> => {
      const asked = readAuthorization(request.query, known, dependencies);
      const session = await sessionOf(request, dependencies);
      return ask({ ...asked, client: known.client }, session, request, dependencies);
    };
    const state = request.query.get('state');
    const target = { redirectUri: known.redirectUri, ...(state !== null && { state }) };
    return unlessRefused(answer(), (error) => refuse(target, error));
  },
});
