import { describe, expect, test } from '@jest/globals';
import type { EventResource, EventsResource } from '#lib/calendar/resources/event';
import { SCOPE } from '#lib/calendar/scopes';
import { addEvent, eventsPath, refusal, share } from '#test/support/calendar/calendar';
import { eventRequests, INVALID } from '#test/support/calendar/event-requests';
import { NINE } from '#test/support/calendar/events';
import { useCalendar } from '#test/support/calendar/use-calendar';
import { eventually } from '#test/support/eventually';

const fixture = useCalendar();

const { insert, refusalOf } = eventRequests(() => fixture);

describe('calendar.events.insert', () => {
  describe('200', () => {
    test('CAL-21 answers the event with everything that the service decides', async () => {
      const { alice } = fixture;

      const { status, headers, body } = await insert({
        summary: 'Tea',
        start: { dateTime: '2026-03-10T09:00:00+01:00' },
        end: { dateTime: '2026-03-10T10:00:00+01:00' },
      });

      expect(status).toBe(200);
      expect(headers['etag']).toBe(body.etag);
      expect(body).toEqual({
        kind: 'calendar#event',
        etag: '"3544876800000000"',
        id: expect.stringMatching(/^[0-9a-v]{26}$/),
        status: 'confirmed',
        htmlLink: expect.stringContaining('calendar/event?eid='),
        created: '2026-03-02T08:00:00.000Z',
        updated: '2026-03-02T08:00:00.000Z',
        summary: 'Tea',
        creator: { email: alice, self: true },
        organizer: { email: alice, self: true },
        start: { dateTime: '2026-03-10T09:00:00+01:00', timeZone: 'Europe/Zurich' },
        end: { dateTime: '2026-03-10T10:00:00+01:00', timeZone: 'Europe/Zurich' },
        iCalUID: `${String(body.id)}@google.com`,
        sequence: 0,
        reminders: { useDefault: true },
        eventType: 'default',
      });
    });

    test('names the calendar as organiser on a secondary calendar', async () => {
      const { alice, S } = fixture;

      const { body } = await insert({ ...NINE }, '', S);

      expect(body.creator).toEqual({ email: alice });
      expect(body.organizer).toEqual({ email: S, displayName: 'S', self: true });
      expect(body.start).toEqual({ dateTime: '2026-03-10T08:00:00Z', timeZone: 'UTC' });
    });

    test('CAL-25 reads a wall time in its zone and answers it in the zone of the calendar', async () => {
      const timeZone = 'America/New_York';

      const { body } = await insert({
        start: { dateTime: '2026-03-10T09:00:00', timeZone },
        end: { dateTime: '2026-03-10T10:00:00', timeZone },
      });

      expect(body.start).toEqual({ dateTime: '2026-03-10T14:00:00+01:00', timeZone });
    });

    test('CAL-27 takes an event without length', async () => {
      const { status, body } = await insert({
        start: { dateTime: '2026-03-10T09:00:00Z' },
        end: { dateTime: '2026-03-10T09:00:00Z' },
      });

      expect(status).toBe(200);
      expect(body.end).toEqual(body.start);
    });

    test('CAL-28 echoes an all-day event whose end is its start, and finds it on that day', async () => {
      const { body } = await insert({ start: { date: '2026-05-20' }, end: { date: '2026-05-20' } });
      const found = await fixture.ask<EventsResource>(
        'GET',
        `${eventsPath()}?timeMin=2026-05-20T12:00:00Z&timeMax=2026-05-20T13:00:00Z`,
      );

      expect([body.start, body.end]).toEqual([{ date: '2026-05-20' }, { date: '2026-05-20' }]);
      expect(found.body.items?.map(({ id }) => id)).toEqual([body.id]);
    });

    test('keeps what the client may choose and drops what it may not', async () => {
      const { alice } = fixture;

      const { body } = await insert({
        ...NINE,
        status: 'tentative',
        transparency: 'transparent',
        visibility: 'private',
        colorId: '11',
        sequence: 4,
        guestsCanInviteOthers: false,
        guestsCanModify: true,
        guestsCanSeeOtherGuests: false,
        anyoneCanAddSelf: true,
        source: { url: 'https://example.com/mail', title: 'Mail' },
        htmlLink: 'https://example.com/elsewhere',
        created: '2001-01-01T00:00:00Z',
        creator: { email: 'somebody@example.com' },
        organizer: { email: 'somebody@example.com' },
        recurringEventId: 'nothing',
        hangoutLink: 'https://example.com/video',
        gadget: { title: 'Weather' },
        privateCopy: true,
        locked: true,
      });

      expect(body).toMatchObject({
        status: 'tentative',
        transparency: 'transparent',
        visibility: 'private',
        colorId: '11',
        sequence: 4,
        guestsCanInviteOthers: false,
        guestsCanModify: true,
        guestsCanSeeOtherGuests: false,
        anyoneCanAddSelf: true,
        source: { url: 'https://example.com/mail', title: 'Mail' },
        created: '2026-03-02T08:00:00.000Z',
        creator: { email: alice },
        organizer: { email: alice },
      });
      for (const field of ['recurringEventId', 'hangoutLink', 'gadget', 'privateCopy', 'locked'])
        expect(body).not.toHaveProperty(field);
    });

    test('leaves out what is at its default', async () => {
      const { body } = await insert({
        ...NINE,
        summary: '',
        transparency: 'opaque',
        visibility: 'default',
        guestsCanInviteOthers: true,
        guestsCanModify: false,
        attendees: [],
        recurrence: [],
        extendedProperties: { private: {} },
      });

      for (const field of [
        'summary',
        'transparency',
        'visibility',
        'guestsCanInviteOthers',
        'guestsCanModify',
        'attendees',
        'recurrence',
        'extendedProperties',
      ]) {
        expect(body).not.toHaveProperty(field);
      }
    });

    test('marks the rows of the organiser and keeps the first of two with one address', async () => {
      const { alice } = fixture;

      const { body } = await insert({
        ...NINE,
        attendees: [
          { email: 'Bob@Example.com', optional: true, comment: 'gladly' },
          { email: alice },
          { email: 'bob@example.com', responseStatus: 'declined' },
        ],
      });

      expect(body.attendees).toEqual([
        { email: 'bob@example.com', optional: true, comment: 'gladly', responseStatus: 'needsAction' },
        { email: alice, responseStatus: 'accepted', organizer: true, self: true },
      ]);
    });

    test('shows only the own row when there are more guests than asked for', async () => {
      const { alice } = fixture;

      const { body } = await insert(
        { ...NINE, attendees: [{ email: 'bob@example.com' }, { email: alice }] },
        '?maxAttendees=1',
      );

      expect(body.attendees?.map(({ email }) => email)).toEqual([alice]);
      expect(body.attendeesOmitted).toBe(true);
    });

    test('takes an iCalUID of 1,024 characters at most', async () => {
      const [longest, tooLong] = ['u'.repeat(1024), 'u'.repeat(1025)];

      expect(await insert({ ...NINE, iCalUID: longest })).toMatchObject({ status: 200, body: { iCalUID: longest } });
      expect(await insert({ ...NINE, iCalUID: tooLong })).toMatchObject({
        status: 400,
        body: { error: { message: 'Invalid iCalUID value.' } },
      });
    });

    test('keeps an iCalUID that the client chooses', async () => {
      const { body } = await insert({ ...NINE, iCalUID: 'tea@example.com' });

      expect(body.iCalUID).toBe('tea@example.com');
      expect(body.id).toMatch(/^[0-9a-v]{26}$/);
    });

    test('takes an id of 1024 characters, and finds it again', async () => {
      const id = 'a1'.repeat(512);

      const { status } = await insert({ ...NINE, id });

      expect(status).toBe(200);
      expect((await fixture.ask('GET', eventsPath('primary', id))).body['id']).toBe(id);
    });

    test('gives ids that sort by creation', async () => {
      const first = await addEvent(fixture, NINE);
      // Ids are of the millisecond.
      const madeAt = Date.now();
      await eventually(() => Date.now() > madeAt);
      const second = await addEvent(fixture, NINE);

      expect(first.id < second.id).toBe(true);
    });

    test('serves a writer, also one who does not see private events', async () => {
      const { ask, bob, S } = fixture;
      await share(fixture, S, bob, 'writerWithoutPrivateAccess');

      const { status, body } = await ask('POST', eventsPath(S), {
        as: bob,
        body: { ...NINE, visibility: 'private', summary: 'Own' },
      });

      expect(status).toBe(200);
      expect(body).toMatchObject({ summary: 'Own', creator: { email: bob }, organizer: { email: S } });
    });
  });

  describe('reminders', () => {
    test('are those of the writer alone', async () => {
      const { ask, carol, S } = fixture;
      await share(fixture, S, carol, 'writer');

      const { body } = await insert(
        {
          ...NINE,
          reminders: {
            useDefault: false,
            overrides: [
              { method: 'popup', minutes: 10 },
              { method: 'sms', minutes: 5 },
            ],
          },
        },
        '',
        S,
      );
      const seen = await ask('GET', eventsPath(S, body.id), { as: carol });

      expect(body.reminders).toEqual({ useDefault: false, overrides: [{ method: 'popup', minutes: 10 }] });
      expect(seen.body['reminders']).toEqual({ useDefault: true });
    });

    test('CAL-44 are five at most, within four weeks, and exclude the defaults', async () => {
      const overrides = (...minutes: number[]) => minutes.map((value) => ({ method: 'popup', minutes: value }));

      expect(
        await refusalOf({ ...NINE, reminders: { useDefault: false, overrides: overrides(1, 2, 3, 4, 5, 6) } }),
      ).toEqual(INVALID);
      expect(await refusalOf({ ...NINE, reminders: { useDefault: false, overrides: overrides(40_321) } })).toEqual(
        INVALID,
      );
      expect(await refusalOf({ ...NINE, reminders: { useDefault: true, overrides: overrides(10) } })).toEqual(INVALID);
    });
  });

  describe('403', () => {
    test('a token for reading does not write', async () => {
      const { status, body } = await fixture.ask('POST', eventsPath(), { body: NINE, scopes: [SCOPE.readonly] });

      expect(refusal({ status, body, headers: {}, text: '' })).toMatchObject({
        status: 403,
        reason: 'insufficientPermissions',
      });
    });

    test('a reader does not write', async () => {
      const calendar = await fixture.ask<{ id: string }>('POST', '/calendars', { body: { summary: 'Read only' } });
      await share(fixture, calendar.body.id, fixture.bob, 'reader');

      expect(refusal(await fixture.ask('POST', eventsPath(calendar.body.id), { as: fixture.bob, body: {} }))).toEqual({
        status: 403,
        domain: 'calendar',
        reason: 'requiredAccessLevel',
      });
    });
  });

  test('403 forbiddenForServiceAccounts: a program that acts for nobody invites nobody', async () => {
    const as = 'robot@project.iam.gserviceaccount.com';
    const post = (body: EventResource) => fixture.ask<EventResource>('POST', eventsPath(), { as, body });

    expect(refusal(await post({ ...NINE, attendees: [{ email: fixture.bob }] }))).toEqual({
      status: 403,
      domain: 'calendar',
      reason: 'forbiddenForServiceAccounts',
    });
    expect((await post(NINE)).status).toBe(200);
  });

  describe('409 duplicate', () => {
    test('CAL-31 an id stays taken after its event was deleted', async () => {
      await insert({ ...NINE, id: 'abcde' });
      const again = await refusalOf({ ...NINE, id: 'abcde' });
      const deletion = await fixture.ask('DELETE', eventsPath('primary', 'abcde'));
      const afterDeletion = await refusalOf({ ...NINE, id: 'abcde' });

      expect(again).toEqual({ status: 409, domain: 'global', reason: 'duplicate' });
      expect(deletion.status).toBe(204);
      expect(afterDeletion).toEqual(again);
    });

    test('an iCalUID belongs to one living event', async () => {
      const first = await addEvent(fixture, { ...NINE, iCalUID: 'once@example.com' });

      expect(await refusalOf({ ...NINE, iCalUID: 'once@example.com' })).toMatchObject({
        status: 409,
        reason: 'duplicate',
      });
      await fixture.ask('DELETE', eventsPath('primary', first.id));
      expect((await insert({ ...NINE, iCalUID: 'once@example.com' })).status).toBe(200);
    });

    test('of eight that want an id at once, one gets it', async () => {
      const answers = await Promise.all(Array.from({ length: 8 }, () => insert({ ...NINE, id: 'taken' })));

      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409, 409, 409, 409]);
    });
  });
});
