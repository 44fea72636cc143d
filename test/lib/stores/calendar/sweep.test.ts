import { beforeEach, describe, expect, test } from '@jest/globals';
import { runJobs, runJobPage } from '#lib/calendar/calendars/run-jobs';
import type { StoredEvent } from '#lib/calendar/model/event';
import type { Job } from '#lib/calendar/model/job';
import { newEntry } from '#lib/calendar/model/list-entry';
import type { CalendarStores } from '#lib/calendar/stores/all';
import type { IndexedItem } from '#lib/calendar/stores/events';
import { newUser, ownerRule } from '#lib/calendar/users/new-user';
import { config } from '#lib/runtime/process/config';
import { eventItem } from '#lib/stores/dynamodb/calendar/items/event-items';
import { dynamoCalendarStores } from '#lib/stores/dynamodb/calendar/stores';
import { documents } from '#lib/stores/dynamodb/client/client';
import { BatchWriteCommand, UpdateCommand } from '#lib/stores/dynamodb/client/commands';
import { queryAll } from '#lib/stores/dynamodb/commands/query';
import { TestClock } from '#test/support/calendar/calendar';
import { someone } from '#test/support/people';

const TableName = config.calendarTable;

const clock = new TestClock();
const atMs = clock.now().getTime();

/** Each stands for a process of its own. */
const openStores = (): CalendarStores =>
  dynamoCalendarStores(documents, TableName, { admins: [], importedTypes: 'convert' }, clock);

/** Only this calendar's jobs: other tests have theirs in the same table. */
function sweepingOf(calendarId: string, stores = openStores()) {
  const jobs = {
    ...stores.jobs,
    listJobs: async () => (await stores.jobs.listJobs()).filter((job) => job.calendarId === calendarId),
  };
  return { clock, stores: { ...stores, jobs } };
}

const soon = (): Date => new Date(clock.now().getTime() + 60_000);

const eventOf = (id: string): StoredEvent => ({
  id,
  iCalUID: `${id}@google.com`,
  createdAtMs: atMs,
  updatedAtMs: atMs,
  version: 1,
  start: { date: '2026-03-03' },
  end: { date: '2026-03-04' },
  status: 'confirmed',
  eventType: 'default',
  creator: { email: 'a@example.com' },
  organizer: { email: 'a@example.com' },
  sequence: 0,
});

/** Puts events into a calendar past its rules, each with its number. */
async function fill(calendarId: string, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, (_, index) => `event${String(index).padStart(6, '0')}`);
  const requests = ids.map((id, index) => ({
    PutRequest: { Item: eventItem(calendarId, { event: eventOf(id), timeKey: 'Ed#2026-03-03T00:00:00Z' }, index + 2) },
  }));
  for (let at = 0; at < requests.length; at += 25)
    await documents.send(new BatchWriteCommand({ RequestItems: { [TableName]: requests.slice(at, at + 25) } }));
  await documents.send(
    new UpdateCommand({
      TableName,
      Key: { pk: calendarId, sk: 'META' },
      UpdateExpression: 'SET seq = :seq',
      ExpressionAttributeValues: { ':seq': count + 1 },
    }),
  );
  return ids;
}

const itemsOf = (pk: string) => queryAll(documents, TableName, { pk, by: 'sk', from: ' ', to: '~' });

async function viewOf(stores: CalendarStores, calendarId: string, email: string) {
  const view = await stores.calendars.view(calendarId, email, []);
  if (view.calendar === undefined || view.user === undefined) throw new Error(`${calendarId} is not there`);
  return { ...view, calendar: view.calendar, user: view.user };
}

async function eventsOf(stores: CalendarStores, calendarId: string, email: string): Promise<IndexedItem[]> {
  const { calendar } = await viewOf(stores, calendarId, email);
  const events: IndexedItem[] = [];
  let after: string | undefined;
  do {
    const page = await stores.events.list(calendar, after, 1000);
    events.push(...page.items);
    after = page.next;
  } while (after !== undefined);
  return events;
}

let alice: string;
let stores: CalendarStores;
beforeEach(async () => {
  alice = someone('alice');
  stores = openStores();
  await stores.users.provision(newUser(alice, atMs));
});

/** Clears alice's main calendar. */
async function clear(): Promise<{ job: Job; clearedSeq: number }> {
  const { calendar } = await viewOf(stores, alice, alice);
  const job = await stores.calendars.clear(calendar, atMs);
  if (job === undefined) throw new Error('nothing to clear');
  return { job, clearedSeq: job.seq };
}

