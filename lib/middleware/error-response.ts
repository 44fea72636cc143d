/** An ApiError becomes the documented envelope; anything else becomes a 500 (503 for what passes) that says nothing and a log line that says all. */
import type { Logger } from '#lib/api/context';
import { ApiError, backendError, backendUnavailable } from '#lib/api/errors';
import type { ApiMiddleware } from './exchange.ts';
import { isPassingFailure } from './passing-failure.ts';
import { NEVER_STORED } from './shape-response.ts';

/** Calendar answers carry the canonical status word only for these. */
const INFRASTRUCTURE = new Set(['authError', 'required', 'insufficientPermissions', 'userRateLimitExceeded', 'rateLimitExceeded', 'notImplemented']);

/** The brief form leaves the list of errors out. */
export function envelopeOf(error: ApiError, serviceName: string, isBrief = false): object {
  const { status, details } = error.options;
  const carriesStatus = serviceName !== 'calendar' || isBrief || (INFRASTRUCTURE.has(error.reason) && error.code !== 400);
  return {
    error: {
      code: error.code,
      message: error.message,
      ...(!isBrief && { errors: error.entries }),
      ...(carriesStatus && status !== undefined && { status }),
      ...(details !== undefined && { details }),
    },
  };
}

export const errorResponse = (service: { readonly name: string }, log: Logger): ApiMiddleware => ({
  onError: function errorResponse(request) {
    const { exchange } = request.internal;
    const thrown = request.error;
    const error = thrown instanceof ApiError ? thrown : isPassingFailure(thrown) ? backendUnavailable(thrown) : backendError(thrown);
    if (error.code >= 500 && error.code !== 501) {
      const cause = error.cause instanceof Error ? error.cause : error;
      log.error('request failed', {
        requestId: exchange?.requestId ?? request.event.requestContext.requestId,
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
      body: JSON.stringify(envelopeOf(error, service.name, exchange?.query.get('$.xgafv') === '2'), undefined, exchange?.query.get('prettyPrint') === 'false' ? undefined : 2),
    };
  },
});
