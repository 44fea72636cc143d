import { describe, expect, test } from '@jest/globals';
import type { FreeBusyRequestResource, FreeBusyResponseResource } from '#lib/calendar/resources/free-busy';
import { SCOPE } from '#lib/calendar/scopes';
import type { Ask } from '#test/support/ask';
import {
  addApiKey,
  addEvent,
  eventsPath,
  hourFrom,
  refusal,
  rulePath,
  setGroups,
  share,
  TUESDAYS,
} from '#test/support/calendar/calendar';
import { useCalendar } from '#test/support/calendar/use-calendar';
import { someone } from '#test/support/people';

const MARCH = { timeMin: '2026-03-01T00:00:00Z', timeMax: '2026-04-01T00:00:00Z' };
const TEAM = someone('team');
const CROWD = someone('crowd');

const fixture = useCalendar();

const ask = (body: FreeBusyRequestResource, options: Ask = {}) =>
  fixture.ask<FreeBusyResponseResource>('POST', '/freeBusy', { body, ...options });
const query = async (body: FreeBusyRequestResource, options: Ask = {}): Promise<FreeBusyResponseResource> =>
  (await ask(body, options)).body;
const emptyCalendar = async (timeZone = 'UTC'): Promise<string> =>
  (await fixture.ask<{ id: string }>('POST', '/calendars', { body: { summary: 'Busy', timeZone } })).body.id;
const busyIn = async (id: string, window: Pick<FreeBusyRequestResource, 'timeMin' | 'timeMax' | 'timeZone'> = MARCH) =>
  (await query({ ...window, items: [{ id }] })).calendars?.[id]?.busy?.map(
    ({ start, end }) => `${String(start)}/${String(end)}`,
  );
const NOT_FOUND = { errors: [{ domain: 'global', reason: 'notFound' }], busy: [] };

