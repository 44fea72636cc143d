/** The changes of a table, as streams read them. */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { openEmbedded, type Embedded } from '#lib/local/database/embedded/open';
import { DeleteCommand, PutCommand } from '#lib/stores/dynamodb/client/commands';
import { newFolder } from '#test/support/run/folders/new-folder';

const TableName = 'things';
const Key = { pk: 'a', sk: 'b' };
const DEFINITION = {
  TableName,
  AttributeDefinitions: ['pk', 'sk'].map((AttributeName) => ({ AttributeName, AttributeType: 'S' as const })),
  KeySchema: [
    { AttributeName: 'pk', KeyType: 'HASH' as const },
    { AttributeName: 'sk', KeyType: 'RANGE' as const },
  ],
  StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' as const },
};

let folder: string;
let file: string;
let database: Embedded;
beforeEach(() => {
  folder = newFolder();
  file = join(folder, 'database.sqlite');
  database = openEmbedded({ file });
  database.engine.createTable(DEFINITION);
});
afterEach(() => {
  database.close();
});

const put = (item: Record<string, unknown>) =>
  database.connect().send(new PutCommand({ TableName, Item: { ...Key, ...item } }));
const remove = () => database.connect().send(new DeleteCommand({ TableName, Key }));
const changes = () => database.engine.readChanges(TableName, 0, 100);

/** Reopens the file after `work` on it. */
function meanwhile(work: (raw: DatabaseSync) => void): void {
  database.close();
  const raw = new DatabaseSync(file);
  work(raw);
  raw.close();
  database = openEmbedded({ file });
}

describe('the changes of an item', () => {
  test('each hold it as it was before and after, whatever became of it later', async () => {
    const names = new Set(['x', 'y']);
    await put({ title: 'first' });
    await put({ title: 'second', names });
    await put({ names, title: 'second' });
    await remove();
    await put({ title: 'third' });

    const [first, second, third] = [
      { ...Key, title: 'first' },
      { ...Key, title: 'second', names },
      { ...Key, title: 'third' },
    ];
    expect(changes()).toMatchObject([
      { eventName: 'INSERT', keys: Key, oldImage: undefined, newImage: first },
      { eventName: 'MODIFY', oldImage: first, newImage: second },
      { eventName: 'REMOVE', oldImage: second, newImage: undefined },
      { eventName: 'INSERT', oldImage: undefined, newImage: third },
    ]);
  });

  test('do not hold a second copy of what stands in the table', async () => {
    const text = 'x'.repeat(100_000);
    await put({ text });

    expect(changes()).toMatchObject([{ newImage: { text } }]);
    meanwhile((raw) => {
      expect(raw.prepare('SELECT new FROM changes').all()).toEqual([{ new: null }]);
    });
  });

  test('that were forgotten stay forgotten when it changes again', async () => {
    await put({ title: 'first' });
    database.engine.deleteChanges(TableName, changes()[0]?.sequenceNumber ?? 0);
    await put({ title: 'second' });

    expect(changes()).toMatchObject([
      { eventName: 'MODIFY', oldImage: { title: 'first' }, newImage: { title: 'second' } },
    ]);
  });
});

describe('a table that nobody follows', () => {
  test('keeps no changes, in other processes neither, until somebody does', async () => {
    await put({ title: 'first' });
    database.engine.setFollowed(TableName, false);
    await put({ title: 'second' });
    meanwhile(() => undefined);
    await put({ title: 'third' });

    expect(changes()).toEqual([]);
    database.engine.setFollowed(TableName, true);
    await put({ title: 'fourth' });

    expect(changes()).toMatchObject([
      { eventName: 'MODIFY', oldImage: { title: 'third' }, newImage: { title: 'fourth' } },
    ]);
  });
});

test('a file of the first format keeps its changes, and is written on', async () => {
  await put({ title: 'first' });
  meanwhile((raw) => {
    raw.exec(`
      UPDATE changes SET new = (SELECT item FROM items_1), new_marked = 0;
      ALTER TABLE items_1 DROP COLUMN changed;
      ALTER TABLE tables DROP COLUMN is_followed;
      PRAGMA user_version = 1;
    `);
  });
  await put({ title: 'second' });

  expect(changes()).toMatchObject([
    { eventName: 'INSERT', newImage: { title: 'first' } },
    { eventName: 'MODIFY', oldImage: { title: 'first' }, newImage: { title: 'second' } },
  ]);
});
