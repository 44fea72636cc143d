/** What a client learns of a person's answer: a code, or that there is none. */
import { hashSecret, newSecret } from '#lib/api/text/secrets';
import { withAnswer } from '#lib/oauth/clients/redirect';
import type { Answer, OAuthDependencies } from '#lib/oauth/endpoint';
import type { OAuthError } from '#lib/oauth/errors';
import type { AuthorizationCode, Grant, RedirectTarget } from '#lib/oauth/model/records';
import { union } from '#lib/oauth/scopes';
import { redirectTo } from './page.ts';

const CODE_MS = 60_000;
/** Used codes are remembered, so that a second use is noticed; see `grants/authorization-code.ts`. */
const NOTICED_MS = 600_000;

export const refuse = (
  { redirectUri, state }: Pick<RedirectTarget, 'redirectUri' | 'state'>,
  { code, message }: Pick<OAuthError, 'code' | 'message'>,
  cookies: readonly string[] = [],
): Answer => redirectTo(withAnswer(redirectUri, { error: code, error_description: message, state }), cookies);

interface Allowed {
  readonly grant: Grant;
  readonly scopes: readonly string[];
  readonly target: RedirectTarget;
}

/** Good for a minute. With `include_granted_scopes`, for what was allowed before as well. */
export async function sendCode(
  { grant, scopes: chosen, target }: Allowed,
  cookies: readonly string[],
  { stores, ids, clock }: OAuthDependencies,
): Promise<Answer> {
  const code = newSecret(ids, '4/');
  const { redirectUri, state, nonce, pkce, isOffline, includesGranted } = target;
  const scopes = includesGranted ? union(chosen, grant.scopes) : chosen;
  const untilMs = clock.now().getTime() + CODE_MS;
  const record: AuthorizationCode = {
    clientId: grant.clientId,
    email: grant.email,
    grantId: grant.id,
    scopes,
    redirectUri,
    isOffline,
    untilMs,
    ...(nonce !== undefined && { nonce }),
    ...(pkce !== undefined && { pkce }),
  };
  await stores.codes.put(hashSecret(code), record, untilMs + NOTICED_MS);
  return redirectTo(withAnswer(redirectUri, { code, scope: scopes.join(' '), state }), cookies);
}
