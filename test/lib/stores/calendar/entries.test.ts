import { beforeEach, describe, expect, test } from '@jest/globals';
import { newEntry, type ListEntry } from '#lib/calendar/model/list-entry';
import type { CalendarStores } from '#lib/calendar/stores/all';
import type { WithSeq } from '#lib/calendar/stores/page';
import { newUser } from '#lib/calendar/users/new-user';
import { config } from '#lib/runtime/process/config';
import { dynamoCalendarStores } from '#lib/stores/dynamodb/calendar/stores';
import { documents } from '#lib/stores/dynamodb/client/client';
import { UpdateCommand } from '#lib/stores/dynamodb/client/commands';
import { TestClock } from '#test/support/calendar/calendar';
import { someone } from '#test/support/people';

const clock = new TestClock();
const atMs = clock.now().getTime();

let stores: CalendarStores;
let alice: string;
let bob: { email: string; seq: number };
beforeEach(async () => {
  stores = dynamoCalendarStores(documents, config.calendarTable, { admins: [], importedTypes: 'convert' }, clock);
  [alice, bob] = [someone('alice'), { email: someone('bob'), seq: 1 }];
  await Promise.all([stores.users.provision(newUser(alice, atMs)), stores.users.provision(newUser(bob.email, atMs))]);
});

const find = async (): Promise<WithSeq<ListEntry>> => {
  const { entry } = await stores.calendars.view(alice, bob.email, []);
  if (entry === undefined) throw new Error('the entry is not there');
  return entry;
};
const subscribers = async (): Promise<readonly string[]> =>
  (await stores.jobs.listSubscribers(alice, undefined, 10)).items;

describe('the entries of a list', () => {
  test('are written if they are as they were read, and the calendar knows who has it', async () => {
    const entry = newEntry(alice, atMs, true);
    expect(await stores.entries.replace(bob, entry, undefined)).toBe(true);
    const read = await find();
    expect(read).toEqual({ ...entry, seq: 2 });
    expect((await subscribers()).toSorted()).toEqual([alice, bob.email].toSorted());

    expect(await stores.entries.replace(bob, { ...entry, colorId: '1' }, undefined)).toBe(false);
    expect(await stores.entries.replace(bob, { ...entry, colorId: '1', summaryOverride: 'Alice' }, read)).toBe(true);
    expect(await stores.entries.replace(bob, { ...entry, colorId: '2' }, read)).toBe(false);
    expect(await find()).toEqual({ ...entry, colorId: '1', summaryOverride: 'Alice', seq: 3 });
  });

  test('are listed whatever letter an address begins with', async () => {
    const names = ['~alice', 'ärmel', '☕', '！', '😀'].map(someone);
    for (const [index, name] of names.entries()) {
      await stores.users.provision(newUser(name, atMs));
      await stores.entries.replace({ ...bob, seq: index + 1 }, newEntry(name, atMs, true), undefined);
      await stores.entries.replace({ email: name, seq: 1 }, newEntry(alice, atMs, true), undefined);
    }

    const pages: string[] = [];
    for (let after: string | undefined, isFirst = true; isFirst || after !== undefined; isFirst = false) {
      const { items, next } = await stores.entries.list(bob.email, after, 2);
      pages.push(...items.map(({ calendarId }) => calendarId));
      after = next;
    }
    expect(pages).toEqual(expect.arrayContaining(names));
    expect(await subscribers()).toEqual(expect.arrayContaining(names));
  });

  test('are remembered when they were taken off, and come back', async () => {
    const entry = newEntry(alice, atMs, true);
    await stores.entries.replace(bob, entry, undefined);

    expect(await stores.entries.replace(bob, { ...entry, isRemoved: true }, await find())).toBe(true);
    expect(await subscribers()).toEqual([alice]);
    expect((await stores.entries.listChanges(bob.email, 2, undefined, 10)).items).toEqual([
      { ...entry, isRemoved: true, seq: 3 },
    ]);

    expect(await stores.entries.replace(bob, entry, await find())).toBe(true);
    expect(await find()).toEqual({ ...entry, seq: 4 });
    expect((await subscribers()).toSorted()).toEqual([alice, bob.email].toSorted());
  });

  test('keep what events have noted on them in the meantime', async () => {
    const entry = newEntry(alice, atMs, true);
    await stores.entries.replace(bob, entry, undefined);
    const read = await find();
    const Key = { pk: `U#${bob.email}`, sk: `L#${alice}` };
    const values = { UpdateExpression: 'SET hasOverlays = :yes', ExpressionAttributeValues: { ':yes': true } };
    await documents.send(new UpdateCommand({ TableName: config.calendarTable, Key, ...values }));

    expect(await stores.entries.replace(bob, { ...read, colorId: '1' }, read)).toBe(true);

    expect(await find()).toMatchObject({ colorId: '1', hasOverlays: true });
  });

  test('cannot be made for a calendar that is not there', async () => {
    expect(await stores.entries.replace(bob, newEntry('nothing@example.com', atMs, true), undefined)).toBe(false);
  });

  test('are listed by calendar, and by change, a page at a time', async () => {
    await stores.entries.replace(bob, newEntry(alice, atMs, true), undefined);

    const first = await stores.entries.list(bob.email, undefined, 1);
    const second = await stores.entries.list(bob.email, first.next, 1);

    expect([...first.items, ...second.items].map(({ calendarId }) => calendarId)).toEqual(
      [alice, bob.email].toSorted(),
    );
    expect(
      (await stores.entries.listChanges(bob.email, 1, undefined, 10)).items.map(({ calendarId }) => calendarId),
    ).toEqual([alice]);
  });
});
