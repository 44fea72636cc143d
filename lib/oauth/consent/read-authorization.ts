/** Reads what a client asks of a person's browser. */
import { findClient } from '#lib/oauth/clients/find-client';
import { isRedirectAllowed } from '#lib/oauth/clients/redirect';
import { parameterOf, requiredParameter, type OAuthDependencies, type OAuthRequest } from '#lib/oauth/endpoint';
import { invalidRequest, OAuthError } from '#lib/oauth/errors';
import { readChallenge } from '#lib/oauth/grants/pkce';
import type { Client } from '#lib/oauth/model/client';
import type { RedirectTarget } from '#lib/oauth/model/records';
import { parseScopes } from '#lib/oauth/scopes';

const MAX_LENGTH = 4_096;
const PROMPTS = new Set(['none', 'consent', 'select_account', 'login']);

export interface AskedClient {
  readonly client: Client;
  readonly redirectUri: string;
}

export interface Asked {
  readonly scopes: readonly string[];
  readonly target: RedirectTarget;
  readonly prompts: ReadonlySet<string>;
  readonly loginHint: string | undefined;
}

/** Until both are known to belong together, nothing is sent anywhere. */
export async function readClient(
  { query, rootUrl }: OAuthRequest,
  dependencies: Pick<OAuthDependencies, 'stores'>,
): Promise<AskedClient> {
  const client = await findClient(requiredParameter(query, 'client_id'), rootUrl, dependencies);
  if (client === undefined) throw new OAuthError('invalid_client', 'The OAuth client was not found.', 401);
  const redirectUri = requiredParameter(query, 'redirect_uri');
  if (!isRedirectAllowed(client, redirectUri))
    throw new OAuthError(
      'redirect_uri_mismatch',
      `The address ${redirectUri} is not one that is registered for ${client.name}.`,
    );
  return { client, redirectUri };
}

function promptsOf(query: URLSearchParams): ReadonlySet<string> {
  const prompts = new Set((parameterOf(query, 'prompt') ?? '').split(' ').filter((word) => word !== ''));
  // Google's older word for consent.
  if (parameterOf(query, 'approval_prompt') === 'force') prompts.add('consent');
  const unknown = [...prompts].find((word) => !PROMPTS.has(word));
  if (unknown !== undefined) throw invalidRequest(`Invalid parameter value for prompt: ${unknown}`);
  if (prompts.has('none') && prompts.size > 1) throw invalidRequest('prompt=none stands alone.');
  return prompts;
}

const shortParameter = (query: URLSearchParams, name: string): string | undefined => {
  const value = parameterOf(query, name);
  if (value !== undefined && value.length > MAX_LENGTH) throw invalidRequest(`Parameter is too long: ${name}`);
  return value;
};

export function readAuthorization(query: URLSearchParams, asked: AskedClient, dependencies: OAuthDependencies): Asked {
  const type = requiredParameter(query, 'response_type');
  if (type !== 'code') throw new OAuthError('unsupported_response_type', `Unsupported response_type: ${type}`);
  if ((parameterOf(query, 'response_mode') ?? 'query') !== 'query') throw invalidRequest('response_mode is query.');
  const pkce = readChallenge(parameterOf(query, 'code_challenge'), parameterOf(query, 'code_challenge_method'));
  if (asked.client.secretHash === undefined && pkce === undefined)
    throw invalidRequest('A client without a secret needs a code_challenge.');
  const access = parameterOf(query, 'access_type') ?? 'online';
  if (access !== 'online' && access !== 'offline') throw invalidRequest(`Invalid access_type: ${access}`);
  const [state, nonce] = [shortParameter(query, 'state'), shortParameter(query, 'nonce')];
  return {
    scopes: parseScopes(requiredParameter(query, 'scope'), dependencies.scopes),
    prompts: promptsOf(query),
    loginHint: shortParameter(query, 'login_hint'),
    target: {
      kind: 'redirect',
      redirectUri: asked.redirectUri,
      isOffline: access === 'offline',
      includesGranted: parameterOf(query, 'include_granted_scopes') === 'true',
      ...(state !== undefined && { state }),
      ...(nonce !== undefined && { nonce }),
      ...(pkce !== undefined && { pkce }),
    },
  };
}
