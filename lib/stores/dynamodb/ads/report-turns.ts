/** Turns of report owners: who had one when, and how much each owner has had made. */
import type { FailureReason } from '#lib/ads/reports/run/report';
import { PutCommand, UpdateCommand } from '#lib/stores/dynamodb/client/commands';
import { batchGet } from '#lib/stores/dynamodb/commands/batch-get';
import { SCHEMA_VERSION, turnKey } from './keys.ts';
import type { ReportTable } from './report-items.ts';

const MINUTE_SECONDS = 60;
const DAY_SECONDS = 86_400;

/** Adds to a counter of one owner for the current minute or day, and answers its sum. */
async function count(
  { db, TableName, nowMs }: ReportTable,
  owner: string,
  { name, amount, seconds, atMs }: { name: string; amount: number; seconds: number; atMs: number },
): Promise<number> {
  const period = Math.floor(atMs / 1000 / seconds);
  const { Attributes = {} } = await db.send(
    new UpdateCommand({
      TableName,
      Key: turnKey(owner, `${name}#${String(period)}`),
      UpdateExpression: 'SET expires = :expires ADD amount :amount',
      ExpressionAttributeValues: { ':amount': amount, ':expires': Math.floor(nowMs() / 1000) + 2 * seconds },
      ReturnValues: 'ALL_NEW',
    }),
  );
  return Number(Attributes['amount']);
}

/** Counts bytes that were made for an owner; answers the sum of the day. */
export const countBytes = (table: ReportTable, owner: string, amount: number, atMs: number): Promise<number> =>
  count(table, owner, { name: 'BYTES', amount, seconds: DAY_SECONDS, atMs });

const countReport = (table: ReportTable, owner: string, atMs: number): Promise<number> =>
  count(table, owner, { name: 'REPORTS', amount: 1, seconds: MINUTE_SECONDS, atMs });

/** When each owner had a turn last, in milliseconds. */
export async function lastTurns(
  { db, TableName }: ReportTable,
  owners: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const keys = owners.map((owner) => turnKey(owner));
  const itemOf = await batchGet(db, TableName, keys);
  return new Map(
    owners.flatMap((owner) => {
      const turn = itemOf(turnKey(owner));
      return turn === undefined ? [] : [[owner, Number(turn['lastMs'])] as const];
    }),
  );
}

/** Notes an owner's turn; answers why the owner may not have one. */
export async function takeTurn(table: ReportTable, owner: string, nowMs: number): Promise<FailureReason | undefined> {
  const { db, TableName, limits } = table;
  const expires = Math.floor(nowMs / 1000) + DAY_SECONDS;
  await db.send(new PutCommand({ TableName, Item: { ...turnKey(owner), lastMs: nowMs, v: SCHEMA_VERSION, expires } }));
  if (limits.reportsPerMinute > 0 && (await countReport(table, owner, nowMs)) > limits.reportsPerMinute)
    return 'reportUnavailableRateLimitExceeded';
  if (limits.bytesPerDay > 0 && (await countBytes(table, owner, 0, nowMs)) >= limits.bytesPerDay)
    return 'reportUnavailableQuotaExceeded';
  return undefined;
}
