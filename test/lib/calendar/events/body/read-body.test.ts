import { describe, expect, test } from '@jest/globals';
import { isRevision, readFields } from '#lib/calendar/events/body/read-body';
import { readReminders } from '#lib/calendar/events/body/reminders';
import type { EventResource } from '#lib/calendar/resources/event';
import { ALICE, aCalendar, aReading, NINE, storedEvent } from '#test/support/calendar/events';
import { thrownBy } from '#test/support/thrown';

const read = (body: EventResource) => readFields({ ...NINE, ...body }, aReading());

describe('fields', () => {
  test('are at their defaults when the body says nothing', () => {
    const { start, end, ...fields } = readFields(NINE, aReading());

    expect([start, end]).toStrictEqual([{ dateTime: '2026-03-10T08:00:00Z' }, { dateTime: '2026-03-10T09:00:00Z' }]);
    expect(Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))).toStrictEqual({
      status: 'confirmed',
      eventType: 'default',
      creator: { email: ALICE },
      organizer: { email: ALICE },
      sequence: 0,
    });
  });

  test.each<[keyof EventResource, unknown]>([
    ['summary', ''],
    ['description', ''],
    ['location', ''],
    ['colorId', ''],
    ['transparency', 'opaque'],
    ['visibility', 'default'],
    ['anyoneCanAddSelf', false],
    ['guestsCanInviteOthers', true],
    ['guestsCanModify', false],
    ['guestsCanSeeOtherGuests', true],
    ['recurrence', []],
    ['attendees', []],
    ['attachments', []],
    ['extendedProperties', { private: {}, shared: {} }],
    ['conferenceData', {}],
    ['source', {}],
  ])('%s is not kept at its default', (name, value) => {
    expect(read({ [name]: value })).toHaveProperty(name, undefined);
  });

  test.each<[string, EventResource, string]>([
    ['status', { status: 'maybe' }, 'Invalid status value.'],
    ['transparency', { transparency: 'glass' }, 'Invalid transparency value.'],
    ['visibility', { visibility: 'secret' }, 'Invalid visibility value.'],
    ['colorId', { colorId: '0' }, 'Invalid color id.'],
    ['location', { location: 'x'.repeat(1025) }, 'The location is longer than 1024 characters.'],
    ['sequence', { sequence: -1 }, 'Invalid sequence value. The event has changed since; read it again.'],
    ['source', { source: { url: 'javascript:alert(1)' } }, 'Invalid source URL.'],
    ['source without a URL', { source: { title: 'Mail' } }, 'A source needs a URL.'],
    ['attachment', { attachments: [{ title: 'No URL' }] }, 'Missing file URL of an attachment.'],
    ['attachment with a bad URL', { attachments: [{ fileUrl: 'nowhere' }] }, 'Invalid file URL of an attachment.'],
    [
      'recurrence',
      {
        recurrence: ['RRULE:FREQ=HOURLY'],
        start: { dateTime: '2026-03-10T08:00:00', timeZone: 'UTC' },
        end: { dateTime: '2026-03-10T09:00:00', timeZone: 'UTC' },
      },
      'Invalid recurrence rule.',
    ],
  ])('%s is checked', (_what, body, message) => {
    expect(thrownBy(() => read(body))).toMatchObject({ code: 400, message });
  });

  test('a time that comes back as it was answered stays as it was kept', () => {
    const skipped = storedEvent({
      start: { dateTime: '2026-03-29T02:30:00', timeZone: 'Europe/Zurich' },
      end: { dateTime: '2026-03-29T04:00:00', timeZone: 'Europe/Zurich' },
      recurrence: ['RRULE:FREQ=DAILY'],
    });

    const again = readFields(
      {
        start: { dateTime: '2026-03-29T03:30:00+02:00', timeZone: 'Europe/Zurich' },
        end: { dateTime: '2026-03-29T04:00:00+02:00', timeZone: 'Europe/Zurich' },
        recurrence: ['RRULE:FREQ=DAILY'],
      },
      aReading({ before: skipped }),
    );

    expect(again.start).toStrictEqual(skipped.start);
    expect(again.start).toHaveProperty('wall', '2026-03-29T02:30:00');
  });

  test('a zone that the event did not name is not kept when it comes back', () => {
    const before = storedEvent();

    const again = readFields(
      {
        start: { dateTime: '2026-03-10T09:00:00+01:00', timeZone: 'Europe/Zurich' },
        end: { dateTime: '2026-03-10T10:00:00+01:00', timeZone: 'Europe/Zurich' },
      },
      aReading({ before }),
    );

    expect(again.start).toStrictEqual({ dateTime: '2026-03-10T08:00:00Z' });
  });

  test('labels and colours exclude each other', () => {
    const calendar = aCalendar({ labels: [{ id: 'l1', backgroundColor: '#000000' }] });
    const before = storedEvent({ ...NINE, colorId: '4' });
    const body = { ...NINE, colorId: '7', eventLabelId: 'l1' };

    expect(readFields(body, aReading({ calendar, before, parts: { eventLabelVersion: 1 } }))).toMatchObject({
      colorId: '4',
      eventLabelId: 'l1',
    });
    expect(readFields(body, aReading({ calendar, before, parts: {} }))).toMatchObject({
      colorId: '7',
      eventLabelId: undefined,
    });
  });

  test('a source belongs to whoever created the event', () => {
    const before = storedEvent({ ...NINE, source: { url: 'https://example.com' } });

    expect(readFields(NINE, aReading({ before, email: 'bob@example.com' })).source).toStrictEqual({
      url: 'https://example.com',
    });
    expect(readFields(NINE, aReading({ before })).source).toBeUndefined();
  });
});

