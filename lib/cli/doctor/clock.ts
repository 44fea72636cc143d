/** Compares the clock of this machine with those of other hosts. */
import { passed, wrong, type Finding } from './finding.ts';

/** Tokens are accepted for a minute after their expiry; `Date` headers have whole seconds. */
const MAX_MS = 60_000;
const TIMEOUT_MS = 5_000;

/** `date` is a response header; without it nothing is checked. */
export function clockFinding(label: string, date: string | null, nowMs: number): Finding[] {
  const theirs = Date.parse(date ?? '');
  if (Number.isNaN(theirs)) return [];
  const seconds = Math.round((nowMs - theirs) / 1000);
  if (Math.abs(nowMs - theirs) <= MAX_MS) return [passed(`clock: as that of ${label}`)];
  const side = seconds > 0 ? 'ahead of' : 'behind';
  return [
    wrong(
      `clock: this machine is ${String(Math.abs(seconds))} s ${side} ${label}`,
      'Set the clocks by the network (NTP): AWS refuses requests, and functions tokens, that are dated wrongly.',
    ),
  ];
}

export async function checkClock(label: string, url: string, nowMs: () => number = Date.now): Promise<Finding[]> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  await answer.body?.cancel();
  return clockFinding(label, answer.headers.get('date'), nowMs());
}
