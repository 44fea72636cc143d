/** Which reports at the upstream are looked at: those that are due, fairly, and the one that its owner asks for. */
import type { Report } from '#lib/ads/reports/run/report';
import { follow, type FollowDependencies, type FollowOutcome } from './follow.ts';

/** Of one owner, that are followed at a time. */
const MAX_WAITING = 200;

/** Whether nobody else is bringing it. */
const isFree = ({ state, leaseUntilMs }: Report, nowMs: number): boolean =>
  state === 'QUEUED' || (state === 'RUNNING' && leaseUntilMs <= nowMs);

/** Brings what of a report its owner asks for is ready at the upstream, whenever it was asked for last. */
export async function followOnRequest(
  reportId: string,
  owner: string,
  dependencies: FollowDependencies,
): Promise<void> {
  const { stores, clock } = dependencies;
  const report = await stores.reports.find(reportId);
  if (report?.owner === owner && isFree(report, clock.now().getTime()))
    await follow(report, { ...dependencies, isOnRequest: true });
}

/** Everybody's oldest, then everybody's second, and so on. */
function inRounds(reports: readonly Report[]): Report[] {
  const counts = new Map<string, number>();
  const rounds = reports.map((report) => {
    const round = counts.get(report.owner) ?? 0;
    counts.set(report.owner, round + 1);
    return { report, round };
  });
  return rounds.toSorted((a, b) => a.round - b.round).map(({ report }) => report);
}

/** Every report that is due once; `named` are looked at even where the queue does not show them yet. */
export async function followDue(
  dependencies: FollowDependencies,
  hasTime: () => boolean,
  named: readonly string[] = [],
): Promise<Readonly<Record<FollowOutcome, number>>> {
  const { stores, clock } = dependencies;
  const counts = { taken: 0, waiting: 0, ready: 0, failed: 0 };
  const [listed, known] = await Promise.all([
    stores.reports.open(MAX_WAITING),
    Promise.all(named.map((id) => stores.reports.find(id))),
  ]);
  const all = new Map([...listed, ...known.filter((report) => report !== undefined)].map((one) => [one.id, one]));
  const isDue = (report: Report): boolean => {
    const { upstream } = report;
    const nowMs = clock.now().getTime();
    return upstream !== undefined && isFree(report, nowMs) && upstream.dueAtMs <= nowMs;
  };
  for (const report of inRounds([...all.values()].filter(isDue))) {
    if (!hasTime()) break;
    counts[await follow(report, dependencies)] += 1;
  }
  return counts;
}
