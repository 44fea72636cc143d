/** Lists and syncs after somebody has set reminders, which only that person sees. */
import { beforeEach, describe, expect, test } from '@jest/globals';
import type { EventResource, EventsResource } from '#lib/calendar/resources/event';
import { addEvent, eventsPath, hourFrom, share, TUESDAYS } from '#test/support/calendar/calendar';
import { useCalendar } from '#test/support/calendar/use-calendar';

const fixture = useCalendar();
let calendarId: string;
beforeEach(async () => {
  const body = { summary: 'Reminders', timeZone: 'Europe/Zurich' };
  calendarId = (await fixture.ask<{ id: string }>('POST', '/calendars', { body })).body.id;
  await share(fixture, calendarId, fixture.bob, 'writer');
});

const reminders = { useDefault: false, overrides: [{ method: 'popup', minutes: 5 }] };
const list = async (query = '', as = fixture.bob) =>
  (await fixture.ask<EventsResource>('GET', `${eventsPath(calendarId)}?${query}`, { as })).body;
const idsIn = async (query = '', as = fixture.bob) => (await list(query, as)).items?.map(({ id }) => id);
const begin = async (query = ''): Promise<string> => encodeURIComponent((await list(query)).nextSyncToken ?? '');
const patch = (id: string, body: EventResource, as = fixture.bob) =>
  fixture.ask('PATCH', eventsPath(calendarId, id), { body, as });
const addSeries = async (): Promise<{ id: string; second: string; third: string }> => {
  const { id } = await addEvent(fixture, TUESDAYS, calendarId);
  return { id, second: `${id}_20260324T130000Z`, third: `${id}_20260331T120000Z` };
};

/** All pages of a list. */
async function inPages(query: string): Promise<EventResource[]> {
  const items: EventResource[] = [];
  for (let next: string | undefined = ''; next !== undefined;) {
    const page: EventsResource = await list(`${query}${next === '' ? '' : `&pageToken=${encodeURIComponent(next)}`}`);
    items.push(...(page.items ?? []));
    next = page.nextPageToken;
  }
  return items;
}

describe('an instance with reminders of its own', () => {
  test.each([
    '',
    'timeMin=2026-03-20T00:00:00Z',
    'timeMin=2026-03-20T00:00:00Z&timeMax=2026-03-28T00:00:00Z',
    'orderBy=updated',
    'updatedMin=2026-03-01T00:00:00Z',
    'showDeleted=true',
  ])('is a row beside its series, for the one who set them (%s)', async (query) => {
    const { id, second } = await addSeries();
    await patch(second, { reminders });

    expect((await list(query)).items).toMatchObject([
      { id },
      { id: second, recurringEventId: id, status: 'confirmed', summary: 'Tuesdays', reminders },
    ]);
    expect(await idsIn(query, fixture.alice)).toEqual([id]);
  });

  test('is found by the UID of its series, and not outside of the window', async () => {
    const { id, second } = await addSeries();
    await patch(second, { reminders });

    expect(await idsIn(`iCalUID=${id}%40google.com`)).toEqual([id, second]);
    expect(await idsIn('timeMin=2026-03-28T00:00:00Z')).toEqual([id]);
    expect(await idsIn('timeMax=2026-03-20T00:00:00Z')).toEqual([id]);
    expect(await idsIn('singleEvents=true')).toHaveLength(4);
  });

  test.each(['', 'timeMin=2026-03-01T00:00:00Z', 'orderBy=updated'])(
    'comes once in pages of one (%s)',
    async (query) => {
      const [one, other] = [await addSeries(), await addSeries()];
      for (const id of [one.second, one.third, other.third]) await patch(id, { reminders });
      await patch(other.second, { summary: 'Other' }, fixture.alice);

      const rows = await inPages(`${query}&maxResults=1`);

      expect(rows.map(({ id }) => id).toSorted()).toEqual(
        [one.id, one.second, one.third, other.id, other.second, other.third].toSorted(),
      );
    },
  );

  test('is told by a sync, once, and goes when the series no longer has it', async () => {
    const { id, second, third } = await addSeries();
    const token = await begin();
    await patch(second, { reminders });
    await patch(third, { reminders });

    const told = await list(`syncToken=${token}`);
    expect(told.items).toMatchObject([
      { id: second, reminders },
      { id: third, reminders },
    ]);
    const next = encodeURIComponent(told.nextSyncToken ?? '');
    expect(await idsIn(`syncToken=${next}`)).toEqual([]);

    await patch(id, { recurrence: ['RRULE:FREQ=WEEKLY;COUNT=2'] }, fixture.alice);
    expect((await list(`syncToken=${next}`)).items?.map((row) => [row.id, row.status])).toEqual([
      [id, 'confirmed'],
      [second, 'confirmed'],
      [third, 'cancelled'],
    ]);
    expect(await idsIn()).toEqual([id, second]);
  });

  test('is told as cancelled when the series is deleted, or becomes a single event', async () => {
    const [deleted, alone] = [await addSeries(), await addSeries()];
    for (const id of [deleted.second, alone.second]) await patch(id, { reminders });
    const token = await begin();
    await fixture.ask('DELETE', eventsPath(calendarId, deleted.id));
    await patch(alone.id, { recurrence: [] }, fixture.alice);

    expect((await list(`syncToken=${token}`)).items?.map((row) => [row.id, row.status])).toEqual([
      [deleted.id, 'cancelled'],
      [deleted.second, 'cancelled'],
      [alone.id, 'confirmed'],
      [alone.second, 'cancelled'],
    ]);
    expect(await idsIn()).toEqual([alone.id]);
  });

  test('comes along when the series changes', async () => {
    const { id, second } = await addSeries();
    await patch(second, { reminders });
    const token = await begin();
    await patch(id, { summary: 'New' }, fixture.alice);

    expect((await list(`syncToken=${token}`)).items).toMatchObject([
      { id, summary: 'New' },
      { id: second, summary: 'New', reminders },
    ]);
  });
});

