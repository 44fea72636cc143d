/** The data that an earlier release left. */
import type { AttributeValue } from '@aws-sdk/client-dynamodb';

export type Item = Record<string, AttributeValue>;

export interface FormerTable {
  readonly name: string;
  /** The stream's ARN in that database and in the checkpoints; undefined without a stream. */
  readonly streamArn: string | undefined;
  /** Read on demand, in no order; includes expired items that were not removed yet. */
  items(): Iterable<Item>;
}

/** A record of a table's stream. */
export interface FormerChange {
  /** As the database gave it to stream readers, and as checkpoints contain it. */
  readonly sequenceNumber: string;
  readonly eventName: 'INSERT' | 'MODIFY' | 'REMOVE';
  /** Removed by expiry. */
  readonly isExpiry: boolean;
  readonly createdMs: number;
  readonly keys: Item;
  readonly oldImage: Item | undefined;
  readonly newImage: Item | undefined;
}

export interface FormerData {
  readonly engine: 'dynoxide' | 'dynamodb-local';
  readonly file: string;
  tables(): FormerTable[];
  /** In order: those after a sequence number, or all that the stream still has. */
  changes(tableName: string, afterSequenceNumber?: string): Iterable<FormerChange>;
  close(): void;
}
