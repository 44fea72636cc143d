/** Ordered reports. Those that are not ended stand in one partition of the index, by the time they were ordered. */
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import {
  GetCommand,
  PutCommand,
  UpdateCommand,
  type DynamoDBDocumentClient,
  type UpdateCommandInput,
} from '@aws-sdk/lib-dynamodb';
import { LIFETIME_MS, type Report } from '#lib/ads/reports/run/report';
import type { ReportStore } from '#lib/ads/reports/run/stores';
import { batchGet } from '#lib/stores/dynamodb/commands/batch-get';
import { OPEN_REPORTS, openReportKey, reportKey, SCHEMA_VERSION, turnKey } from './keys.ts';
import { queryEach, type Item } from './query-all.ts';

const DAY_SECONDS = 86_400;

export interface ReportLimits {
  /** Bytes of reports that one owner may have made in a day; 0 for any number. */
  readonly bytesPerDay: number;
  /** Reports that one owner may have made within a minute; 0 for any number. */
  readonly reportsPerMinute: number;
}

function read(item: Item): Report {
  const { pk: _pk, sk: _sk, v: _v, gpk: _gpk, gsk: _gsk, expires: _expires, request, ...report } = item;
  return { ...report, request: JSON.parse(String(request)) as unknown } as Item & Report;
}

type Change = Pick<UpdateCommandInput, 'UpdateExpression' | 'ConditionExpression' | 'ExpressionAttributeNames'> & {
  readonly values: Record<string, unknown>;
};

const STATE = { '#state': 'state', '#result': 'result' };
const MINE = '#state = :running AND leaseToken = :token';

