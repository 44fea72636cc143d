/** The errors of DynamoDB that our stores tell apart, with the names and fields of Amazon's client. */
import type { AttributeValue, CancellationReason } from '@aws-sdk/client-dynamodb';

interface Details {
  readonly message: string;
  readonly $metadata: { readonly httpStatusCode?: number };
}

interface NamedDetails extends Details {
  readonly name: string;
  readonly $fault: 'client' | 'server';
}

export class DynamoDBServiceException extends Error {
  readonly $fault: 'client' | 'server';
  readonly $metadata: Details['$metadata'];

  constructor({ name, message, $fault, $metadata }: NamedDetails) {
    super(message);
    this.name = name;
    this.$fault = $fault;
    this.$metadata = $metadata;
  }
}

const exception = (name: string) =>
  class extends DynamoDBServiceException {
    constructor({ message, $metadata }: Details) {
      super({ name, message, $fault: 'client', $metadata });
    }
  };

export class TransactionConflictException extends exception('TransactionConflictException') {}
export class ProvisionedThroughputExceededException extends exception('ProvisionedThroughputExceededException') {}
export class ResourceNotFoundException extends exception('ResourceNotFoundException') {}
export class IdempotentParameterMismatchException extends exception('IdempotentParameterMismatchException') {}

export class ConditionalCheckFailedException extends exception('ConditionalCheckFailedException') {
  /** What the database has, if the command asked for it. */
  readonly Item?: Record<string, AttributeValue>;

  constructor({ Item, ...details }: Details & { readonly Item?: Record<string, AttributeValue> }) {
    super(details);
    if (Item !== undefined) this.Item = Item;
  }
}

export class TransactionCanceledException extends exception('TransactionCanceledException') {
  /** One for each command of the transaction, in their order. */
  readonly CancellationReasons?: CancellationReason[];

  constructor({ CancellationReasons, ...details }: Details & { readonly CancellationReasons?: CancellationReason[] }) {
    super(details);
    if (CancellationReasons !== undefined) this.CancellationReasons = CancellationReasons;
  }
}
