/** Lists by change read some more changes than a page has room for: none may be lost where one read ends. */
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { EventResource, EventsResource } from '#lib/calendar/resources/event';
import { addEvent, eventsPath, hourFrom } from '#test/support/calendar/calendar';
import { useCalendar } from '#test/support/calendar/use-calendar';

const PAGE = 5;
/** What one read for such a page takes, lib/calendar/events/order/by-change.ts. */
const READ = PAGE + 100;
const CHANGES = READ * 2 + 10;
/** Around the ends of the first two reads, and at the edges. */
const WANTED = [0, READ - 2, READ - 1, READ, READ + 1, 2 * READ - 1, 2 * READ, 2 * READ + 1, CHANGES - 1];
const AWAY: EventResource = { eventType: 'outOfOffice', ...hourFrom('2026-04-01T09:00:00Z') };

const fixture = useCalendar();
const wanted: string[] = [];
let token = '';

async function listAll(query: string): Promise<EventsResource & { readonly all: EventResource[] }> {
  const all: EventResource[] = [];
  for (let pageToken = ''; ;) {
    const path = `${eventsPath()}?maxResults=${String(PAGE)}&${query}${pageToken === '' ? '' : `&pageToken=${pageToken}`}`;
    const { body } = await fixture.ask<EventsResource>('GET', path);
    all.push(...(body.items ?? []));
    if (body.nextPageToken === undefined) return { ...body, all };
    pageToken = encodeURIComponent(body.nextPageToken);
  }
}
const idsOf = ({ all }: { readonly all: readonly EventResource[] }) => all.map(({ id }) => id);

beforeAll(async () => {
  token = (await listAll('eventTypes=outOfOffice')).nextSyncToken ?? '';
  for (let index = 0; index < CHANGES; index += 1) {
    const isWanted = WANTED.includes(index);
    fixture.clock.pass({ minutes: 1 });
    const { id } = await addEvent(
      fixture,
      isWanted ? { ...AWAY, summary: 'needle' } : hourFrom('2026-04-01T09:00:00Z'),
    );
    if (isWanted) wanted.push(id);
  }
}, 60_000);

describe('more changes than one read takes', () => {
  test('a filtered sync tells each that it asks for, and goes on from there', async () => {
    const synced = await listAll(`syncToken=${encodeURIComponent(token)}`);
    expect(idsOf(synced)).toEqual(wanted);
    expect(idsOf(await listAll(`syncToken=${encodeURIComponent(synced.nextSyncToken ?? '')}`))).toEqual([]);
  });

  test.each([
    'orderBy=updated&q=needle',
    'orderBy=updated&eventTypes=outOfOffice',
    'updatedMin=2026-03-02T00:00:00Z&q=needle',
  ])('%s lists each once, in order of change', async (query) => {
    expect(idsOf(await listAll(query))).toEqual(wanted);
  });

  test('updatedMin, timeMin and showDeleted together list what was deleted in the window, too', async () => {
    const [first = '', , third = ''] = wanted;
    fixture.clock.pass({ minutes: 1 });
    const since = fixture.clock.now().toISOString();
    for (const id of [first, third]) await fixture.ask('DELETE', eventsPath('primary', id));
    const early = await addEvent(fixture, hourFrom('2026-03-20T09:00:00Z'));
    await fixture.ask('DELETE', eventsPath('primary', early.id));

    const query = `updatedMin=${since}&timeMin=2026-04-01T00:00:00Z`;
    expect((await listAll(`${query}&showDeleted=true`)).all.map(({ id, status }) => [id, status])).toEqual([
      [first, 'cancelled'],
      [third, 'cancelled'],
    ]);
    expect(idsOf(await listAll(`updatedMin=${since}&showDeleted=true`))).toEqual([first, third, early.id]);
  });
});