export function dynamoReports(
  db: DynamoDBDocumentClient,
  TableName: string,
  nowMs: () => number,
  limits: ReportLimits,
): ReportStore {
  /** The item after the change; undefined when the condition did not hold. */
  async function change(
    id: string,
    { values, ExpressionAttributeNames, ...expressions }: Change,
  ): Promise<Report | undefined> {
    try {
      const { Attributes } = await db.send(
        new UpdateCommand({
          TableName,
          Key: reportKey(id),
          ...expressions,
          ExpressionAttributeNames,
          ExpressionAttributeValues: values,
          ReturnValues: 'ALL_NEW',
        }),
      );
      return Attributes && read(Attributes);
    } catch (error) {
      if (error instanceof ConditionalCheckFailedException) return undefined;
      throw error;
    }
  }

  /**
   * A change by the holder of the lease. The SDK repeats a write whose answer was lost: `already` recognises the write
   * itself.
   */
  async function changeMine(
    id: string,
    token: string,
    set: string,
    values: Record<string, unknown>,
    already: (report: Report) => boolean,
    remove = '',
  ): Promise<boolean> {
    const changed = await change(id, {
      UpdateExpression: `SET ${set}${remove}`,
      ConditionExpression: MINE,
      ExpressionAttributeNames: Object.fromEntries(
        Object.entries(STATE).filter(([name]) => name === '#state' || set.includes(name)),
      ),
      values: { ':running': 'RUNNING', ':token': token, ...values },
    });
    if (changed !== undefined) return true;
    const found = await find(id);
    return found?.leaseToken === token && already(found);
  }

  async function find(id: string): Promise<Report | undefined> {
    const { Item } = await db.send(new GetCommand({ TableName, Key: reportKey(id), ConsistentRead: true }));
    return Item === undefined || Number(Item['expires']) * 1000 <= nowMs() ? undefined : read(Item);
  }

  return {
    async add(report) {
      const { id, requestedMs, request } = report;
      const expires = Math.floor((requestedMs + LIFETIME_MS) / 1000);
      const Item = {
        ...report,
        request: JSON.stringify(request),
        ...reportKey(id),
        ...openReportKey(requestedMs, id),
        v: SCHEMA_VERSION,
        expires,
      };
      await db.send(new PutCommand({ TableName, Item }));
    },

    find,

    async open(limit) {
      const reports: Report[] = [];
      const query = {
        TableName,
        IndexName: 'byAlternate',
        KeyConditionExpression: 'gpk = :open',
        ExpressionAttributeValues: { ':open': OPEN_REPORTS },
      };
      for await (const item of queryEach(db, query)) if (reports.push(read(item)) === limit) break;
      return reports;
    },

    async claim({ id }, { token, untilMs, nowMs: now }) {
      const claimed = await change(id, {
        UpdateExpression:
          'SET #state = :running, leaseToken = :token, leaseUntilMs = :until, attempts = attempts + :one',
        ConditionExpression: '#state = :queued OR (#state = :running AND leaseUntilMs <= :now)',
        ExpressionAttributeNames: { '#state': 'state' },
        values: {
          ':running': 'RUNNING',
          ':queued': 'QUEUED',
          ':token': token,
          ':until': untilMs,
          ':now': now,
          ':one': 1,
        },
      });
      if (claimed !== undefined) return claimed;
      const found = await find(id);
      return found?.state === 'RUNNING' && found.leaseToken === token ? found : undefined;
    },

    renew: (id, token, untilMs) =>
      changeMine(id, token, 'leaseUntilMs = :until', { ':until': untilMs }, ({ state }) => state === 'RUNNING'),

    release: (id, token) =>
      changeMine(
        id,
        token,
        '#state = :queued, errors = errors + :one, leaseUntilMs = :zero',
        { ':queued': 'QUEUED', ':one': 1, ':zero': 0 },
        ({ state }) => state === 'QUEUED',
      ),

    async complete({ id, owner }, token, result) {
      const done = await changeMine(
        id,
        token,
        '#state = :ready, #result = :result',
        { ':ready': 'READY', ':result': result },
        ({ state }) => state === 'READY',
        ' REMOVE gpk, gsk',
      );
      const bytes = result.files.reduce((sum, file) => sum + file.bytes, 0);
      if (done && limits.bytesPerDay > 0)
        await count(owner, 'bytes', bytes, Math.floor(nowMs() / 1000 / DAY_SECONDS), 2 * DAY_SECONDS);
      return done;
    },

    fail: (id, token, failure) =>
      changeMine(
        id,
        token,
        '#state = :failed, failure = :failure',
        { ':failed': 'FAILED', ':failure': failure },
        ({ state }) => state === 'FAILED',
        ' REMOVE gpk, gsk',
      ),

    async lastTurns(owners) {
      const itemOf = await batchGet(
        db,
        TableName,
        owners.map((owner) => turnKey(owner)),
      );
      return new Map(
        owners.flatMap((owner) => {
          const turn = itemOf(turnKey(owner));
          return turn === undefined ? [] : [[owner, Number(turn['lastMs'])] as const];
        }),
      );
    },

    async takeTurn(owner, now) {
      const expires = Math.floor(now / 1000) + DAY_SECONDS;
      await db.send(
        new PutCommand({ TableName, Item: { ...turnKey(owner), lastMs: now, v: SCHEMA_VERSION, expires } }),
      );
      if (
        limits.reportsPerMinute > 0 &&
        (await count(owner, 'reports', 1, Math.floor(now / 60_000), 120)) > limits.reportsPerMinute
      )
        return 'reportUnavailableRateLimitExceeded';
      if (
        limits.bytesPerDay > 0 &&
        (await count(owner, 'bytes', 0, Math.floor(now / 1000 / DAY_SECONDS), 2 * DAY_SECONDS)) >= limits.bytesPerDay
      )
        return 'reportUnavailableQuotaExceeded';
      return undefined;
    },
  };

  /** A counter of one owner that lasts for one stretch of time. */
  async function count(
    owner: string,
    what: string,
    amount: number,
    stretch: number,
    ttlSeconds: number,
  ): Promise<number> {
    const { Attributes = {} } = await db.send(
      new UpdateCommand({
        TableName,
        Key: turnKey(owner, `${what.toUpperCase()}#${String(stretch)}`),
        UpdateExpression: 'SET expires = :expires ADD amount :amount',
        ExpressionAttributeValues: { ':amount': amount, ':expires': Math.floor(nowMs() / 1000) + ttlSeconds },
        ReturnValues: 'ALL_NEW',
      }),
    );
    return Number(Attributes['amount']);
  }
}
