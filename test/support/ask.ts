/** Requests to a Lambda handler, in the form that API Gateway gives them. */
import { gunzipSync } from 'node:zlib';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { asFunction } from '#lib/local/lambda/iam/enforce';
import type { Handler } from '#lib/middleware/serve';
import { functionFor } from './run/test-stage.ts';
import { heldToken, type TokenOptions } from './token.ts';

export interface Ask extends TokenOptions {
  /** Sends a token of this user; without it there is no `Authorization`. */
  readonly as?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** An object is sent as JSON, text as it is. */
  readonly body?: object | string;
}

export interface Answer<Body = Record<string, unknown>> {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** The JSON of the answer; `{}` when there is none. */
  readonly body: Body;
}

/** The first error of an envelope, for assertions. */
export interface ErrorBody {
  readonly error: {
    readonly code: number;
    readonly message: string;
    readonly status?: string;
    readonly errors: readonly Record<string, string>[];
  };
}

/** A request as API Gateway hands it to a function. */
export function eventOf(method: string, url: string, { headers = {}, body }: Ask = {}): APIGatewayProxyEventV2 {
  const at = url.indexOf('?');
  const rawPath = decodeURIComponent(at === -1 ? url : url.slice(0, at));
  const text = typeof body === 'object' ? JSON.stringify(body) : body;
  return {
    version: '2.0',
    routeKey: '$default',
    rawPath,
    rawQueryString: at === -1 ? '' : url.slice(at + 1),
    headers: {
      host: 'almanac.test',
      ...(typeof body === 'object' && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(text !== undefined && { body: text }),
    isBase64Encoded: false,
    requestContext: {
      accountId: '1',
      apiId: 'api',
      domainName: 'almanac.test',
      domainPrefix: 'almanac',
      http: { method, path: rawPath, protocol: 'HTTP/1.1', sourceIp: '192.0.2.1', userAgent: 'test' },
      requestId: 'request-1',
      routeKey: '$default',
      stage: '$default',
      time: '05/Jan/2026:10:00:00 +0000',
      timeEpoch: 0,
    },
  };
}

/** The function that serves the request may do what its role allows, and no more. */
function underRole<T>(method: string, url: string, work: () => T): T {
  const name = functionFor(method, url);
  return name === undefined ? work() : asFunction(name, work);
}

/** `ask('GET', '/calendar/v3/colors', { as: 'alice@example.com' })` through a handler. */
export const requestsTo =
  (handler: Handler) =>
  async <Body = Record<string, unknown>>(method: string, url: string, ask: Ask = {}): Promise<Answer<Body>> => {
    const authorization = ask.as === undefined ? {} : { authorization: `Bearer ${await heldToken(ask.as, ask)}` };
    const {
      statusCode = 200,
      headers = {},
      body = '',
      isBase64Encoded = false,
    } = await underRole(method, url, () =>
      handler(eventOf(method, url, { ...ask, headers: { ...authorization, ...ask.headers } })),
    );
    const bytes = Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8');
    const text = (headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes).toString('utf8');
    const isJson = String(headers['content-type'] ?? '').startsWith('application/json');
    return {
      status: statusCode,
      headers: headers as Record<string, string>,
      text,
      body: (isJson && text !== '' ? JSON.parse(text) : {}) as Body,
    };
  };
