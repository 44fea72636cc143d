import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { requestTooLarge } from '#lib/api/errors';

const TOO_LARGE = /item size|item collection too large|exceeded the maximum allowed size/i;

/** Whether a write failed because an item would have become larger than the database keeps: 400 KB. */
function isTooLarge(error: unknown): boolean {
  if (error instanceof TransactionCanceledException)
    return (error.CancellationReasons ?? []).some(
      ({ Code, Message }) => Code === 'ValidationError' && TOO_LARGE.test(Message ?? ''),
    );
  return error instanceof Error && error.name === 'ValidationException' && TOO_LARGE.test(error.message);
}

/** The error that a client is told in its place; any other stays as it is. */
export const tooLargeOr = (error: unknown): unknown => (isTooLarge(error) ? requestTooLarge(error) : error);
