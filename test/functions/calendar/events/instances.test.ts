import { beforeAll, describe, expect, test } from '@jest/globals';
import type { EventResource, EventsResource } from '#lib/calendar/resources/event';
import { addEvent, eventsPath, hourFrom, refusal, share, TUESDAYS } from '#test/support/calendar/calendar';
import { useCalendar } from '#test/support/calendar/use-calendar';

const fixture = useCalendar();
let id: string;
beforeAll(async () => {
  id = (await addEvent(fixture, TUESDAYS)).id;
  // Moved before the first one, although it is the third.
  await fixture.ask('PATCH', eventsPath('primary', `${id}_20260331T120000Z`), {
    body: { summary: 'moved', ...hourFrom('2026-03-16T09:00:00Z') },
  });
  await fixture.ask('DELETE', eventsPath('primary', `${id}_20260407T120000Z`));
});

const ask = (eventId: string, query = '') =>
  fixture.ask<EventsResource>('GET', `${eventsPath('primary', eventId)}/instances?${query}`);
const list = async (eventId: string, query = ''): Promise<readonly EventResource[]> =>
  (await ask(eventId, query)).body.items ?? [];
const suffixes = (items: readonly EventResource[]) => items.map((event) => event.id?.slice(event.id.indexOf('_')));
const refusalOf = async (eventId: string, query = '') =>
  refusal(await fixture.ask('GET', `${eventsPath('primary', eventId)}/instances?${query}`));

