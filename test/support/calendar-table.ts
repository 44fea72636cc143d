import { randomBytes } from 'node:crypto';
import { standsFor } from '#lib/local/iam/arns';
import { readDeployment } from '#lib/local/deployment';
import { ensureTables, type Table } from '#lib/local/database/tables';

/** A table of the calendar's shape that nobody else uses. */
export async function newCalendarTable(): Promise<Table> {
  const definition = readDeployment('test').tables.find(({ logicalId }) => logicalId === 'CalendarTable');
  if (definition === undefined) throw new Error('serverless.yml declares no CalendarTable.');
  const [table] = await ensureTables([{ ...definition, create: { ...definition.create, TableName: `push-${randomBytes(6).toString('hex')}` } }]);
  if (table === undefined) throw new Error('The table could not be made.');
  standsFor(table.name, definition.create.TableName);
  return table;
}
