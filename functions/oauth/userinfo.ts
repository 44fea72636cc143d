import { bearerOf, defineEndpoint, parameterOf } from '#lib/oauth/endpoint';
import { loginRequired, OAuthError } from '#lib/oauth/errors';
import { hostedDomainOf, namesOf, subjectOf } from '#lib/oauth/model/person';
import { EMAIL, isIdentity, PROFILE } from '#lib/oauth/scopes';

const OLD_PATH = '/oauth2/v2/userinfo';
const PATHS = ['/oauth2/v3/userinfo', OLD_PATH, '/v1/userinfo'] as const;

export const userinfo = defineEndpoint({
  id: 'oauth.userinfo',
  summary: 'Describes the user of a token.',
  routes: PATHS.flatMap((path) => [`GET ${path}`, `POST ${path}`] as const),
  async run(request, { readToken }) {
    const token = bearerOf(request) ?? parameterOf(request.query, 'access_token');
    if (token === undefined) throw loginRequired('The request has no access token.');
    const known = await readToken(token);
    if (known === undefined) throw loginRequired('Invalid Credentials');
    const { email, scopes } = known;
    if (!scopes.some(isIdentity))
      throw new OAuthError('insufficient_scope', 'The token does not say who somebody is.', 403, {
        'www-authenticate': `Bearer realm="almanac", error="insufficient_scope", scope="openid ${EMAIL} ${PROFILE}"`,
      });
    const mayKnowAddress = scopes.includes(EMAIL);
    const isOld = request.path === OLD_PATH;
    return {
      body: {
        [isOld ? 'id' : 'sub']: subjectOf(email),
        ...(scopes.includes(PROFILE) && namesOf(email)),
        ...(mayKnowAddress && { email, [isOld ? 'verified_email' : 'email_verified']: true, ...hostedDomainOf(email) }),
      },
    };
  },
});
