/** Writes with conditions. */
import { ConditionalCheckFailedException, TransactionCanceledException, TransactionConflictException } from '@aws-sdk/client-dynamodb';

const MOST_ATTEMPTS = 30;
const pause = (attempt: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, Math.random() * Math.min(10 * 2 ** attempt, 400)));

/** True when the write took place, false when a condition of it did not hold. One that meets a transaction on the same item is sent again. */
export async function wasWritten(send: () => Promise<unknown>): Promise<boolean> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      await send();
      return true;
    } catch (error) {
      const codes = error instanceof TransactionCanceledException ? (error.CancellationReasons ?? []).map(({ Code }) => Code) : [];
      if (error instanceof ConditionalCheckFailedException || codes.includes('ConditionalCheckFailed')) return false;
      const isConflict = error instanceof TransactionConflictException || codes.includes('TransactionConflict');
      if (!isConflict || attempt >= MOST_ATTEMPTS) throw error;
      await pause(attempt);
    }
  }
}
