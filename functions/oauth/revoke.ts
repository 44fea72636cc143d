import { hashSecret } from '#lib/api/text/secrets';
import { defineEndpoint, eitherParameter, type OAuthDependencies } from '#lib/oauth/endpoint';
import { invalidRequest, OAuthError } from '#lib/oauth/errors';
import { isGrantAlive, revokeGrant, revokeId } from '#lib/oauth/tokens/revoke';

const ended = () => new OAuthError('invalid_token', 'Token expired or revoked');

async function revokeAccessToken(token: string, dependencies: OAuthDependencies): Promise<void> {
  const known = await dependencies.readToken(token);
  if (known?.id === undefined) throw ended();
  const { email, clientId, grantId, expiresSeconds } = known;
  if (grantId !== undefined && clientId !== undefined) await revokeGrant({ email, clientId, grantId }, dependencies);
  else await revokeId(known.id, dependencies, expiresSeconds - dependencies.clock.now().getTime() / 1000);
}

export const revoke = defineEndpoint({
  id: 'oauth.revoke',
  summary: 'Ends a token, and with it all tokens that came from the same consent.',
  routes: ['POST /revoke', 'POST /o/oauth2/revoke'],
  async run(request, dependencies) {
    const token = eitherParameter(request, 'token');
    if (token === undefined) throw invalidRequest('Missing required parameter: token');
    const refresh = await dependencies.stores.refreshTokens.find(hashSecret(token));
    if (refresh === undefined) await revokeAccessToken(token, dependencies);
    else if (await isGrantAlive(refresh.value, dependencies)) await revokeGrant(refresh.value, dependencies);
    else throw ended();
    return { body: {} };
  },
});
