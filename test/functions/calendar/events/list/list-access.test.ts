import { beforeAll, describe, expect, test } from '@jest/globals';
import type { EventResource, EventsResource } from '#lib/calendar/resources/event';
import { SCOPE } from '#lib/calendar/scopes';
import type { Ask } from '#test/support/ask';
import {
  addApiKey,
  addEvent,
  eventsPath,
  hourFrom,
  refusal,
  rulePath,
  share,
  TUESDAYS,
} from '#test/support/calendar/calendar';
import { useCalendar } from '#test/support/calendar/use-calendar';

const fixture = useCalendar();
let open: EventResource;
let secret: EventResource;
let series: EventResource;
let free: EventResource;
beforeAll(async () => {
  const { S } = fixture;
  open = await addEvent(
    fixture,
    { summary: 'open word', ...hourFrom('2026-03-10T09:00:00Z'), extendedProperties: { shared: { a: '1' } } },
    S,
  );
  secret = await addEvent(
    fixture,
    {
      summary: 'secret word',
      location: 'word',
      visibility: 'private',
      ...hourFrom('2026-03-11T09:00:00Z'),
      extendedProperties: { shared: { a: '1' } },
    },
    S,
  );
  series = await addEvent(fixture, TUESDAYS, S);
  free = await addEvent(
    fixture,
    { summary: 'free', transparency: 'transparent', ...hourFrom('2026-03-12T09:00:00Z') },
    S,
  );
  await share(fixture, S, fixture.bob, 'reader');
  await share(fixture, S, fixture.carol, 'freeBusyReader');
});

const list = async (query: string, options: Ask = {}): Promise<EventsResource> =>
  (await fixture.ask<EventsResource>('GET', `${eventsPath(fixture.S)}?${query}`, options)).body;
const idsOf = ({ items = [] }: EventsResource) => items.map(({ id }) => id).toSorted();
const BARE = [
  'kind',
  'etag',
  'id',
  'status',
  'htmlLink',
  'created',
  'updated',
  'start',
  'end',
  'iCalUID',
  'sequence',
  'eventType',
] as const;
const stripped = (event: EventResource): EventResource => ({
  ...Object.fromEntries(BARE.map((name) => [name, event[name]])),
  visibility: 'private',
});

describe('calendar.events.list by role', () => {
  test('CAL-102 strips private events for readers, and everything for those who may only see times', async () => {
    const { bob, carol } = fixture;

    const read = await list('orderBy=updated', { as: bob });
    const times = await list('', { as: carol });

    expect(read.accessRole).toBe('reader');
    expect(read.items).toHaveLength(4);
    expect(read.items).toContainEqual(stripped(secret));
    expect(read.items).toContainEqual(
      expect.objectContaining({
        id: open.id,
        summary: 'open word',
        organizer: { email: fixture.S, displayName: 'S', self: true },
      }),
    );
    expect(times.accessRole).toBe('freeBusyReader');
    expect(times.items?.[0]).toEqual(stripped(open));
    expect(times.items?.map(({ id }) => id)).toEqual([
      open.id,
      secret.id,
      ...['17T130000Z', '24T130000Z', '31T120000Z'].map((end) => `${String(series.id)}_202603${end}`),
      `${String(series.id)}_20260407T120000Z`,
    ]);
    expect(times.items?.some(({ summary }) => summary !== undefined)).toBe(false);
  });

  test('finds nothing by what a reader may not see', async () => {
    const { bob, carol } = fixture;

    expect(idsOf(await list('q=word'))).toEqual([open.id, secret.id].toSorted());
    expect(idsOf(await list('q=word', { as: bob }))).toEqual([open.id]);
    expect(idsOf(await list('q=word', { as: carol }))).toEqual([]);
    expect(idsOf(await list('sharedExtendedProperty=a%3D1', { as: bob }))).toEqual([open.id]);
    expect(idsOf(await list('sharedExtendedProperty=a%3D1', { as: carol }))).toEqual([]);
  });

  test('does not find guests who are hidden from the calendar', async () => {
    const { alice, S } = fixture;
    const meeting: EventResource = {
      summary: 'meeting',
      iCalUID: 'meeting@elsewhere.example',
      organizer: { email: 'boss@example.org' },
      guestsCanSeeOtherGuests: false,
      attendees: [{ email: alice }, { email: 'hidden@example.org' }],
      ...hourFrom('2026-03-13T09:00:00Z'),
    };
    const { status } = await fixture.ask('POST', `${eventsPath()}/import`, { body: meeting });
    const found = async (q: string) =>
      (await fixture.ask<EventsResource>('GET', `${eventsPath()}?q=${q}`)).body.items?.length;

    expect(status).toBe(200);
    expect(S).not.toBe(alice);
    expect(await found('boss')).toBe(1);
    expect(await found('hidden')).toBe(0);
  });

  describe('narrow scopes', () => {
    test('free/busy shows only times, even to the owner', async () => {
      const body = await list('', { scopes: [SCOPE.eventsFreeBusy] });

      expect(body.items?.[0]).toEqual(stripped(open));
      expect(idsOf(body)).not.toContain(free.id);
    });

    test('public calendars only, or owned calendars only', async () => {
      const { S, bob } = fixture;
      const ask = (scope: string, as: string) => fixture.ask('GET', eventsPath(S), { as, scopes: [scope] });

      expect(refusal(await ask(SCOPE.eventsPublicReadonly, bob))).toMatchObject({ status: 404, reason: 'notFound' });
      expect(refusal(await ask(SCOPE.eventsOwnedReadonly, bob))).toMatchObject({
        status: 403,
        reason: 'insufficientPermissions',
      });
      expect((await ask(SCOPE.eventsOwnedReadonly, fixture.alice)).status).toBe(200);
    });
  });

  test('404 without any role', async () => {
    expect(refusal(await fixture.ask('GET', eventsPath(fixture.S), { as: 'nobody@example.net' }))).toEqual({
      status: 404,
      domain: 'global',
      reason: 'notFound',
    });
  });

  test('CAL-107 shows a public calendar to whoever has a key, and lets nobody write so', async () => {
    const { S, askAnonymously } = fixture;
    const key = await addApiKey();
    const path = `${eventsPath(S)}?key=${key}`;
    const before = await askAnonymously('GET', path);
    await fixture.ask('POST', rulePath(S), { body: { role: 'reader', scope: { type: 'default' } } });

    const { status, body } = await askAnonymously<EventsResource>('GET', path);
    const write = await askAnonymously('POST', path, { body: hourFrom('2026-03-10T09:00:00Z') });
    const instances = await askAnonymously<EventsResource>('GET', `${eventsPath(S, series.id)}/instances?key=${key}`);

    expect(before.status).toBe(404);
    expect(status).toBe(200);
    expect(body).toMatchObject({ accessRole: 'reader', defaultReminders: [] });
    expect(body.items).toContainEqual(stripped(secret));
    expect(instances.body.items).toHaveLength(4);
    expect(write.status).toBe(401);
  });
});
