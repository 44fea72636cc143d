import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { cleanBody, InvalidBody } from '#lib/api/check';
import { ApiError } from '#lib/api/errors';
import { readFields } from '#lib/calendar/events/body/read-body';
import { readReminders } from '#lib/calendar/events/body/reminders';
import { isOutlined, readOutline, writeOutline } from '#lib/calendar/events/order/outline';
import { timeKeyOfItem } from '#lib/calendar/events/order/time-key';
import { describeEvent } from '#lib/calendar/events/read/describe-event';
import type { StoredEvent } from '#lib/calendar/model/event';
import { differences } from '#lib/calendar/model/event-fields';
import { EventResource } from '#lib/calendar/resources/event';
import { ALICE, aCalendar, aReading, storedEvent } from '#test/support/calendar/events';
import { thrownBy } from '#test/support/thrown';
import { casesToPlay } from '#test/tools/shared/random-cases';

const zone = fc.constantFrom('Europe/Zurich', 'UTC', 'America/New_York', 'Australia/Lord_Howe', 'Mars/Base', '');
const day = fc
  .date({ min: new Date('1900-01-01'), max: new Date('2200-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString());
const time = fc.record(
  {
    date: fc.oneof(
      day.map((text) => text.slice(0, 10)),
      fc.string(),
    ),
    dateTime: fc.oneof(
      day,
      day.map((text) => text.slice(0, 19)),
      fc.string(),
    ),
    timeZone: zone,
  },
  { requiredKeys: [] },
);
const word = fc.oneof(
  fc.constantFrom(
    '',
    'default',
    'private',
    'opaque',
    'transparent',
    'cancelled',
    'focusTime',
    'outOfOffice',
    'workingLocation',
    'birthday',
    '7',
    '99',
  ),
  fc.string(),
);
const rule = fc.oneof(
  fc.constantFrom(
    'RRULE:FREQ=DAILY',
    'RRULE:FREQ=YEARLY',
    'RRULE:FREQ=WEEKLY;COUNT=3',
    'EXDATE:20260310T080000Z',
    'RDATE;VALUE=DATE:20260310',
  ),
  fc.string(),
);
const guest = fc.record(
  {
    email: fc.oneof(fc.emailAddress(), fc.string()),
    responseStatus: word,
    optional: fc.boolean(),
    additionalGuests: fc.integer(),
  },
  { requiredKeys: [] },
);
const typed = fc.record(
  {
    start: time,
    end: time,
    recurrence: fc.array(rule, { maxLength: 3 }),
    status: word,
    visibility: word,
    transparency: word,
    eventType: word,
    colorId: word,
    attendees: fc.array(guest, { maxLength: 4 }),
    extendedProperties: fc.record({ private: fc.dictionary(fc.string(), fc.string()) }, { requiredKeys: [] }),
    conferenceData: fc.record(
      {
        createRequest: fc.record({ requestId: fc.string() }),
        entryPoints: fc.array(fc.record({ entryPointType: word, uri: fc.webUrl() })),
      },
      { requiredKeys: [] },
    ),
    workingLocationProperties: fc.record(
      { type: fc.constantFrom('homeOffice', 'officeLocation', 'x'), homeOffice: fc.jsonValue() },
      { requiredKeys: [] },
    ),
    reminders: fc.record(
      { useDefault: fc.boolean(), overrides: fc.array(fc.record({ method: word, minutes: fc.integer() })) },
      { requiredKeys: [] },
    ),
  },
  { requiredKeys: [] },
);
const anything = fc.dictionary(fc.constantFrom(...Object.keys(EventResource.properties ?? {})), fc.jsonValue());
const bodies = fc.oneof({ arbitrary: typed, weight: 4 }, { arbitrary: anything, weight: 1 });

const zurich = (dateTime: string) => ({ dateTime, timeZone: 'Europe/Zurich' });
/** Nothing in them is wrong. */
const good = fc
  .record(
    {
      summary: fc.string({ maxLength: 100 }),
      recurrence: fc.constantFrom(['RRULE:FREQ=DAILY'], ['RRULE:FREQ=WEEKLY;COUNT=3', 'EXDATE:20260317T080000Z'], []),
      status: fc.constantFrom('confirmed', 'tentative', 'cancelled'),
      visibility: fc.constantFrom('default', 'public', 'private', 'confidential'),
      transparency: fc.constantFrom('opaque', 'transparent'),
      colorId: fc.constantFrom('1', '11', ''),
      sequence: fc.nat(9),
      attendees: fc.array(
        fc.record(
          {
            email: fc.constantFrom('a@example.com', 'B@example.com', ALICE),
            optional: fc.boolean(),
            resource: fc.boolean(),
            comment: fc.string(),
          },
          { requiredKeys: ['email'] },
        ),
      ),
      extendedProperties: fc.record(
        { private: fc.dictionary(fc.string(), fc.string()), shared: fc.dictionary(fc.string(), fc.string()) },
        { requiredKeys: [] },
      ),
      attachments: fc.array(fc.record({ fileUrl: fc.webUrl(), title: fc.string() }, { requiredKeys: ['fileUrl'] }), {
        maxLength: 25,
      }),
      source: fc.record({ url: fc.webUrl(), title: fc.string() }, { requiredKeys: ['url'] }),
      conferenceData: fc.constantFrom({ createRequest: { requestId: 'r' } }, {}),
      guestsCanModify: fc.boolean(),
      guestsCanInviteOthers: fc.boolean(),
    },
    { requiredKeys: [] },
  )
  .map((body) => ({ ...body, start: zurich('2026-03-10T09:00:00'), end: zurich('2026-03-10T10:00:00') }));

/** By a key of its times, or, for a series, by an outline that says the same as its body. */
function expectFiled(event: StoredEvent): void {
  if (!isOutlined(event)) {
    expect(timeKeyOfItem(event)).toMatch(/^(?:[EX][hdwmyz]|X?R|Y)#/);
    return;
  }
  expect(timeKeyOfItem(event)).toBeUndefined();
  const outline = readOutline({ id: event.id, text: writeOutline(event, ALICE) }, ALICE);
  const timesOf = ({ start, end, recurrence }: StoredEvent) => ({ start, end, recurrence });
  // None for a series of which only the body tells.
  if (outline !== undefined) expect(timesOf(outline)).toEqual(timesOf(event));
}

describe('bodies of all kinds', () => {
  test('are read, or refused in words of the protocol', () => {
    fc.assert(
      fc.property(bodies, (sent) => {
        const problem = thrownBy(() => {
          const body = cleanBody(EventResource, sent) as EventResource;
          readReminders(body.reminders);
          readFields(body, aReading());
        });

        expect(problem === undefined || problem instanceof ApiError || problem instanceof InvalidBody).toBe(true);
      }),
      { numRuns: casesToPlay(1_000) },
    );
  });

  test('that were read can be filed, shown and read again without a change', () => {
    const rendering = { calendar: aCalendar(), email: ALICE, rootUrl: 'https://almanac.test/' };

    fc.assert(
      fc.property(good, (sent) => {
        const kept = storedEvent(cleanBody(EventResource, sent) as EventResource);

        const shown = describeEvent(kept, undefined, rendering);

        expectFiled(kept);
        expect(
          differences(kept, readFields(cleanBody(EventResource, shown) as EventResource, aReading({ before: kept }))),
        ).toEqual([]);
      }),
      { numRuns: casesToPlay(500) },
    );
  });
});
