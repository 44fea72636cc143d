import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { openEmbedded } from '#lib/local/database/embedded/open';
import { readDeployment } from '#lib/package/template/deployment';
import { GetCommand, PutCommand } from '#lib/stores/dynamodb/client/commands';
import { newFolder } from '#test/support/run/folders/new-folder';
import { runProgram } from '#test/support/stack/run-program';

const folder = newFolder();

test('four processes that write one item of the embedded database at once lose no change, and tell all of them in order', async () => {
  const file = join(folder, 'database.sqlite');
  const database = openEmbedded({ file });
  const [definition] = readDeployment('test').tables;
  const TableName = definition?.create.TableName ?? '';
  if (definition !== undefined) database.engine.createTable(definition.create);
  const Key = { pk: 'counter', sk: 'counter' };
  await database.connect().send(new PutCommand({ TableName, Item: { ...Key, seq: 0 } }));

  const outcomes = await Promise.all(
    Array.from({ length: 4 }, () => runProgram(['test/support/stack/counting-process.ts', file, TableName, '100'])),
  );

  expect(outcomes).toEqual(Array.from({ length: 4 }, () => ({ code: 0, stdout: '100\n', stderr: '' })));
  expect((await database.connect().send(new GetCommand({ TableName, Key }))).Item).toEqual({ ...Key, seq: 400 });
  const told = database.engine.readChanges(TableName, 0, 1_000).map(({ newImage }) => newImage?.['seq']);
  expect(told).toEqual(Array.from({ length: 401 }, (_, index) => index));
  database.close();
});
