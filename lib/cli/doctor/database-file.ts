/** Checks the file of the embedded database, read-only. */
import { DatabaseSync } from 'node:sqlite';
import { counted } from '#lib/api/text/counted';
import { FORMAT } from '#lib/local/database/embedded/storage/engine';
import { schemaOf, tableStatements } from '#lib/local/database/embedded/storage/schema';
import { streamArnOf } from '#lib/local/database/tables';
import { SHARD } from '#lib/local/streams/changes';
import { checkpointKey } from '#lib/local/streams/delivery';
import type { Deployment, TableDefinition } from '#lib/package/template/deployment';
import { faultsOrPassed, passed, wrong, type Finding } from './finding.ts';

const BEHIND_MS = 300_000;
const DAMAGED =
  'Stop the stack, put a copy of database.sqlite in its place, or begin anew with `npm start -- --fresh`.';
const OTHER_SHAPE = 'Begin anew with `npm start -- --fresh`, or choose another folder with --data DIR.';

interface Checks extends Pick<Deployment, 'tables' | 'functions'> {
  readonly file: string;
  readonly isRunning: boolean;
  readonly nowMs: number;
}

/** SQLite's own check of its pages; it answers `ok` if there is no problem. */
export function quickCheck(database: DatabaseSync, file: string, advice: string): Finding[] {
  const rows = database
    .prepare('PRAGMA quick_check(3)')
    .all()
    .map((row) => String(Object.values(row)[0]));
  return rows.join() === 'ok' ? [] : [wrong(`${file} is damaged: ${rows.join('; ')}`, advice)];
}

/** Compares a table with the template; SQLite keeps the statements that created it. */
function tableFaults(database: DatabaseSync, { create, ttlAttribute }: TableDefinition): Finding[] {
  const label = `table ${create.TableName}`;
  const row = database.prepare('SELECT id, schema FROM tables WHERE name = ?').get(create.TableName);
  if (row === undefined)
    return [wrong(`${label} is not there`, 'Start the stack again: it makes tables that are not there.')];
  const declared = schemaOf(create, ttlAttribute);
  if (String(row['schema']) !== JSON.stringify(declared))
    return [wrong(`${label} has other keys, indexes or settings than serverless.yml declares`, OTHER_SHAPE)];
  const made = new Set(
    database
      .prepare('SELECT sql FROM sqlite_master')
      .all()
      .map(({ sql }) => sql),
  );
  const lost = tableStatements(declared, Number(row['id'])).filter((sql) => !made.has(sql));
  return lost.map((sql) => wrong(`${label} lacks a part of its own: ${sql.split(' (')[0] ?? sql}`, DAMAGED));
}

/** Changes that a function has not received yet. */
function waiting(database: DatabaseSync, { functions, tables, isRunning, nowMs }: Checks): Finding[] {
  const count = database.prepare(
    `SELECT COUNT(*) AS count, MIN(at) AS oldest FROM changes
      WHERE seq > ? AND table_id = (SELECT id FROM tables WHERE name = ?)`,
  );
  const place = database.prepare('SELECT seq FROM checkpoints WHERE reader = ?');
  return functions.flatMap((target) =>
    target.streams.map((source) => {
      const name = tables.find(({ logicalId }) => logicalId === source.table)?.create.TableName ?? source.table;
      const done = Number(place.get(checkpointKey({ target, arn: streamArnOf(name) }, SHARD))?.['seq'] ?? 0);
      const found = count.get(done, name);
      const ageMs = found?.['oldest'] === null ? 0 : nowMs - Number(found?.['oldest']);
      const age = ageMs === 0 ? '' : `, the oldest for ${String(Math.round(ageMs / 1000))} s`;
      const what = `${target.name}: ${counted(Number(found?.['count']), 'change')} of ${name} wait${age}`;
      if (!isRunning || ageMs < BEHIND_MS) return passed(what);
      return wrong(what, 'See what it prints in the terminal of `npm start`; then stop that and start it again.');
    }),
  );
}

export function checkDatabaseFile(checks: Checks): Finding[] {
  const { file, tables } = checks;
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(file, { readOnly: true, timeout: 2_000 });
    const open = database;
    const version = Number(open.prepare('PRAGMA user_version').get()?.['user_version']);
    if (version > FORMAT)
      return [
        wrong(
          `${file} was written by a newer Almanac (format ${String(version)})`,
          'Update this one, or choose another folder with --data DIR.',
        ),
      ];
    const damage = quickCheck(open, file, DAMAGED);
    if (damage.length > 0) return damage;
    const perTable = tables.flatMap((table) =>
      faultsOrPassed(tableFaults(open, table), `table ${table.create.TableName}: keys, indexes and settings`),
    );
    return [passed(`${file} is whole`), ...perTable, ...waiting(open, checks)];
  } catch (error) {
    return [wrong(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`, DAMAGED)];
  } finally {
    database?.close();
  }
}
