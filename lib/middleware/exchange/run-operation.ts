/** The handler at the end of the pipeline: context in, the operation's value out. */
import type { Clock, Context, Ids, Logger } from '#lib/api/context';
import { parseTags, type Preconditions } from '#lib/api/etag';
import type { Operation } from '#lib/api/operation';
import { callerOf, operationOf, type Exchange } from './exchange.ts';

export interface OperationDependencies<Stores> {
  readonly stores: Stores;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Logger;
}

export const preconditionsOf = ({ headers }: Pick<Exchange, 'headers'>): Preconditions => ({
  ifMatch: parseTags(headers['if-match']),
  ifNoneMatch: parseTags(headers['if-none-match']),
});

export async function runOperation<Stores>(
  exchange: Exchange,
  { stores, clock, ids, log }: OperationDependencies<Stores>,
  run: Operation['run'] = operationOf(exchange).run,
): Promise<unknown> {
  const search = exchange.query.toString();
  const path = exchange.rawPath.split('/').map(encodeURIComponent).join('/');
  const context: Context<Stores> = {
    stores,
    clock,
    ids,
    log,
    caller: callerOf(exchange),
    request: {
      id: exchange.requestId,
      rootUrl: exchange.rootUrl,
      url: search === '' ? path : `${path}?${search}`,
      preconditions: preconditionsOf(exchange),
      headers: exchange.headers,
      isHead: exchange.isHead,
    },
    reply: exchange.reply,
  };
  return run(exchange.input as never, context as never);
}
