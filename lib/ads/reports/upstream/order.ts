/** reports.request: put to the upstream, and remembered here under an id of ours. */
import type { ReportRequest } from '#lib/ads/reports/request/request';
import { newReportId, toWire, type Report, type WireReport } from '#lib/ads/reports/run/report';
import type { ReportStores } from '#lib/ads/reports/run/stores';
import type { Context, User } from '#lib/api/context';
import { unavailable } from '#lib/api/errors';
import type { CheckedRequest, Forward, ForwardedAnswer } from '#lib/api/upstream';

/** What the upstream refuses is its answer. */
export async function orderUpstream(
  asked: CheckedRequest,
  body: ReportRequest,
  { caller, stores, clock, ids, request }: Context<Pick<ReportStores, 'reports'>, User>,
  forward: Forward,
): Promise<WireReport | ForwardedAnswer> {
  const answer = await forward(asked);
  if (answer.status >= 300 || typeof answer.body !== 'string') return answer;
  const made = JSON.parse(answer.body) as Partial<WireReport>;
  if (typeof made.id !== 'string' || made.id === '')
    throw unavailable('backendError', 'Backend Error', { headers: { 'retry-after': '1' } });
  const nowMs = clock.now().getTime();
  const report: Report = {
    id: newReportId(ids),
    owner: caller.email,
    state: 'QUEUED',
    request: made.request ?? body,
    // The upstream knows whose data it holds; here it is its owner's.
    subjects: [],
    requestedMs: nowMs,
    attempts: 0,
    errors: 0,
    leaseUntilMs: 0,
    upstream: { id: made.id, pauses: 0, dueAtMs: nowMs, files: [] },
  };
  await stores.reports.add(report);
  return toWire(report, request.rootUrl);
}
