/**
 * A request as API Gateway passes it to a function (payload format 2.0):
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-integrations-lambda.html
 */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { TLSSocket } from 'node:tls';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { memoized } from '#lib/api/process/memoized';
import { systemClock } from '#lib/runtime/process/clock';
import type { Routed } from './route-request.ts';

/**
 * Any other type, a missing type and compressed bodies are sent as base64. Not documented, but observed on AWS:
 * https://github.com/ministackorg/ministack/pull/766
 */
const TEXT = /^(?:text\/[^;]*|application\/(?:json|javascript|xml))\s*(?:;|$)/i;

/** Headers of the connection, not of the request: API Gateway does not pass them on. */
const CONNECTION_HEADERS = new Set([
  'connection',
  'expect',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** 32 hex digits. Fast, because Node caches random bytes for UUIDs only. */
const randomHex = (): string => randomUUID().replaceAll('-', '');

/** Sixteen characters that end in `=`, as in `apigw-requestid`. */
export const newRequestId = (): string => `${Buffer.from(randomHex(), 'hex').toString('base64url').slice(0, 15)}=`;

const pad = (number: number): string => String(number).padStart(2, '0');

/** `14/Mar/2026:09:26:53 +0000` */
const logTime = memoized(1, (second: number): string => {
  const [, day = '', month = '', year = '', time = ''] = new Date(second * 1000).toUTCString().split(' ');
  return `${pad(Number(day))}/${month}/${year}:${time} +0000`;
});

/** Lower-case names; repeated headers joined: "Duplicate headers are combined with commas". */
function headersOf(request: IncomingMessage, body: Buffer): Record<string, string> {
  const { cookie: _, ...sent } = request.headersDistinct;
  const kept = Object.entries(sent).filter(([name]) => !CONNECTION_HEADERS.has(name));
  const named = Object.fromEntries(kept.map(([name, values = []]) => [name, values.join(',')]));
  const trace = randomHex();
  return {
    ...named,
    'content-length': String(body.length),
    'x-amzn-trace-id': named['x-amzn-trace-id'] ?? `Root=1-${trace.slice(0, 8)}-${trace.slice(8)}`,
    'x-forwarded-for': [named['x-forwarded-for'], request.socket.remoteAddress]
      .filter((text) => text !== undefined)
      .join(', '),
    'x-forwarded-port': String(request.socket.localPort ?? ''),
    'x-forwarded-proto': request.socket instanceof TLSSocket ? 'https' : 'http',
  };
}

export function httpEvent(
  request: IncomingMessage,
  body: Buffer,
  { routeKey, pathParameters, rawPath, rawQueryString }: Omit<Routed<unknown>, 'target'>,
  requestId: string = newRequestId(),
): APIGatewayProxyEventV2 {
  const cookies = request.headersDistinct['cookie'];
  const query = [...new URLSearchParams(rawQueryString)];
  const isText = TEXT.test(request.headers['content-type'] ?? '') && request.headers['content-encoding'] === undefined;
  const host = request.headers.host ?? '127.0.0.1';
  const now = systemClock.now();
  return {
    version: '2.0',
    routeKey,
    rawPath,
    rawQueryString,
    ...(cookies && { cookies: cookies.flatMap((text) => text.split(/; */)) }),
    headers: headersOf(request, body),
    ...(query.length > 0 && { queryStringParameters: joinParameters(query) }),
    ...(Object.keys(pathParameters).length > 0 && { pathParameters: { ...pathParameters } }),
    ...(body.length > 0 && { body: body.toString(isText ? 'utf8' : 'base64') }),
    isBase64Encoded: body.length > 0 && !isText,
    requestContext: {
      accountId: '000000000000',
      apiId: 'local',
      domainName: host,
      domainPrefix: host.split('.')[0] ?? '',
      http: {
        method: request.method ?? 'GET',
        path: rawPath,
        protocol: `HTTP/${request.httpVersion}`,
        sourceIp: request.socket.remoteAddress ?? '127.0.0.1',
        userAgent: request.headers['user-agent'] ?? '',
      },
      requestId,
      routeKey,
      stage: '$default',
      time: logTime(Math.floor(now.getTime() / 1000)),
      timeEpoch: now.getTime(),
    },
  };
}

/** Repeated parameters are joined with commas; functions therefore read `rawQueryString`. */
function joinParameters(query: readonly (readonly [string, string])[]): Record<string, string> {
  const parameters: Record<string, string> = {};
  for (const [name, value] of query)
    parameters[name] = Object.hasOwn(parameters, name) ? `${String(parameters[name])},${value}` : value;
  return parameters;
}