describe('calendar.events.instances', () => {
  describe('200', () => {
    test('lists the instances by their original starts, with what they inherit, in the envelope of a list', async () => {
      const { status, body } = await ask(id);

      expect(status).toBe(200);
      expect(body).toMatchObject({
        kind: 'calendar#events',
        timeZone: 'Europe/Zurich',
        accessRole: 'owner',
        etag: expect.stringMatching(/^"p/),
      });
      expect(body).not.toHaveProperty('nextSyncToken');
      expect(suffixes(body.items ?? [])).toEqual(['_20260317T130000Z', '_20260324T130000Z', '_20260331T120000Z']);
      expect(
        body.items?.map(({ summary, start, originalStartTime, recurrence }) => [
          summary,
          start?.dateTime,
          originalStartTime?.dateTime,
          recurrence,
        ]),
      ).toEqual([
        ['Tuesdays', '2026-03-17T14:00:00+01:00', '2026-03-17T14:00:00+01:00', undefined],
        ['Tuesdays', '2026-03-24T14:00:00+01:00', '2026-03-24T14:00:00+01:00', undefined],
        ['moved', '2026-03-16T10:00:00+01:00', '2026-03-31T14:00:00+02:00', undefined],
      ]);
    });

    test('shows cancelled instances by name when asked for', async () => {
      const items = await list(id, 'showDeleted=true');

      expect(items.at(-1)).toEqual({
        kind: 'calendar#event',
        etag: expect.any(String),
        id: `${id}_20260407T120000Z`,
        status: 'cancelled',
        recurringEventId: id,
        originalStartTime: { dateTime: '2026-04-07T14:00:00+02:00', timeZone: 'Europe/Zurich' },
      });
    });

    test('CAL-55 names instances by UTC across the change of the clock, all at 14:00', async () => {
      const series = await addEvent(fixture, TUESDAYS);

      const items = await list(series.id);

      expect(suffixes(items)).toEqual([
        '_20260317T130000Z',
        '_20260324T130000Z',
        '_20260331T120000Z',
        '_20260407T120000Z',
      ]);
      expect(items.map(({ start }) => start?.dateTime?.slice(11, 16))).toEqual(['14:00', '14:00', '14:00', '14:00']);
    });

    test('CAL-65 all-day dates, some added and one taken away', async () => {
      const recurrence = [
        'RRULE:FREQ=DAILY;UNTIL=20150628;INTERVAL=3',
        'EXDATE;VALUE=DATE:20150610',
        'RDATE;VALUE=DATE:20150609,20150611',
      ];
      const series = await addEvent(fixture, {
        start: { date: '2015-06-01' },
        end: { date: '2015-06-02' },
        recurrence,
      });

      const items = await list(series.id);

      expect(series.recurrence).toEqual(recurrence);
      expect(suffixes(items)).toEqual(
        ['01', '04', '07', '09', '11', '13', '16', '19', '22', '25', '28'].map((day) => `_201506${day}`),
      );
      expect(items.map(({ start }) => start)).toEqual(
        suffixes(items).map((suffix = '') => ({ date: `2015-06-${suffix.slice(-2)}` })),
      );
    });

    test('CAL-66 the 29th of February comes every four years', async () => {
      const series = await addEvent(fixture, {
        start: { date: '2024-02-29' },
        end: { date: '2024-03-01' },
        recurrence: ['RRULE:FREQ=YEARLY'],
      });

      expect(suffixes(await list(series.id, 'timeMin=2024-01-01T00:00:00Z&timeMax=2033-12-31T00:00:00Z'))).toEqual([
        '_20240229',
        '_20280229',
        '_20320229',
      ]);
    });

    test('CAL-67 a time that the clock skips is an hour later on that day only', async () => {
      const at = (time: string) => ({ dateTime: `2026-03-28T${time}:00`, timeZone: 'Europe/Zurich' });
      const series = await addEvent(fixture, {
        start: at('02:30'),
        end: at('03:00'),
        recurrence: ['RRULE:FREQ=DAILY;COUNT=3'],
      });

      expect((await list(series.id)).map(({ start }) => start?.dateTime)).toEqual([
        '2026-03-28T02:30:00+01:00',
        '2026-03-29T03:30:00+02:00',
        '2026-03-30T02:30:00+02:00',
      ]);
    });

    test('CAL-61 finds the one instance of an original start', async () => {
      const at = (text: string) => list(id, `originalStart=${encodeURIComponent(text)}`);

      expect(suffixes(await at('2026-03-24T14:00:00+01:00'))).toEqual(['_20260324T130000Z']);
      expect(suffixes(await at('2026-03-31T12:00:00Z'))).toEqual(['_20260331T120000Z']);
      expect(await at('2026-03-25T13:00:00Z')).toEqual([]);
      expect(await at('2026-03-24')).toEqual([]);
      expect(await at('2026-04-07T12:00:00Z')).toEqual([]);
    });

    test('keeps what ends at timeMin, and leaves out what starts at timeMax', async () => {
      expect(suffixes(await list(id, 'timeMin=2026-03-24T14:00:00Z'))).toEqual(['_20260324T130000Z']);
      expect(suffixes(await list(id, 'timeMin=2026-03-24T14:00:01Z'))).toEqual([]);
      expect(suffixes(await list(id, 'timeMax=2026-03-24T13:00:00Z'))).toEqual([
        '_20260317T130000Z',
        '_20260331T120000Z',
      ]);
    });

    test('pages, bound to its parameters', async () => {
      const first = (await ask(id, 'maxResults=2')).body;
      const token = encodeURIComponent(first.nextPageToken ?? '');

      const last = (await ask(id, `maxResults=2&pageToken=${token}`)).body;

      expect([suffixes(first.items ?? []), suffixes(last.items ?? [])]).toEqual([
        ['_20260317T130000Z', '_20260324T130000Z'],
        ['_20260331T120000Z'],
      ]);
      expect(last).not.toHaveProperty('nextPageToken');
      expect(await refusalOf(id, `showDeleted=true&pageToken=${token}`)).toMatchObject({
        status: 400,
        reason: 'invalid',
        location: 'pageToken',
      });
      expect(await refusalOf(id, 'pageToken=garbage')).toMatchObject({
        status: 400,
        reason: 'invalid',
        location: 'pageToken',
      });
    });

    test('goes through an endless all-day series page by page', async () => {
      const daily = await addEvent(fixture, {
        start: { date: '2026-03-01' },
        end: { date: '2026-03-02' },
        recurrence: ['RRULE:FREQ=DAILY'],
      });
      const ids: (string | undefined)[] = [];
      let token: string | undefined;
      do {
        const { body } = await ask(
          daily.id,
          `maxResults=300${token === undefined ? '' : `&pageToken=${encodeURIComponent(token)}`}`,
        );
        ids.push(...suffixes(body.items ?? []));
        token = body.nextPageToken;
      } while (token !== undefined);

      expect(ids.slice(0, 2)).toEqual(['_20260301', '_20260302']);
      expect(ids).toHaveLength(732);
      expect(new Set(ids).size).toBe(732);
      expect(ids.at(-1)).toBe('_20280301');
    });

    test('answers one occurrence for the id of an instance, none if it was cancelled, and a single event for itself', async () => {
      const single = await addEvent(fixture, { summary: 'single', ...hourFrom('2026-03-20T09:00:00Z') });

      expect(suffixes(await list(`${id}_20260331T120000Z`))).toEqual(['_20260331T120000Z']);
      expect(await list(`${id}_20260407T120000Z`)).toEqual([]);
      expect(await list(single.id)).toEqual([single]);
    });

    test('shows only times to those who may see no more', async () => {
      await share(fixture, fixture.alice, fixture.carol, 'freeBusyReader');

      const { body } = await fixture.ask<EventsResource>('GET', `${eventsPath(fixture.alice, id)}/instances`, {
        as: fixture.carol,
      });

      expect(body.items).toHaveLength(3);
      expect(body.items?.map(({ summary, visibility }) => [summary, visibility])).toEqual(
        Array.from({ length: 3 }, () => [undefined, 'private']),
      );
    });
  });

  describe('400', () => {
    test.each([
      ['an original start that is none', 'originalStart=soon', { reason: 'badRequest', domain: 'global' }],
      ['a bound without an offset', 'timeMin=2026-03-01T00:00:00', { reason: 'badRequest', domain: 'global' }],
      [
        'an empty window',
        'timeMin=2026-03-02T00:00:00Z&timeMax=2026-03-01T00:00:00Z',
        { reason: 'timeRangeEmpty', domain: 'calendar', locationType: 'parameter', location: 'timeMax' },
      ],
    ])('of %s', async (_case, query, refused) => {
      expect(await refusalOf(id, query)).toEqual({ status: 400, ...refused });
    });
  });

  test('404 for unknown events, deleted series and starts that the rules do not name', async () => {
    const deleted = await addEvent(fixture, TUESDAYS);
    await fixture.ask('DELETE', eventsPath('primary', deleted.id));
    const missing = { status: 404, domain: 'global', reason: 'notFound' };

    expect(await refusalOf('unknown')).toEqual(missing);
    expect(await refusalOf(deleted.id)).toEqual(missing);
    expect(await refusalOf(`${id}_20260325T130000Z`)).toEqual(missing);
  });
});
