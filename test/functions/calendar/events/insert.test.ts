import { beforeAll, describe, expect, test } from '@jest/globals';
import type { CalendarResource } from '#lib/calendar/resources/calendar';
import type { EventResource, EventsResource } from '#lib/calendar/resources/event';
import { SCOPE } from '#lib/calendar/scopes';
import { addEvent, calendarFixture, calendarPath, eventsPath, hourFrom, refusal, share, type Fixture } from '#test/support/calendar';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await calendarFixture();
});

const nine = hourFrom('2026-03-10T08:00:00Z');
const insert = (body: EventResource, query = '', calendarId = 'primary') => fixture.ask<EventResource>('POST', `${eventsPath(calendarId)}${query}`, { body });
const refusalOf = async (body: EventResource, query = '', calendarId = 'primary') => refusal(await insert(body, query, calendarId));
const INVALID = { status: 400, domain: 'global', reason: 'invalid' };
const REQUIRED = { status: 400, domain: 'global', reason: 'required' };

describe('calendar.events.insert', () => {
  describe('200', () => {
    test('CAL-21 answers the event with everything that the service decides', async () => {
      const { alice } = fixture;

      const { status, headers, body } = await insert({ summary: 'Tea', start: { dateTime: '2026-03-10T09:00:00+01:00' }, end: { dateTime: '2026-03-10T10:00:00+01:00' } });

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

      const { body } = await insert({ ...nine }, '', S);

      expect(body.creator).toEqual({ email: alice });
      expect(body.organizer).toEqual({ email: S, displayName: 'S', self: true });
      expect(body.start).toEqual({ dateTime: '2026-03-10T08:00:00Z', timeZone: 'UTC' });
    });

    test('CAL-25 reads a wall time in its zone and answers it in the zone of the calendar', async () => {
      const timeZone = 'America/New_York';

      const { body } = await insert({ start: { dateTime: '2026-03-10T09:00:00', timeZone }, end: { dateTime: '2026-03-10T10:00:00', timeZone } });

      expect(body.start).toEqual({ dateTime: '2026-03-10T14:00:00+01:00', timeZone });
    });

    test('CAL-27 takes an event without length', async () => {
      const { status, body } = await insert({ start: { dateTime: '2026-03-10T09:00:00Z' }, end: { dateTime: '2026-03-10T09:00:00Z' } });

      expect(status).toBe(200);
      expect(body.end).toEqual(body.start);
    });

    test('CAL-28 echoes an all-day event whose end is its start, and finds it on that day', async () => {
      const { body } = await insert({ start: { date: '2026-05-20' }, end: { date: '2026-05-20' } });
      const found = await fixture.ask<EventsResource>('GET', `${eventsPath()}?timeMin=2026-05-20T12:00:00Z&timeMax=2026-05-20T13:00:00Z`);

      expect([body.start, body.end]).toEqual([{ date: '2026-05-20' }, { date: '2026-05-20' }]);
      expect(found.body.items?.map(({ id }) => id)).toEqual([body.id]);
    });

    test('keeps what the client may choose and drops what it may not', async () => {
      const { alice } = fixture;

      const { body } = await insert({
        ...nine,
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
      for (const field of ['recurringEventId', 'hangoutLink', 'gadget', 'privateCopy', 'locked']) expect(body).not.toHaveProperty(field);
    });

    test('leaves out what is at its default', async () => {
      const { body } = await insert({
        ...nine,
        summary: '',
        transparency: 'opaque',
        visibility: 'default',
        guestsCanInviteOthers: true,
        guestsCanModify: false,
        attendees: [],
        recurrence: [],
        extendedProperties: { private: {} },
      });

      for (const field of ['summary', 'transparency', 'visibility', 'guestsCanInviteOthers', 'guestsCanModify', 'attendees', 'recurrence', 'extendedProperties']) {
        expect(body).not.toHaveProperty(field);
      }
    });

    test('marks the rows of the organiser and keeps the first of two with one address', async () => {
      const { alice } = fixture;

      const { body } = await insert({
        ...nine,
        attendees: [{ email: 'Bob@Example.com', optional: true, comment: 'gladly' }, { email: alice }, { email: 'bob@example.com', responseStatus: 'declined' }],
      });

      expect(body.attendees).toEqual([
        { email: 'bob@example.com', optional: true, comment: 'gladly', responseStatus: 'needsAction' },
        { email: alice, responseStatus: 'accepted', organizer: true, self: true },
      ]);
    });

    test('shows only the own row when there are more guests than asked for', async () => {
      const { alice } = fixture;

      const { body } = await insert({ ...nine, attendees: [{ email: 'bob@example.com' }, { email: alice }] }, '?maxAttendees=1');

      expect(body.attendees?.map(({ email }) => email)).toEqual([alice]);
      expect(body.attendeesOmitted).toBe(true);
    });

    test('keeps an iCalUID that the client chooses', async () => {
      const { body } = await insert({ ...nine, iCalUID: 'tea@example.com' });

      expect(body.iCalUID).toBe('tea@example.com');
      expect(body.id).toMatch(/^[0-9a-v]{26}$/);
    });

    test('takes an id of 1024 characters, and finds it again', async () => {
      const id = 'a1'.repeat(512);

      const { status } = await insert({ ...nine, id });

      expect(status).toBe(200);
      expect((await fixture.ask('GET', eventsPath('primary', id))).body['id']).toBe(id);
    });

    test('gives ids that sort by creation', async () => {
      const first = await addEvent(fixture, nine);
      await new Promise((resolve) => setTimeout(resolve, 2));
      const second = await addEvent(fixture, nine);

      expect(first.id < second.id).toBe(true);
    });

    test('serves a writer, also one who does not see private events', async () => {
      const { ask, bob, S } = fixture;
      await share(fixture, S, bob, 'writerWithoutPrivateAccess');

      const { status, body } = await ask('POST', eventsPath(S), { as: bob, body: { ...nine, visibility: 'private', summary: 'Own' } });

      expect(status).toBe(200);
      expect(body).toMatchObject({ summary: 'Own', creator: { email: bob }, organizer: { email: S } });
    });
  });

  describe('reminders', () => {
    test('are those of the writer alone', async () => {
      const { ask, carol, S } = fixture;
      await share(fixture, S, carol, 'writer');

      const { body } = await insert({ ...nine, reminders: { useDefault: false, overrides: [{ method: 'popup', minutes: 10 }, { method: 'sms', minutes: 5 }] } }, '', S);
      const seen = await ask('GET', eventsPath(S, body.id), { as: carol });

      expect(body.reminders).toEqual({ useDefault: false, overrides: [{ method: 'popup', minutes: 10 }] });
      expect(seen.body['reminders']).toEqual({ useDefault: true });
    });

    test('CAL-44 are five at most, within four weeks, and exclude the defaults', async () => {
      const overrides = (...minutes: number[]) => minutes.map((value) => ({ method: 'popup', minutes: value }));

      expect(await refusalOf({ ...nine, reminders: { useDefault: false, overrides: overrides(1, 2, 3, 4, 5, 6) } })).toEqual(INVALID);
      expect(await refusalOf({ ...nine, reminders: { useDefault: false, overrides: overrides(40_321) } })).toEqual(INVALID);
      expect(await refusalOf({ ...nine, reminders: { useDefault: true, overrides: overrides(10) } })).toEqual(INVALID);
    });
  });

  describe('conferences', () => {
    const createRequest = { requestId: 'r1', conferenceSolutionKey: { type: 'hangoutsMeet' } };

    test('CAL-48 are made only for a client that understands them', async () => {
      const without = await insert({ ...nine, conferenceData: { createRequest } });
      const having = await insert({ ...nine, conferenceData: { createRequest } }, '?conferenceDataVersion=1');

      expect(without.status).toBe(200);
      expect(without.body).not.toHaveProperty('conferenceData');
      expect(having.body.conferenceData).toMatchObject({
        createRequest: { ...createRequest, status: { statusCode: 'success' } },
        conferenceId: expect.stringMatching(/^[a-z]{3}-[a-z]{4}-[a-z]{3}$/),
        entryPoints: [{ entryPointType: 'video', uri: having.body.hangoutLink }],
      });
    });

    test('are copied with a solution and an entry point', async () => {
      const conferenceData = {
        conferenceSolution: { key: { type: 'addOn' }, name: 'Elsewhere' },
        entryPoints: [{ entryPointType: 'phone', uri: 'tel:+41-44-000-00-00', pin: '1234' }],
      };

      const { body } = await insert({ ...nine, conferenceData }, '?conferenceDataVersion=1');

      expect(body.conferenceData).toEqual(conferenceData);
      expect(body).not.toHaveProperty('hangoutLink');
    });

    test('of a retired kind are refused', async () => {
      expect(await refusalOf({ ...nine, conferenceData: { createRequest: { requestId: 'r', conferenceSolutionKey: { type: 'eventHangout' } } } }, '?conferenceDataVersion=1')).toEqual(INVALID);
    });
  });

  test('CAL-50 attachments need a client that understands them, and are 25 at most', async () => {
    const attachments = (count: number) => Array.from({ length: count }, (_, index) => ({ fileUrl: `https://example.com/${String(index)}`, title: 'Notes' }));

    const without = await insert({ ...nine, attachments: attachments(1) });
    const having = await insert({ ...nine, attachments: attachments(25) }, '?supportsAttachments=true');

    expect(without.body).not.toHaveProperty('attachments');
    expect(having.body.attachments).toEqual(attachments(25));
    expect(await refusalOf({ ...nine, attachments: attachments(26) }, '?supportsAttachments=true')).toEqual(INVALID);
  });

  describe('400', () => {
    test('CAL-22 an empty body lacks its end', async () => {
      const { status, body } = await fixture.ask<{ error: { message: string } }>('POST', eventsPath(), { body: {} });

      expect([status, body.error.message]).toEqual([400, 'Missing end time.']);
      expect(await refusalOf({})).toEqual(REQUIRED);
    });

    test('CAL-23 a date and a time do not go together', async () => {
      expect(await refusalOf({ start: { date: '2026-03-10' }, end: { dateTime: '2026-03-10T10:00:00Z' } })).toEqual(INVALID);
    });

    test('CAL-24 a wall time needs a zone', async () => {
      expect(await refusalOf({ start: { dateTime: '2026-03-10T09:00:00' }, end: { dateTime: '2026-03-10T10:00:00' } })).toEqual(REQUIRED);
    });

    test('CAL-26 the end is not before the start', async () => {
      expect(await refusalOf({ start: { dateTime: '2026-03-10T10:00:00Z' }, end: { dateTime: '2026-03-10T09:00:00Z' } })).toEqual({
        status: 400,
        domain: 'calendar',
        reason: 'timeRangeEmpty',
        locationType: 'parameter',
        location: 'timeMax',
      });
    });

    test('CAL-29 a zone must exist', async () => {
      const at = (hour: string) => ({ dateTime: `2026-03-10T${hour}:00:00`, timeZone: 'Mars/Base' });

      expect(await refusalOf({ start: at('09'), end: at('10') })).toEqual(INVALID);
    });

    test('CAL-30 an id is of five and more characters of 0-9a-v', async () => {
      const idOf = async (id: string) => (await insert({ ...nine, id })).status;

      expect(await Promise.all(['abc', 'ABCDE', 'hello-1', 'wxyz1', 'a_b_c'].map(idOf))).toEqual([400, 400, 400, 400, 400]);
      expect(await idOf('abcd0')).toBe(200);
    });

    test('CAL-46 a colour is one of the eleven', async () => {
      expect(await refusalOf({ ...nine, colorId: '12' })).toEqual(INVALID);
    });

    test('CAL-47 a guest has an address', async () => {
      expect(await refusalOf({ ...nine, attendees: [{ email: 'nope' }] })).toEqual(INVALID);
    });

    test('CAL-53 a series needs a zone even where an offset is given', async () => {
      expect(await refusalOf({ ...nine, recurrence: ['RRULE:FREQ=DAILY'] })).toEqual(REQUIRED);
    });

    test('CAL-54 only rules and dates are a recurrence', async () => {
      const timeZone = 'Europe/Zurich';
      const series = { start: { dateTime: '2026-03-10T09:00:00', timeZone }, end: { dateTime: '2026-03-10T10:00:00', timeZone } };

      for (const line of ['DTSTART:20260310T090000', 'FREQ=DAILY', 'RRULE:FREQ=DAILY;COUNT=2;UNTIL=20260401T000000Z']) {
        expect(await refusalOf({ ...series, recurrence: [line] })).toEqual(INVALID);
      }
    });

    test.each<[string, EventResource]>([
      ['a status that does not exist', { status: 'maybe' }],
      ['a visibility that does not exist', { visibility: 'secret' }],
      ['a transparency that does not exist', { transparency: 'glass' }],
      ['a type that does not exist', { eventType: 'party' }],
      ['a source that is no web address', { source: { url: 'ftp://example.com' } }],
      ['a response that does not exist', { attendees: [{ email: 'bob@example.com', responseStatus: 'perhaps' }] }],
      ['a title that is too long', { summary: 'x'.repeat(1025) }],
      ['a text that is too long', { description: 'x'.repeat(8193) }],
      ['more than 500 guests', { attendees: Array.from({ length: 501 }, (_, index) => ({ email: `guest${String(index)}@example.com` })) }],
      ['more than 300 properties', { extendedProperties: { shared: Object.fromEntries(Array.from({ length: 301 }, (_, index) => [String(index), '1'])) } }],
      ['more than an item of storage holds', { attendees: Array.from({ length: 100 }, (_, index) => ({ email: `guest${String(index)}@example.com`, comment: 'x'.repeat(1000) })) }],
    ])('refuses %s', async (_what, wrong) => {
      expect(await refusalOf({ ...nine, ...wrong })).toEqual(INVALID);
    });

    test('CAL-42 a body is JSON', async () => {
      const form = { 'content-type': 'application/x-www-form-urlencoded' };

      expect(refusal(await fixture.ask('POST', eventsPath(), { body: 'not json' }))).toMatchObject({ status: 400, reason: 'parseError' });
      expect(refusal(await fixture.ask('POST', eventsPath(), { body: 'summary=Tea', headers: form }))).toMatchObject({ status: 400, reason: 'parseError' });
    });
  });

  describe('event types', () => {
    const problem = (reason: string) => ({ status: 400, domain: 'calendar', reason });
    const zurich = (dateTime: string) => ({ dateTime, timeZone: 'Europe/Zurich' });
    const working = { eventType: 'workingLocation', visibility: 'public', transparency: 'transparent', workingLocationProperties: { type: 'homeOffice', homeOffice: true } };

    test('CAL-95 keep to their rules', async () => {
      const allDay = { start: { date: '2026-03-10' }, end: { date: '2026-03-11' } };

      expect(await refusalOf({ ...allDay, eventType: 'outOfOffice' })).toEqual(problem('malformedOutOfOfficeEvent'));
      expect(await refusalOf({ ...nine, eventType: 'outOfOffice', description: 'Away' })).toEqual(problem('malformedOutOfOfficeEvent'));
      expect(await refusalOf({ ...working, start: { date: '2026-03-10' }, end: { date: '2026-03-12' } })).toEqual(problem('malformedWorkingLocationEvent'));
      expect(await refusalOf({ ...nine, eventType: 'focusTime' }, '', fixture.S)).toEqual(problem('eventTypeRestriction'));
    });

    test('CAL-96 events made from mail cannot be created', async () => {
      expect(await refusalOf({ ...nine, eventType: 'fromGmail' })).toEqual(INVALID);
      expect(await refusalOf({ ...nine, eventType: 'fromMail' })).toEqual(INVALID);
    });

    test('answer their own properties and no others', async () => {
      const { body } = await insert({ ...working, start: zurich('2026-03-10T09:00:00'), end: zurich('2026-03-10T17:00:00'), focusTimeProperties: { chatStatus: 'available' } });

      expect(body).toMatchObject({ eventType: 'workingLocation', workingLocationProperties: { type: 'homeOffice', homeOffice: {} } });
      expect(body).not.toHaveProperty('focusTimeProperties');
    });

    test('have no organiser when they are time away', async () => {
      const { body } = await insert({ ...nine, eventType: 'outOfOffice' });

      expect(body.organizer).toEqual({ email: 'unknownorganizer@calendar.google.com' });
      expect(body.outOfOfficeProperties).toEqual({ autoDeclineMode: 'declineNone' });
    });

    test('take a birthday that comes every year', async () => {
      const birthday: EventResource = {
        summary: 'Ann',
        eventType: 'birthday',
        start: { date: '2026-04-04' },
        end: { date: '2026-04-05' },
        visibility: 'private',
        transparency: 'transparent',
        recurrence: ['RRULE:FREQ=YEARLY'],
      };

      expect((await insert(birthday)).body.birthdayProperties).toEqual({ type: 'birthday' });
      expect(await refusalOf({ ...birthday, recurrence: ['RRULE:FREQ=DAILY'] })).toEqual(problem('malformedBirthdayEvent'));
    });
  });

  test('CAL-119 labels are read by clients that know them', async () => {
    const { ask, S } = fixture;
    const calendar = await ask<CalendarResource>('PATCH', calendarPath(S), { body: { labelProperties: { eventLabels: [{ name: 'Work', backgroundColor: '#aabbcc' }] } } });
    const eventLabelId = calendar.body.labelProperties?.eventLabels?.[0]?.id;

    const before = await insert({ ...nine, eventLabelId }, '', S);
    const after = await insert({ ...nine, eventLabelId, colorId: '99' }, '?eventLabelVersion=1', S);

    expect(before.body).not.toHaveProperty('eventLabelId');
    expect(eventLabelId).toEqual(expect.any(String));
    expect(after.body.eventLabelId).toBe(eventLabelId);
    expect(await refusalOf({ ...nine, eventLabelId: 'play' }, '?eventLabelVersion=1', S)).toEqual(INVALID);
  });

  describe('403', () => {
    test('a token for reading does not write', async () => {
      const { status, body } = await fixture.ask('POST', eventsPath(), { body: nine, scopes: [SCOPE.readonly] });

      expect(refusal({ status, body, headers: {}, text: '' })).toMatchObject({ status: 403, reason: 'insufficientPermissions' });
    });

    test('a reader does not write', async () => {
      const calendar = await fixture.ask<{ id: string }>('POST', '/calendars', { body: { summary: 'Read only' } });
      await share(fixture, calendar.body.id, fixture.bob, 'reader');

      expect(refusal(await fixture.ask('POST', eventsPath(calendar.body.id), { as: fixture.bob, body: {} }))).toEqual({ status: 403, domain: 'calendar', reason: 'requiredAccessLevel' });
    });
  });

  test('403 forbiddenForServiceAccounts: a program that acts for nobody invites nobody', async () => {
    const as = 'robot@project.iam.gserviceaccount.com';
    const post = (body: EventResource) => fixture.ask<EventResource>('POST', eventsPath(), { as, body });

    expect(refusal(await post({ ...nine, attendees: [{ email: fixture.bob }] }))).toEqual({ status: 403, domain: 'calendar', reason: 'forbiddenForServiceAccounts' });
    expect((await post(nine)).status).toBe(200);
  });

  describe('409 duplicate', () => {
    test('CAL-31 an id stays taken after its event was deleted', async () => {
      await insert({ ...nine, id: 'abcde' });
      const again = await refusalOf({ ...nine, id: 'abcde' });
      const deletion = await fixture.ask('DELETE', eventsPath('primary', 'abcde'));
      const afterDeletion = await refusalOf({ ...nine, id: 'abcde' });

      expect(again).toEqual({ status: 409, domain: 'global', reason: 'duplicate' });
      expect(deletion.status).toBe(204);
      expect(afterDeletion).toEqual(again);
    });

    test('an iCalUID belongs to one living event', async () => {
      const first = await addEvent(fixture, { ...nine, iCalUID: 'once@example.com' });

      expect(await refusalOf({ ...nine, iCalUID: 'once@example.com' })).toMatchObject({ status: 409, reason: 'duplicate' });
      await fixture.ask('DELETE', eventsPath('primary', first.id));
      expect((await insert({ ...nine, iCalUID: 'once@example.com' })).status).toBe(200);
    });

    test('of eight that want an id at once, one gets it', async () => {
      const answers = await Promise.all(Array.from({ length: 8 }, () => insert({ ...nine, id: 'taken' })));

      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409, 409, 409, 409]);
    });
  });
});
