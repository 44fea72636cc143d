/** The pipeline of the authorization server: forms in, OAuth's errors out, one log line without anything secret. */
import middy from '@middy/core';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { ApiError } from '#lib/api/errors';
import { Meter, withMeter } from '#lib/api/process/meter';
import type { ApiRequest, Exchange, ExchangeContext } from '#lib/middleware/exchange/exchange';
import { logRequest } from '#lib/middleware/log-request';
import { readRequest } from '#lib/middleware/read-request';
import { finishResponse } from '#lib/middleware/response/finish-response';
import { isPassingFailure } from '#lib/middleware/response/passing-failure';
import { NEVER_STORED } from '#lib/middleware/response/shape-response';
import type { Handler } from '#lib/middleware/serve';
import type { Answer, Endpoint, OAuthDependencies, OAuthRequest } from '#lib/oauth/endpoint';
import { invalidRequest, OAuthError } from '#lib/oauth/errors';
import { Html } from '#lib/oauth/html';

type Result = APIGatewayProxyStructuredResultV2;

const isForm = (type: string): boolean => type === '' || /^application\/x-www-form-urlencoded\b/i.test(type);

/** A form; or an object in JSON, which some clients send to Google too. */
function formOf({ bodyText, headers }: Exchange): URLSearchParams {
  const type = headers['content-type'] ?? '';
  if (bodyText === '' || isForm(type)) return new URLSearchParams(bodyText);
  if (!/^application\/json\b/i.test(type)) throw invalidRequest(`A body of the type ${type} cannot be read.`);
  try {
    const fields = JSON.parse(bodyText) as unknown;
    const entries = Object.entries(fields as Record<string, unknown>);
    return new URLSearchParams(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
  } catch {
    throw invalidRequest('The body is not JSON.');
  }
}

function cookiesOf({ cookies = [] }: APIGatewayProxyEventV2): Map<string, string> {
  return new Map(
    cookies.map((cookie) => {
      const at = cookie.indexOf('=');
      return [cookie.slice(0, at), cookie.slice(at + 1)] as const;
    }),
  );
}

const requestOf = (event: APIGatewayProxyEventV2, exchange: Exchange): OAuthRequest => ({
  rootUrl: exchange.rootUrl,
  path: exchange.rawPath,
  method: exchange.method,
  query: exchange.query,
  form: formOf(exchange),
  headers: exchange.headers,
  cookies: cookiesOf(event),
  sourceIp: event.requestContext.http.sourceIp,
});

function resultOf({ status = 200, headers = {}, cookies = [], body }: Answer): Result {
  const isPage = body instanceof Html;
  const type = isPage ? 'text/html; charset=UTF-8' : 'application/json; charset=UTF-8';
  return {
    statusCode: status,
    headers: { 'cache-control': NEVER_STORED, pragma: 'no-cache', ...(body && { 'content-type': type }), ...headers },
    ...(cookies.length > 0 && { cookies: [...cookies] }),
    ...(body !== undefined && { body: isPage ? body.text : JSON.stringify(body, undefined, 2) }),
  };
}

const errorAnswer = ({ status, code, message, headers }: OAuthError): Answer => ({
  status,
  headers,
  body: { error: code, error_description: message },
});

/** Anything that is not a refusal is ours: it is logged, without what the request held. */
function answerFor(error: unknown, { event, internal }: ApiRequest, { log }: OAuthDependencies): Answer {
  if (error instanceof OAuthError) return errorAnswer(error);
  if (error instanceof ApiError && error.code < 500)
    return errorAnswer(new OAuthError('invalid_request', error.message, error.code));
  const cause = error instanceof ApiError && error.cause instanceof Error ? error.cause : error;
  const { name, message, stack } = cause instanceof Error ? cause : new Error(String(cause));
  log.error('request failed', {
    requestId: event.requestContext.requestId,
    operation: internal.exchange?.endpoint?.id,
    error: name,
    cause: message,
    stack,
  });
  const passes = isPassingFailure(cause) || error instanceof ApiError;
  return errorAnswer(
    passes
      ? new OAuthError('temporarily_unavailable', 'Backend Error', 503, { 'retry-after': '1' })
      : new OAuthError('server_error', 'Backend Error', 500),
  );
}

/** One handler for all endpoints; HEAD is answered as GET. */
export function serveEndpoints(endpoints: readonly Endpoint[], dependencies: OAuthDependencies): Handler {
  const byRoute = new Map<string, Endpoint>(
    endpoints.flatMap((endpoint) => endpoint.routes.map((route) => [route, endpoint] as const)),
  );
  const paths = new Set([...byRoute.keys()].map((route) => route.slice(route.indexOf(' ') + 1)));

  async function answer(event: APIGatewayProxyEventV2, exchange: Exchange): Promise<Answer> {
    const { method, rawPath } = exchange;
    const endpoint = byRoute.get(`${method} ${rawPath}`);
    if (endpoint === undefined)
      throw paths.has(rawPath)
        ? new OAuthError('invalid_request', `${method} is not for this address.`, 405)
        : new OAuthError('invalid_request', 'Not Found', 404);
    exchange.endpoint = endpoint;
    return endpoint.run(requestOf(event, exchange), dependencies);
  }

  const pipeline = middy<APIGatewayProxyEventV2, Result>()
    .use(logRequest({ name: 'oauth' }, dependencies.log))
    .use(finishResponse())
    .use({
      onError: function oauthError(request: ApiRequest) {
        request.response = resultOf(answerFor(request.error, request, dependencies));
      },
    })
    .use(readRequest())
    .handler(async (event, context) => resultOf(await answer(event, (context as ExchangeContext).exchange)));
  const invoke = pipeline as Handler;
  return (event, context) =>
    withMeter(new Meter(event.requestContext.requestId), () => invoke(event, { ...context } as never));
}
