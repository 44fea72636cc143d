import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { openEmbedded, type Embedded } from '#lib/local/database/embedded/open';
import { embeddedSnapshots, type Snapshots } from '#lib/local/database/embedded/storage/snapshots';
import { MEMORY } from '#lib/local/database/embedded/storage/sqlite-file';
import { GetCommand, PutCommand, QueryCommand, DeleteCommand } from '#lib/stores/dynamodb/client/commands';
import { newFolder } from '#test/support/run/folders/new-folder';

const TableName = 'things';
const DEFINITION = {
  TableName,
  AttributeDefinitions: ['pk', 'sk', 'colour'].map((AttributeName) => ({ AttributeName, AttributeType: 'S' as const })),
  KeySchema: [
    { AttributeName: 'pk', KeyType: 'HASH' as const },
    { AttributeName: 'sk', KeyType: 'RANGE' as const },
  ],
  GlobalSecondaryIndexes: [
    {
      IndexName: 'by-colour',
      KeySchema: [{ AttributeName: 'colour', KeyType: 'HASH' as const }],
      Projection: { ProjectionType: 'ALL' as const },
    },
  ],
  StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' as const },
};

describe.each([
  ['memory', () => MEMORY],
  ['a file', () => `${newFolder()}/database.sqlite`],
])('snapshots of a database in %s', (_where, fileOf) => {
  let database: Embedded;
  let snapshots: Snapshots;
  beforeEach(() => {
    database = openEmbedded({ file: fileOf() });
    database.engine.createTable(DEFINITION);
    snapshots = embeddedSnapshots(database.engine);
  });
  afterEach(() => {
    database.close();
  });

  const put = (sk: string, colour: string) =>
    database.connect().send(new PutCommand({ TableName, Item: { pk: 'a', sk, colour } }));
  const colourOf = async (sk: string): Promise<unknown> =>
    (await database.connect().send(new GetCommand({ TableName, Key: { pk: 'a', sk } }))).Item?.['colour'];
  const named = async (colour: string): Promise<unknown[]> => {
    const { Items = [] } = await database.connect().send(
      new QueryCommand({
        TableName,
        IndexName: 'by-colour',
        KeyConditionExpression: 'colour = :colour',
        ExpressionAttributeValues: { ':colour': colour },
      }),
    );
    return Items.map(({ sk }) => sk as unknown);
  };

  test('bring back what was changed and deleted, and take away what was added', async () => {
    await put('changed', 'red');
    await put('deleted', 'red');
    await put('kept', 'green');
    snapshots.take('then');
    await put('changed', 'blue');
    await put('added', 'blue');
    await database.connect().send(new DeleteCommand({ TableName, Key: { pk: 'a', sk: 'deleted' } }));

    expect(snapshots.restore('then')).toBe(true);

    expect(await Promise.all(['changed', 'deleted', 'kept', 'added'].map(colourOf))).toEqual([
      'red',
      'red',
      'green',
      undefined,
    ]);
    expect(await named('red')).toEqual(['changed', 'deleted']);
    expect(await named('blue')).toEqual([]);
  });

  test('drop the changes that nobody has read, and later ones have higher numbers', async () => {
    await put('x', 'red');
    snapshots.take('then');
    await put('x', 'blue');
    const last = database.engine.lastChange();

    snapshots.restore('then');
    expect(database.engine.readChanges(TableName, 0, 10)).toEqual([]);
    await put('x', 'green');

    const [change] = database.engine.readChanges(TableName, 0, 10);
    expect(change).toMatchObject({ oldImage: { colour: 'red' }, newImage: { colour: 'green' } });
    expect(change?.sequenceNumber).toBeGreaterThan(last);
  });

  test('one of the same name replaces the former; one that was never taken is none', async () => {
    await put('x', 'red');
    snapshots.take('then');
    await put('x', 'blue');
    snapshots.take('then');
    await put('x', 'green');

    snapshots.restore('then');

    expect(await colourOf('x')).toBe('blue');
    expect(snapshots.restore('never')).toBe(false);
  });
});
