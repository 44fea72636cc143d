/** Where a client's answers may go. */
import type { Client } from '#lib/oauth/model/client';

const LOOPBACK = new Set(['127.0.0.1', '[::1]', 'localhost']);

/** A program on the person's own machine listens on any free port (RFC 8252, 7.3). */
function isLoopback(uri: string): boolean {
  const url = URL.parse(uri);
  return (
    url !== null &&
    url.protocol === 'http:' &&
    LOOPBACK.has(url.hostname) &&
    url.username === '' &&
    url.password === '' &&
    !uri.includes('#')
  );
}

/** Exactly as registered, character by character. */
export const isRedirectAllowed = ({ type, redirectUris }: Client, uri: string): boolean =>
  redirectUris.includes(uri) || (type === 'installed' && isLoopback(uri));

/** Why an address cannot be registered; undefined if it can. */
export function redirectProblem(uri: string): string | undefined {
  const url = URL.parse(uri);
  if (url === null) return `'${uri}' is not an address.`;
  if (uri.includes('#')) return `'${uri}' has a fragment, in which no answer would arrive.`;
  if (['javascript:', 'data:', 'vbscript:', 'blob:', 'file:'].includes(url.protocol))
    return `'${uri}' would run in the browser of whoever signs in.`;
  if (url.protocol === 'http:' && !LOOPBACK.has(url.hostname))
    return `'${uri}' is not encrypted: plain http is for this machine only.`;
  return undefined;
}

/** The address with answers added to its query; those that it had are kept. */
export function withAnswer(uri: string, answer: Readonly<Record<string, string | undefined>>): string {
  const url = new URL(uri);
  for (const [name, value] of Object.entries(answer)) if (value !== undefined) url.searchParams.append(name, value);
  return url.href;
}
