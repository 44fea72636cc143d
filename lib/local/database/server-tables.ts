/** Tables in DynamoDB Local, or another server with its protocol. */
import {
  CreateTableCommand,
  DescribeTableCommand,
  DynamoDBClient,
  ResourceNotFoundException,
  UpdateTimeToLiveCommand,
  type TableDescription,
} from '@aws-sdk/client-dynamodb';
import type { TableDefinition } from '#lib/package/template/deployment';
import { otherShape, type Table } from './table.ts';

async function describe(db: DynamoDBClient, TableName: string): Promise<TableDescription | undefined> {
  try {
    return (await db.send(new DescribeTableCommand({ TableName }))).Table;
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return undefined;
    throw error;
  }
}

async function create(db: DynamoDBClient, { create, ttlAttribute }: TableDefinition): Promise<TableDescription> {
  const { TableDescription = {} } = await db.send(new CreateTableCommand(create));
  if (ttlAttribute !== undefined) {
    const TimeToLiveSpecification = { AttributeName: ttlAttribute, Enabled: true };
    await db.send(new UpdateTimeToLiveCommand({ TableName: create.TableName, TimeToLiveSpecification }));
  }
  return TableDescription;
}

type Keyed = Pick<TableDescription, 'KeySchema' | 'LocalSecondaryIndexes' | 'GlobalSecondaryIndexes'>;

/** The keys of a table and its indexes in a comparable form. */
function shape(table: Keyed): string {
  const indexes = [...(table.LocalSecondaryIndexes ?? []), ...(table.GlobalSecondaryIndexes ?? [])];
  const keys = ({ KeySchema = [] }: Pick<Keyed, 'KeySchema'>): string[] =>
    KeySchema.map(({ AttributeName, KeyType }) => `${String(KeyType)} ${String(AttributeName)}`).sort();
  return JSON.stringify([keys(table), indexes.map((index) => [index.IndexName, ...keys(index)].join()).sort()]);
}

/** Creates missing tables. */
export async function ensureInServer(definitions: readonly TableDefinition[]): Promise<Table[]> {
  const db = new DynamoDBClient();
  const ensureTable = async (definition: TableDefinition): Promise<Table> => {
    const { TableName } = definition.create;
    const found = await describe(db, TableName);
    if (found !== undefined && shape(found) !== shape(definition.create)) throw otherShape(TableName);
    const table = found ?? (await create(db, definition));
    return { logicalId: definition.logicalId, name: TableName, streamArn: table.LatestStreamArn };
  };
  return Promise.all(definitions.map(ensureTable)).finally(() => {
    db.destroy();
  });
}
