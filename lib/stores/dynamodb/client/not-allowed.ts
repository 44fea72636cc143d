import { DynamoDBServiceException } from './exceptions.ts';

/** What DynamoDB answers to somebody whose role does not allow a call. */
export const notAllowed = (message: string): Error =>
  new DynamoDBServiceException({
    name: 'AccessDeniedException',
    $fault: 'client',
    message,
    $metadata: { httpStatusCode: 400 },
  });
