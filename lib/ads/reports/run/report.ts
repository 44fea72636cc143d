/** An ordered report: from the queue to its files. */
import { mayRead, type Grant } from '#lib/ads/model/grant';
import type { Visible } from '#lib/ads/reports/plan/warehouse';
import type { ReportRequest } from '#lib/ads/reports/request/request';
import type { ReportResource } from '#lib/ads/resources/report';
import { gone, notFound, type ApiError } from '#lib/api/errors';
import type { Static } from '#lib/api/schema';

/** Log line of a report that has failed for good; an alarm counts those that are our fault. */
export const GIVEN_UP = 'report given up';

export const FAILURES = {
  reportUnavailableRequestTooLarge: 'The report is too large. Ask for fewer days, fewer columns or a narrower scope.',
  reportUnavailableRateLimitExceeded: 'Too many reports were ordered in a short time. Order this one again later.',
  reportUnavailableQuotaExceeded:
    'The reports of today hold as much data as a day allows. Order this one again tomorrow.',
  reportUnavailableInternalServerError: 'The report could not be produced. Order it again.',
  reportUnavailableRequestError: 'The report could not be produced from this request.',
} as const;
export type FailureReason = keyof typeof FAILURES;

export interface Failure {
  readonly reason: FailureReason;
  readonly message: string;
}

export interface ReportFile {
  readonly key: string;
  readonly bytes: number;
  /** Of a file that came from an upstream. */
  readonly sha256?: string | undefined;
}

export interface ReportResult {
  readonly files: readonly ReportFile[];
  readonly rowCount: number;
  readonly currencyCode: string;
  readonly timeZone?: string | undefined;
}

export interface Report {
  readonly id: string;
  readonly owner: string;
  readonly state: 'QUEUED' | 'RUNNING' | 'READY' | 'FAILED';
  /** Defaults filled in. */
  readonly request: ReportRequest;
  /** Whose data it holds: reading it requires a grant on them at that time. */
  readonly subjects: readonly Visible[];
  readonly requestedMs: number;
  /** How often a runner has begun with it. */
  readonly attempts: number;
  /** How often a runner ended with an error; the others ended without a trace. */
  readonly errors: number;
  readonly leaseToken?: string | undefined;
  readonly leaseUntilMs: number;
  readonly result?: ReportResult | undefined;
  readonly failure?: Failure | undefined;
  /** Of a report that is made elsewhere. */
  readonly upstream?: UpstreamReport | undefined;
}

/** A report at the upstream, and how far it has been brought here. */
export interface UpstreamReport {
  readonly id: string;
  /** How often it was asked for in vain, and when it is asked for next. */
  readonly pauses: number;
  readonly dueAtMs: number;
  /** Those that are here, in order. */
  readonly files: readonly ReportFile[];
}

const DAY_MS = 86_400_000;
export const LIFETIME_MS = 30 * DAY_MS;

/** 16 characters of URL-safe base64. */
export const newReportId = (ids: { hex(characters: number): string }): string =>
  Buffer.from(ids.hex(24), 'hex').toString('base64url');

/** A report of somebody else does not exist, nor does one on data that its owner may no longer see. */
export function requireReport(report: Report | undefined, email: string, grants: readonly Grant[]): Report {
  if (report?.owner !== email || !report.subjects.every((subject) => mayRead(grants, subject))) throw notFound();
  return report;
}

export const failureError = ({ reason, message }: Failure): ApiError => gone(reason, message);

export function toWire(report: Report, rootUrl: string): WireReport {
  const { id, request, result } = report;
  return {
    kind: KIND,
    id,
    isReportReady: result !== undefined,
    request,
    ...(result !== undefined && {
      rowCount: result.rowCount,
      files: result.files.map(({ bytes }, index) => ({
        byteCount: String(bytes),
        url: `${rootUrl}doubleclicksearch/v2/reports/${id}/files/${String(index)}`,
      })),
      statisticsCurrencyCode: result.currencyCode,
      ...(result.timeZone !== undefined && { statisticsTimeZone: result.timeZone }),
    }),
  };
}

export type WireReport = Static<typeof ReportResource>;

export const KIND = 'doubleclicksearch#report';
