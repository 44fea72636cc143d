/** Where a request may carry what identifies its caller. */
import type { Exchange } from '#lib/middleware/exchange/exchange';

const SCHEME = /^Bearer +/i;

/** A token has no space in it. */
function bearerOf(header: string): string | undefined {
  const [scheme] = SCHEME.exec(header) ?? [];
  if (scheme === undefined) return undefined;
  const token = header.slice(scheme.length).trimEnd();
  return token === '' || /\s/.test(token) ? undefined : token;
}

const given = (value: string | null | undefined): string | undefined =>
  value === null || value === '' ? undefined : value;

/** The header comes first: URLs end up in histories and logs. */
export const tokenOf = ({ headers, query }: Exchange): string | undefined =>
  bearerOf(headers['authorization'] ?? '') ?? given(query.get('access_token')) ?? given(query.get('oauth_token'));

export const apiKeyOf = ({ headers, query }: Exchange): string | undefined =>
  given(query.get('key')) ?? given(headers['x-goog-api-key']);
