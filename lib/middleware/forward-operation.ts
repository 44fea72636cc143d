/** Operations of a service that has its data elsewhere: most are put to the service there, some keep state here. */
import type { Context } from '#lib/api/context';
import type { CheckedRequest, Forward } from '#lib/api/upstream';
import { apiKeyOf, tokenOf } from './auth/credentials.ts';
import { callerOf, operationOf, type Exchange } from './exchange/exchange.ts';
import { runOperation, type OperationDependencies } from './exchange/run-operation.ts';

/** An operation that keeps state here, with what the client sent and what was read from it. */
export type KeptOperation = (
  request: CheckedRequest,
  input: { readonly path: never; readonly query: never; readonly body: never },
  context: Context<never, never>,
) => Promise<unknown>;

export interface ForwardedService {
  readonly forward: Forward;
  /** What is done here in place of an operation's own `run`, by operation id. */
  readonly kept: Readonly<Record<string, KeptOperation>>;
}

export interface Forwarding {
  /** Undefined for a service whose data is here. */
  readonly upstream?: ForwardedService | undefined;
}

const checkedRequest = (exchange: Exchange): CheckedRequest => ({
  operation: operationOf(exchange),
  pathValues: exchange.pathValues ?? {},
  query: exchange.query,
  bodyText: exchange.bodyText,
  headers: exchange.headers,
  isHead: exchange.isHead,
  rootUrl: exchange.rootUrl,
  caller: callerOf(exchange),
  token: tokenOf(exchange),
  apiKey: apiKeyOf(exchange),
});

/** The handler at the end of the pipeline. */
export function answerOperation<Stores>(
  exchange: Exchange,
  service: OperationDependencies<Stores> & Forwarding,
): Promise<unknown> {
  const { upstream } = service;
  if (upstream === undefined) return runOperation(exchange, service);
  const kept = upstream.kept[operationOf(exchange).id];
  const request = checkedRequest(exchange);
  if (kept === undefined) return upstream.forward(request);
  return runOperation(exchange, service, (input, context) => kept(request, input, context));
}
