/**
 * Writes with conditions. The SDK repeats a write whose answer was lost; if the first one succeeded, the repetition
 * fails the condition. `transacted` and `wasPut` detect that and answer true.
 */
import { isDeepStrictEqual } from 'node:util';
import {
  PutCommand,
  TransactWriteCommand,
  type DocumentClient,
  type PutCommandInput,
  type TransactWriteCommandInput,
} from '#lib/stores/dynamodb/client/commands';
import {
  ConditionalCheckFailedException,
  TransactionCanceledException,
  TransactionConflictException,
} from '#lib/stores/dynamodb/client/exceptions';
import { fromWire, toWire } from '#lib/stores/dynamodb/client/wire-values';

export type TransactItem = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

const MAX_ATTEMPTS = 30;
const pause = (attempt: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, Math.random() * Math.min(10 * 2 ** attempt, 400)));

/** Reasons of a cancelled transaction that go away by themselves; the SDK does not retry them. */
const TRANSIENT = new Set<string | undefined>([
  'TransactionConflict',
  'ThrottlingError',
  'ProvisionedThroughputExceeded',
]);
export const isTransient = (code: string | undefined): boolean => TRANSIENT.has(code);

/**
 * True when the write took place, false when its condition did not hold. Retries after a conflict with a transaction on
 * the same item, and after throttling.
 */
export async function wasWritten(send: () => Promise<unknown>): Promise<boolean> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      await send();
      return true;
    } catch (error) {
      const codes =
        error instanceof TransactionCanceledException ? (error.CancellationReasons ?? []).map(({ Code }) => Code) : [];
      if (error instanceof ConditionalCheckFailedException || codes.includes('ConditionalCheckFailed')) return false;
      const passes = error instanceof TransactionConflictException || codes.some(isTransient);
      if (!passes || attempt >= MAX_ATTEMPTS) throw error;
      await pause(attempt);
    }
  }
}

/**
 * Whether all writes took place. The SDK sends a token with a transaction, by which DynamoDB recognises a repetition.
 */
export const transacted = (db: DocumentClient, TransactItems: TransactItem[]): Promise<boolean> =>
  wasWritten(() => db.send(new TransactWriteCommand({ TransactItems })));

/** Whether the item was put, or is already stored exactly so. Half the price of a transaction. */
export const wasPut = (db: DocumentClient, input: PutCommandInput): Promise<boolean> =>
  wasWritten(async () => {
    try {
      await db.send(new PutCommand({ ...input, ReturnValuesOnConditionCheckFailure: 'ALL_OLD' }));
    } catch (error) {
      const isThere =
        error instanceof ConditionalCheckFailedException &&
        isDeepStrictEqual(fromWire({ Item: error.Item }), fromWire(toWire({ Item: input.Item })));
      if (!isThere) throw error;
    }
  });
