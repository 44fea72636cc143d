/** What both former databases have in common: tables and stream records are rows of one SQLite file. */
import type { FormerChange, FormerData, FormerTable } from './former-table.ts';
import type { Row, StoredFile } from './stored-file.ts';

export interface FormerSchema {
  /** The query for the tables, and how a row of it is read. */
  readonly tables: string;
  readonly readTable: (row: Row) => FormerTable;
  /** The query for the changes of a table after a sequence number. */
  readonly changes: string;
  readonly readChange: (row: Row) => FormerChange;
}

export const formerDataIn = (
  file: string,
  stored: StoredFile,
  engine: FormerData['engine'],
  { tables, readTable, changes, readChange }: FormerSchema,
): FormerData => ({
  engine,
  file,
  tables: () => (stored.isEmpty ? [] : [...stored.rows(tables, [], readTable)]),
  changes: (tableName, afterSequenceNumber = '0') =>
    stored.rows(changes, [tableName, BigInt(afterSequenceNumber)], readChange),
  close: () => {
    stored.close();
  },
});
