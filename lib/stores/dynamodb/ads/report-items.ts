/** The item of one report: how it is read and changed. */
import type { Report } from '#lib/ads/reports/run/report';
import {
  GetCommand,
  UpdateCommand,
  type DocumentClient,
  type UpdateCommandInput,
} from '#lib/stores/dynamodb/client/commands';
import { ConditionalCheckFailedException } from '#lib/stores/dynamodb/client/exceptions';
import type { Item } from '#lib/stores/dynamodb/item';
import { reportKey } from './keys.ts';

export interface ReportLimits {
  /** Bytes of reports that one owner may have made in a day; 0 for any number. */
  readonly bytesPerDay: number;
  /** Reports that one owner may have made within a minute; 0 for any number. */
  readonly reportsPerMinute: number;
  /** How long a report is known after it was ordered; 30 days when left out. */
  readonly keptMs?: number;
}

/** What every function of the report store needs. */
export interface ReportTable {
  readonly db: DocumentClient;
  readonly TableName: string;
  readonly nowMs: () => number;
  readonly limits: ReportLimits;
}

export function readReport(item: Item): Report {
  const { pk: _pk, sk: _sk, v: _v, gpk: _gpk, gsk: _gsk, expires: _expires, request, ...report } = item;
  return { ...report, request: JSON.parse(String(request)) as unknown } as Item & Report;
}

/** Undefined also when the report has expired and DynamoDB has not removed it yet. */
export async function findReport({ db, TableName, nowMs }: ReportTable, id: string): Promise<Report | undefined> {
  const { Item } = await db.send(new GetCommand({ TableName, Key: reportKey(id), ConsistentRead: true }));
  return Item === undefined || Number(Item['expires']) * 1000 <= nowMs() ? undefined : readReport(Item);
}

type Change = Pick<UpdateCommandInput, 'UpdateExpression' | 'ConditionExpression' | 'ExpressionAttributeNames'> & {
  readonly values: Item;
};

/** The report after the change; undefined when the condition did not hold. */
export async function changeReport(
  { db, TableName }: ReportTable,
  id: string,
  { values, ...expressions }: Change,
): Promise<Report | undefined> {
  try {
    const { Attributes } = await db.send(
      new UpdateCommand({
        TableName,
        Key: reportKey(id),
        ...expressions,
        ExpressionAttributeValues: values,
        ReturnValues: 'ALL_NEW',
      }),
    );
    return Attributes && readReport(Attributes);
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return undefined;
    throw error;
  }
}

interface HolderChange {
  /** Assignments of the update expression. */
  readonly set: string;
  readonly values: Item;
  /** The state that the report has afterwards. */
  readonly state: Report['state'];
  /** Takes the report out of the index of open reports. */
  readonly isEnd?: boolean;
}

const NAMES = { '#state': 'state', '#result': 'result' };

/**
 * A change by the holder of the lease; false when somebody else holds it. The SDK repeats a write whose answer was
 * lost: a report that has our token and the new state was changed by that first write.
 */
export async function changeAsHolder(
  table: ReportTable,
  id: string,
  token: string,
  { set, values, state, isEnd = false }: HolderChange,
): Promise<boolean> {
  const changed = await changeReport(table, id, {
    UpdateExpression: `SET ${set}${isEnd ? ' REMOVE gpk, gsk' : ''}`,
    ConditionExpression: '#state = :running AND leaseToken = :token',
    ExpressionAttributeNames: Object.fromEntries(
      Object.entries(NAMES).filter(([name]) => name === '#state' || set.includes(name)),
    ),
    values: { ':running': 'RUNNING', ':token': token, ...values },
  });
  if (changed !== undefined) return true;
  const found = await findReport(table, id);
  return found?.leaseToken === token && found.state === state;
}
