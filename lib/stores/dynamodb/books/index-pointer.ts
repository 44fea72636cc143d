/** The one item that says which version of the search index is current. */
import { type DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import { wasPut } from '#lib/stores/dynamodb/commands/conditional';
import type { Item } from '#lib/stores/dynamodb/item';
import { catalogueIdKey, indexPointerKey } from './keys.ts';

export interface IndexVersion {
  readonly version: string;
  /** Where the file is in S3. */
  readonly key: string;
  readonly bytes: number;
  /** Hexadecimal, over the whole file. */
  readonly sha256: string;
  readonly format: number;
  readonly volumes: number;
  readonly publishedAt: string;
  /** The version before, kept for functions that are still fetching it. */
  readonly previousKey?: string | undefined;
}

export interface IndexPointer {
  read(): Promise<IndexVersion | undefined>;
  /** The id of this catalogue, the same for good; a catalogue that has none yet gets the one given. */
  catalogueId(newId: string): Promise<string>;
  /** False when the pointer no longer names `from`. */
  move(from: IndexVersion | undefined, to: IndexVersion): Promise<boolean>;
}

export const dynamoIndexPointer = (db: DynamoDBDocumentClient, TableName: string): IndexPointer => ({
  async read() {
    const { Item } = await db.send(new GetCommand({ TableName, Key: indexPointerKey, ConsistentRead: true }));
    return Item as (IndexVersion & Item) | undefined;
  },

  async catalogueId(newId) {
    const read = async (): Promise<unknown> =>
      (await db.send(new GetCommand({ TableName, Key: catalogueIdKey, ConsistentRead: true }))).Item?.['id'];
    const known = await read();
    if (typeof known === 'string') return known;
    const Item = { ...catalogueIdKey, schema: 1, id: newId };
    if (await wasPut(db, { TableName, Item, ConditionExpression: 'attribute_not_exists(pk)' })) return newId;
    return String(await read());
  },

  move: (from, to) =>
    wasPut(db, {
      TableName,
      Item: { ...indexPointerKey, schema: 1, ...to },
      ConditionExpression: from === undefined ? 'attribute_not_exists(pk)' : '#version = :version',
      ...(from !== undefined && {
        ExpressionAttributeNames: { '#version': 'version' },
        ExpressionAttributeValues: { ':version': from.version },
      }),
    }),
});
