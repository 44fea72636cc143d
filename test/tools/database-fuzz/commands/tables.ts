/** The schemas of our tables from `serverless.yml`, under other names. */
import type { CreateTableInput } from '@aws-sdk/client-dynamodb';
import { readDeployment } from '#lib/package/template/deployment';

export interface Index {
  readonly name: string | undefined;
  readonly isGlobal: boolean;
  readonly hash: string;
  readonly range: string;
  /** What it contains besides keys; undefined: everything. */
  readonly attributes?: readonly string[] | undefined;
}

export interface Shape {
  readonly tableName: string;
  readonly create: CreateTableInput & { readonly TableName: string };
  /** The first one is the table itself. */
  readonly sources: readonly [Index, ...Index[]];
}

type Declared = Pick<
  NonNullable<CreateTableInput['LocalSecondaryIndexes']>[number],
  'IndexName' | 'KeySchema' | 'Projection'
>;

function indexOf({ IndexName: name, KeySchema = [], Projection }: Partial<Declared>, isGlobal: boolean): Index {
  const attribute = (type: string): string => KeySchema.find(({ KeyType }) => KeyType === type)?.AttributeName ?? '';
  const isWhole = Projection === undefined || Projection.ProjectionType === 'ALL';
  const attributes = isWhole ? undefined : (Projection.NonKeyAttributes ?? []);
  return { name, isGlobal, hash: attribute('HASH'), range: attribute('RANGE'), attributes };
}

const { tables: DECLARED } = readDeployment('fuzz');

/** One table with local indexes and one with a global index; our other tables have the same schemas. */
export function shapesNamed(prefix: string): Shape[] {
  return ['calendar', 'books'].map((kind) => {
    const declared = DECLARED.find(({ create }) => create.TableName.endsWith(kind));
    if (declared === undefined) throw new Error(`serverless.yml declares no table ${kind}.`);
    const create = { ...declared.create, TableName: `${prefix}-${kind}` };
    const { LocalSecondaryIndexes = [], GlobalSecondaryIndexes = [] } = create;
    const indexes = [
      ...LocalSecondaryIndexes.map((index) => indexOf(index, false)),
      ...GlobalSecondaryIndexes.map((index) => indexOf(index, true)),
    ];
    return {
      tableName: create.TableName,
      create,
      sources: [indexOf({ KeySchema: create.KeySchema }, false), ...indexes],
    };
  });
}

const LOCAL = shapesNamed('any')
  .flatMap(({ sources: [, ...indexes] }) => indexes)
  .filter(({ isGlobal }) => !isGlobal);

/** What a local index contains; undefined: everything, or there is no such index. */
export function attributesOfLocal(indexName: unknown): readonly string[] | undefined {
  const index = LOCAL.find(({ name }) => name === indexName);
  return index?.attributes && ['pk', 'sk', index.range, ...index.attributes];
}
