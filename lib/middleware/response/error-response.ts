/**
 * An ApiError becomes the documented envelope; anything else becomes a 500 (503 for what passes) that says nothing and
 * a log line that says all.
 */
import type { Logger } from '#lib/api/context';
import { ApiError, backendError, backendUnavailable } from '#lib/api/errors';
import type { ApiMiddleware } from '#lib/middleware/exchange/exchange';
import { isPassingFailure } from './passing-failure.ts';
import { NEVER_STORED } from './shape-response.ts';

/** Calendar answers carry the canonical status word only for these. */
const INFRASTRUCTURE = new Set([
  'authError',
  'required',
  'insufficientPermissions',
  'userRateLimitExceeded',
  'rateLimitExceeded',
  'notImplemented',
]);

/** Not the caller's fault, nor that of whoever has declared an operation and not written it yet. */
const isOurs = ({ code }: ApiError): boolean => code >= 500 && code !== 501;

interface EnvelopeOptions {
  /** The brief form leaves the list of errors out. */
  readonly isBrief?: boolean;
  readonly requestId?: string;
}

/** What somebody who reads the logs needs to know, in the form that Google documents for it. */
const requestInfo = (requestId: string): object => ({
  '@type': 'type.googleapis.com/google.rpc.RequestInfo',
  requestId,
});

/** Where the fault is ours, the answer tells the request's id. */
export function envelopeOf(error: ApiError, serviceName: string, options: EnvelopeOptions = {}): object {
  const { isBrief = false, requestId } = options;
  const { status, details: own = [] } = error.options;
  const details = [...own, ...(isOurs(error) && requestId !== undefined ? [requestInfo(requestId)] : [])];
  const carriesStatus =
    serviceName !== 'calendar' || isBrief || (INFRASTRUCTURE.has(error.reason) && error.code !== 400);
  return {
    error: {
      code: error.code,
      message: error.message,
      ...(!isBrief && { errors: error.entries }),
      ...(carriesStatus && status !== undefined && { status }),
      ...(details.length > 0 && { details }),
    },
  };
}

export const errorResponse = (service: { readonly name: string }, log: Logger): ApiMiddleware => ({
  onError: function errorResponse(request) {
    const { exchange } = request.internal;
    const requestId = exchange?.requestId ?? request.event.requestContext.requestId;
    const thrown = request.error;
    const error =
      thrown instanceof ApiError
        ? thrown
        : isPassingFailure(thrown)
          ? backendUnavailable(thrown)
          : backendError(thrown);
    if (isOurs(error)) {
      const cause = error.cause instanceof Error ? error.cause : error;
      log.error('request failed', {
        requestId,
        operation: exchange?.operation?.id,
        error: cause.name,
        cause: cause.message,
        stack: cause.stack,
      });
    }
    request.response = {
      statusCode: error.code,
      headers: {
        'content-type': 'application/json; charset=UTF-8',
        'cache-control': NEVER_STORED,
        vary: 'Origin, X-Origin, Referer',
        ...error.options.headers,
      },
      body: JSON.stringify(
        envelopeOf(error, service.name, { isBrief: exchange?.query.get('$.xgafv') === '2', requestId }),
        undefined,
        exchange?.query.get('prettyPrint') === 'false' ? undefined : 2,
      ),
    };
  },
});
