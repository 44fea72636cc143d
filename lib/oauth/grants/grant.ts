/** What every way to a token is handed, and answers. */
import type { OAuthDependencies, OAuthRequest } from '#lib/oauth/endpoint';
import type { TokenAnswer } from '#lib/oauth/tokens/issue';

export type Redeem = (
  request: OAuthRequest,
  dependencies: OAuthDependencies,
) => Promise<TokenAnswer | { readonly id_token: string }>;