describe('clearing a calendar', () => {
  test('a sweep that dies half way is taken up by another; every event gets one tombstone, in its place among the changes', async () => {
    const ids = await fill(alice, 600);
    const { job, clearedSeq } = await clear();
    expect(clearedSeq).toBe(602);

    let pages = 0;
    const dying: CalendarStores = {
      ...stores,
      jobs: {
        ...stores.jobs,
        writeTombstones: async (calendar, tombstones) => {
          pages += 1;
          await stores.jobs.writeTombstones(calendar, pages > 1 ? tombstones.slice(0, 50) : tombstones);
          if (pages > 1) throw new Error('the function was stopped');
        },
      },
    };
    await expect(runJobs(sweepingOf(alice, dying), soon())).rejects.toThrow('some jobs failed');
    const told = await eventsOf(stores, alice, alice);
    expect(told.filter(({ version }) => version === 2)).toHaveLength(250);

    await runJobs(sweepingOf(alice), soon());

    const { calendar } = await viewOf(stores, alice, alice);
    const events = await eventsOf(stores, alice, alice);
    expect(events.map(({ id }) => id)).toEqual(ids);
    expect(new Set(events.map(({ status, version }) => `${status} ${String(version)}`))).toEqual(
      new Set(['cancelled 2']),
    );
    expect(events.map(({ seq, sharedSeq }) => [seq, sharedSeq])).toEqual(
      ids.map((_, index) => [index + 2, clearedSeq]),
    );
    expect(events.map(({ updatedAtMs }) => updatedAtMs)).toEqual(told.map(({ updatedAtMs }) => updatedAtMs));
    expect([calendar.seq, calendar.sweptSeq]).toEqual([clearedSeq, clearedSeq]);
    expect(calendar.classes).toEqual(['Xd']);
    expect((await stores.jobs.listJobs()).filter(({ calendarId }) => calendarId === job.calendarId)).toEqual([]);
  });

  test('two sweeps at once do the work once', async () => {
    const ids = await fill(alice, 500);
    const { clearedSeq } = await clear();

    await Promise.all([runJobs(sweepingOf(alice), soon()), runJobs(sweepingOf(alice), soon())]);

    const events = await eventsOf(stores, alice, alice);
    expect(events.map(({ version }) => version)).toEqual(ids.map(() => 2));
    expect((await viewOf(stores, alice, alice)).calendar.seq).toBe(clearedSeq);
  });

  test('what is written afterwards stays, what was read before is not revived', async () => {
    const [id = ''] = await fill(alice, 1);
    const before = await viewOf(stores, alice, alice);
    await clear();
    const change = (event: StoredEvent) => ({ writes: [{ event, timeKey: 'Ed#2026-03-03T00:00:00Z' }], atMs });

    expect(await stores.events.write(before.calendar, change({ ...eventOf(id), summary: 'late', version: 2 }))).toBe(
      false,
    );
    expect(await stores.events.write(before.calendar, change(eventOf('newer')))).toBe(4);
    await runJobs(sweepingOf(alice), soon());

    expect((await eventsOf(stores, alice, alice)).map(({ id: name, status }) => [name, status])).toEqual([
      [id, 'cancelled'],
      ['newer', 'confirmed'],
    ]);
  });

  test('cleared again while the first sweep is under way, everything is swept', async () => {
    await fill(alice, 250);
    const first = await clear();
    const rest = await runJobPage(first.job, sweepingOf(alice));
    const { calendar } = await viewOf(stores, alice, alice);
    await stores.events.write(calendar, {
      writes: [{ event: eventOf('aaaaa'), timeKey: 'Ed#2026-03-03T00:00:00Z' }],
      atMs,
    });
    const second = await clear();

    if (rest !== undefined) await runJobPage(rest, sweepingOf(alice));
    expect((await viewOf(stores, alice, alice)).calendar.sweptSeq).toBeUndefined();
    await runJobs(sweepingOf(alice), soon());

    expect(second.clearedSeq).toBeGreaterThan(first.clearedSeq);
    const { items } = await stores.events.list({ id: alice }, undefined, 1000);
    expect(items).toHaveLength(251);
    // One write for each: what the first sweep had done already is left alone.
    expect(
      new Set(items.map(({ status, version, timeKey = '' }) => [status, version, timeKey.slice(0, 2)].join(' '))),
    ).toEqual(new Set(['cancelled 2 Xd']));
  });

  test('a run whose time is up leaves the rest to the next', async () => {
    await fill(alice, 450);
    await clear();
    const { stores: limited } = sweepingOf(alice);
    let asked = 0;
    const ticking = { now: () => new Date(atMs + (asked += 1) * 1000) };

    await runJobs({ clock: ticking, stores: limited }, new Date(atMs + 2500));
    const [job] = await limited.jobs.listJobs();
    expect(job).toMatchObject({ kind: 'clear', cursor: expect.any(String) });

    await runJobs(sweepingOf(alice), soon());
    expect(await limited.jobs.listJobs()).toEqual([]);
  });
});

