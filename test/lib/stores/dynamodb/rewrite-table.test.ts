import { expect, test } from '@jest/globals';
import { documents } from '#lib/stores/dynamodb/client/client';
import { PutCommand, ScanCommand, type DocumentClient } from '#lib/stores/dynamodb/client/commands';
import type { Item } from '#lib/stores/dynamodb/item';
import { rewriteTable } from '#lib/stores/dynamodb/rewrite/rewrite-table';
import { newTable } from '#test/support/run/new-table';

/** A page is a megabyte otherwise. */
const inPagesOfTwo = {
  send: (command: ScanCommand) => {
    if (command instanceof ScanCommand) command.input.Limit = 2;
    return documents.send(command);
  },
} as object as DocumentClient;

test('a rewrite that was broken off goes on behind its last page, and the next one begins anew', async () => {
  const { name } = await newTable('AdsTable');
  const names = ['a', 'b', 'c', 'd', 'e'];
  for (const one of names)
    await documents.send(new PutCommand({ TableName: name, Item: { pk: `ITEM#${one}`, sk: 'X', one } }));
  const seen: unknown[] = [];
  const look = (item: Item): undefined => {
    if ('one' in item) seen.push(item['one']);
    return undefined;
  };

  const brokenOff = rewriteTable(inPagesOfTwo, name, look);
  await brokenOff.next();
  await brokenOff.next();
  expect(seen.length).toBeLessThan(names.length);
  for await (const { seen: soFar } of rewriteTable(inPagesOfTwo, name, look)) expect(soFar).toBeGreaterThan(0);
  expect(seen.toSorted()).toEqual(names);

  seen.length = 0;
  for await (const { rewritten } of rewriteTable(inPagesOfTwo, name, look)) expect(rewritten).toBe(0);
  expect(seen.toSorted()).toEqual(names);
});
