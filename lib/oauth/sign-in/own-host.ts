/**
 * Where nobody has to prove who they are, the pages answer to this machine's names alone. A site that lets its own name
 * lead to this machine (DNS rebinding) could otherwise answer them in the person's place.
 */
import type { OAuthDependencies, OAuthRequest } from '#lib/oauth/endpoint';
import { OAuthError } from '#lib/oauth/errors';

/** Google's are those of `npm start -- --https`, which needs a certificate that no site has. */
const OWN =
  /^(?:http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?|https:\/\/(?:[\w-]+\.googleapis\.com|accounts\.google\.com|localhost|127\.0\.0\.1)(?::\d+)?)\/$/;

export function requireOwnHost(
  { rootUrl }: Pick<OAuthRequest, 'rootUrl'>,
  { isWithoutPassword }: OAuthDependencies,
): void {
  if (isWithoutPassword && !OWN.test(rootUrl))
    throw new OAuthError('access_denied', 'On a laptop, people sign in at localhost or 127.0.0.1 only.', 403);
}
