/** Moving in and out with a file, on the database. */
import { beforeAll, describe, expect, test } from '@jest/globals';
import { moveIn, moveOut } from '#lib/calendar/ics/move-in';
import type { EventResource } from '#lib/calendar/resources/event';
import { SCOPE } from '#lib/calendar/scopes';
import { actingAs } from '#lib/runtime/acting-as';
import { calendar } from '#lib/runtime/calendar';
import { calendarFixture, eventsPath, type Fixture } from '#test/support/calendar';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await calendarFixture();
});

const context = () => actingAs(calendar, fixture.alice, [SCOPE.calendar]);
const listed = async (calendarId: string) => (await fixture.ask<{ items: EventResource[] }>('GET', `${eventsPath(calendarId)}?maxResults=2500`)).body.items;

const FILE = `BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//test//EN
BEGIN:VEVENT
UID:single@elsewhere
DTSTAMP:20260101T000000Z
DTSTART:20260310T080000Z
DTEND:20260310T090000Z
SUMMARY:Tea
ORGANIZER:mailto:stranger@elsewhere.example
BEGIN:VALARM
ACTION:DISPLAY
DESCRIPTION:Tea
TRIGGER:-PT15M
END:VALARM
END:VEVENT
BEGIN:VEVENT
UID:series@elsewhere
DTSTAMP:20260101T000000Z
DTSTART;TZID=Europe/Zurich:20260311T140000
DTEND;TZID=Europe/Zurich:20260311T150000
RRULE:FREQ=WEEKLY;COUNT=4
EXDATE;TZID=Europe/Zurich:20260318T140000
SUMMARY:Course
END:VEVENT
BEGIN:VEVENT
UID:series@elsewhere
DTSTAMP:20260101T000000Z
RECURRENCE-ID;TZID=Europe/Zurich:20260325T140000
DTSTART;TZID=Europe/Zurich:20260326T160000
DTEND;TZID=Europe/Zurich:20260326T170000
SUMMARY:Course, a day later
END:VEVENT
BEGIN:VEVENT
UID:broken@elsewhere
DTSTAMP:20260101T000000Z
DTSTART:20260310T090000Z
DTEND:20260310T080000Z
END:VEVENT
END:VCALENDAR
`.replaceAll('\n', '\r\n');

describe('an iCalendar file', () => {
  test('brings its events, and names what it refuses by line', async () => {
    const { added, changed, unchanged, refusals } = await moveIn(FILE, fixture.S, context());

    expect([added, changed, unchanged]).toEqual([3, 0, 0]);
    expect(refusals).toEqual([{ line: 34, component: 'VEVENT', reason: expect.stringContaining('empty') }]);
    expect((await listed(fixture.S)).map(({ summary }) => summary).toSorted()).toEqual(['Course', 'Course, a day later', 'Tea']);
  });

  test('changes nothing the second time', async () => {
    const before = await listed(fixture.S);

    expect(await moveIn(FILE, fixture.S, context())).toMatchObject({ added: 0, changed: 0, unchanged: 3 });
    expect(await listed(fixture.S)).toEqual(before);
  });

  test('goes out and comes in elsewhere without loss', async () => {
    const { body: other } = await fixture.ask<{ id: string }>('POST', '/calendars', { body: { summary: 'Elsewhere' } });
    const kept = ({ summary, start, end, recurrence, originalStartTime, iCalUID, reminders, status }: EventResource) => ({ summary, start, end, recurrence, originalStartTime, iCalUID, reminders, status });

    const { refusals } = await moveIn(await moveOut(fixture.S, context()), other.id, context());

    expect(refusals).toEqual([]);
    const order = (events: EventResource[]) => events.map(kept).toSorted((a, b) => String(a.summary).localeCompare(String(b.summary)));
    expect(order(await listed(other.id))).toEqual(order(await listed(fixture.S)));
  });
});
