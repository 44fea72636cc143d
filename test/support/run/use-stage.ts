/**
 * Loaded before every test file that needs the stack, and before the programs that tests start: stores work on the
 * database of the run, functions under their roles.
 */
import { copyFileSync, existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { DATABASE_VARIABLE, useDatabase } from '#lib/local/database/current-database';
import { registerTableAlias } from '#lib/local/lambda/iam/arns';
import { enforceRoles } from '#lib/local/lambda/iam/enforce';
import { testStage } from './test-stage.ts';

/** Each worker of jest writes to a file of its own: SQLite lets one process write at a time, and the others wait. */
function useOwnDatabase(): void {
  const { [DATABASE_VARIABLE]: shared, JEST_WORKER_ID: worker } = process.env;
  if (shared === undefined || basename(shared) !== 'database.sqlite' || worker === undefined) return;
  const own = join(dirname(shared), `database-${worker}.sqlite`);
  if (!existsSync(own)) copyFileSync(shared, own);
  process.env[DATABASE_VARIABLE] = own;
}

export default function useStage(): void {
  useOwnDatabase();
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
}

useStage();
