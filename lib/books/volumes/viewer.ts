/** Who looks at volumes, and from where. */
import type { Caller, Clock, Context, RequestInfo } from '#lib/api/context';
import { invalidParameter } from '#lib/api/errors';
import type { BooksStores } from '#lib/books/stores/all';
import type { View } from './representation.ts';

/** UTC with milliseconds. */
export const nowOf = (clock: Clock): string => clock.now().toISOString();

/**
 * The parameter, else the country that the network says the caller is in, else the stage's. Never refuses a request
 * without one.
 */
function countryOf(parameter: string | undefined, headers: RequestInfo['headers'], fallback: string): string {
  if (parameter !== undefined && !/^[a-z]{2}$/i.test(parameter))
    throw invalidParameter('country', `Invalid value '${parameter}'. Values must be ISO 3166-1 codes.`);
  const seen = headers['cloudfront-viewer-country'] ?? '';
  return (parameter ?? (/^[a-z]{2}$/i.test(seen) ? seen : fallback)).toUpperCase();
}

/** First choice of `Accept-Language`, without region. */
export const languageOf = (headers: RequestInfo['headers']): string | undefined =>
  /^\s*([a-z]{2})\b/i.exec(headers['accept-language'] ?? '')?.[1]?.toLowerCase();

export type ViewContext = Omit<View, 'form' | 'user' | 'writeSnippet'>;

export interface ViewParameters {
  readonly country?: string | undefined;
  readonly projection?: string | undefined;
}

export const viewContextOf = (
  { request, clock, stores }: Context<BooksStores>,
  { country, projection }: ViewParameters,
): ViewContext => ({
  projection: projection === 'LITE' ? 'LITE' : 'FULL',
  country: countryOf(country, request.headers, stores.defaultCountry),
  rootUrl: request.rootUrl,
  today: nowOf(clock).slice(0, 10),
});

/** Undefined for callers without a token. */
export const userIdOf = async (caller: Caller, { readers }: BooksStores, clock: Clock): Promise<string | undefined> =>
  caller.kind === 'user' ? readers.idFor(caller.email, nowOf(clock)) : undefined;
