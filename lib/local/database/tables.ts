import type { TableDefinition } from '#lib/package/template/deployment';
import { currentDatabase } from './current-database.ts';
import type { Engine } from './embedded/storage/engine.ts';
import { schemaOf, type Schema } from './embedded/storage/schema.ts';
import { otherShape, type Table } from './table.ts';

/** Creates missing tables; never changes a table with another schema. */
export async function ensureTables(definitions: readonly TableDefinition[]): Promise<Table[]> {
  const embedded = currentDatabase();
  if (embedded !== undefined) return definitions.map((definition) => ensureEmbedded(embedded.engine, definition));
  const { ensureInServer } = await import('./server-tables.ts');
  return ensureInServer(definitions);
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