describe('reminders alone', () => {
  test('leave orderBy=updated ascending', async () => {
    const { clock } = fixture;
    const made: string[] = [];
    for (const day of ['10', '11', '12']) {
      made.push((await addEvent(fixture, hourFrom(`2026-03-${day}T09:00:00Z`), calendarId)).id);
      clock.pass({ minutes: 1 });
    }
    await patch(made[0] ?? '', { reminders });

    for (const as of [fixture.bob, fixture.alice]) {
      const { items = [] } = await list('orderBy=updated', as);
      expect(items.map(({ id }) => id)).toEqual(made);
      expect(items.map(({ updated }) => updated)).toEqual(items.map(({ updated }) => updated ?? '').toSorted());
    }
  });

  test('and other changes are told by one sync, page by page, each once', async () => {
    const made: string[] = [];
    for (const day of ['10', '11', '12', '13'])
      made.push((await addEvent(fixture, hourFrom(`2026-03-${day}T09:00:00Z`), calendarId)).id);
    const token = await begin();
    const [first = '', second = '', third = '', fourth = ''] = made;
    await patch(second, { reminders });
    await patch(first, { summary: 'changed' }, fixture.alice);
    await patch(fourth, { reminders });
    await patch(third, { summary: 'changed' }, fixture.alice);
    await patch(third, { reminders });

    const rows = await inPages(`maxResults=1&syncToken=${token}`);
    const whole = await list(`syncToken=${token}`);

    expect(rows.map(({ id }) => id)).toEqual([second, first, fourth, third]);
    expect(whole.items?.map(({ id }) => id)).toEqual([second, first, fourth, third]);
    expect(await idsIn(`syncToken=${encodeURIComponent(whole.nextSyncToken ?? '')}`)).toEqual([]);
  });

  test('of a series are told with its exceptions, and those of an exception alone', async () => {
    const { id, second, third } = await addSeries();
    await patch(second, { summary: 'Other' }, fixture.alice);
    const token = await begin();
    await patch(second, { reminders });
    expect(await idsIn(`syncToken=${token}`)).toEqual([second]);

    await patch(id, { reminders });
    expect((await list(`syncToken=${token}`)).items).toMatchObject([
      { id: second, reminders },
      { id, reminders },
    ]);
    const expanded = await list(`syncToken=${await begin('singleEvents=true')}`);
    await patch(third, { reminders: { useDefault: true } });
    const { items } = await list(`syncToken=${encodeURIComponent(expanded.nextSyncToken ?? '')}`);
    expect(items).toMatchObject([{ id: third, reminders: { useDefault: true } }]);
  });
});