describe('deleting a calendar', () => {
  const id = (name: string) => `c_${name.replace(/@.*/, '')}@group.calendar.google.com`;

  async function addCalendar(): Promise<string> {
    const calendarId = id(alice);
    const { user, calendar } = await viewOf(stores, alice, alice);
    await stores.calendars.add(
      { ...calendar, id: calendarId, isPrimary: false, seq: 1 },
      user,
      ownerRule(alice, atMs),
      newEntry(calendarId, atMs, true),
    );
    return calendarId;
  }

  async function subscribe(calendarId: string, email: string): Promise<void> {
    await stores.users.provision(newUser(email, atMs));
    const { user } = await viewOf(stores, calendarId, email);
    expect(await stores.entries.replace(user, newEntry(calendarId, atMs, true), undefined)).toBe(true);
  }

  async function remove(calendarId: string): Promise<void> {
    const { calendar, user, entry } = await viewOf(stores, calendarId, alice);
    const removed = { ...(entry ?? newEntry(calendarId, atMs, true)), updatedAtMs: atMs + 1 };
    expect(await stores.calendars.remove(calendar, user, removed)).toMatchObject({ kind: 'remove', calendarId });
  }

  test('events, rules and subscribers go, in however many runs it takes; the calendar stays as a mark that its id is taken', async () => {
    const calendarId = await addCalendar();
    const people = Array.from({ length: 30 }, () => someone('reader'));
    for (const email of people) await subscribe(calendarId, email);
    await fill(calendarId, 800);
    await remove(calendarId);

    let pages = 0;
    const dying = sweepingOf(calendarId);
    const removeItems = (of: string): Promise<boolean> => {
      pages += 1;
      return pages > 2 ? Promise.reject(new Error('the function was stopped')) : stores.jobs.removeItems(of);
    };
    await expect(
      runJobs({ ...dying, stores: { ...dying.stores, jobs: { ...dying.stores.jobs, removeItems } } }, soon()),
    ).rejects.toThrow('some jobs failed');
    expect((await itemsOf(calendarId)).length).toBeGreaterThan(300);

    await Promise.all([runJobs(sweepingOf(calendarId), soon()), runJobs(sweepingOf(calendarId), soon())]);

    expect(await itemsOf(calendarId)).toEqual([
      expect.objectContaining({ sk: 'META', isRemoved: true, expires: expect.any(Number) }),
    ]);
    for (const email of people) {
      expect((await stores.entries.listChanges(email, 2, undefined, 10)).items).toEqual([
        expect.objectContaining({ calendarId, isRemoved: true, seq: 3 }),
      ]);
    }
    expect(await sweepingOf(calendarId).stores.jobs.listJobs()).toEqual([]);
  });

  test('nothing can be added to it any more, not even by those who had it open', async () => {
    const calendarId = await addCalendar();
    const bob = someone('bob');
    await stores.users.provision(newUser(bob, atMs));
    const { calendar } = await viewOf(stores, calendarId, alice);
    const { user } = await viewOf(stores, calendarId, bob);
    await remove(calendarId);
    await runJobs(sweepingOf(calendarId), soon());

    const late = openStores();
    expect(await late.events.write(calendar, { writes: [{ event: eventOf('late1'), timeKey: undefined }], atMs })).toBe(
      false,
    );
    expect(await late.rules.replace(calendar, { id: 'default', role: 'reader', updatedAtMs: atMs }, undefined)).toBe(
      false,
    );
    expect(await late.calendars.change(calendar, { summary: 'T', timeZone: 'UTC' }, atMs)).toBe(false);
    expect(await late.entries.replace(user, newEntry(calendarId, atMs, true), undefined)).toBe(false);
    expect(await late.calendars.clear(calendar, atMs)).toBeUndefined();
    expect((await itemsOf(calendarId)).map((item) => item['sk'])).toEqual(['META']);
  });
});
