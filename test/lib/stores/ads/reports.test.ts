import { expect, test } from '@jest/globals';
import { config } from '#lib/runtime/process/config';
import { dynamoReports } from '#lib/stores/dynamodb/ads/reports';
import { documents } from '#lib/stores/dynamodb/client/client';

const DAY_MS = 86_400_000;
const BEGIN = Date.parse('2026-03-01T00:00:00Z');

test.each([
  ['30 days', undefined, 30],
  ['as long as the stage says', 3 * DAY_MS, 3],
])('a report is known for %s', async (_name, keptMs, days) => {
  let nowMs = BEGIN;
  const limits = { bytesPerDay: 0, reportsPerMinute: 0, ...(keptMs !== undefined && { keptMs }) };
  const reports = dynamoReports(documents, config.adsTable, () => nowMs, limits);
  const id = `kept-${String(days)}-${String(process.pid)}`;
  await reports.add({
    id,
    owner: 'ann@example.com',
    state: 'QUEUED',
    requestedMs: BEGIN,
    attempts: 0,
    request: {},
    subjects: [],
    errors: 0,
    leaseUntilMs: 0,
  });

  nowMs = BEGIN + days * DAY_MS - 1000;
  const before = await reports.find(id);
  nowMs = BEGIN + days * DAY_MS;

  expect([before?.id, await reports.find(id)]).toEqual([id, undefined]);
});
