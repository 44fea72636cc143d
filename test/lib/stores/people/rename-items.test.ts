import { expect, test } from '@jest/globals';
import { wrapCalls, wrapperOf } from '#lib/stores/dynamodb/client/call-wrappers';
import { documents } from '#lib/stores/dynamodb/client/client';
import { wordPattern } from '#lib/stores/dynamodb/people/mentions';
import { renameItems } from '#lib/stores/dynamodb/people/rename-items';
import { addEvent, calendarFixture, hourFrom, TUESDAYS } from '#test/support/calendar/calendar';
import { newCalendarTable } from '#test/support/calendar/calendar-table';
import { itemsOf } from '#test/support/database/former-forms';
import { someone } from '#test/support/people';

test('whoever finds a calendar under its new address finds all of its events', async () => {
  const { name: table } = await newCalendarTable();
  const given = await calendarFixture({}, table);
  await addEvent(given, hourFrom('2026-03-03T12:00:00Z'));
  await addEvent(given, TUESDAYS);
  const inPartition = async (pk: string) =>
    (await itemsOf(table)).filter((item) => item['pk'] === pk).map((item) => String(item['sk']));
  const before = await inPartition(given.alice);
  const address = someone('alicia');
  const moved: string[] = [];
  const wrapper = wrapperOf(documents);
  wrapCalls(documents, (name, input, call) => {
    const { Item } = input as { readonly Item?: { readonly pk?: unknown; readonly sk?: unknown } };
    if (name === 'PutItem' && Item?.pk === address) moved.push(String(Item.sk));
    return call();
  });

  await renameItems(documents, table, wordPattern([given.alice]), address);
  wrapCalls(documents, wrapper ?? ((_name, _input, call) => call()));

  expect(moved.at(-1)).toBe('META');
  expect(moved.toSorted()).toEqual((await inPartition(address)).toSorted());
  expect(moved).toHaveLength(before.length);
  expect(await inPartition(given.alice)).toEqual([]);
});
