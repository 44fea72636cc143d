/** The one item that says which version of the search index is current. */
import type { Ids } from '#lib/api/context';
import { type DocumentClient, GetCommand } from '#lib/stores/dynamodb/client/commands';
import { wasPut } from '#lib/stores/dynamodb/commands/conditional';
import type { Item } from '#lib/stores/dynamodb/item';
import { catalogueIdKey, indexPointerKey } from './keys.ts';

export interface IndexVersion {
  readonly version: string;
  /** Where the file is in S3; of OpenSearch, the name of the index. */
  readonly key: string;
  /** Of the file, and its checksum (hexadecimal). OpenSearch has neither. */
  readonly bytes: number;
  readonly crc32: string;
  readonly format: number;
  readonly volumes: number;
  readonly publishedAt: string;
  /** The version before, kept for functions that are still fetching it. */
  readonly previousKey?: string | undefined;
}

export class OtherFormat extends Error {}

/** The format of an index in an OpenSearch domain; files have smaller ones. */
export const OPENSEARCH_FORMAT = 1001;

/** Refuses to continue an index that another program, or another engine, has written. */
export function requireFormat({ version, format }: IndexVersion, wanted: number): void {
  if (format === wanted) return;
  throw new OtherFormat(
    format === OPENSEARCH_FORMAT
      ? 'The search index of this stage is in an OpenSearch domain: name it with --search URL. ' +
          'To go back to a file, run `npm run books -- reindex` with --search file.'
      : `The search index ${version} has format ${String(format)}, this program writes ${String(wanted)}: run \`npm run books -- reindex\` once.`,
  );
}

/** Versions sort by the time they were made. */
export const versionAt = (at: Date, ids: Ids): string => `${at.toISOString().replace(/[^0-9]/g, '')}-${ids.hex(8)}`;

export interface IndexPointer {
  read(): Promise<IndexVersion | undefined>;
  /** The id of this catalogue, the same for good; a catalogue that has none yet gets the one given. */
  catalogueId(newId: string): Promise<string>;
  /** False when the pointer no longer names `from`. */
  move(from: IndexVersion | undefined, to: IndexVersion): Promise<boolean>;
}

export const dynamoIndexPointer = (db: DocumentClient, TableName: string): IndexPointer => ({
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
