/** Modules that test files of one worker share. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { givenClient } from '#lib/stores/dynamodb/client/given-client';

test('they are connected to the database of the run, though a file that needs none may load them first', () => {
  const { ALMANAC_TEST_DATA: data, ALMANAC_DATABASE: database } = process.env;
  const hasDatabase = data !== undefined && existsSync(join(data, 'database.sqlite'));

  expect(database).toBeUndefined();
  expect(givenClient() !== undefined).toBe(hasDatabase);
});
