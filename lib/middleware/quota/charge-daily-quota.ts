/**
 * A service may also count the requests of a client by day, in buckets of its own: an empty one leaves the others full.
 */
import { hash } from 'node:crypto';
import { tooManyRequests } from '#lib/api/errors';
import {
  callerOf,
  exchangeOf,
  operationOf,
  type ApiMiddleware,
  type Exchange,
} from '#lib/middleware/exchange/exchange';
import type { Quota } from './charge-quota.ts';
import { quotaLedger, type Demand } from './quota-ledger.ts';

export interface Daily {
  /** The moment at which the day around another moment begins. */
  startOf(at: Date): Date;
  /** Which bucket an operation is charged to; a ceiling of 0 is none. */
  bucketOf(operationId: string): Demand;
}

export interface DailyQuota {
  readonly daily?: Daily;
}

/** The longest day: daylight saving ends. */
const MAX_DAY_MINUTES = 25 * 60;

const secondsUntilNext = ({ startOf }: Daily, now: Date): number => {
  const next = startOf(new Date(startOf(now).getTime() + (MAX_DAY_MINUTES + 60) * 60_000));
  return Math.ceil((next.getTime() - now.getTime()) / 1000);
};

/** The client that the token names; people who have none count for themselves. */
export function clientOf(exchange: Exchange): string {
  const { clientId, email } = callerOf(exchange);
  return hash('sha256', JSON.stringify([clientId ?? null, clientId === undefined ? email : null]), 'base64url');
}

/** Nothing for a service that does not count by day. */
export function chargeDailyQuota({ daily, store, clock, log }: Quota & DailyQuota): ApiMiddleware[] {
  if (daily === undefined) return [];
  const ledger = quotaLedger(store, clock, log, {
    startOf: (at) => Math.floor(daily.startOf(at).getTime() / 60_000),
    minutes: MAX_DAY_MINUTES,
  });
  const before: ApiMiddleware['before'] = async function chargeDailyQuota(request) {
    const exchange = exchangeOf(request);
    const { bucket, ceiling } = daily.bucketOf(operationOf(exchange).id);
    if (ceiling === 0) return;
    const refused = await ledger.charge([{ bucket: `day#${bucket}#${clientOf(exchange)}`, ceiling }], 1);
    if (refused === undefined) return;
    throw tooManyRequests('rateLimitExceeded', `The quota of the day for '${bucket}' is used up.`, {
      domain: 'usageLimits',
      status: 'RESOURCE_EXHAUSTED',
      headers: { 'retry-after': String(secondsUntilNext(daily, clock.now())) },
    });
  };
  return [{ before }];
}
