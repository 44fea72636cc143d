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
