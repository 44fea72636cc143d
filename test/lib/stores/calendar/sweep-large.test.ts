import { describe, expect, test } from '@jest/globals';
import { inParallel } from '#lib/api/process/in-parallel';
import type { StoredEvent } from '#lib/calendar/model/event';
import type { EventsResource } from '#lib/calendar/resources/event';
import { config } from '#lib/runtime/process/config';
import { eventItem } from '#lib/stores/dynamodb/calendar/items/event-items';
import { documents } from '#lib/stores/dynamodb/client/client';
import { BatchWriteCommand, UpdateCommand } from '#lib/stores/dynamodb/client/commands';
import { queryAll } from '#lib/stores/dynamodb/commands/query';
import { addEvent, calendarPath, eventsPath, MONDAY, storesOn, sweepCalendar } from '#test/support/calendar/calendar';
import { useCalendarPerTest } from '#test/support/calendar/use-calendar';

/**
 * More than a page of a list and many more than one call can deal with; fifty thousand take the same way, for longer.
 */
const EVENTS = 3_000;
const TableName = config.calendarTable;

const given = useCalendarPerTest();

const eventOf = (index: number, email: string): StoredEvent => ({
  id: `event${String(index).padStart(6, '0')}`,
  iCalUID: `event${String(index)}@example.com`,
  createdAtMs: MONDAY.getTime(),
  updatedAtMs: MONDAY.getTime(),
  version: 1,
  start: { date: '2026-03-03' },
  end: { date: '2026-03-04' },
  status: 'confirmed',
  eventType: 'default',
  creator: { email },
  organizer: { email },
  sequence: 0,
});

/** Puts events into a calendar past its rules, each with its number. */
async function fill(calendarId: string): Promise<void> {
  const batches = Array.from({ length: EVENTS / 25 }, (_, batch) =>
    Array.from({ length: 25 }, (__, at) => batch * 25 + at),
  );
  await inParallel(batches, 8, (batch) => {
    const requests = batch.map((index) => ({
      PutRequest: {
        Item: eventItem(
          calendarId,
          { event: eventOf(index, given.alice), timeKey: 'Ed#2026-03-03T00:00:00Z' },
          index + 2,
        ),
      },
    }));
    return documents.send(new BatchWriteCommand({ RequestItems: { [TableName]: requests } }));
  });
  await documents.send(
    new UpdateCommand({
      TableName,
      Key: { pk: calendarId, sk: 'META' },
      UpdateExpression: 'SET seq = :seq ADD classes :classes',
      ExpressionAttributeValues: { ':seq': EVENTS + 1, ':classes': new Set(['Ed']) },
    }),
  );
}

/** Sweeps until it is stopped after so many steps, as by the end of a function. */
async function sweep(calendarId: string, mostSteps = Infinity): Promise<void> {
  const stores = storesOn(given.clock);
  let steps = 0;
  const counted = <T>(work: () => Promise<T>): Promise<T> =>
    (steps += 1) > mostSteps ? Promise.reject(new Error('the function was stopped')) : work();
  await sweepCalendar(calendarId, given.clock, {
    ...stores,
    jobs: {
      ...stores.jobs,
      writeTombstones: (calendar, tombstones) => counted(() => stores.jobs.writeTombstones(calendar, tombstones)),
      removeItems: (of) => counted(() => stores.jobs.removeItems(of)),
    },
  });
}

const itemsOf = (calendarId: string) =>
  queryAll(documents, TableName, { pk: calendarId, by: 'sk', from: ' ', to: '~' });

describe('a calendar of three thousand events', () => {
  test('is gone at once when it is deleted, and swept away in several runs', async () => {
    const { ask, S } = given;
    await fill(S);

    expect((await ask('DELETE', calendarPath(S))).status).toBe(204);
    expect((await ask('GET', eventsPath(S))).status).toBe(404);

    await expect(sweep(S, 5)).rejects.toThrow('some jobs failed');
    const left = (await itemsOf(S)).length;
    expect(left).toBeGreaterThan(EVENTS / 2);
    expect(left).toBeLessThan(EVENTS);
    await sweep(S);
    expect((await itemsOf(S)).map((item) => item['sk'])).toEqual(['META']);
  });

  test('is empty at once when it is cleared, to lists and to a sync, and gets its tombstones in several runs', async () => {
    const { ask, alice } = given;
    await fill(alice);
    const pagesOf = async (query: string): Promise<EventsResource[]> => {
      const pages: EventsResource[] = [];
      for (let page = ''; ; page = `&pageToken=${String(pages.at(-1)?.nextPageToken)}`) {
        pages.push((await ask<EventsResource>('GET', `${eventsPath()}?maxResults=2500&${query}${page}`)).body);
        if (pages.at(-1)?.nextPageToken === undefined) return pages;
      }
    };
    const idsIn = (pages: readonly EventsResource[]): Set<string> =>
      new Set(pages.flatMap(({ items = [] }) => items.map(({ id, status }) => `${String(id)} ${String(status)}`)));
    const before = await pagesOf('');
    const tokenOf = (pages: readonly EventsResource[]): string => String(pages.at(-1)?.nextSyncToken);

    expect((await ask('POST', `${calendarPath('primary')}/clear`)).status).toBe(204);

    const inOnePage = [expect.objectContaining({ items: [], nextSyncToken: expect.any(String) })];
    expect(await pagesOf('')).toEqual(inOnePage);
    expect(await pagesOf('singleEvents=true')).toEqual(inOnePage);
    expect(await pagesOf('orderBy=updated')).toEqual([expect.objectContaining({ items: [] })]);
    const synced = await pagesOf(`syncToken=${tokenOf(before)}`);
    expect(idsIn(synced)).toEqual(new Set([...idsIn(before)].map((row) => row.replace('confirmed', 'cancelled'))));
    expect(idsIn(await pagesOf(`syncToken=${tokenOf(synced)}`)).size).toBe(0);

    await expect(sweep(alice, 5)).rejects.toThrow('some jobs failed');
    expect(await pagesOf('')).toEqual(inOnePage);
    const later = await addEvent(given, { id: 'later', start: { date: '2026-03-03' }, end: { date: '2026-03-04' } });
    for (const query of [
      '',
      'singleEvents=true',
      'timeMin=2026-03-01T00:00:00Z',
      'orderBy=updated',
      `syncToken=${tokenOf(synced)}`,
    ]) {
      expect(await pagesOf(query)).toEqual([expect.objectContaining({ items: [later] })]);
    }
    await sweep(alice);
    expect(await pagesOf(`syncToken=${tokenOf(synced)}`)).toEqual([expect.objectContaining({ items: [later] })]);
    const kept = (await itemsOf(alice)).filter((item) => String(item['sk']).startsWith('E#event'));
    expect(kept).toHaveLength(EVENTS);
    expect(new Set(kept.map((item) => `${String(item['version'])} ${String(item['timeKey']).slice(0, 2)}`))).toEqual(
      new Set(['2 Xd']),
    );
  });
});
