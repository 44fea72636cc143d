/** The context of an operation for programs that act for a user without a request: command lines and sample data. */
import type { Context, User } from '#lib/api/context';
import { foldAddress } from '#lib/api/text/address';
import type { OperationDependencies } from '#lib/middleware/exchange/run-operation';

export function actingAs<Stores>(
  { stores, clock, ids, log }: OperationDependencies<Stores>,
  email: string,
  scopes: readonly string[],
): Context<Stores, User> {
  return {
    caller: { kind: 'user', email: foldAddress(email), scopes, clientId: undefined },
    stores,
    clock,
    ids,
    log,
    request: {
      id: 'program',
      rootUrl: 'http://127.0.0.1/',
      url: '/',
      preconditions: { ifMatch: [], ifNoneMatch: [] },
      headers: {},
      isHead: false,
    },
    reply: { headers: {} },
  };
}
