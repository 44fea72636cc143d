/** One import of a stage at a time: two that rewrite the same file would lose each other's rows. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Clock, Ids } from '#lib/api/context';
import { DeleteCommand, PutCommand, type DocumentClient } from '#lib/stores/dynamodb/client/commands';
import { ConditionalCheckFailedException } from '#lib/stores/dynamodb/client/exceptions';
import { importLockKey, SCHEMA_VERSION } from './keys.ts';

/** The right to import; the holder checks it before each write. */
export interface Lease {
  /** Throws `LeaseLost` when somebody else may be writing already. */
  confirm(): Promise<void>;
}

/** The lease was not renewed in time, and another import may have started. */
export class LeaseLost extends Error {}
/** Another import held the lock for longer than this one may wait. */
export class ImportUnderWay extends Error {}

export interface ImportLock {
  /** Runs the work once the lock is free; between attempts it asks whether to go on waiting. */
  run<T>(work: (lease: Lease) => Promise<T>, mayWait?: () => boolean): Promise<T>;
}

const LEASE_SECONDS = 60;
const RENEW_MS = 20_000;
/** A renewal this recent needs no new check: much shorter than the lease, longer than the writes of a small file. */
const TRUSTED_MS = 5_000;
const ASK_AGAIN_MS = 500;

export function dynamoImportLock(
  db: DocumentClient,
  TableName: string,
  { clock, ids }: { readonly clock: Clock; readonly ids: Ids },
): ImportLock {
  const nowSeconds = (): number => Math.floor(clock.now().getTime() / 1000);

  async function hold(holder: string, condition: string, values: Readonly<Record<string, unknown>>): Promise<boolean> {
    try {
      await db.send(
        new PutCommand({
          TableName,
          Item: { ...importLockKey, v: SCHEMA_VERSION, holder, expires: nowSeconds() + LEASE_SECONDS },
          ConditionExpression: condition,
          ExpressionAttributeValues: { ':holder': holder, ...values },
        }),
      );
      return true;
    } catch (error) {
      if (error instanceof ConditionalCheckFailedException) return false;
      throw error;
    }
  }

  /** A lease that ran out belongs to a program that crashed. */
  const take = (holder: string): Promise<boolean> =>
    hold(holder, 'attribute_not_exists(pk) OR holder = :holder OR expires < :now', { ':now': nowSeconds() });

  /** A free lock is not enough: another import may have run in between, and what was read before it is outdated. */
  const keep = (holder: string): Promise<boolean> => hold(holder, 'holder = :holder', {});

  async function release(holder: string): Promise<void> {
    try {
      await db.send(
        new DeleteCommand({
          TableName,
          Key: importLockKey,
          ConditionExpression: 'holder = :holder',
          ExpressionAttributeValues: { ':holder': holder },
        }),
      );
    } catch (error) {
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
    }
  }

  /** Only a renewal that succeeds proves that the lock is still held. */
  function leaseOf(holder: string, renewedAtMs: number): Lease & { renew(): Promise<void> } {
    let provenAtMs = renewedAtMs;
    let isLost = false;
    const renew = async (): Promise<void> => {
      const atMs = clock.now().getTime();
      if (!isLost && (await keep(holder))) provenAtMs = atMs;
      else isLost = true;
    };
    return {
      renew,
      async confirm() {
        if (clock.now().getTime() - provenAtMs > TRUSTED_MS) await renew();
        if (isLost)
          throw new LeaseLost('Another import began before this one had ended: this one stops, and writes no more.');
      },
    };
  }

  return {
    async run(work, mayWait = () => true) {
      const holder = ids.next();
      let askedAtMs = clock.now().getTime();
      while (!(await take(holder))) {
        if (!mayWait()) throw new ImportUnderWay('Another import is under way; this one has to be tried again.');
        await pause(ASK_AGAIN_MS);
        askedAtMs = clock.now().getTime();
      }
      const lease = leaseOf(holder, askedAtMs);
      const renewal = setInterval(() => void lease.renew().catch(() => undefined), RENEW_MS);
      try {
        return await work(lease);
      } finally {
        clearInterval(renewal);
        await release(holder);
      }
    },
  };
}
