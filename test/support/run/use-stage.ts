/**
 * Loaded before every test file that needs the stack, and before the programs that tests start: stores work on the
 * database of the run, functions under their roles.
 */
import { copyFileSync, existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { DATABASE_VARIABLE, useDatabase } from '#lib/local/database/current-database';
import { ensureTables } from '#lib/local/database/tables';
import { registerTableAlias } from '#lib/local/lambda/iam/arns';
import { enforceRoles } from '#lib/local/lambda/iam/enforce';
import { bucketOf, withoutStream } from './running.ts';
import { testStage } from './test-stage.ts';

/** SQLite lets one process write at a time, and the others wait. */
function useOwnFile(shared: string, worker: string): void {
  if (basename(shared) !== 'database.sqlite') return;
  const own = join(dirname(shared), `database-${worker}.sqlite`);
  if (!existsSync(own)) copyFileSync(shared, own);
  process.env[DATABASE_VARIABLE] = own;
}

let tables: Promise<unknown> | undefined;

/** DynamoDB Local has a database for each access key. */
function useOwnAccessKey(worker: string): void {
  const own = `worker${worker}`;
  if (process.env['AWS_ACCESS_KEY_ID'] === own) return;
  process.env['AWS_ACCESS_KEY_ID'] = own;
  tables ??= ensureTables(testStage.tables.map(withoutStream));
}

/**
 * Each worker of jest has a database and a bucket of its own, always both: the lock of an import into the bucket is in
 * the database.
 */
function useOwnStores(): void {
  const { [DATABASE_VARIABLE]: file, BUCKET: bucket, JEST_WORKER_ID: worker } = process.env;
  if (worker === undefined) return;
  if (file === undefined) useOwnAccessKey(worker);
  else useOwnFile(file, worker);
  if (bucket === testStage.bucket) process.env['BUCKET'] = bucketOf(bucket, worker);
}

/** All but the tables of another database is done at once: modules that are loaded next look for it. */
export default async function useStage(): Promise<void> {
  useOwnStores();
  useDatabase();
  enforceRoles({
    ...testStage,
    environment: { ...testStage.environment, MAIL_SENDER: process.env['MAIL_SENDER'] ?? '' },
  });

  // A program may be told to work on a table or bucket that its test has made.
  registerTableAlias(process.env['BUCKET'] ?? '', testStage.bucket);
  for (const { logicalId, create } of testStage.tables) {
    const name = process.env[`${logicalId.replace('Table', '').toUpperCase()}_TABLE`];
    if (name !== undefined && name !== create.TableName) registerTableAlias(name, create.TableName);
  }
  await tables;
}

void useStage();
