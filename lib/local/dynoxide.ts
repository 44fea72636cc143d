/** How to start dynoxide, a DynamoDB in one small binary that keeps its tables in SQLite. */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Engine } from './database.ts';

const fileIn = (dataDir: string): string => join(dataDir, 'dynoxide.sqlite');

/** `folder` is where the package with the binary is installed. */
export const dynoxide = (folder: string): Engine => ({
  name: 'dynoxide',
  command: (port, dataDir) => {
    const storage = dataDir === undefined ? [] : ['--db-path', fileIn(dataDir)];
    return [join(folder, 'dynoxide'), 'serve', '--host', '127.0.0.1', '--port', String(port), ...storage];
  },
  started: (dataDir) => {
    if (dataDir !== undefined) indexStreams(fileIn(dataDir));
  },
});

/** Release 1.2.1 reads all stream records for the number of the next one, so that every write would be slower than the last. */
function indexStreams(file: string): void {
  const database = new DatabaseSync(file, { timeout: 5_000 });
  const { found } = database.prepare("SELECT COUNT(*) AS found FROM sqlite_master WHERE name = '_stream_records'").get() ?? {};
  if (found === 1) database.exec('CREATE INDEX IF NOT EXISTS almanac_stream_order ON _stream_records (table_name, CAST(sequence_number AS INTEGER))');
  database.close();
}
