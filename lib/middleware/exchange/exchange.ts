/** What the middlewares of one request hand to each other. */
import type { MiddlewareObj, Request } from '@middy/core';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context as LambdaContext } from 'aws-lambda';
import type { Caller, Reply } from '#lib/api/context';
import type { Selection } from '#lib/api/fields';
import type { Operation } from '#lib/api/operation';

export interface Exchange {
  /** Monotonic milliseconds at which the request came in. */
  readonly startedAt: number;
  readonly requestId: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The effective method, after `X-HTTP-Method-Override`. */
  readonly method: string;
  /** HEAD runs as GET; only the headers of the answer go out. */
  readonly isHead: boolean;
  /** As API Gateway hands it over: decoded, so a slash may be part of an id. */
  readonly rawPath: string;
  readonly query: URLSearchParams;
  /** Scheme and host the client used, ending in a slash. */
  readonly rootUrl: string;
  /** The body's text, decoded from base64 and gzip; empty when there is none. */
  readonly bodyText: string;
  operation?: Operation;
  /** Of the authorization server, which has no operations. */
  endpoint?: { readonly id: string };
  /** Path parameters, decoded. */
  pathValues?: Readonly<Record<string, string>>;
  caller?: Caller;
  /** Checked and coerced. */
  input?: { readonly path: unknown; readonly query: unknown; readonly body: unknown };
  system?: SystemParameters;
  readonly reply: Reply;
}

export type ApiRequest = Request<
  APIGatewayProxyEventV2,
  APIGatewayProxyStructuredResultV2,
  Error,
  LambdaContext,
  { exchange?: Exchange }
>;
export type ApiMiddleware = MiddlewareObj<
  APIGatewayProxyEventV2,
  APIGatewayProxyStructuredResultV2,
  Error,
  LambdaContext,
  { exchange?: Exchange }
>;

/** The handler at the end sees no middleware state, only Lambda's context: the exchange travels there too. */
export interface ExchangeContext extends LambdaContext {
  readonly exchange: Exchange;
}

/** The exchange that `read-request` opened. */
export function exchangeOf(request: ApiRequest): Exchange {
  const { exchange } = request.internal;
  if (exchange === undefined) throw new Error('read-request must come first');
  return exchange;
}

/** The operation that `pick-operation` found. */
export function operationOf(exchange: Exchange): Operation {
  const { operation } = exchange;
  if (operation === undefined) throw new Error('pick-operation must come first');
  return operation;
}

/** Who `authenticate` found. */
export function callerOf(exchange: Exchange): Caller {
  const { caller } = exchange;
  if (caller === undefined) throw new Error('authenticate must come first');
  return caller;
}

export interface SystemParameters {
  readonly alt: 'json' | 'media';
  readonly isPretty: boolean;
  readonly fields: Selection | 'nothing' | undefined;
}
