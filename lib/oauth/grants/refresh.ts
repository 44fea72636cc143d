/** A refresh token brings access tokens, for its scopes or fewer. */
import { guarded } from '#lib/oauth/attempts';
import { authenticateClient, credentialsOf } from '#lib/oauth/clients/authenticate-client';
import { parameterOf, requiredParameter } from '#lib/oauth/endpoint';
import { invalidScope, unauthorizedClient } from '#lib/oauth/errors';
import { parseScopes } from '#lib/oauth/scopes';
import { issueTokens } from '#lib/oauth/tokens/issue';
import type { Redeem } from './grant.ts';
import { findRefreshToken, useRefreshToken } from './refresh-tokens.ts';

export const redeemRefreshToken: Redeem = (request, dependencies) => {
  const credentials = credentialsOf(request);
  return guarded(request, credentials.id, dependencies, async () => {
    const { form, rootUrl } = request;
    const { client } = await authenticateClient(credentials, rootUrl, dependencies);
    const token = requiredParameter(form, 'refresh_token');
    const wanted = parameterOf(form, 'scope');
    const found = await findRefreshToken(token, dependencies);
    const { value } = found;
    if (value.clientId !== client.id) throw unauthorizedClient('Unauthorized');
    const scopes = wanted === undefined ? value.scopes : parseScopes(wanted, dependencies.scopes);
    if (scopes.some((scope) => !value.scopes.includes(scope)))
      throw invalidScope('A refresh token cannot give more scopes than were granted.');
    const next = await useRefreshToken(found, dependencies);
    return { ...(await issueTokens({ ...value, scopes, isOffline: true }, rootUrl, dependencies)), ...next };
  });
};
