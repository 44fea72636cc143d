/** Syncs of instances, while what they are instances of changes its nature. */
import { beforeEach, describe, expect, test } from '@jest/globals';
import type { EventResource, EventsResource } from '#lib/calendar/resources/event';
import { addEvent, eventsPath } from '#test/support/calendar/calendar';
import { useCalendar } from '#test/support/calendar/use-calendar';

const fixture = useCalendar();
let calendarId: string;
beforeEach(async () => {
  calendarId = (
    await fixture.ask<{ id: string }>('POST', '/calendars', { body: { summary: 'Series', timeZone: 'UTC' } })
  ).body.id;
});

const span = (day: string) => ({
  start: { dateTime: `2026-03-${day}T09:00:00Z`, timeZone: 'UTC' },
  end: { dateTime: `2026-03-${day}T10:00:00Z`, timeZone: 'UTC' },
});
const list = async (query: string) =>
  (await fixture.ask<EventsResource>('GET', `${eventsPath(calendarId)}?singleEvents=true&${query}`)).body;
const begin = async (): Promise<string> => encodeURIComponent((await list('')).nextSyncToken ?? '');
const patch = (id: string, body: EventResource) => fixture.ask('PATCH', eventsPath(calendarId, id), { body });
const stateOf = (items: readonly EventResource[] = []) => items.map(({ id, status }) => [id, status]);

/** A sync page by page. */
async function syncInPagesOf(maxResults: number, syncToken: string): Promise<EventResource[]> {
  const items: EventResource[] = [];
  let pageToken = '';
  do {
    const page = await list(`maxResults=${String(maxResults)}&syncToken=${syncToken}${pageToken}`);
    items.push(...(page.items ?? []));
    pageToken = page.nextPageToken === undefined ? '' : `&pageToken=${encodeURIComponent(page.nextPageToken)}`;
  } while (pageToken !== '');
  return items;
}

describe('calendar.events.list with a sync token of instances', () => {
  test('tells that a single event is gone when it has become a series', async () => {
    const { id } = await addEvent(fixture, { summary: 'once', ...span('10') }, calendarId);
    const token = await begin();

    await patch(id, { recurrence: ['RRULE:FREQ=DAILY;COUNT=2'] });

    const { items } = await list(`syncToken=${token}`);
    expect(stateOf(items).toSorted()).toEqual([
      [id, 'cancelled'],
      [`${id}_20260310T090000Z`, 'confirmed'],
      [`${id}_20260311T090000Z`, 'confirmed'],
    ]);
  });

  test('tells so too when the series is deleted before anybody has seen it, and not when the event stands alone again', async () => {
    const deleted = await addEvent(fixture, span('10'), calendarId);
    const back = await addEvent(fixture, span('12'), calendarId);
    const token = await begin();

    for (const { id } of [deleted, back]) await patch(id, { recurrence: ['RRULE:FREQ=DAILY;COUNT=2'] });
    await fixture.ask('DELETE', eventsPath(calendarId, deleted.id));
    await patch(back.id, { recurrence: [] });

    const { items } = await list(`syncToken=${token}`);
    expect(stateOf(items)).toContainEqual([deleted.id, 'cancelled']);
    expect(stateOf(items?.filter(({ id }) => id === back.id))).toEqual([[back.id, 'confirmed']]);
  });

  test.each([1, 250])(
    'tells of an instance that was moved and then dropped by the rules once, in pages of %d',
    async (size) => {
      const { id } = await addEvent(fixture, { ...span('10'), recurrence: ['RRULE:FREQ=DAILY;COUNT=4'] }, calendarId);
      await patch(`${id}_20260312T090000Z`, span('20'));
      const token = await begin();

      await patch(id, { recurrence: ['RRULE:FREQ=DAILY;COUNT=2'] });

      expect(stateOf(await syncInPagesOf(size, token)).toSorted()).toEqual([
        [`${id}_20260310T090000Z`, 'confirmed'],
        [`${id}_20260311T090000Z`, 'confirmed'],
        [`${id}_20260312T090000Z`, 'cancelled'],
        [`${id}_20260313T090000Z`, 'cancelled'],
      ]);
    },
  );

  test('tells of a cancelled instance once when its deleted series has lost its rules and got others', async () => {
    const { id } = await addEvent(fixture, { ...span('10'), recurrence: ['RRULE:FREQ=DAILY;COUNT=4'] }, calendarId);
    const token = await begin();

    await fixture.ask('DELETE', eventsPath(calendarId, `${id}_20260310T090000Z`));
    await fixture.ask('DELETE', eventsPath(calendarId, id));
    await patch(id, { recurrence: [] });
    await patch(id, { recurrence: ['RRULE:FREQ=WEEKLY;COUNT=2'] });

    const ids = (await syncInPagesOf(1, token)).map((event) => event.id);
    expect(ids).toContain(`${id}_20260310T090000Z`);
    expect(ids).toEqual([...new Set(ids)]);
  });

  test('tells which instances are gone after many changes of the rules', async () => {
    const { id } = await addEvent(fixture, { ...span('10'), recurrence: ['RRULE:FREQ=DAILY;COUNT=2'] }, calendarId);
    const token = await begin();

    for (const day of ['12', '13', '14', '15', '16', '17', '18']) await patch(id, span(day));

    const { items } = await list(`syncToken=${token}`);
    expect(stateOf(items)).toEqual(
      expect.arrayContaining([
        [`${id}_20260310T090000Z`, 'cancelled'],
        [`${id}_20260311T090000Z`, 'cancelled'],
        [`${id}_20260318T090000Z`, 'confirmed'],
      ]),
    );
  });
});
