/** One import of a stage at a time: two that rewrite the same file would lose each other's rows. */
import { setTimeout as pause } from 'node:timers/promises';
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { DeleteCommand, PutCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Clock, Ids } from '#lib/api/context';
import { importLockKey, SCHEMA_VERSION } from './keys.ts';

export interface ImportLock {
  /** Does the work when its turn has come. */
  run<T>(work: () => Promise<T>): Promise<T>;
}

const LEASE_SECONDS = 60;
const RENEW_MS = 20_000;
const ASK_AGAIN_MS = 500;

export function dynamoImportLock(db: DynamoDBDocumentClient, TableName: string, { clock, ids }: { readonly clock: Clock; readonly ids: Ids }): ImportLock {
  const nowSeconds = (): number => Math.floor(clock.now().getTime() / 1000);

  /** A lease that ran out belongs to a program that crashed. */
  async function take(holder: string): Promise<boolean> {
    try {
      await db.send(
        new PutCommand({
          TableName,
          Item: { ...importLockKey, v: SCHEMA_VERSION, holder, expires: nowSeconds() + LEASE_SECONDS },
          ConditionExpression: 'attribute_not_exists(pk) OR holder = :holder OR expires < :now',
          ExpressionAttributeValues: { ':holder': holder, ':now': nowSeconds() },
        }),
      );
      return true;
    } catch (error) {
      if (error instanceof ConditionalCheckFailedException) return false;
      throw error;
    }
  }

  async function release(holder: string): Promise<void> {
    try {
      await db.send(new DeleteCommand({ TableName, Key: importLockKey, ConditionExpression: 'holder = :holder', ExpressionAttributeValues: { ':holder': holder } }));
    } catch (error) {
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
    }
  }

  return {
    async run(work) {
      const holder = ids.next();
      while (!(await take(holder))) await pause(ASK_AGAIN_MS);
      const renewal = setInterval(() => void take(holder).catch(() => undefined), RENEW_MS);
      try {
        return await work();
      } finally {
        clearInterval(renewal);
        await release(holder);
      }
    },
  };
}
