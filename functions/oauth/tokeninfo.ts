import { bearerOf, defineEndpoint, eitherParameter } from '#lib/oauth/endpoint';
import { invalidRequest, invalidToken } from '#lib/oauth/errors';
import { subjectOf } from '#lib/oauth/model/person';
import { EMAIL } from '#lib/oauth/scopes';
import { readIdToken } from '#lib/oauth/tokens/read-id-token';

const PATHS = ['/tokeninfo', '/oauth2/v3/tokeninfo'] as const;

/** All values are texts, as at Google. */
const texts = (claims: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(Object.entries(claims).map(([name, value]) => [name, String(value)]));

export const tokeninfo = defineEndpoint({
  id: 'oauth.tokeninfo',
  summary: 'Describes a token.',
  routes: PATHS.flatMap((path) => [`GET ${path}`, `POST ${path}`] as const),
  async run(request, dependencies) {
    const idToken = eitherParameter(request, 'id_token');
    if (idToken !== undefined) return { body: texts(await readIdToken(idToken, request.rootUrl, dependencies)) };
    const token = eitherParameter(request, 'access_token') ?? bearerOf(request);
    if (token === undefined) throw invalidRequest('Required parameter is missing: access_token or id_token');
    const known = await dependencies.readToken(token);
    const left = (known?.expiresSeconds ?? 0) - Math.floor(dependencies.clock.now().getTime() / 1000);
    if (known === undefined || left <= 0) throw invalidToken();
    const { email, scopes, clientId, expiresSeconds, isOffline } = known;
    return {
      body: texts({
        ...(clientId !== undefined && { azp: clientId, aud: clientId }),
        sub: subjectOf(email),
        scope: scopes.join(' '),
        exp: expiresSeconds,
        expires_in: left,
        ...(scopes.includes(EMAIL) && { email, email_verified: true }),
        access_type: isOffline ? 'offline' : 'online',
      }),
    };
  },
});
