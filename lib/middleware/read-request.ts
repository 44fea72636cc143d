/** Turns the gateway's event into an exchange: headers, verb, query and body are read here, once. */
import { gunzipSync } from 'node:zlib';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { badRequest } from '#lib/api/errors';
import { memoized } from '#lib/api/process/memoized';
import type { ApiMiddleware, Exchange } from './exchange/exchange.ts';
import { preflightAnswer } from './response/finish-response.ts';

const OVERRIDES = new Set(['PATCH', 'PUT', 'DELETE', 'GET']);
const MAX_HOSTS_CACHED = 100;
const MAX_BODY_BYTES = 10 * 1024 * 1024;

function lowerCased(headers: APIGatewayProxyEventV2['headers']): Record<string, string> {
  const named: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) if (value !== undefined) named[name.toLowerCase()] = value;
  return named;
}

function readBody(event: APIGatewayProxyEventV2, headers: Readonly<Record<string, string>>): string {
  if (event.body === undefined || event.body === '') return '';
  const bytes = Buffer.from(event.body, event.isBase64Encoded ? 'base64' : 'utf8');
  if (!/\bgzip\b/i.test(headers['content-encoding'] ?? '')) return bytes.toString('utf8');
  try {
    return gunzipSync(bytes, { maxOutputLength: MAX_BODY_BYTES }).toString('utf8');
  } catch (cause) {
    throw badRequest('parseError', 'Parse Error', { cause });
  }
}

const HOST = /^(?:[a-z0-9._-]{1,255}|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i;
const LOOPBACK = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::|$)/i;

const isHost = memoized(
  MAX_HOSTS_CACHED,
  (name: string): boolean => HOST.test(name) && URL.canParse(`https://${name}/`),
);

/** Clients may be able to set both headers: values that are no address are ignored. */
function rootUrlOf(event: APIGatewayProxyEventV2, headers: Readonly<Record<string, string>>): string {
  const host = [headers['host'] ?? '', event.requestContext.domainName].find(isHost) ?? 'localhost';
  const scheme = /^https?$/i.exec(headers['x-forwarded-proto'] ?? '')?.[0] ?? (LOOPBACK.test(host) ? 'http' : 'https');
  return `${scheme.toLowerCase()}://${host}/`;
}

export function openExchange(event: APIGatewayProxyEventV2): Exchange {
  const headers = lowerCased(event.headers);
  const { method: verb } = event.requestContext.http;
  const override = headers['x-http-method-override']?.toUpperCase();
  const method =
    verb === 'POST' && override !== undefined && OVERRIDES.has(override) ? override : verb === 'HEAD' ? 'GET' : verb;
  const bodyText = readBody(event, headers);
  // Python sends a GET with a long URL as a form: POST, overridden to GET, with the query as its body.
  const isLongGet = verb === 'POST' && method === 'GET';
  return {
    startedAt: performance.now(),
    requestId: event.requestContext.requestId,
    headers,
    method,
    isHead: verb === 'HEAD',
    rawPath: event.rawPath,
    query: new URLSearchParams(
      [event.rawQueryString, isLongGet ? bodyText : ''].filter((part) => part !== '').join('&'),
    ),
    rootUrl: rootUrlOf(event, headers),
    bodyText: isLongGet ? '' : bodyText,
    reply: { headers: {} },
  };
}

export const readRequest = (): ApiMiddleware => ({
  before: function readRequest(request) {
    if (request.event.requestContext.http.method === 'OPTIONS') return preflightAnswer();
    const exchange = openExchange(request.event);
    request.internal.exchange = exchange;
    Object.assign(request.context, { exchange });
    return undefined;
  },
});
