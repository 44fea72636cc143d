/** The schema of a table: its keys, its indexes, its expiry attribute. Stored as rows of the file itself. */
import type { CreateTableInput, KeySchemaElement, Projection } from '@aws-sdk/client-dynamodb';
import { unknown } from '#lib/local/database/embedded/values/errors';

export interface Keys {
  readonly hash: string;
  readonly range: string | undefined;
}

export interface Index extends Keys {
  readonly name: string;
  readonly isGlobal: boolean;
  /** Non-key attributes that the index contains; undefined: all. */
  readonly attributes: readonly string[] | undefined;
}

export interface Schema extends Keys {
  readonly name: string;
  readonly indexes: readonly Index[];
  readonly hasStream: boolean;
  /** The attribute with an item's expiry time, in seconds. */
  readonly ttl: string | undefined;
}

function keysOf(elements: readonly KeySchemaElement[] = []): Keys {
  const nameOf = (type: string): string | undefined => elements.find(({ KeyType }) => KeyType === type)?.AttributeName;
  return { hash: nameOf('HASH') ?? '', range: nameOf('RANGE') };
}

const attributesOf = ({ ProjectionType, NonKeyAttributes = [] }: Projection = {}): readonly string[] | undefined =>
  ProjectionType === 'ALL' ? undefined : ProjectionType === 'INCLUDE' ? NonKeyAttributes : [];

export function schemaOf(create: CreateTableInput, ttl: string | undefined): Schema {
  const {
    TableName = '',
    AttributeDefinitions = [],
    KeySchema,
    LocalSecondaryIndexes = [],
    GlobalSecondaryIndexes = [],
  } = create;
  const other = AttributeDefinitions.find(({ AttributeType }) => AttributeType !== 'S');
  if (other !== undefined)
    throw unknown(`keys of the type ${String(other.AttributeType)} (${String(other.AttributeName)})`);
  const indexOf =
    (isGlobal: boolean) =>
    (index: {
      IndexName?: string | undefined;
      KeySchema?: KeySchemaElement[] | undefined;
      Projection?: Projection | undefined;
    }): Index => ({
      name: index.IndexName ?? '',
      isGlobal,
      ...keysOf(index.KeySchema),
      attributes: attributesOf(index.Projection),
    });
  return {
    name: TableName,
    ...keysOf(KeySchema),
    indexes: [...LocalSecondaryIndexes.map(indexOf(false)), ...GlobalSecondaryIndexes.map(indexOf(true))],
    hasStream: create.StreamSpecification?.StreamEnabled === true,
    ttl,
  };
}

/** Index attributes that are not table keys: each has its own column. */
export const indexedAttributes = ({ hash, range, indexes }: Schema): string[] =>
  [...new Set(indexes.flatMap((index) => [index.hash, index.range ?? index.hash]))].filter(
    (name) => name !== hash && name !== range,
  );

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** The column that holds a key attribute. */
export const columnOf = ({ hash, range }: Keys, attribute: string): string =>
  attribute === hash ? 'pk' : attribute === range ? 'sk' : quoted(`a ${attribute}`);

/** The columns that order an index; the table's keys make the order unique. */
export function orderOf(schema: Schema, index: Index | undefined): string[] {
  if (index === undefined) return ['sk'];
  const own = index.range === undefined ? [] : [columnOf(schema, index.range)];
  return [...own, ...(index.isGlobal ? ['pk', 'sk'] : ['sk'])];
}

/** The SQL statements that create the table with number `id`. */
export function tableStatements(schema: Schema, id: number): string[] {
  const table = `items_${String(id)}`;
  const attributes = indexedAttributes(schema).map((name) => `, ${columnOf(schema, name)} TEXT`);
  const indexes = schema.indexes.map((index) => {
    const columns = [columnOf(schema, index.hash), ...orderOf(schema, index)];
    const own = [index.hash, index.range ?? index.hash]
      .map((name) => columnOf(schema, name))
      .filter((column) => column !== 'pk' && column !== 'sk');
    const isThere =
      own.length === 0 ? '' : ` WHERE ${[...new Set(own)].map((column) => `${column} IS NOT NULL`).join(' AND ')}`;
    return `CREATE INDEX ${quoted(`${table} ${index.name}`)} ON ${table} (${columns.join(', ')})${isThere}`;
  });
  return [
    `CREATE TABLE ${table} (pk TEXT NOT NULL, sk TEXT NOT NULL, item TEXT NOT NULL, marked INTEGER NOT NULL, size INTEGER NOT NULL, expires REAL${attributes.join('')}, changed INTEGER)`,
    `CREATE UNIQUE INDEX ${table}_key ON ${table} (pk, sk)`,
    `CREATE INDEX ${table}_expires ON ${table} (expires) WHERE expires IS NOT NULL`,
    ...indexes,
  ];
}
