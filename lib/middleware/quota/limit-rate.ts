/**
 * A service may bound how many requests a client sends in a second. Each process counts the seconds by itself, and all
 * of them together count the minute: a client that is spread over many processes still gets sixty seconds' worth in a
 * minute, and no request waits for the database to be counted.
 */
import { tooManyRequests, type ApiError } from '#lib/api/errors';
import { exchangeOf, type ApiMiddleware } from '#lib/middleware/exchange/exchange';
import { clientOf } from './charge-daily-quota.ts';
import type { Quota } from './charge-quota.ts';
import { quotaLedger } from './quota-ledger.ts';

export interface RateLimit {
  /** 0 for no limit. */
  readonly perSecond?: number;
}

const exceeded = (perSecond: number, retrySeconds: number): ApiError =>
  tooManyRequests('rateLimitExceeded', `Rate Limit Exceeded: ${String(perSecond)} requests a second.`, {
    domain: 'usageLimits',
    status: 'RESOURCE_EXHAUSTED',
    headers: { 'retry-after': String(retrySeconds) },
  });

export function limitRate({ perSecond = 0, store, clock, log }: Quota & RateLimit): ApiMiddleware[] {
  if (perSecond === 0) return [];
  const ledger = quotaLedger(store, clock, log);
  let second = 0;
  let counts = new Map<string, number>();

  function countHere(client: string, now: Date): number {
    const current = Math.floor(now.getTime() / 1000);
    if (current !== second) [second, counts] = [current, new Map()];
    const count = (counts.get(client) ?? 0) + 1;
    counts.set(client, count);
    return count;
  }

  const before: ApiMiddleware['before'] = async function limitRate(request) {
    const client = clientOf(exchangeOf(request));
    const now = clock.now();
    if (countHere(client, now) > perSecond) throw exceeded(perSecond, 1);
    const refused = await ledger.charge([{ bucket: `rate#${client}`, ceiling: perSecond * 60 }], 1);
    if (refused !== undefined) throw exceeded(perSecond, 60 - now.getUTCSeconds());
  };
  return [{ before }];
}
