/** Takes due reports fairly: the owner whose last turn was longest ago goes first. */
import type { Report } from './report.ts';
import { runReport, type RunDependencies } from './run-report.ts';

const AT_ONCE = 2;
/** Of one owner, that are looked at: whoever orders thousands does not hide those of others. */
const MAX_WAITING = 100;

/** Oldest first within an owner; owners by their last turn. */
export function inTurn(due: readonly Report[], lastTurns: ReadonlyMap<string, number>): Report | undefined {
  const turnOf = ({ owner }: Report): number => lastTurns.get(owner) ?? 0;
  return due.reduce<Report | undefined>((first, report) => {
    if (first === undefined) return report;
    const difference = turnOf(report) - turnOf(first);
    return difference < 0 || (difference === 0 && report.requestedMs < first.requestedMs) ? report : first;
  }, undefined);
}

export interface Run {
  readonly ready: number;
  readonly failed: number;
}

/** Runs until nothing is due or time is up. `named` are looked at even where the queue does not show them yet. */
export async function runDue(
  surroundings: RunDependencies,
  hasTime: () => boolean,
  named: readonly string[] = [],
): Promise<Run> {
  const { stores, clock } = surroundings;
  const counts = { ready: 0, failed: 0 };
  const seen = new Set<string>();

  async function next(): Promise<Report | undefined> {
    const nowMs = clock.now().getTime();
    const [listed, known] = await Promise.all([
      stores.reports.open(MAX_WAITING),
      Promise.all(named.filter((id) => !seen.has(id)).map((id) => stores.reports.find(id))),
    ]);
    const all = new Map(
      [...listed, ...known.filter((report) => report !== undefined)].map((report) => [report.id, report]),
    );
    const due = [...all.values()].filter(
      ({ id, state, leaseUntilMs, upstream }) =>
        upstream === undefined &&
        !seen.has(id) &&
        (state === 'QUEUED' || (state === 'RUNNING' && leaseUntilMs <= nowMs)),
    );
    if (due.length === 0) return undefined;
    const report = inTurn(due, await stores.reports.lastTurns([...new Set(due.map(({ owner }) => owner))]));
    if (report !== undefined) seen.add(report.id);
    return report;
  }

  async function work(): Promise<void> {
    while (hasTime()) {
      const report = await next();
      if (report === undefined) return;
      const outcome = await runReport(report, surroundings);
      if (outcome === 'ready' || outcome === 'failed') counts[outcome] += 1;
    }
  }

  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return counts;
}
