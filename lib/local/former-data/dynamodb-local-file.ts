/**
 * The file of Amazon's DynamoDB Local with `-sharedDb` (format v2.4.0). `dm` lists the tables. Each is a SQLite table
 * of the same name with the items in `ObjectJSON`, bytes with text in UTF-8; its indexes are indexes of that table.
 * `sm` lists the streams, and their records are rows of `us`, numbered from 1 on for all tables together.
 */
import { formerDataIn } from './former-file.ts';
import type { FormerChange, FormerData, FormerTable } from './former-table.ts';
import { openStoredFile, quoted, type Row } from './stored-file.ts';
import { itemOf, parseStored, readItem, type StoredItem } from './stored-item.ts';

const TABLES = `
  SELECT dm.TableName AS name, sm.StreamID AS streamArn FROM dm
  LEFT JOIN sm ON sm.TableName = dm.TableName AND sm.StreamStatus = 'ENABLED' ORDER BY dm.TableName`;

/** The stream's reader sees these numbers with 21 digits. */
const CHANGES = `
  SELECT printf('%021d', SequenceNumber) AS sequenceNumber, OperationType, CreationDateTime, StreamRecord FROM us
  WHERE StreamID IN (SELECT StreamID FROM sm WHERE TableName = ?) AND SequenceNumber > ? ORDER BY SequenceNumber`;

interface StreamRecord {
  readonly Dynamodb: { readonly Keys: StoredItem; readonly OldImage?: StoredItem; readonly NewImage?: StoredItem };
}

export function openDynamodbLocalFile(file: string): FormerData {
  const stored = openStoredFile(file);
  const readTable = ({ name, streamArn }: Row): FormerTable => ({
    name: String(name),
    streamArn: streamArn === null ? undefined : String(streamArn),
    items: () =>
      stored.rows(`SELECT ObjectJSON FROM ${quoted(String(name))}`, [], ({ ObjectJSON }) => readItem(ObjectJSON)),
  });
  return formerDataIn(file, stored, 'dynamodb-local', { tables: TABLES, readTable, changes: CHANGES, readChange });
}

const EVENT_NAMES: readonly unknown[] = ['INSERT', 'MODIFY', 'REMOVE'];

function readChange({ sequenceNumber, OperationType, CreationDateTime, StreamRecord }: Row): FormerChange {
  const { Keys, OldImage, NewImage } = (parseStored(StreamRecord) as StreamRecord).Dynamodb;
  return {
    sequenceNumber: String(sequenceNumber),
    eventName: NewImage === undefined ? 'REMOVE' : OldImage === undefined ? 'INSERT' : 'MODIFY',
    // DynamoDB Local marks expired items with the operation EXPIRE.
    isExpiry: !EVENT_NAMES.includes(OperationType),
    createdMs: Number(CreationDateTime),
    keys: itemOf(Keys),
    oldImage: OldImage && itemOf(OldImage),
    newImage: NewImage && itemOf(NewImage),
  };
}
