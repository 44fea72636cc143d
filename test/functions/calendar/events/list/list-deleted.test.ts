import { beforeAll, describe, expect, test } from '@jest/globals';
import type { EventResource, EventsResource } from '#lib/calendar/resources/event';
import { addEvent, eventsPath, hourFrom, refusal, TUESDAYS } from '#test/support/calendar/calendar';
import { useCalendar } from '#test/support/calendar/use-calendar';

const fixture = useCalendar();
const ids = { single: '', living: '', cancelledInstance: '', movedInstance: '', deleted: '', deletedException: '' };
const WINDOW = 'timeMin=2026-01-01T00:00:00Z&timeMax=2027-01-01T00:00:00Z';
beforeAll(async () => {
  const at = (id: string) => eventsPath('primary', id);
  ids.single = (await addEvent(fixture, { summary: 'single', ...hourFrom('2026-03-20T09:00:00Z') })).id;
  ids.living = (await addEvent(fixture, TUESDAYS)).id;
  ids.cancelledInstance = `${ids.living}_20260324T130000Z`;
  ids.movedInstance = `${ids.living}_20260331T120000Z`;
  ids.deleted = (await addEvent(fixture, { ...TUESDAYS, summary: 'deleted' })).id;
  ids.deletedException = `${ids.deleted}_20260324T130000Z`;
  await fixture.ask('PATCH', at(ids.movedInstance), {
    body: { summary: 'moved', ...hourFrom('2026-03-31T15:00:00Z') },
  });
  await fixture.ask('PATCH', at(ids.deletedException), { body: { summary: 'exception of a deleted series' } });
  for (const id of [ids.single, ids.cancelledInstance, ids.deleted]) await fixture.ask('DELETE', at(id));
});

const list = async (query: string): Promise<readonly EventResource[]> =>
  (await fixture.ask<EventsResource>('GET', `${eventsPath()}?${query}`)).body.items ?? [];
const idsOf = (items: readonly EventResource[]) => items.map(({ id }) => id ?? '').toSorted();
const plain = (): string[] => [`${ids.living}_20260317T130000Z`, `${ids.living}_20260407T120000Z`];
const bare = (masterId: string, id: string, originalStart: string) => ({
  kind: 'calendar#event',
  etag: expect.any(String),
  id,
  status: 'cancelled',
  recurringEventId: masterId,
  originalStartTime: { dateTime: originalStart, timeZone: 'Europe/Zurich' },
});

