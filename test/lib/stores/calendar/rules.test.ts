import { beforeEach, describe, expect, test } from '@jest/globals';
import type { Calendar } from '#lib/calendar/model/calendar';
import type { AccessRule } from '#lib/calendar/model/rule';
import type { CalendarStores } from '#lib/calendar/stores/all';
import { newUser } from '#lib/calendar/users/new-user';
import { config } from '#lib/runtime/process/config';
import { dynamoCalendarStores } from '#lib/stores/dynamodb/calendar/stores';
import { documents } from '#lib/stores/dynamodb/client/client';
import { TestClock } from '#test/support/calendar/calendar';
import { someone } from '#test/support/people';

const clock = new TestClock();
const atMs = clock.now().getTime();
const openStores = (): CalendarStores =>
  dynamoCalendarStores(documents, config.calendarTable, { admins: [], importedTypes: 'convert' }, clock);

let stores: CalendarStores;
let calendar: Calendar;
beforeEach(async () => {
  stores = openStores();
  const user = newUser(someone(), atMs);
  await stores.users.provision(user);
  ({ calendar } = user);
});

const rule = (id: string, role: AccessRule['role'] = 'reader'): AccessRule => ({ id, role, updatedAtMs: atMs });
const idsOf = (rules: readonly AccessRule[]): string[] => rules.map(({ id }) => id);

describe('the rules of a calendar', () => {
  test('are written if they are as they were read', async () => {
    expect(await stores.rules.replace(calendar, rule('user:b@example.com'), undefined)).toBe(2);
    const read = await stores.rules.find(calendar.id, 'user:b@example.com');
    expect(read).toEqual({ ...rule('user:b@example.com'), seq: 2 });

    expect(await stores.rules.replace(calendar, rule('user:b@example.com', 'writer'), undefined)).toBe(false);
    expect(await stores.rules.replace(calendar, rule('user:b@example.com', 'writer'), read)).toBe(3);
    expect(await stores.rules.replace(calendar, rule('user:b@example.com', 'owner'), read)).toBe(false);
    expect(await stores.rules.find(calendar.id, 'user:b@example.com')).toMatchObject({ role: 'writer', seq: 3 });
  });

  test('leave a mark and a job when they are taken away', async () => {
    await stores.rules.replace(calendar, rule('default'), undefined);
    const read = await stores.rules.find(calendar.id, 'default');
    if (read === undefined) throw new Error('the rule is not there');

    expect(await stores.rules.remove(calendar, { ...read, updatedAtMs: atMs + 1 }, read)).toEqual({
      kind: 'revoke',
      calendarId: calendar.id,
      ruleId: 'default',
      seq: 3,
    });

    expect(await stores.rules.find(calendar.id, 'default')).toEqual({
      id: 'default',
      role: 'none',
      updatedAtMs: atMs + 1,
      seq: 3,
    });
    expect(await stores.jobs.listJobs()).toContainEqual({
      kind: 'revoke',
      calendarId: calendar.id,
      ruleId: 'default',
      seq: 3,
    });
    expect(await stores.rules.remove(calendar, read, read)).toBe(false);
  });

  test('are listed by id, and by change, a page at a time', async () => {
    for (const id of ['user:c@example.com', 'domain:example.com', 'default'])
      await stores.rules.replace(calendar, rule(id), undefined);

    const first = await stores.rules.list(calendar.id, undefined, 2);
    const second = await stores.rules.list(calendar.id, first.next, 2);
    expect([...idsOf(first.items), ...idsOf(second.items)]).toEqual(
      ['default', 'domain:example.com', `user:${calendar.owner}`, 'user:c@example.com'].toSorted(),
    );

    const changes = await stores.rules.listChanges(calendar.id, 2, undefined, 1);
    const more = await stores.rules.listChanges(calendar.id, 2, changes.next, 10);
    expect([...idsOf(changes.items), ...idsOf(more.items)]).toEqual(['domain:example.com', 'default']);
  });

  test('16 writers from two processes: whoever syncs from number to number misses none', async () => {
    const others = [openStores(), openStores()] as const;
    const ids = Array.from({ length: 16 }, (_, index) => `user:${String(index)}@example.com`);
    const seen = new Map<string, string>();
    let since = 1;
    const sync = async (): Promise<void> => {
      const { items } = await stores.rules.listChanges(calendar.id, since, undefined, 100);
      for (const { id, role, seq } of items) {
        seen.set(id, role);
        since = Math.max(since, seq);
      }
    };

    const writers = ids.map(async (id, index) => {
      const own = others[index % 2 === 0 ? 0 : 1];
      for (const role of ['reader', 'writer', 'owner'] as const) {
        expect(await own.rules.replace(calendar, rule(id, role), await own.rules.find(calendar.id, id))).toEqual(
          expect.any(Number),
        );
      }
    });
    let isDone = false;
    const watching = (async () => {
      while (!isDone) await sync();
    })();
    await Promise.all(writers);
    isDone = true;
    await watching;
    await sync();

    expect(Object.fromEntries(seen)).toEqual(Object.fromEntries(ids.map((id) => [id, 'owner'])));
    expect(since).toBe(1 + ids.length * 3);
  });
});
