/**
 * Writes with conditions. The SDK repeats a write whose answer was lost, and the repetition would fail the condition
 * that the write itself has changed: whoever needs to know for sure uses one of those that recognise themselves.
 */
import { isDeepStrictEqual } from 'node:util';
import {
  ConditionalCheckFailedException,
  TransactionCanceledException,
  TransactionConflictException,
} from '@aws-sdk/client-dynamodb';
import {
  PutCommand,
  TransactWriteCommand,
  type DynamoDBDocumentClient,
  type PutCommandInput,
  type TransactWriteCommandInput,
} from '@aws-sdk/lib-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { MARSHALLING } from '#lib/stores/dynamodb/client/marshalling';

export type TransactItem = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

const MAX_ATTEMPTS = 30;
const pause = (attempt: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, Math.random() * Math.min(10 * 2 ** attempt, 400)));

/** Reasons of a cancelled transaction that pass; the SDK does not repeat it for them. */
const PASSING = new Set<string | undefined>([
  'TransactionConflict',
  'ThrottlingError',
  'ProvisionedThroughputExceeded',
]);
export const isPassing = (code: string | undefined): boolean => PASSING.has(code);

/**
 * True when the write took place, false when a condition of it did not hold. One that meets a transaction on the same
 * item, or too many others, is sent again.
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
      const passes = error instanceof TransactionConflictException || codes.some(isPassing);
      if (!passes || attempt >= MAX_ATTEMPTS) throw error;
      await pause(attempt);
    }
  }
}

/**
 * Whether all writes took place. The SDK gives a transaction a token, by which the database knows it again: what was
 * lost is the answer only.
 */
export const transacted = (db: DynamoDBDocumentClient, TransactItems: TransactItem[]): Promise<boolean> =>
  wasWritten(() => db.send(new TransactWriteCommand({ TransactItems })));

/**
 * Whether the item was put; also when it is there already, exactly as it should be. Half the price of a transaction.
 */
export const wasPut = (db: DynamoDBDocumentClient, input: PutCommandInput): Promise<boolean> =>
  wasWritten(async () => {
    try {
      await db.send(new PutCommand({ ...input, ReturnValuesOnConditionCheckFailure: 'ALL_OLD' }));
    } catch (error) {
      const isThere =
        error instanceof ConditionalCheckFailedException &&
        isDeepStrictEqual(error.Item, marshall(input.Item, MARSHALLING));
      if (!isThere) throw error;
    }
  });
