/** A request to a handler of the authorization server, as API Gateway hands it over. */
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import type { Handler } from '#lib/middleware/serve';

export interface SendOptions {
  readonly rootUrl?: string;
  readonly cookies?: readonly string[];
}

export function sendWith(
  handler: Handler,
  method: string,
  path: string,
  form?: Readonly<Record<string, string>>,
  { rootUrl = 'http://127.0.0.1:8080/', cookies = [] }: SendOptions = {},
): Promise<APIGatewayProxyStructuredResultV2> {
  const url = new URL(path, rootUrl);
  const routeKey = `ANY ${url.pathname}`;
  const http = { method, path: url.pathname, protocol: 'HTTP/1.1', sourceIp: '192.0.2.1', userAgent: 'test' };
  const api = { accountId: '1', apiId: 'a', domainName: url.host, domainPrefix: 'stage', stage: '$default' };
  const event: APIGatewayProxyEventV2 = {
    version: '2.0',
    routeKey,
    rawPath: url.pathname,
    rawQueryString: url.search.slice(1),
    cookies: [...cookies],
    headers: { host: url.host, 'content-type': 'application/x-www-form-urlencoded' },
    requestContext: { ...api, routeKey, requestId: 'r', time: '', timeEpoch: 0, http },
    ...(form !== undefined && { body: new URLSearchParams(form).toString() }),
    isBase64Encoded: false,
  };
  return handler(event);
}
