/** The operation's cost against two ceilings a minute: the caller's, and that of the service in this stage. */
import { hash } from 'node:crypto';
import { hashKey } from '#lib/api/api-keys';
import type { Clock, Logger } from '#lib/api/context';
import { forbidden, tooManyRequests, type ApiError, type ErrorOptions } from '#lib/api/errors';
import { memoized } from '#lib/api/process/memoized';
import type { QuotaStore } from '#lib/api/quota';
import type { ServiceName } from '#lib/api/service';
import { apiKeyOf } from '#lib/middleware/auth/credentials';
import {
  callerOf,
  exchangeOf,
  operationOf,
  type ApiMiddleware,
  type Exchange,
} from '#lib/middleware/exchange/exchange';
import { quotaLedger, type Demand } from './quota-ledger.ts';

const STAGE = 'stage';
const MAX_QUOTA_USER_LENGTH = 40;
const MAX_CALLERS_CACHED = 1000;

/** Units a minute for one user, and for the whole stage; 0 switches the ceiling off. */
export interface Ceilings {
  readonly userPerMinute: number;
  readonly stagePerMinute: number;
}

export interface Quota {
  /** Clients of the calendar expect 403 for their own ceiling, those of the others 429 for either. */
  readonly name?: ServiceName;
  readonly store: QuotaStore;
  readonly ceilings: Ceilings;
  readonly clock: Clock;
  readonly log: Logger;
}

const bucketOf = memoized(
  MAX_CALLERS_CACHED,
  (whose: string): string => `caller#${hash('sha256', whose, 'base64url')}`,
);

/**
 * Whoever signs in, or the API key, or else the network address, is charged for every request. `quotaUser` divides
 * that: of the people whom a program speaks for, one alone can use up half of the program's ceiling.
 */
function callerDemands(exchange: Exchange, sourceIp: string, ceiling: number): Demand[] {
  const { email } = callerOf(exchange);
  const key = apiKeyOf(exchange);
  const identity = email ?? (key === undefined ? sourceIp : hashKey(key));
  const quotaUser = exchange.query.get('quotaUser')?.slice(0, MAX_QUOTA_USER_LENGTH) ?? '';
  return [
    { bucket: bucketOf(JSON.stringify([identity, ''])), ceiling },
    ...(quotaUser === ''
      ? []
      : [{ bucket: bucketOf(JSON.stringify([identity, quotaUser])), ceiling: Math.ceil(ceiling / 2) }]),
  ];
}

const demandsOf = (exchange: Exchange, sourceIp: string, { userPerMinute, stagePerMinute }: Ceilings): Demand[] => [
  ...(userPerMinute > 0 ? callerDemands(exchange, sourceIp, userPerMinute) : []),
  ...(stagePerMinute > 0 ? [{ bucket: STAGE, ceiling: stagePerMinute }] : []),
];

function exceeded({ bucket }: Demand, name: Quota['name'], now: Date): ApiError {
  const options: ErrorOptions = {
    domain: 'usageLimits',
    status: 'RESOURCE_EXHAUSTED',
    headers: { 'retry-after': String(60 - now.getUTCSeconds()) },
  };
  return bucket === STAGE || name === 'books' || name === 'doubleclicksearch'
    ? tooManyRequests('rateLimitExceeded', 'Rate Limit Exceeded', options)
    : forbidden('userRateLimitExceeded', 'User Rate Limit Exceeded', options);
}

export function chargeQuota({ name, store, ceilings, clock, log }: Quota): ApiMiddleware {
  const ledger = quotaLedger(store, clock, log);
  return {
    before: async function chargeQuota(request) {
      const exchange = exchangeOf(request);
      const { sourceIp } = request.event.requestContext.http;
      const refused = await ledger.charge(demandsOf(exchange, sourceIp, ceilings), operationOf(exchange).cost);
      if (refused !== undefined) throw exceeded(refused, name, clock.now());
    },
  };
}
