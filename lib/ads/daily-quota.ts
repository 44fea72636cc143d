/**
 * Three buckets a day for each client: reports at once, reports in files, and everything else. They are full again at
 * midnight Pacific.
 */
import { Temporal } from 'temporal-polyfill';

export interface Ceilings {
  readonly generate: number;
  readonly request: number;
  readonly other: number;
}

const ZONE = 'America/Los_Angeles';

const BUCKETS: Readonly<Record<string, keyof Ceilings>> = {
  'doubleclicksearch.reports.generate': 'generate',
  'doubleclicksearch.reports.request': 'request',
};

export const dailyQuota = (ceilings: Ceilings) => ({
  startOf: (at: Date): Date =>
    new Date(
      Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(ZONE).startOfDay().epochMilliseconds,
    ),
  bucketOf: (operationId: string) => {
    const bucket = BUCKETS[operationId] ?? 'other';
    return { bucket, ceiling: ceilings[bucket] };
  },
});
