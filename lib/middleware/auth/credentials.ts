/** Where a request may carry what identifies its caller. */
import type { Exchange } from '#lib/middleware/exchange/exchange';

const BEARER = /^Bearer +(\S+) *$/i;

const given = (value: string | null | undefined): string | undefined =>
  value === null || value === '' ? undefined : value;

/** The header comes first: URLs end up in histories and logs. */
export const tokenOf = ({ headers, query }: Exchange): string | undefined =>
  BEARER.exec(headers['authorization'] ?? '')?.[1] ??
  given(query.get('access_token')) ??
  given(query.get('oauth_token'));

export const apiKeyOf = ({ headers, query }: Exchange): string | undefined =>
  given(query.get('key')) ?? given(headers['x-goog-api-key']);
