/** Recurring events that name more occurrences than a request can look at. */
import { mock } from 'node:test';
import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { EventResource, EventsResource } from '#lib/calendar/resources/event';
import type { FreeBusyResponseResource } from '#lib/calendar/resources/free-busy';
import { calendar } from '#lib/runtime/calendar/serve';
import { addEvent, calendarPath, eventsPath, refusal, share } from '#test/support/calendar/calendar';
import { useCalendar } from '#test/support/calendar/use-calendar';

const upTo = (count: number): string => Array.from({ length: count }, (_, number) => String(number)).join(',');
const MINUTES = `FREQ=DAILY;BYHOUR=${upTo(24)};BYMINUTE=${upTo(60)}`;
/** Once a minute, half a minute long. */
const EVERY_MINUTE: EventResource = {
  start: { dateTime: '2026-03-01T00:00:00Z', timeZone: 'UTC' },
  end: { dateTime: '2026-03-01T00:00:30Z', timeZone: 'UTC' },
  recurrence: [`RRULE:${MINUTES}`],
};
const minute = (number: number, seconds = 0): string =>
  new Date(Date.UTC(2026, 2, 1, 0, number, seconds)).toISOString().replace('.000', '');
const DAY = { timeMin: '2026-03-10T00:00:00Z', timeMax: '2026-03-11T00:00:00Z' };
const YEAR = { timeMin: '2026-03-01T00:00:00Z', timeMax: '2027-03-01T00:00:00Z' };

const fixture = useCalendar();
let ordinary = '';

beforeAll(async () => {
  const { ask, S } = fixture;
  await addEvent(fixture, EVERY_MINUTE, S);
  ordinary = (await ask<{ id: string }>('POST', '/calendars', { body: { summary: 'Ordinary' } })).body.id;
  await addEvent(fixture, { ...EVERY_MINUTE, recurrence: ['RRULE:FREQ=DAILY'] }, ordinary);
  for (const calendarId of [S, ordinary]) await share(fixture, calendarId, fixture.bob, 'freeBusyReader');
});

describe('free/busy', () => {
  const query = (window: typeof DAY, as: string) =>
    fixture.ask<FreeBusyResponseResource>('POST', '/freeBusy', {
      as,
      body: { ...window, items: [{ id: ordinary }, { id: fixture.S }] },
    });
  const busyOf = ({ calendars }: FreeBusyResponseResource, id: string) => calendars?.[id]?.busy ?? [];

  afterEach(() => {
    mock.restoreAll();
  });

  test('is whole within the budget, for owners and for others', async () => {
    for (const who of [fixture.alice, fixture.bob])
      expect(busyOf((await query(DAY, who)).body, fixture.S)).toHaveLength(1440);
  });

  test('of occurrences that are one to the other is whole for others, up to the budget', async () => {
    const { ask, bob } = fixture;
    const { id } = (await ask<{ id: string }>('POST', '/calendars', { body: { summary: 'Always' } })).body;
    await addEvent(fixture, { ...EVERY_MINUTE, end: { dateTime: minute(1), timeZone: 'UTC' } }, id);
    await share(fixture, id, bob, 'freeBusyReader');
    const { body } = await ask<FreeBusyResponseResource>('POST', '/freeBusy', {
      as: bob,
      body: { ...YEAR, items: [{ id }] },
    });

    const [always, ...others] = busyOf(body, id);
    expect([always?.start, others]).toEqual([minute(0), []]);
    expect(Date.parse(always?.end ?? '')).toBeGreaterThan(Date.parse('2026-06-01T00:00:00Z'));
    expect(Date.parse(always?.end ?? '')).toBeLessThan(Date.parse('2026-10-01T00:00:00Z'));
  });

  test('is refused to the owner above it', async () => {
    expect(refusal(await query(YEAR, fixture.alice))).toMatchObject({
      status: 400,
      domain: 'calendar',
      reason: 'timeRangeTooLong',
    });
  });

  test('ends early for others, who get their other calendars whole, and is logged', async () => {
    const logged = mock.method(calendar.log, 'info');
    const { status, body } = await query(YEAR, fixture.bob);

    expect([status, busyOf(body, ordinary).length]).toEqual([200, 365]);
    const busy = busyOf(body, fixture.S);
    const days = Math.floor(busy.length / 1440);
    expect(days).toBeGreaterThan(7);
    // None is missing before the cut.
    expect(busy[days * 1440 - 1]).toEqual({ start: minute(days * 1440 - 1), end: minute(days * 1440 - 1, 30) });
    const cuts = logged.mock.calls.filter(({ arguments: [message] }) => message === 'occurrences were left out');
    expect(cuts.map(({ arguments: [, fields] }) => fields)).toEqual([
      { service: 'calendar', run: 'freeBusy', calendar: fixture.S },
    ]);
  });
});

describe('lists', () => {
  test('of instances show every one, a page at a time', async () => {
    const path = `${eventsPath(fixture.S)}?singleEvents=true&maxResults=2500&${new URLSearchParams(DAY).toString()}`;
    const { body } = await fixture.ask<EventsResource>('GET', path);
    expect([body.items?.length, body.nextPageToken]).toEqual([1440, undefined]);
  });

  test('are refused where rules take more than the budget to find anything', async () => {
    const { ask } = fixture;
    const { body } = await ask<{ id: string }>('POST', '/calendars', { body: { summary: 'Nothing' } });
    // Everything that the rule names is taken away again.
    const recurrence = [`RRULE:${MINUTES}`, `EXRULE:${MINUTES}`, 'RDATE:20260301T000010Z'];
    for (let number = 0; number < 6; number += 1) await addEvent(fixture, { ...EVERY_MINUTE, recurrence }, body.id);
    const answer = await ask<EventsResource>('GET', `${eventsPath(body.id)}?timeMin=2026-06-01T00:00:00Z`);
    expect(refusal(answer)).toMatchObject({ status: 403, domain: 'usageLimits', reason: 'quotaExceeded' });
    await ask('DELETE', calendarPath(body.id));
  });
});
