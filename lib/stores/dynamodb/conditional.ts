/** A single write with a condition. */
import { ConditionalCheckFailedException, TransactionConflictException } from '@aws-sdk/client-dynamodb';

const MOST_ATTEMPTS = 30;
const pause = (attempt: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, Math.random() * Math.min(10 * 2 ** attempt, 400)));

/** True when the write took place, false when its condition did not hold. One that meets a transaction on the same item is sent again. */
export async function wasWritten(send: () => Promise<unknown>): Promise<boolean> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      await send();
      return true;
    } catch (error) {
      if (error instanceof ConditionalCheckFailedException) return false;
      if (!(error instanceof TransactionConflictException) || attempt >= MOST_ATTEMPTS) throw error;
      await pause(attempt);
    }
  }
}
