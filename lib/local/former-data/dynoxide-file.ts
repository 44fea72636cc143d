/**
 * The file of dynoxide 1.2 (its schema 9). `_tables` lists the tables. Each is a SQLite table of the same name with the
 * items in `item_json`; its indexes are tables as well (`calendar::lsi::byTime`) and hold nothing else. Streams are
 * rows of `_stream_records`, numbered from 1 on for each table.
 */
import { formerDataIn } from './former-file.ts';
import type { FormerChange, FormerData, FormerTable } from './former-table.ts';
import { openStoredFile, quoted, type Row } from './stored-file.ts';
import { readItem } from './stored-item.ts';

const TABLES = 'SELECT table_name, stream_enabled, stream_label FROM _tables ORDER BY table_name';

const CHANGES = `
  SELECT sequence_number, user_identity, created_at, keys_json, old_image, new_image FROM _stream_records
  WHERE table_name = ? AND CAST(sequence_number AS INTEGER) > ? ORDER BY CAST(sequence_number AS INTEGER)`;

export function openDynoxideFile(file: string): FormerData {
  const stored = openStoredFile(file);
  const readTable = ({ table_name, stream_enabled, stream_label }: Row): FormerTable => {
    const name = String(table_name);
    return {
      name,
      streamArn: stream_enabled === 1 ? streamArn(name, String(stream_label)) : undefined,
      items: () => stored.rows(`SELECT item_json FROM ${quoted(name)}`, [], ({ item_json }) => readItem(item_json)),
    };
  };
  return formerDataIn(file, stored, 'dynoxide', { tables: TABLES, readTable, changes: CHANGES, readChange });
}

const streamArn = (name: string, label: string): string =>
  `arn:aws:dynamodb:dynoxide:000000000000:table/${name}/stream/${label}`;

function readChange(row: Row): FormerChange {
  const { sequence_number, user_identity, created_at, keys_json, old_image, new_image } = row;
  return {
    sequenceNumber: String(sequence_number),
    eventName: new_image === null ? 'REMOVE' : old_image === null ? 'INSERT' : 'MODIFY',
    isExpiry: user_identity !== null,
    createdMs: Number(created_at) * 1000,
    keys: readItem(keys_json),
    oldImage: old_image === null ? undefined : readItem(old_image),
    newImage: new_image === null ? undefined : readItem(new_image),
  };
}
