/** A code, once and within its minute, becomes tokens. */
import { hashSecret } from '#lib/api/text/secrets';
import { guarded } from '#lib/oauth/attempts';
import { authenticateClient, credentialsOf } from '#lib/oauth/clients/authenticate-client';
import { parameterOf, requiredParameter, type OAuthDependencies } from '#lib/oauth/endpoint';
import { invalidGrant, invalidRequest, OAuthError } from '#lib/oauth/errors';
import type { AuthorizationCode } from '#lib/oauth/model/records';
import { issueTokens } from '#lib/oauth/tokens/issue';
import { isGrantAlive, revokeGrant } from '#lib/oauth/tokens/revoke';
import type { Redeem } from './grant.ts';
import { checkVerifier } from './pkce.ts';
import { newRefreshToken } from './refresh-tokens.ts';

const malformed = () => invalidGrant('Malformed auth code.');

/** Marks the code as used. A second use says that somebody has a copy: what the first one brought ends (4.1.2). */
async function takeCode(code: string, clientId: string, dependencies: OAuthDependencies): Promise<AuthorizationCode> {
  const { stores, clock } = dependencies;
  const found = await stores.codes.find(hashSecret(code));
  if (found === undefined || found.value.clientId !== clientId) throw malformed();
  const isFirst =
    found.value.isUsed !== true &&
    (await stores.codes.replace(found, { ...found.value, isUsed: true }, found.value.untilMs + KEPT_MS));
  if (!isFirst) {
    await revokeGrant(found.value, dependencies);
    throw invalidGrant('The code was used before.');
  }
  if (found.value.untilMs <= clock.now().getTime()) throw invalidGrant('The code has expired.');
  return found.value;
}

/** How long a used code is remembered: longer than its tokens live. */
const KEPT_MS = 2 * 3_600_000;

export const redeemCode: Redeem = (request, dependencies) => {
  const credentials = credentialsOf(request);
  return guarded(request, credentials.id, dependencies, async () => {
    const { form, rootUrl } = request;
    const { client, isProven } = await authenticateClient(credentials, rootUrl, dependencies);
    const code = requiredParameter(form, 'code');
    const redirectUri = requiredParameter(form, 'redirect_uri');
    const verifier = parameterOf(form, 'code_verifier');
    if (!isProven && verifier === undefined) throw invalidRequest('client_secret is missing.');
    const taken = await takeCode(code, client.id, dependencies);
    if (taken.redirectUri !== redirectUri) throw new OAuthError('redirect_uri_mismatch', 'Bad Request');
    checkVerifier(taken.pkce, verifier);
    if (!(await isGrantAlive(taken, dependencies))) throw invalidGrant('Token has been expired or revoked.');
    const [answer, refresh] = await Promise.all([
      issueTokens(taken, rootUrl, dependencies),
      taken.isOffline ? newRefreshToken(taken, dependencies) : undefined,
    ]);
    return { ...answer, ...(refresh !== undefined && { refresh_token: refresh }) };
  });
};
