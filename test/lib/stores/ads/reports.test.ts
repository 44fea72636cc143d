import { expect, test } from '@jest/globals';
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
