import { describe, expect, test } from '@jest/globals';
import type { Report } from '#lib/ads/reports/run/report';
import { inTurn } from '#lib/ads/reports/run/run-due';

const report = (owner: string, requestedMs: number): Report => ({
  id: `${owner}-${String(requestedMs)}`,
  owner,
  state: 'QUEUED',
  request: {},
  subjects: [],
  requestedMs,
  attempts: 0,
  errors: 0,
  leaseUntilMs: 0,
});

/** The order in which reports are taken, each owner's turn noted. */
function orderOf(due: readonly Report[]): string[] {
  const taken: string[] = [];
  const turns = new Map<string, number>();
  for (let left = [...due]; left.length > 0;) {
    const next = inTurn(left, turns);
    if (next === undefined) break;
    taken.push(next.id);
    turns.set(next.owner, taken.length);
    left = left.filter(({ id }) => id !== next.id);
  }
  return taken;
}

describe('which report is next', () => {
  test.each([
    ['as they were ordered', [1, 2, 3]],
    ['the other way round', [3, 2, 1]],
    ['in no order', [2, 3, 1]],
  ])('reports of one owner are made in the order of their requests, listed %s', (_, times) => {
    expect(orderOf(times.map((time) => report('ann', time)))).toEqual(['ann-1', 'ann-2', 'ann-3']);
  });

  test('owners take turns, each with the oldest of their own', () => {
    const due = [report('ann', 4), report('ann', 1), report('ann', 2), report('bob', 5), report('bob', 3)];

    expect(orderOf(due)).toEqual(['ann-1', 'bob-3', 'ann-2', 'bob-5', 'ann-4']);
  });
});
