/** Any one of the operation's scopes is enough. */
import { insufficientScope } from './challenges.ts';
import { callerOf, exchangeOf, operationOf, type ApiMiddleware } from './exchange.ts';

export const authorize = (): ApiMiddleware => ({
  before: function authorize(request) {
    const exchange = exchangeOf(request);
    const operation = operationOf(exchange);
    const { scopes } = callerOf(exchange);
    if (!operation.scopes.some((scope) => scopes.includes(scope))) throw insufficientScope(operation);
  },
});
