import { describe, expect, test } from '@jest/globals';
import { readFields } from '#lib/calendar/events/body/read-body';
import type { EventResource } from '#lib/calendar/resources/event';
import { ALICE, aCalendar, aReading, NINE, storedEvent } from '#test/support/calendar/events';
import { thrownBy } from '#test/support/thrown';

const read = (body: EventResource) => readFields({ ...NINE, ...body }, aReading());

describe('fields', () => {
  test('are at their defaults when the body says nothing', () => {
    const { start, end, ...fields } = readFields(NINE, aReading());

    expect([start, end]).toEqual([{ dateTime: '2026-03-10T08:00:00Z' }, { dateTime: '2026-03-10T09:00:00Z' }]);
    expect(Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))).toEqual({
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

    expect(again.start).toEqual(skipped.start);
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

    expect(again.start).toEqual({ dateTime: '2026-03-10T08:00:00Z' });
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

    expect(readFields(NINE, aReading({ before, email: 'bob@example.com' })).source).toEqual({
      url: 'https://example.com',
    });
    expect(readFields(NINE, aReading({ before })).source).toBeUndefined();
  });
});
