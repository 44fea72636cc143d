import { describe, expect, test } from '@jest/globals';
import type { EventsResource } from '#lib/calendar/resources/event';
import { addEvent, calendarPath, eventsPath, hourFrom, refusal, TUESDAYS } from '#test/support/calendar/calendar';
import { useCalendar } from '#test/support/calendar/use-calendar';

const fixture = useCalendar();

const emptyCalendar = async (timeZone: string): Promise<string> =>
  (await fixture.ask<{ id: string }>('POST', '/calendars', { body: { summary: 'Window', timeZone } })).body.id;
const list = async (calendarId: string, query: string): Promise<EventsResource> =>
  (await fixture.ask<EventsResource>('GET', `${eventsPath(calendarId)}?${query}`)).body;
const between = (timeMin?: string, timeMax?: string): string =>
  [timeMin && `timeMin=${encodeURIComponent(timeMin)}`, timeMax && `timeMax=${encodeURIComponent(timeMax)}`]
    .filter(Boolean)
    .join('&');
const summaries = ({ items = [] }: EventsResource) => items.map(({ summary }) => summary);
const refusalOf = async (query: string) => refusal(await fixture.ask('GET', `${eventsPath()}?${query}`));

describe('calendar.events.list within a window', () => {
  test.each([
    [
      'a leap day, asked for the day after it',
      { date: '2024-02-29' },
      { date: '2024-03-01' },
      'RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29',
      '2024-03-01T00:00:00Z',
    ],
    [
      'a series that begins in three years',
      { dateTime: '2029-03-06T09:00:00Z', timeZone: 'UTC' },
      { dateTime: '2029-03-06T10:00:00Z', timeZone: 'UTC' },
      'RRULE:FREQ=WEEKLY',
      '2026-03-01T00:00:00Z',
    ],
  ])('an endless series is there however far its next instance is: %s', async (_what, start, end, rule, timeMin) => {
    const S = await emptyCalendar('UTC');
    const before = await list(S, between(timeMin));
    await addEvent(fixture, { summary: 'rare', start, end, recurrence: [rule] }, S);

    expect(summaries(await list(S, between(timeMin)))).toEqual(['rare']);
    expect(summaries(await list(S, `syncToken=${encodeURIComponent(before.nextSyncToken ?? '')}`))).toEqual(['rare']);
  });

  test('CAL-69 leaves out what only touches the window', async () => {
    const S = await emptyCalendar('UTC');
    await addEvent(fixture, { summary: 'nine', ...hourFrom('2026-03-10T09:00:00Z') }, S);
    await addEvent(
      fixture,
      { summary: 'moment', start: { dateTime: '2026-03-10T12:00:00Z' }, end: { dateTime: '2026-03-10T12:00:00Z' } },
      S,
    );

    expect(summaries(await list(S, between('2026-03-10T10:00:00Z', '2026-03-10T11:00:00Z')))).toEqual([]);
    expect(summaries(await list(S, between('2026-03-10T08:00:00Z', '2026-03-10T09:00:00Z')))).toEqual([]);
    expect(summaries(await list(S, between('2026-03-10T09:59:59Z', '2026-03-10T11:00:00Z')))).toEqual(['nine']);
    expect(summaries(await list(S, between('2026-03-10T08:00:00Z', '2026-03-10T09:00:01Z')))).toEqual(['nine']);
    expect(summaries(await list(S, between('2026-03-10T12:00:00Z')))).toEqual([]);
    expect(summaries(await list(S, between('2026-03-10T11:59:59.9Z', '2026-03-10T12:00:01Z')))).toEqual(['moment']);
  });

  test('CAL-70 counts days in the zone of the calendar, whatever zone is asked for', async () => {
    await addEvent(fixture, { summary: 'all day', start: { date: '2026-03-10' }, end: { date: '2026-03-11' } });
    const inNewYork = (window: string) => list('primary', `${window}&timeZone=America/New_York`);

    expect(summaries(await inNewYork(between('2026-03-09T23:00:00Z', '2026-03-09T23:30:00Z')))).toEqual(['all day']);
    expect(summaries(await inNewYork(between('2026-03-09T22:00:00Z', '2026-03-09T23:00:00Z')))).toEqual([]);
    expect(summaries(await inNewYork(between('2026-03-10T22:59:00Z', '2026-03-11T00:00:00Z')))).toEqual(['all day']);
    expect(summaries(await inNewYork(between('2026-03-10T23:00:00Z', '2026-03-11T00:00:00Z')))).toEqual([]);
  });

  test.each(['Pacific/Kiritimati', 'Etc/GMT+12', 'UTC'])('follows a calendar that moves to %s', async (timeZone) => {
    const S = await emptyCalendar('UTC');
    await addEvent(fixture, { summary: 'all day', start: { date: '2026-03-10' }, end: { date: '2026-03-10' } }, S);
    await fixture.ask('PATCH', calendarPath(S), { body: { timeZone } });
    const offsetHours = { 'Pacific/Kiritimati': 14, 'Etc/GMT+12': -12 }[timeZone] ?? 0;
    const hour = (hours: number): string =>
      new Date(Date.parse('2026-03-10T00:00:00Z') + (hours - offsetHours) * 3_600_000).toISOString();

    expect(summaries(await list(S, between(hour(-1), hour(0))))).toEqual([]);
    expect(summaries(await list(S, between(hour(0), hour(1))))).toEqual(['all day']);
    expect(summaries(await list(S, between(hour(23), hour(30))))).toEqual(['all day']);
    expect(summaries(await list(S, between(hour(24), hour(30))))).toEqual([]);
  });

  test('finds events of every length that began long before', async () => {
    const S = await emptyCalendar('UTC');
    const end = { dateTime: '2026-03-10T12:00:00Z' };
    const starts = [
      '2026-03-10T11:30:00Z',
      '2026-03-10T00:00:00Z',
      '2026-03-04T00:00:00Z',
      '2026-02-10T00:00:00Z',
      '2025-04-01T00:00:00Z',
      '2020-01-01T00:00:00Z',
    ];
    for (const start of starts) await addEvent(fixture, { summary: start, start: { dateTime: start }, end }, S);
    await addEvent(fixture, { summary: 'days', start: { date: '2026-01-01' }, end: { date: '2026-03-11' } }, S);

    const found = summaries(
      await list(S, `${between('2026-03-10T11:59:00Z', '2026-03-10T11:59:30Z')}&singleEvents=true&orderBy=startTime`),
    );

    expect(found).toEqual([
      '2020-01-01T00:00:00Z',
      '2025-04-01T00:00:00Z',
      'days',
      '2026-02-10T00:00:00Z',
      '2026-03-04T00:00:00Z',
      '2026-03-10T00:00:00Z',
      '2026-03-10T11:30:00Z',
    ]);
  });

  test('CAL-71 orders by start only where instances are listed, and then begins no sync', async () => {
    const S = await emptyCalendar('Europe/Zurich');
    await addEvent(fixture, { summary: 'half past midnight', ...hourFrom('2026-03-16T23:30:00Z') }, S);
    await addEvent(fixture, { summary: 'all day', start: { date: '2026-03-17' }, end: { date: '2026-03-18' } }, S);
    await addEvent(fixture, { summary: 'the evening before', ...hourFrom('2026-03-16T21:30:00Z') }, S);
    await addEvent(fixture, TUESDAYS, S);

    const body = await list(S, 'singleEvents=true&orderBy=startTime');

    expect(await refusalOf('orderBy=startTime')).toEqual({
      status: 400,
      domain: 'global',
      reason: 'invalid',
      locationType: 'parameter',
      location: 'orderBy',
    });
    expect(summaries(body)).toEqual([
      'the evening before',
      'all day',
      'half past midnight',
      'Tuesdays',
      'Tuesdays',
      'Tuesdays',
      'Tuesdays',
    ]);
    expect(body).not.toHaveProperty('nextSyncToken');
    expect(body).not.toHaveProperty('nextPageToken');
  });

  test('orders by change with orderBy=updated', async () => {
    const S = await emptyCalendar('UTC');
    const [first, second] = [
      await addEvent(fixture, { summary: 'first', ...hourFrom('2026-03-12T09:00:00Z') }, S),
      await addEvent(fixture, { summary: 'second', ...hourFrom('2026-03-11T09:00:00Z') }, S),
    ];
    fixture.clock.pass({ minutes: 1 });
    await fixture.ask('PATCH', eventsPath(S, first.id), { body: { location: 'here' } });

    const body = await list(S, 'orderBy=updated');

    expect((body.items ?? []).map(({ id }) => id)).toEqual([second.id, first.id]);
    expect(body).not.toHaveProperty('nextSyncToken');
  });

  test('shows a series where a plain instance of it lies in the window, and its exceptions where they were moved to', async () => {
    const S = await emptyCalendar('Europe/Zurich');
    const { id } = await addEvent(fixture, TUESDAYS, S);
    const moved = {
      start: { dateTime: '2026-05-01T10:00:00+02:00' },
      end: { dateTime: '2026-05-01T11:00:00+02:00' },
      summary: 'moved',
    };
    await fixture.ask('PATCH', eventsPath(S, `${id}_20260324T130000Z`), { body: moved });

    expect(summaries(await list(S, between('2026-03-23T00:00:00Z', '2026-03-28T00:00:00Z')))).toEqual([]);
    expect(summaries(await list(S, between('2026-03-16T00:00:00Z', '2026-03-28T00:00:00Z')))).toEqual(['Tuesdays']);
    expect(summaries(await list(S, between('2026-04-30T00:00:00Z', '2026-05-28T00:00:00Z')))).toEqual(['moved']);
    expect(
      summaries(await list(S, `${between('2026-04-01T00:00:00Z', '2026-05-28T00:00:00Z')}&singleEvents=true`)),
    ).toEqual(['Tuesdays', 'moved']);
  });

  test('goes on for two years with a series that has no end', async () => {
    const S = await emptyCalendar('UTC');
    const zone = { timeZone: 'UTC' };
    await addEvent(
      fixture,
      {
        summary: 'daily',
        start: { dateTime: '2026-03-01T09:00:00', ...zone },
        end: { dateTime: '2026-03-01T10:00:00', ...zone },
        recurrence: ['RRULE:FREQ=DAILY'],
      },
      S,
    );

    const { items = [] } = await list(S, 'singleEvents=true&maxResults=2500');
    const later = await list(S, `singleEvents=true&maxResults=2500&timeMin=2030-01-01T00:00:00Z`);

    expect(items[0]?.start?.dateTime).toBe('2026-03-01T09:00:00Z');
    expect(items.at(-1)?.start?.dateTime).toBe('2028-02-29T09:00:00Z');
    expect(later.items?.[0]?.start?.dateTime).toBe('2030-01-01T09:00:00Z');
    expect(later.items?.at(-1)?.start?.dateTime).toBe('2031-12-31T09:00:00Z');
  });

  describe('400', () => {
    test('CAL-72 of a bound without an offset', async () => {
      expect(await refusalOf('timeMin=2026-03-01T00:00:00')).toEqual({
        status: 400,
        domain: 'global',
        reason: 'badRequest',
      });
    });

    test('CAL-73 of an empty window', async () => {
      const bound = encodeURIComponent('2026-03-01T00:00:00+01:00');
      expect(await refusalOf(`timeMin=${bound}&timeMax=${bound}`)).toEqual({
        status: 400,
        domain: 'calendar',
        reason: 'timeRangeEmpty',
        locationType: 'parameter',
        location: 'timeMax',
      });
    });
  });
});
