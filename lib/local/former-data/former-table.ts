/** What a data folder of an earlier version holds. */
import type { AttributeValue } from '@aws-sdk/client-dynamodb';

export type Item = Record<string, AttributeValue>;

export interface FormerTable {
  readonly name: string;
  /** As the database named the table's stream, and so as the checkpoints do; undefined without a stream. */
  readonly streamArn: string | undefined;
  /** One after the other as they are asked for, in no order; those that have expired and were not yet removed, too. */
  items(): Iterable<Item>;
}

/** A record of a table's stream. */
export interface FormerChange {
  /** As the database gave it to a reader of the stream, and so as it stands in a checkpoint. */
  readonly sequenceNumber: string;
  readonly eventName: 'INSERT' | 'MODIFY' | 'REMOVE';
  /** Removed by the database when its time had come. */
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
  /** In the order in which they were made, those after a sequence number or all that the stream remembers. */
  changes(tableName: string, afterSequenceNumber?: string): Iterable<FormerChange>;
  close(): void;
}
