import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { openEmbedded } from '#lib/local/database/embedded/open';
import { UpdateCommand } from '#lib/stores/dynamodb/client/commands';
import { newFolder } from '#test/support/run/folders/new-folder';
import { startStackProcess } from '#test/support/stack/stack-process';

const data = newFolder();

/** What a start on the data folder prints, and how many volumes a search finds then. */
async function startAndSearch(): Promise<{ readonly output: string; readonly totalItems: unknown }> {
  const stack = await startStackProcess(data, '--services', 'books');
  const found = await fetch(`${stack.endpoints.gateway}books/v1/volumes?q=whale`);
  const { totalItems } = (await found.json()) as { totalItems?: unknown };
  stack.child.kill('SIGKILL');
  await stack.ended;
  return { output: stack.output, totalItems };
}

async function nameFormat(format: number): Promise<void> {
  const database = openEmbedded({ file: join(data, 'database.sqlite') });
  await database.connect().send(
    new UpdateCommand({
      TableName: 'almanac-local-books',
      Key: { pk: 'INDEX', sk: 'CURRENT' },
      ConditionExpression: 'attribute_exists(pk)',
      UpdateExpression: 'SET #format = :format',
      ExpressionAttributeNames: { '#format': 'format' },
      ExpressionAttributeValues: { ':format': format },
    }),
  );
  database.close();
}

test('a search index of an earlier release is built anew with the start, and not with the next', async () => {
  const { totalItems } = await startAndSearch();
  expect(totalItems).toBeGreaterThan(0);
  await nameFormat(4);

  const after = await startAndSearch();
  expect(after.totalItems).toBe(totalItems);
  expect(after.output).toMatch(/The search index of books is of another version.*\n546 volumes indexed in [\d.]+ s\n/);

  const later = await startAndSearch();
  expect(later).toMatchObject({ totalItems, output: expect.not.stringContaining('search index') });
});
