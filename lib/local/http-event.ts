/** A request as API Gateway describes it to a function (payload format 2.0). */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { Match } from './routes.ts';

/** Other types of content, and anything compressed, travel as base64. */
const TEXT = /^(text\/|application\/(json|javascript|xml)\b)/i;

export function httpEvent(request: IncomingMessage, body: Buffer, { routeKey, pathParameters }: Omit<Match<unknown>, 'target'>): APIGatewayProxyEventV2 {
  const { rawPath, rawQueryString } = splitUrl(request.url);
  const { cookie: cookies, ...headers } = request.headersDistinct;
  const query = [...new URLSearchParams(rawQueryString)];
  const isText = TEXT.test(request.headers['content-type'] ?? '') && request.headers['content-encoding'] === undefined;
  const host = request.headers.host ?? '127.0.0.1';
  const now = new Date();
  return {
    version: '2.0',
    routeKey,
    rawPath,
    rawQueryString,
    ...(cookies && { cookies: cookies.flatMap((text) => text.split(/; */)) }),
    headers: { ...Object.fromEntries(Object.entries(headers).map(([name, values = []]) => [name, values.join(',')])), 'x-forwarded-proto': 'http' },
    ...(query.length > 0 && { queryStringParameters: joined(query) }),
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
      requestId: randomUUID(),
      routeKey,
      stage: '$default',
      time: now.toUTCString(),
      timeEpoch: now.getTime(),
    },
  };
}

export function splitUrl(url = '/'): { rawPath: string; rawQueryString: string } {
  const mark = url.indexOf('?');
  return mark === -1 ? { rawPath: url, rawQueryString: '' } : { rawPath: url.slice(0, mark), rawQueryString: url.slice(mark + 1) };
}

/** Repeated parameters become one text with commas, which is why the functions read `rawQueryString`. */
function joined(query: readonly (readonly [string, string])[]): Record<string, string> {
  const parameters: Record<string, string> = {};
  for (const [name, value] of query) parameters[name] = name in parameters ? `${String(parameters[name])},${value}` : value;
  return parameters;
}
