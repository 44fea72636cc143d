/** Modules that test files of one worker share. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { documents } from '#lib/stores/dynamodb/client/client';
import { GetCommand } from '#lib/stores/dynamodb/client/commands';

const { ALMANAC_TEST_DATA: data, CALENDAR_TABLE: TableName } = process.env;

/** A run without the stack has none. */
const hasDatabase = data !== undefined && existsSync(join(data, 'database.sqlite'));

test('a file that needs no database may load the stores first: they ask that of the run', async () => {
  expect(process.env['ALMANAC_DATABASE']).toBeUndefined();

  const command = new GetCommand({ TableName, Key: { pk: 'nobody', sk: 'META' } });
  const answer = hasDatabase ? await documents.send(command) : {};

  expect(answer).not.toHaveProperty('Item');
});