describe('limits', () => {
  test.each([
    ['summary', 1024],
    ['description', 8192],
    ['location', 1024],
  ])('%s has %d characters at most', (name, most) => {
    expect(read({ [name]: 'x'.repeat(most) })).toHaveProperty(name, 'x'.repeat(most));
    expect(thrownBy(() => read({ [name]: 'x'.repeat(most + 1) }))).toMatchObject({
      message: `The ${name} is longer than ${String(most)} characters.`,
    });
  });

  test('a source has a link of 2048 characters at most, and its title', () => {
    const url = `https://${'x'.repeat(2040)}`;
    expect(read({ source: { url, title: 'Mail' } }).source).toStrictEqual({ url, title: 'Mail' });
    expect(read({ source: { url: 'HTTP://example.com', title: '' } }).source).toStrictEqual({
      url: 'HTTP://example.com',
    });
    expect(thrownBy(() => read({ source: { url: `${url}x` } }))).toMatchObject({ message: 'Invalid source URL.' });
    expect(thrownBy(() => read({ source: { url: 'https://' } }))).toMatchObject({ message: 'Invalid source URL.' });
  });

  test('25 attachments', () => {
    const file = { fileUrl: 'https://example.com/a', title: 'A', mimeType: 'text/plain', iconLink: 'https://x.ch' };
    expect(read({ attachments: Array.from({ length: 25 }, () => file) }).attachments?.[24]).toStrictEqual(file);
    expect(read({ attachments: [{ fileUrl: file.fileUrl }] }).attachments).toStrictEqual([{ fileUrl: file.fileUrl }]);
    expect(thrownBy(() => read({ attachments: Array.from({ length: 26 }, () => file) }))).toMatchObject({
      message: 'An event has at most 25 attachments.',
    });
    expect(thrownBy(() => read({ attachments: [{ fileUrl: '' }] }))).toMatchObject({ reason: 'required' });
  });

  test('extended properties: names of 44 characters, values of 1024, 300 of them, 32 KB in all', () => {
    const many = (count: number, value: string) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [String(index).padStart(4, '0'), value]));
    const own = (values: Record<string, string>) =>
      read({ extendedProperties: { private: values } }).extendedProperties;

    expect(own({ ['n'.repeat(44)]: 'v', ['n'.repeat(45)]: 'v', '': 'v', long: 'v'.repeat(1025) })).toStrictEqual({
      private: { ['n'.repeat(44)]: 'v', long: 'v'.repeat(1024) },
    });
    expect(own({ ['n'.repeat(45)]: 'v' })).toBeUndefined();
    expect(Object.keys(own(many(300, 'v'))?.private ?? {})).toHaveLength(300);
    const tooMany = { code: 400, message: 'Too many extended properties.' };
    expect(thrownBy(() => own(many(301, 'v')))).toMatchObject(tooMany);
    expect(own(many(32, 'v'.repeat(1020)))).toBeDefined();
    expect(thrownBy(() => own({ ...many(32, 'v'.repeat(1020)), x: '' }))).toMatchObject(tooMany);
    expect(thrownBy(() => own(many(32, 'ä'.repeat(511))))).toMatchObject(tooMany);
    const both = { private: { a: '1' }, shared: { b: '2' } };
    expect(read({ extendedProperties: both }).extendedProperties).toStrictEqual(both);
    expect(read({ extendedProperties: { shared: { b: '2' } } }).extendedProperties).toStrictEqual({
      shared: { b: '2' },
    });
  });
});