describe('calendar.events.list of what was deleted', () => {
  test('CAL-58 tells of a cancelled instance where its series is listed, by its name only', async () => {
    const items = await list('showDeleted=false');

    expect(idsOf(items)).toEqual([ids.living, ids.cancelledInstance, ids.movedInstance].toSorted());
    expect(items).toContainEqual(bare(ids.living, ids.cancelledInstance, '2026-03-24T14:00:00+01:00'));
  });

  test('CAL-59 leaves a cancelled instance out among instances, unless deleted events are asked for', async () => {
    expect(idsOf(await list('singleEvents=true'))).toEqual([...plain(), ids.movedInstance].toSorted());
    expect(await list('singleEvents=true&showDeleted=true')).toContainEqual(
      bare(ids.living, ids.cancelledInstance, '2026-03-24T14:00:00+01:00'),
    );
  });

  test('CAL-60 reads a cancelled instance, and cannot cancel it again', async () => {
    const { status, body } = await fixture.ask<EventResource>('GET', eventsPath('primary', ids.cancelledInstance));

    expect([status, body.status, body.id]).toEqual([200, 'cancelled', ids.cancelledInstance]);
    expect(refusal(await fixture.ask('DELETE', eventsPath('primary', ids.cancelledInstance)))).toEqual({
      status: 410,
      domain: 'global',
      reason: 'deleted',
    });
  });

  const instances = () => [...plain(), ids.movedInstance];
  const series = () => [ids.living, ids.movedInstance];
  test.each([
    ['showDeleted=false&singleEvents=false', () => [...series(), ids.cancelledInstance]],
    [
      'showDeleted=true&singleEvents=false',
      () => [...series(), ids.cancelledInstance, ids.single, ids.deleted, ids.deletedException],
    ],
    ['showDeleted=false&singleEvents=true', instances],
    [
      'showDeleted=true&singleEvents=true',
      () => [...instances(), ids.cancelledInstance, ids.single, ids.deletedException],
    ],
    [
      'updatedMin=2026-03-01T00:00:00Z',
      () => [...series(), ids.cancelledInstance, ids.single, ids.deleted, ids.deletedException],
    ],
    [
      'updatedMin=2026-03-01T00:00:00Z&singleEvents=true',
      () => [...instances(), ids.cancelledInstance, ids.single, ids.deletedException],
    ],
    [
      'updatedMin=2026-03-01T00:00:00Z&singleEvents=true&orderBy=startTime',
      () => [...instances(), ids.cancelledInstance, ids.single, ids.deletedException],
    ],
  ])('%s lists the same with and without a window', async (query, expected) => {
    expect(idsOf(await list(query))).toEqual(expected().toSorted());
    expect(idsOf(await list(`${query}&${WINDOW}`))).toEqual(expected().toSorted());
  });

  test('shows the details of a deleted event only when deleted events are asked for', async () => {
    const find = async (query: string) => (await list(query)).find(({ id }) => id === ids.single);

    expect(await find('showDeleted=true')).toMatchObject({
      id: ids.single,
      status: 'cancelled',
      summary: 'single',
      start: { dateTime: '2026-03-20T10:00:00+01:00' },
    });
    expect(await find('updatedMin=2026-03-01T00:00:00Z')).toEqual({
      kind: 'calendar#event',
      etag: expect.any(String),
      id: ids.single,
      status: 'cancelled',
    });
  });
});

describe('updatedMin with a window and showDeleted', () => {
  test('lists what has changed since, in the window, and deleted events with what they said', async () => {
    const body = { summary: 'Since', timeZone: 'UTC' };
    const calendarId = (await fixture.ask<{ id: string }>('POST', '/calendars', { body })).body.id;
    const add = async (summary: string, day: string) =>
      (await addEvent(fixture, { summary, ...hourFrom(`2026-04-${day}T09:00:00Z`) }, calendarId)).id;
    const [removed, early, late, changed] = [
      await add('removed', '11'),
      await add('removed before the window', '01'),
      await add('removed after the window', '21'),
      await add('changed', '12'),
    ];
    await add('untouched', '13');
    await fixture.ask('DELETE', eventsPath(calendarId, await add('removed long before', '14')));
    fixture.clock.pass({ minutes: 5 });
    const since = fixture.clock.now().toISOString();
    for (const id of [removed, early, late]) await fixture.ask('DELETE', eventsPath(calendarId, id));
    await fixture.ask('PATCH', eventsPath(calendarId, changed), { body: { location: 'Here' } });

    const list = async (query: string) => {
      const path = `${eventsPath(calendarId)}?updatedMin=${since}&${query}`;
      const { items = [] } = (await fixture.ask<EventsResource>('GET', path)).body;
      return items.map(({ status, summary }) => [status, summary]).toSorted();
    };
    const window = 'timeMin=2026-04-10T00:00:00Z&timeMax=2026-04-20T00:00:00Z';
    const inWindow = [
      ['cancelled', 'removed'],
      ['confirmed', 'changed'],
    ];

    for (const more of ['', '&singleEvents=true', '&singleEvents=true&orderBy=startTime', '&orderBy=updated'])
      expect(await list(`${window}&showDeleted=true${more}`)).toEqual(inWindow);
    expect(await list(window)).toEqual([['cancelled', undefined], inWindow[1]]);
    expect(await list('timeMin=2026-04-10T00:00:00Z&showDeleted=true')).toEqual([
      inWindow[0],
      ['cancelled', 'removed after the window'],
      inWindow[1],
    ]);
  });
});
