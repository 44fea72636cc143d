/** DynamoDB's errors, as the SDK throws them. */
import type { CancellationReason } from '@aws-sdk/client-dynamodb';
import {
  DynamoDBServiceException,
  IdempotentParameterMismatchException,
  ResourceNotFoundException,
  TransactionCanceledException,
} from '#lib/stores/dynamodb/client/exceptions';
export const $metadata = { httpStatusCode: 400, attempts: 1, totalRetryDelay: 0 };

export const CONDITION_FAILED = 'The conditional request failed';

export const invalid = (message: string): Error =>
  new DynamoDBServiceException({ name: 'ValidationException', $fault: 'client', message, $metadata });

/** For a value that a parameter does not have. */
export const unfit = (name: string, value: unknown, constraint: string): Error =>
  invalid(
    `1 validation error detected: Value '${String(value)}' at '${name}' failed to satisfy constraint: Member must ${constraint}`,
  );

/** For a text that would be part of a key: what is said before, and whose it is. */
export function emptyKey({ before = '', whose = '' } = {}): Error {
  const empty = 'The AttributeValue for a key attribute cannot contain an empty string value.';
  return invalid(`One or more parameter values are not valid. ${before}${empty}${whose}`);
}

/** For an expression, option or command that the embedded database does not implement. */
export const unknown = (what: string): Error => new Error(`The embedded database does not know ${what}.`);

export const noTable = (): Error =>
  new ResourceNotFoundException({ message: 'Cannot do operations on a non-existent table', $metadata });
export const cancelled = (reasons: CancellationReason[]): Error =>
  new TransactionCanceledException({
    message:
      'Transaction cancelled, please refer cancellation reasons for specific reasons ' +
      `[${reasons.map(({ Code }) => Code).join(', ')}]`,
    CancellationReasons: reasons,
    $metadata,
  });

export const otherParameters = (): Error =>
  new IdempotentParameterMismatchException({
    message: 'The request has the same token and other parameters.',
    $metadata,
  });

export const isInvalid = (error: unknown): error is Error =>
  error instanceof DynamoDBServiceException && error.name === 'ValidationException';
