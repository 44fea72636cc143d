import { describe, expect, test } from '@jest/globals';
import type { Report } from '#lib/ads/reports/run/report';
import { config } from '#lib/runtime/process/config';
import { dynamoReports } from '#lib/stores/dynamodb/ads/reports';
import { documents } from '#lib/stores/dynamodb/client/client';
import { someone } from '#test/support/people';

const DAY_MS = 86_400_000;
const BEGIN = Date.parse('2026-03-01T00:00:00Z');

const queued = (id: string, owner: string, requestedMs: number): Report => ({
  id,
  owner,
  state: 'QUEUED',
  requestedMs,
  attempts: 0,
  request: {},
  subjects: [],
  errors: 0,
  leaseUntilMs: 0,
});

test('whoever has many reports waiting does not hide those of others', async () => {
  const reports = dynamoReports(documents, config.adsTable, () => BEGIN, { bytesPerDay: 0, reportsPerMinute: 0 });
  const [many, one] = [someone('many'), someone('one')];
  for (let index = 0; index < 4; index += 1) await reports.add(queued(`${many}-${String(index)}`, many, BEGIN + index));
  await reports.add(queued(one, one, BEGIN + 10));

  const listed = (await reports.open(2)).filter(({ owner }) => owner === many || owner === one);
  expect(listed.map(({ id }) => id)).toEqual([`${many}-0`, `${many}-1`, one]);
});

test.each([
  ['30 days', undefined, 30],
  ['as long as the stage says', 3 * DAY_MS, 3],
])('a report is known for %s', async (_name, keptMs, days) => {
  let nowMs = BEGIN;
  const limits = { bytesPerDay: 0, reportsPerMinute: 0, ...(keptMs !== undefined && { keptMs }) };
  const reports = dynamoReports(documents, config.adsTable, () => nowMs, limits);
  const id = `kept-${String(days)}-${String(process.pid)}`;
  await reports.add(queued(id, 'ann@example.com', BEGIN));

  nowMs = BEGIN + days * DAY_MS - 1000;
  const before = await reports.find(id);
  nowMs = BEGIN + days * DAY_MS;

  expect([before?.id, await reports.find(id)]).toEqual([id, undefined]);
});

describe('the turns of an owner', () => {
  const MINUTE_MS = 60_000;
  const opened = (limits: { bytesPerDay: number; reportsPerMinute: number }) => {
    const clock = { nowMs: BEGIN };
    return { clock, reports: dynamoReports(documents, config.adsTable, () => clock.nowMs, limits) };
  };
  /** Makes a report of so many bytes. */
  async function make({ reports }: ReturnType<typeof opened>, owner: string, bytes: number): Promise<void> {
    const report = queued(`${owner}-${String(bytes)}`, owner, BEGIN);
    await reports.add(report);
    await reports.claim(report, { token: 't', untilMs: BEGIN + MINUTE_MS, nowMs: BEGIN });
    const files = [{ name: 'f', bytes }];
    const result = { files, rowCount: 1 } as object as Parameters<typeof reports.complete>[2];
    expect(await reports.complete(report, 't', result)).toBe(true);
  }

  test('are as many as a minute allows, and then the next minute', async () => {
    const { reports } = opened({ bytesPerDay: 0, reportsPerMinute: 2 });
    const owner = someone();
    const turns = [BEGIN, BEGIN + 1, BEGIN + MINUTE_MS - 1, BEGIN + MINUTE_MS];
    const answers = [];
    for (const atMs of turns) answers.push(await reports.takeTurn(owner, atMs));

    expect(answers).toEqual([undefined, undefined, 'reportUnavailableRateLimitExceeded', undefined]);
    expect(await reports.takeTurn(someone(), BEGIN)).toBeUndefined();
    expect(await reports.lastTurns([owner, someone()])).toEqual(new Map([[owner, BEGIN + MINUTE_MS]]));
  });

  test('end for the day when its bytes are made', async () => {
    const given = opened({ bytesPerDay: 100, reportsPerMinute: 0 });
    const owner = someone();
    await make(given, owner, 99);
    expect(await given.reports.takeTurn(owner, BEGIN)).toBeUndefined();
    await make(given, owner, 1);
    expect(await given.reports.takeTurn(owner, BEGIN)).toBe('reportUnavailableQuotaExceeded');
    expect(await given.reports.takeTurn(owner, BEGIN + DAY_MS)).toBeUndefined();
    expect(await given.reports.takeTurn(someone(), BEGIN)).toBeUndefined();
  });

  test('never end without a limit', async () => {
    const given = opened({ bytesPerDay: 0, reportsPerMinute: 0 });
    const owner = someone();
    await make(given, owner, 1_000_000);
    for (let turn = 0; turn < 3; turn += 1) expect(await given.reports.takeTurn(owner, BEGIN)).toBeUndefined();
  });
});
