/**
 * One line for each request, from which its numbers are asked (see OPERATIONS.md). No tokens, no bodies, no addresses.
 */
import { hash } from 'node:crypto';
import type { Logger } from '#lib/api/context';
import { ApiError } from '#lib/api/errors';
import { memoized } from '#lib/api/process/memoized';
import { currentMeter } from '#lib/api/process/meter';
import type { ApiMiddleware, ApiRequest } from './exchange/exchange.ts';

const MAX_CALLERS_CACHED = 1000;

const hashOf = memoized(MAX_CALLERS_CACHED, (address: string): string => hash('sha256', address).slice(0, 16));

/** Why credentials were refused; a constant text, never the token. */
function refusalOf({ error }: ApiRequest): string | undefined {
  const isRefused = error instanceof ApiError && error.code === 401;
  return isRefused && error.cause instanceof Error ? error.cause.message : undefined;
}

export const logRequest = (service: { readonly name: string }, log: Logger): ApiMiddleware => {
  function write(request: ApiRequest): void {
    const { exchange } = request.internal;
    const status = request.response?.statusCode ?? 500;
    const meter = currentMeter();
    log.info('request', {
      service: service.name,
      operation: exchange?.operation?.id ?? exchange?.endpoint?.id ?? 'unknown',
      status,
      ms: exchange === undefined ? 0 : Math.round((performance.now() - exchange.startedAt) * 100) / 100,
      failed: status >= 500 ? 1 : 0,
      requestId: request.event.requestContext.requestId,
      caller: exchange?.caller?.email === undefined ? undefined : hashOf(exchange.caller.email),
      refusal: refusalOf(request),
      databaseCalls: meter?.calls.length ?? 0,
      roundTrips: meter?.roundTrips ?? 0,
      consumedCapacity: meter?.capacity ?? 0,
    });
  }
  return { after: write, onError: write };
};
