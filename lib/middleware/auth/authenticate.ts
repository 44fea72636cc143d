/** Bearer token or API key -> caller. A token wins over a key. */
import type { Anonymous, Caller } from '#lib/api/context';
import { errorInfo } from '#lib/api/error-info';
import { badRequest, forbidden, type ApiError } from '#lib/api/errors';
import type { Operation } from '#lib/api/operation';
import { exchangeOf, operationOf, type ApiMiddleware, type Exchange } from '#lib/middleware/exchange/exchange';
import { loginRequired } from './challenges.ts';
import type { CheckKey } from './check-key.ts';
import { apiKeyOf, tokenOf } from './credentials.ts';
import type { VerifyToken } from './verify-token.ts';

/** What a public operation does for a request with neither token nor key: 401, 403, or its work. */
export type WithoutCredentials = 'login' | 'refuse' | 'serve';

export interface Authentication {
  readonly verifyToken: VerifyToken;
  readonly checkKey: CheckKey;
  readonly withoutCredentials: WithoutCredentials;
}

/** May do what the operation allows anyone; whether the data is public is for the rule to say. */
const anonymous = ({ scopes }: Operation): Anonymous => ({
  kind: 'anonymous',
  email: undefined,
  scopes,
  clientId: undefined,
});

const keyInvalid = (operation: Operation): ApiError =>
  badRequest('keyInvalid', 'API key not valid. Please pass a valid API key.', {
    domain: 'usageLimits',
    details: [errorInfo('API_KEY_INVALID', { method: operation.id })],
  });

async function identify(
  exchange: Exchange,
  sourceIp: string,
  { verifyToken, checkKey, withoutCredentials }: Authentication,
): Promise<Caller> {
  const operation = operationOf(exchange);
  const token = tokenOf(exchange);
  if (token !== undefined) return verifyToken(token, sourceIp);
  if (operation.access !== 'key') throw loginRequired();

  const key = apiKeyOf(exchange);
  if (key !== undefined) {
    if (!(await checkKey(key))) throw keyInvalid(operation);
    return anonymous(operation);
  }
  if (withoutCredentials === 'serve') return anonymous(operation);
  throw withoutCredentials === 'login'
    ? loginRequired()
    : forbidden('forbidden', 'This method needs an API key or an access token.');
}

export const authenticate = (authentication: Authentication): ApiMiddleware => ({
  before: async function authenticate(request) {
    const exchange = exchangeOf(request);
    exchange.caller = await identify(exchange, request.event.requestContext.http.sourceIp, authentication);
  },
});
