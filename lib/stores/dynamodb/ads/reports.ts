/** Ordered reports. Those that are not ended stand in one partition of `byAlternate`, by the time they were ordered. */
import { LIFETIME_MS, type Report, type ReportResult } from '#lib/ads/reports/run/report';
import type { Lease, ReportStore } from '#lib/ads/reports/run/stores';
import { PutCommand, type DocumentClient } from '#lib/stores/dynamodb/client/commands';
import { queryAlternate } from './by-alternate.ts';
import { OPEN_REPORTS, openReportKey, reportKey, SCHEMA_VERSION } from './keys.ts';
import {
  changeAsHolder,
  changeReport,
  findReport,
  readReport,
  type ReportLimits,
  type ReportTable,
} from './report-items.ts';
import { countBytes, lastTurns, takeTurn } from './report-turns.ts';

async function add({ db, TableName, limits }: ReportTable, report: Report): Promise<void> {
  const { id, requestedMs, request } = report;
  const Item = {
    ...report,
    request: JSON.stringify(request),
    ...reportKey(id),
    ...openReportKey(requestedMs, id),
    v: SCHEMA_VERSION,
    expires: Math.floor((requestedMs + (limits.keptMs ?? LIFETIME_MS)) / 1000),
  };
  await db.send(new PutCommand({ TableName, Item }));
}

async function listOpen({ db, TableName }: ReportTable, limit: number): Promise<Report[]> {
  const reports: Report[] = [];
  const counts = new Map<string, number>();
  for await (const item of queryAlternate(db, TableName, OPEN_REPORTS)) {
    const report = readReport(item);
    const count = (counts.get(report.owner) ?? 0) + 1;
    counts.set(report.owner, count);
    if (count <= limit) reports.push(report);
  }
  return reports;
}

async function claim(table: ReportTable, id: string, { token, untilMs, nowMs }: Lease): Promise<Report | undefined> {
  const claimed = await changeReport(table, id, {
    UpdateExpression: 'SET #state = :running, leaseToken = :token, leaseUntilMs = :until, attempts = attempts + :one',
    ConditionExpression: '#state = :queued OR (#state = :running AND leaseUntilMs <= :now)',
    ExpressionAttributeNames: { '#state': 'state' },
    values: {
      ':running': 'RUNNING',
      ':queued': 'QUEUED',
      ':token': token,
      ':until': untilMs,
      ':now': nowMs,
      ':one': 1,
    },
  });
  if (claimed !== undefined) return claimed;
  // The SDK repeats a write whose answer was lost; then the claim is already ours.
  const found = await findReport(table, id);
  return found?.state === 'RUNNING' && found.leaseToken === token ? found : undefined;
}

async function complete(
  table: ReportTable,
  { id, owner }: Report,
  token: string,
  result: ReportResult,
): Promise<boolean> {
  const isDone = await changeAsHolder(table, id, token, {
    set: '#state = :ready, #result = :result',
    values: { ':ready': 'READY', ':result': result },
    state: 'READY',
    isEnd: true,
  });
  const bytes = result.files.reduce((sum, file) => sum + file.bytes, 0);
  if (isDone && table.limits.bytesPerDay > 0) await countBytes(table, owner, bytes, table.nowMs());
  return isDone;
}

export function dynamoReports(
  db: DocumentClient,
  TableName: string,
  nowMs: () => number,
  limits: ReportLimits,
): ReportStore {
  const table: ReportTable = { db, TableName, nowMs, limits };
  return {
    add: (report) => add(table, report),
    find: (id) => findReport(table, id),
    open: (limit) => listOpen(table, limit),
    claim: ({ id }, lease) => claim(table, id, lease),
    renew: (id, token, untilMs) =>
      changeAsHolder(table, id, token, {
        set: 'leaseUntilMs = :until',
        values: { ':until': untilMs },
        state: 'RUNNING',
      }),
    release: (id, token) =>
      changeAsHolder(table, id, token, {
        set: '#state = :queued, errors = errors + :one, leaseUntilMs = :zero',
        values: { ':queued': 'QUEUED', ':one': 1, ':zero': 0 },
        state: 'QUEUED',
      }),
    saveProgress: (id, token, upstream) =>
      changeAsHolder(table, id, token, {
        set: 'upstream = :upstream',
        values: { ':upstream': upstream },
        state: 'RUNNING',
      }),
    postpone: (id, token, upstream) =>
      changeAsHolder(table, id, token, {
        set: '#state = :queued, upstream = :upstream, leaseUntilMs = :zero',
        values: { ':queued': 'QUEUED', ':upstream': upstream, ':zero': 0 },
        state: 'QUEUED',
      }),
    complete: (report, token, result) => complete(table, report, token, result),
    fail: (id, token, failure) =>
      changeAsHolder(table, id, token, {
        set: '#state = :failed, failure = :failure',
        values: { ':failed': 'FAILED', ':failure': failure },
        state: 'FAILED',
        isEnd: true,
      }),
    lastTurns: (owners) => lastTurns(table, owners),
    takeTurn: (owner, atMs) => takeTurn(table, owner, atMs),
  };
}