describe('calendar.freebusy.query', () => {
  describe('200', () => {
    test('CAL-99 counts what takes up time, merged, days in the zone of the calendar', async () => {
      const { alice } = fixture;
      await addEvent(fixture, { summary: 'opaque', ...hourFrom('2026-03-10T09:00:00Z') });
      await addEvent(fixture, {
        summary: 'overlapping',
        start: { dateTime: '2026-03-10T09:30:00Z' },
        end: { dateTime: '2026-03-10T11:00:00Z' },
      });
      await addEvent(fixture, { summary: 'touching', visibility: 'private', ...hourFrom('2026-03-10T11:00:00Z') });
      await addEvent(fixture, {
        summary: 'transparent',
        transparency: 'transparent',
        ...hourFrom('2026-03-10T15:00:00Z'),
      });
      await addEvent(fixture, { summary: 'tentative', status: 'tentative', ...hourFrom('2026-03-10T17:00:00Z') });
      await addEvent(fixture, {
        summary: 'no time at all',
        start: { dateTime: '2026-03-10T20:00:00Z' },
        end: { dateTime: '2026-03-10T20:00:00Z' },
      });
      const invitation = (responseStatus: string, start: string) => ({
        iCalUID: responseStatus,
        organizer: { email: 'boss@example.org' },
        attendees: [{ email: alice, responseStatus }],
        ...hourFrom(start),
      });
      await fixture.ask('POST', `${eventsPath()}/import`, { body: invitation('declined', '2026-03-11T09:00:00Z') });
      await fixture.ask('POST', `${eventsPath()}/import`, { body: invitation('needsAction', '2026-03-11T15:00:00Z') });
      await addEvent(fixture, {
        summary: 'asked',
        ...hourFrom('2026-03-11T12:00:00Z'),
        attendees: [{ email: 'ann@example.org', responseStatus: 'declined' }],
      });
      const cancelled = await addEvent(fixture, { summary: 'cancelled', ...hourFrom('2026-03-12T09:00:00Z') });
      await fixture.ask('DELETE', eventsPath('primary', cancelled.id));
      await addEvent(fixture, { summary: 'all day', start: { date: '2026-03-13' }, end: { date: '2026-03-14' } });

      const { status, body } = await ask({ ...MARCH, items: [{ id: 'primary' }] });

      expect(status).toBe(200);
      expect(body).toEqual({
        kind: 'calendar#freeBusy',
        timeMin: '2026-03-01T00:00:00.000Z',
        timeMax: '2026-04-01T00:00:00.000Z',
        calendars: {
          primary: {
            busy: [
              { start: '2026-03-10T09:00:00Z', end: '2026-03-10T12:00:00Z' },
              { start: '2026-03-10T17:00:00Z', end: '2026-03-10T18:00:00Z' },
              { start: '2026-03-11T12:00:00Z', end: '2026-03-11T13:00:00Z' },
              { start: '2026-03-11T15:00:00Z', end: '2026-03-11T16:00:00Z' },
              { start: '2026-03-12T23:00:00Z', end: '2026-03-13T23:00:00Z' },
            ],
          },
        },
      });
    });

    test('CAL-100 puts an unknown calendar beside the others, and renders times in the zone asked for', async () => {
      const { S } = fixture;
      await addEvent(fixture, hourFrom('2026-03-02T09:00:00Z'), S);

      const body = await query({
        ...MARCH,
        timeZone: 'America/New_York',
        items: [{ id: 'zz@example.com' }, { id: S }, { id: S }],
      });

      expect(body.calendars).toEqual({
        'zz@example.com': NOT_FOUND,
        [S]: { busy: [{ start: '2026-03-02T04:00:00-05:00', end: '2026-03-02T05:00:00-05:00' }] },
      });
      expect(refusal(await fixture.ask('POST', '/freeBusy', { body: { timeMax: MARCH.timeMax } }))).toEqual({
        status: 400,
        domain: 'global',
        reason: 'required',
      });
    });

    test('expands series, with their exceptions where they were moved to', async () => {
      const id = await emptyCalendar('Europe/Zurich');
      const series = await addEvent(fixture, TUESDAYS, id);
      await fixture.ask('PATCH', eventsPath(id, `${series.id}_20260324T130000Z`), {
        body: hourFrom('2026-03-26T06:00:00Z'),
      });
      await fixture.ask('DELETE', eventsPath(id, `${series.id}_20260331T120000Z`));

      expect(await busyIn(id)).toEqual([
        '2026-03-17T13:00:00Z/2026-03-17T14:00:00Z',
        '2026-03-26T06:00:00Z/2026-03-26T07:00:00Z',
      ]);
    });

    test('clips to the window', async () => {
      const id = await emptyCalendar();
      await addEvent(
        fixture,
        { start: { dateTime: '2026-02-27T00:00:00Z' }, end: { dateTime: '2026-03-02T00:00:00Z' } },
        id,
      );
      await addEvent(fixture, { start: { date: '2026-03-31' }, end: { date: '2026-04-03' } }, id);

      expect(await busyIn(id)).toEqual([
        '2026-03-01T00:00:00Z/2026-03-02T00:00:00Z',
        '2026-03-31T00:00:00Z/2026-04-01T00:00:00Z',
      ]);
    });

    test('answers whoever may see times, and nobody else', async () => {
      const { bob, carol } = fixture;
      const id = await emptyCalendar();
      await addEvent(fixture, { summary: 'secret', visibility: 'private', ...hourFrom('2026-03-10T09:00:00Z') }, id);
      await share(fixture, id, bob, 'freeBusyReader');
      const taken = { busy: [{ start: '2026-03-10T09:00:00Z', end: '2026-03-10T10:00:00Z' }] };

      expect((await query({ ...MARCH, items: [{ id }] }, { as: bob })).calendars).toEqual({ [id]: taken });
      expect((await query({ ...MARCH, items: [{ id }, { id: 'primary' }] }, { as: carol })).calendars).toEqual({
        [id]: NOT_FOUND,
        primary: { busy: [] },
      });
      expect((await query({ ...MARCH, items: [{ id }] }, { scopes: [SCOPE.freeBusy] })).calendars).toEqual({
        [id]: taken,
      });

      const key = await addApiKey();
      const asAnyone = async () =>
        (
          await fixture.askAnonymously<FreeBusyResponseResource>('POST', `/freeBusy?key=${key}`, {
            body: { ...MARCH, items: [{ id }] },
          })
        ).body.calendars;
      expect(await asAnyone()).toEqual({ [id]: NOT_FOUND });
      await fixture.ask('POST', rulePath(id), { body: { role: 'freeBusyReader', scope: { type: 'default' } } });
      expect(await asAnyone()).toEqual({ [id]: taken });
    });

    test('opens groups, unless they are too big', async () => {
      const { alice, bob } = fixture;
      const crowd = Array.from({ length: 101 }, (_, index) => `member${String(index)}@example.com`);
      await setGroups({ [TEAM]: [alice, bob], [CROWD]: crowd });
      fixture.clock.pass({ minutes: 1 });

      const body = await query({ ...MARCH, items: [{ id: TEAM }, { id: CROWD }] });
      const small = await query({ ...MARCH, groupExpansionMax: 1, items: [{ id: TEAM }] });

      expect(body.groups).toEqual({
        [TEAM]: { calendars: [alice, bob] },
        [CROWD]: { errors: [{ domain: 'calendar', reason: 'groupTooBig' }] },
      });
      expect(Object.keys(body.calendars ?? {})).toEqual([alice, bob]);
      expect(body.calendars?.[bob]).toEqual(NOT_FOUND);
      expect(small).toMatchObject({
        groups: { [TEAM]: { errors: [{ domain: 'calendar', reason: 'groupTooBig' }] } },
        calendars: {},
      });
    });

    test('answers 50 readable calendars, or as many as asked for, and says so of the others', async () => {
      const tooMany = { errors: [{ domain: 'calendar', reason: 'tooManyCalendarsRequested' }], busy: [] };
      const ids = await Promise.all(Array.from({ length: 51 }, () => emptyCalendar()));
      const unknown = Array.from({ length: 60 }, (_, index) => ({ id: `unknown${String(index)}@example.com` }));

      const { calendars = {} } = await query({
        ...MARCH,
        calendarExpansionMax: 1000,
        items: [...unknown, ...ids.map((id) => ({ id }))],
      });
      const few = await query({
        ...MARCH,
        calendarExpansionMax: 1,
        items: [{ id: ids[0] ?? '' }, { id: ids[1] ?? '' }],
      });

      expect(Object.values(calendars).filter(({ errors }) => errors === undefined)).toHaveLength(50);
      expect(calendars[ids[50] ?? '']).toEqual(tooMany);
      expect(Object.values(few.calendars ?? {})).toEqual([{ busy: [] }, tooMany]);
    });

    test('asks about nothing without items', async () => {
      expect(await query(MARCH)).toMatchObject({ calendars: {} });
    });
  });

  describe('400', () => {
    test.each([
      ['required', 'a missing timeMin', { timeMax: MARCH.timeMax }, {}],
      ['required', 'a missing timeMax', { timeMin: MARCH.timeMin }, {}],
      ['badRequest', 'a bound without an offset', { ...MARCH, timeMin: '2026-03-01T00:00:00' }, {}],
      [
        'timeRangeEmpty',
        'an empty window',
        { timeMin: MARCH.timeMax, timeMax: MARCH.timeMin },
        { domain: 'calendar', locationType: 'parameter', location: 'timeMax' },
      ],
      [
        'timeRangeTooLong',
        'a window without end',
        { ...MARCH, timeMax: '9999-01-01T00:00:00Z' },
        { domain: 'calendar', locationType: 'parameter', location: 'timeMax' },
      ],
      [
        'invalid',
        'an unknown zone',
        { ...MARCH, timeZone: 'Mars/Base' },
        { locationType: 'parameter', location: 'timeZone' },
      ],
    ])('%s: %s', async (reason, _case, body, where) => {
      expect(refusal(await fixture.ask('POST', '/freeBusy', { body }))).toEqual({
        status: 400,
        domain: 'global',
        reason,
        ...where,
      });
    });
  });

  test('403 for a token that is only for events', async () => {
    expect(refusal(await fixture.ask('POST', '/freeBusy', { body: MARCH, scopes: [SCOPE.events] }))).toMatchObject({
      status: 403,
      reason: 'insufficientPermissions',
    });
  });
});
