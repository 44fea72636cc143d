/** Any one of the operation's scopes is enough; from here on the caller holds only those. */
import { callerOf, exchangeOf, operationOf, type ApiMiddleware } from '#lib/middleware/exchange/exchange';
import { insufficientScope } from './challenges.ts';

export const authorize = (): ApiMiddleware => ({
  before: function authorize(request) {
    const exchange = exchangeOf(request);
    const operation = operationOf(exchange);
    const caller = callerOf(exchange);
    const scopes = caller.scopes.filter((scope) => operation.scopes.includes(scope));
    if (scopes.length === 0) throw insufficientScope(operation);
    exchange.caller = { ...caller, scopes };
  },
});
