import {
  CreateTableCommand,
  DescribeTableCommand,
  DynamoDBClient,
  ResourceNotFoundException,
  UpdateTimeToLiveCommand,
  type TableDescription,
} from '@aws-sdk/client-dynamodb';
import { StartupError } from '#lib/command/startup-error';
import type { TableDefinition } from '#lib/package/template/deployment';
import { currentDatabase } from './current-database.ts';
import type { Engine } from './embedded/storage/engine.ts';
import { schemaOf, type Schema } from './embedded/storage/schema.ts';

export interface Table {
  readonly logicalId: string;
  readonly name: string;
  readonly streamArn: string | undefined;
}

/** Creates missing tables; never changes a table with another schema. */
export async function ensureTables(definitions: readonly TableDefinition[]): Promise<Table[]> {
  const embedded = currentDatabase();
  if (embedded !== undefined) return definitions.map((definition) => ensureEmbedded(embedded.engine, definition));
  const db = new DynamoDBClient();
  return Promise.all(definitions.map((definition) => ensureTable(db, definition))).finally(() => {
    db.destroy();
  });
}

/** The embedded database's stream ARN of a table. */
export const streamArnOf = (name: string): string =>
  `arn:aws:dynamodb:us-east-1:000000000000:table/${name}/stream/embedded`;

function ensureEmbedded(
  engine: Engine,
  { logicalId, create, ttlAttribute, isFollowed = true }: TableDefinition,
): Table {
  const { TableName } = create;
  const wanted = schemaOf(create, ttlAttribute);
  const { schema: found } = engine.createTable(create, ttlAttribute);
  const keys = ({ hash, range, indexes }: Schema): string =>
    JSON.stringify([hash, range, indexes.map(({ attributes: _contents, ...index }) => index)]);
  if (keys(found) !== keys(wanted)) throw otherShape(TableName);
  // Indexes of an earlier version contained everything.
  const isSame = JSON.stringify(found.indexes) === JSON.stringify(wanted.indexes);
  const { schema } = isSame ? { schema: found } : engine.setSchema({ ...found, indexes: wanted.indexes });
  engine.setFollowed(TableName, isFollowed);
  return { logicalId, name: TableName, streamArn: schema.hasStream ? streamArnOf(TableName) : undefined };
}

const otherShape = (name: string): Error =>
  new StartupError(
    `The table ${name} in the data folder has other keys than serverless.yml declares. Start with --fresh to delete its data, or with another --data folder.`,
  );

async function ensureTable(db: DynamoDBClient, definition: TableDefinition): Promise<Table> {
  const { TableName } = definition.create;
  const found = await describe(db, TableName);
  if (found !== undefined && shape(found) !== shape(definition.create)) throw otherShape(TableName);
  const table = found ?? (await create(db, definition));
  return { logicalId: definition.logicalId, name: TableName, streamArn: table.LatestStreamArn };
}

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
