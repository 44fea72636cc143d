/** Tables that nobody else uses, of the shape that `serverless.yml` declares. */
import { randomBytes } from 'node:crypto';
import type { Table } from '#lib/local/database/table';
import { ensureTables } from '#lib/local/database/tables';
import { registerTableAlias } from '#lib/local/lambda/iam/arns';
import type { TableDefinition } from '#lib/package/template/deployment';
import { testStage } from './test-stage.ts';

/** For a table or a bucket. */
export const newName = (): string => `almanac-test-${randomBytes(6).toString('hex')}`;

export async function newTable(
  logicalId: string,
  name = newName(),
  change = (definition: TableDefinition): TableDefinition => definition,
): Promise<Table> {
  const definition = testStage.tables.find((table) => table.logicalId === logicalId);
  if (definition === undefined) throw new Error(`serverless.yml declares no ${logicalId}.`);
  const [table] = await ensureTables([change({ ...definition, create: { ...definition.create, TableName: name } })]);
  if (table === undefined) throw new Error('The table could not be made.');
  registerTableAlias(table.name, definition.create.TableName);
  return table;
}
