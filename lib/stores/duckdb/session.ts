/** A DuckDB session for one piece of work, with a folder for files that vanishes with it. */
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DuckDBConnection, DuckDBInstance, DuckDBValue, Json } from '@duckdb/node-api';

export type Row = Record<string, Json>;

export interface DuckSession {
  /** For files that the work reads and writes; made when it is first asked for. */
  readonly folder: string;
  /** Question marks in the text stand for the values, in order. Gives the number of rows that were written. */
  run(sql: string, values?: readonly string[]): Promise<number>;
  /** Numbers of 64 bits come as text. */
  rows(sql: string, values?: readonly string[]): Promise<Row[]>;
  /** The same, a few thousand rows at a time. */
  chunks(sql: string): AsyncGenerator<Row[]>;
  /** Ends the statement that is running. */
  interrupt(): void;
  close(): Promise<void>;
}

/** The rest is for Node and for what it uploads. */
const MEMORY_SHARE = 0.6;

const toObjects = (names: readonly string[], rows: readonly (readonly Json[])[]): Row[] =>
  rows.map((row) => Object.fromEntries(names.map((name, index) => [name, row[index] ?? null])));

async function* streamChunks(connection: DuckDBConnection, sql: string): AsyncGenerator<Row[]> {
  const result = await connection.stream(sql);
  const names = result.columnNames();
  for await (const rows of result.yieldRowsJson()) if (rows.length > 0) yield toObjects(names, rows);
}

let shared: Promise<DuckDBInstance> | undefined;

/** Lambda gives one processor for so many MB, though the machine has more: further threads would wait for each other. */
const MB_OF_A_PROCESSOR = 1_769;

function settingsInLambda(memoryMb: number): Record<string, string> {
  return {
    memory_limit: `${String(Math.floor(memoryMb * MEMORY_SHARE))}MB`,
    threads: String(Math.max(1, Math.round(memoryMb / MB_OF_A_PROCESSOR))),
  };
}

/** For all sessions. A statement names a file several times, and so do many reports. */
const SETTINGS = "SET GLOBAL TimeZone = 'UTC'; SET GLOBAL parquet_metadata_cache = true";

/** One database for the process, which is slow to make; what a session creates is temporary and its own. */
async function openInstance(): Promise<DuckDBInstance> {
  // Loaded when it is first needed: it is large, and most requests of the functions that bring it along do without.
  const { DuckDBInstance: Instance, DuckDBTimestampTZValue } = await import('@duckdb/node-api');
  // Moments are written in UTC, whatever the zone of the machine is.
  DuckDBTimestampTZValue.timezoneOffsetInMinutes = 0;
  const lambdaMb = Number(process.env['AWS_LAMBDA_FUNCTION_MEMORY_SIZE'] ?? 0);
  const instance = await Instance.create(':memory:', {
    temp_directory: join(tmpdir(), `almanac-duck-${String(process.pid)}-spill`),
    ...(lambdaMb > 0 && settingsInLambda(lambdaMb)),
  });
  const connection = await instance.connect();
  await connection.run(SETTINGS);
  connection.closeSync();
  return instance;
}

/** Quoted texts and names, and question marks that stand for values. */
const QUOTED_OR_VALUE = /'(?:[^']|'')*'|"(?:[^"]|"")*"|\?/g;
/** DuckDB copies the whole list for each of its values that a statement names. */
const MAX_VALUES_IN_A_LIST = 64;

/**
 * What is to be run for a statement with values. Its values are in a variable of the session: a statement with
 * parameters is planned twice, when it is prepared and when it is run.
 */
async function placeValues(
  connection: DuckDBConnection,
  sql: string,
  values: readonly string[],
): Promise<[sql: string, values?: DuckDBValue[]]> {
  if (values.length === 0) return [sql];
  if (values.length > MAX_VALUES_IN_A_LIST) return [sql, [...values]];
  const { LIST, listValue, VARCHAR } = await import('@duckdb/node-api');
  await connection.run('SET VARIABLE given = ?', [listValue(values)], [LIST(VARCHAR)]);
  let count = 0;
  const placed = sql.replaceAll(QUOTED_OR_VALUE, (part) =>
    part === '?' ? `getvariable('given')[${String((count += 1))}]` : part,
  );
  if (count !== values.length)
    throw new Error(`The statement has places for ${String(count)} values, and ${String(values.length)} were given.`);
  return [placed];
}

/** The next one who asks tries again after a failure. */
const sharedInstance = (): Promise<DuckDBInstance> =>
  (shared ??= openInstance().catch((error: unknown) => {
    shared = undefined;
    throw error;
  }));

export async function openDuck(): Promise<DuckSession> {
  let folder: string | undefined;
  const connection = await (await sharedInstance()).connect();
  return {
    get folder() {
      return (folder ??= mkdtempSync(join(tmpdir(), 'almanac-duck-')));
    },
    async run(sql, values = []) {
      const { rowsChanged } = await connection.run(...(await placeValues(connection, sql, values)));
      return rowsChanged;
    },
    async rows(sql, values = []) {
      const result = await connection.runAndReadAll(...(await placeValues(connection, sql, values)));
      return result.getRowObjectsJson();
    },
    chunks: (sql) => streamChunks(connection, sql),
    interrupt() {
      connection.interrupt();
    },
    async close() {
      connection.closeSync();
      if (folder !== undefined) await rm(folder, { recursive: true, force: true });
    },
  };
}
