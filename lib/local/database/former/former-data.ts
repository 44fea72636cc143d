/** What an earlier release kept in a data folder, read from the file of its database without starting that. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { openDynamodbLocalFile } from './dynamodb-local-file.ts';
import { openDynoxideFile } from './dynoxide-file.ts';

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

/** In the order in which `npm start` chose among them: where both files are, the first is what it went on with. */
const FILES = [
  { name: 'dynoxide.sqlite', open: openDynoxideFile },
  { name: 'shared-local-instance.db', open: openDynamodbLocalFile },
];

/** `folder` is what a data folder has under `dynamodb`; undefined when no earlier release left a file there. */
export function formerData(folder: string): FormerData | undefined {
  const found = FILES.find(({ name }) => existsSync(join(folder, name)));
  return found?.open(join(folder, found.name));
}
