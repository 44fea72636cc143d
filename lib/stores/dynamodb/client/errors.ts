/** Errors of the database as exceptions, by which the stores know them. */
import type { AttributeValue, CancellationReason } from '@aws-sdk/client-dynamodb';
import {
  ConditionalCheckFailedException,
  DynamoDBServiceException,
  ProvisionedThroughputExceededException,
  ResourceNotFoundException,
  TransactionCanceledException,
  TransactionConflictException,
} from './exceptions.ts';

interface ErrorBody {
  readonly __type?: string;
  readonly message?: string;
  readonly Message?: string;
  readonly Item?: Record<string, AttributeValue>;
  readonly CancellationReasons?: CancellationReason[];
}

/** Bytes stay base64 here: nobody looks at them in an error. */
export function exceptionOf(status: number, text: string): DynamoDBServiceException {
  const body = (text.startsWith('{') ? JSON.parse(text) : {}) as ErrorBody;
  const name = body.__type?.split('#').at(-1) ?? 'InternalServerError';
  const options = {
    message: body.message ?? body.Message ?? text.slice(0, 500),
    $metadata: { httpStatusCode: status },
  };
  switch (name) {
    case 'ConditionalCheckFailedException':
      return new ConditionalCheckFailedException({ ...options, ...(body.Item && { Item: body.Item }) });
    case 'TransactionCanceledException':
      return new TransactionCanceledException({ ...options, CancellationReasons: body.CancellationReasons ?? [] });
    case 'TransactionConflictException':
      return new TransactionConflictException(options);
    case 'ProvisionedThroughputExceededException':
      return new ProvisionedThroughputExceededException(options);
    case 'ResourceNotFoundException':
      return new ResourceNotFoundException(options);
    default:
      return new DynamoDBServiceException({ name, $fault: status < 500 ? 'client' : 'server', ...options });
  }
}

/** Reasons of a transaction whose conditions nobody has looked at, and `None` for the commands beside them. */
const NOT_EVALUATED = new Set(['None', 'ThrottlingError', 'ProvisionedThroughputExceeded']);

const REPEATABLE = new Set([
  'InternalServerError',
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'ServiceUnavailable',
  'ThrottlingException',
  'TransactionInProgressException',
]);

/** The connection failed, or the database did: what was sent may have been carried out. */
export const mayHaveHappened = (error: unknown): boolean =>
  !(error instanceof DynamoDBServiceException) ||
  error.name === 'TransactionInProgressException' ||
  (error.$metadata.httpStatusCode ?? 0) >= 500;

/** Whether the call may succeed when it is sent again: a failed connection, a failing or a busy database. */
export const isRepeatable = (error: unknown): boolean =>
  mayHaveHappened(error) || (error instanceof Error && REPEATABLE.has(error.name));

/** A transaction that a busy database has turned away. */
export function isThrottled(error: unknown): boolean {
  if (!(error instanceof TransactionCanceledException)) return false;
  const { CancellationReasons: reasons = [] } = error;
  return reasons.length > 0 && reasons.every(({ Code = '' }) => NOT_EVALUATED.has(Code));
}