describe('what an event was', () => {
  const before = storedEvent(NINE, { sequence: 3, status: 'cancelled', privateCopy: true, locked: true });
  const change = (body: EventResource, more: object = {}) =>
    readFields({ ...NINE, ...body }, aReading({ before, ...more }));

  test('stays cancelled, private and locked; its sequence does not go back', () => {
    expect(change({})).toMatchObject({ status: 'cancelled', sequence: 3, privateCopy: true, locked: true });
    expect(change({ status: 'tentative', sequence: 4 })).toMatchObject({ status: 'tentative', sequence: 4 });
    expect(change({ sequence: 3 }).sequence).toBe(3);
    expect(thrownBy(() => change({ sequence: 2 }))).toMatchObject({ code: 400, reason: 'invalid' });
    const tentative = aReading({ before: { ...before, status: 'tentative' } });
    expect(readFields(NINE, tentative).status).toBe('confirmed');
  });

  test('keeps attachments and conference when the client does not know of them', () => {
    const conferenceData = { createRequest: { requestId: 'r' } };
    const attachments = [{ fileUrl: 'https://example.com' }];
    const known = { ...before, attachments, conferenceData, hangoutLink: 'https://x.ch' };
    const kept = readFields(NINE, aReading({ before: known, parts: {} }));
    expect(kept).toMatchObject({ attachments, conferenceData, hangoutLink: 'https://x.ch' });
    const cleared = readFields(NINE, aReading({ before: known }));
    expect([cleared.attachments, cleared.conferenceData, cleared.hangoutLink]).toStrictEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  test('is organized by the same, unless an import says otherwise; a new one by its calendar', () => {
    expect(change({}, { before: { ...before, organizer: { email: 'o@x.ch' } } }).organizer).toStrictEqual({
      email: 'o@x.ch',
    });
    expect(change({}, { organizer: { email: 'i@x.ch' } }).organizer).toStrictEqual({ email: 'i@x.ch' });
    const calendar = aCalendar({ id: 'team' });
    expect(readFields(NINE, aReading({ calendar, email: 'bob@x.ch' }))).toMatchObject({
      organizer: { email: 'team' },
      creator: { email: 'bob@x.ch' },
    });
  });

  test('of an instance does not recur', () => {
    const zoned = { timeZone: 'UTC' };
    const recurrence = ['RRULE:FREQ=DAILY'];
    const times = { start: { ...NINE.start, ...zoned }, end: { ...NINE.end, ...zoned } };
    expect(thrownBy(() => readFields({ ...times, recurrence }, aReading({ isInstance: true })))).toMatchObject({
      message: 'An instance cannot recur.',
    });
    expect(readFields({ ...times, recurrence: [] }, aReading({ isInstance: true })).recurrence).toBeUndefined();
  });

  test('label ids are those of the calendar', () => {
    const reading = aReading({ calendar: aCalendar({ labels: [{ id: 'l1', backgroundColor: '#000000' }] }) });
    const parts = { eventLabelVersion: 1 };
    const label = (eventLabelId: string) => readFields({ ...NINE, eventLabelId }, { ...reading, parts }).eventLabelId;
    expect([label('l1'), label('')]).toStrictEqual(['l1', undefined]);
    expect(thrownBy(() => label('l2'))).toMatchObject({ message: 'Invalid event label id.' });
    expect(thrownBy(() => readFields({ ...NINE, eventLabelId: 'l1' }, aReading({ parts })))).toMatchObject({
      message: 'Invalid event label id.',
    });
  });
});

test('a new revision is one of the time, the rule, the place, or whether it takes place', () => {
  const event = storedEvent();
  const cancelled = { ...event, status: 'cancelled' as const };
  for (const name of ['start', 'end', 'recurrence', 'location']) expect(isRevision(event, [name], event)).toBe(true);
  expect(isRevision(event, ['summary', 'status'], { ...event, status: 'tentative' })).toBe(false);
  expect([isRevision(event, [], cancelled), isRevision(cancelled, [], event)]).toStrictEqual([true, true]);
  expect(isRevision(cancelled, [], cancelled)).toBe(false);
});

describe('reminders', () => {
  const popup = (minutes: number) => ({ method: 'popup', minutes });

  test.each([
    [undefined, undefined],
    [{}, undefined],
    [{ useDefault: true }, undefined],
    [{ useDefault: false }, { useDefault: false }],
    [{ overrides: [popup(0)] }, { useDefault: false, overrides: [popup(0)] }],
    [
      { useDefault: false, overrides: [popup(40_320), { method: 'email', minutes: 5 }] },
      { useDefault: false, overrides: [popup(40_320), { method: 'email', minutes: 5 }] },
    ],
    [{ overrides: [{ method: 'sms', minutes: 5 }] }, { useDefault: false }],
  ])('%j are kept as %j', (sent, kept) => {
    expect(readReminders(sent)).toStrictEqual(kept);
  });

  test.each([
    [{ useDefault: true, overrides: [popup(1)] }, 'Default reminders and overrides exclude each other.'],
    [{ overrides: [popup(-1)] }, 'A reminder is between 0 and 40320 minutes before the start.'],
    [{ overrides: [popup(40_321)] }, 'A reminder is between 0 and 40320 minutes before the start.'],
    [{ overrides: [{ method: 'popup' }] }, 'A reminder is between 0 and 40320 minutes before the start.'],
    [{ overrides: [{ method: 'fax', minutes: 1 }] }, 'Invalid reminder method.'],
    [{ overrides: Array.from({ length: 6 }, () => popup(1)) }, 'There are at most 5 reminders.'],
  ])('%j are refused', (sent, message) => {
    expect(thrownBy(() => readReminders(sent))).toMatchObject({ code: 400, reason: 'invalid', message });
  });
});
