import { describe, expect, test } from '@jest/globals';
import type { EventResource } from '#lib/calendar/resources/event';
import { addEvent, eventsPath, TUESDAYS } from '#test/support/calendar/calendar';
import { eventRequests } from '#test/support/calendar/event-requests';
import { useCalendar } from '#test/support/calendar/use-calendar';

const fixture = useCalendar();
const { patch, read, sync } = eventRequests(() => fixture);

const addSeries = async (body: EventResource = {}) => {
  const { id } = await addEvent(fixture, { ...TUESDAYS, ...body });
  return { id, second: `${id}_20260324T130000Z`, third: `${id}_20260331T120000Z`, fourth: `${id}_20260407T120000Z` };
};
const statusOf = async (id: string) => (await read(id)).status;

describe('the status of an instance', () => {
  test('comes from the series until the instance has one of its own', async () => {
    const { id, second, third } = await addSeries();
    await patch(second, { summary: 'Own' });
    await patch(third, { status: 'tentative' });

    await patch(id, { status: 'tentative' });
    expect([await statusOf(second), await statusOf(third)]).toEqual(['tentative', 'tentative']);

    await patch(third, { status: 'confirmed' });
    await patch(id, { location: 'Room 1' });
    expect([await statusOf(second), await statusOf(third)]).toEqual(['tentative', 'confirmed']);

    await patch(id, { status: 'confirmed' });
    expect([await statusOf(second), await statusOf(third)]).toEqual(['confirmed', 'confirmed']);
  });

  test('is told with the series by a sync', async () => {
    const { id, second } = await addSeries();
    await patch(second, { summary: 'Own' });
    const { nextSyncToken } = await sync();
    await patch(id, { status: 'tentative' });

    expect((await sync(nextSyncToken)).items?.map((row) => [row.id, row.status])).toEqual([
      [id, 'tentative'],
      [second, 'tentative'],
    ]);
  });

  test('is again what it was when the series comes back', async () => {
    const { id, second, third, fourth } = await addSeries({ status: 'tentative' });
    await patch(second, { summary: 'Own' });
    await patch(third, { status: 'confirmed' });
    await fixture.ask('DELETE', eventsPath('primary', fourth));
    await fixture.ask('DELETE', eventsPath('primary', id));
    await patch(second, { location: 'Changed while it was deleted' });
    await patch(id, { status: 'confirmed' });

    expect(await Promise.all([second, third, fourth].map(statusOf))).toEqual(['confirmed', 'confirmed', 'cancelled']);
    await patch(id, { status: 'tentative' });
    expect(await Promise.all([second, third, fourth].map(statusOf))).toEqual(['tentative', 'confirmed', 'cancelled']);
  });

  test('comes from the series again when the rules name the instance again', async () => {
    const { id, fourth } = await addSeries({ status: 'tentative' });
    await patch(fourth, { summary: 'Own', status: 'confirmed' });
    await patch(id, { recurrence: ['RRULE:FREQ=WEEKLY;COUNT=3'] });
    expect(await statusOf(fourth)).toBe('cancelled');

    await patch(id, { recurrence: ['RRULE:FREQ=WEEKLY;COUNT=4'] });

    expect(await read(fourth)).toMatchObject({ status: 'tentative', summary: 'Tuesdays' });
  });
});
