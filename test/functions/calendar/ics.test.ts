/** Moving in and out with a file, on the database. */
import { describe, expect, test } from '@jest/globals';
import { Meter, withMeter } from '#lib/api/process/meter';
import { adoptZone } from '#lib/calendar/ics/adopt-zone';
import { exportCalendar } from '#lib/calendar/ics/export-file';
import { importFile } from '#lib/calendar/ics/import-file';
import { surveyFile } from '#lib/calendar/ics/read-calendar';
import type { EventResource } from '#lib/calendar/resources/event';
import { SCOPE } from '#lib/calendar/scopes';
import { actingAs } from '#lib/runtime/acting-as';
import { calendar } from '#lib/runtime/calendar/serve';
import { calendarPath, eventsPath, share } from '#test/support/calendar/calendar';
import { useCalendar } from '#test/support/calendar/use-calendar';
import { eventually } from '#test/support/eventually';

const fixture = useCalendar();

const context = () => actingAs(calendar, fixture.alice, [SCOPE.calendar]);
const listed = async (calendarId: string) =>
  (await fixture.ask<{ items: EventResource[] }>('GET', `${eventsPath(calendarId)}?maxResults=2500`)).body.items;

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
    const { added, changed, unchanged, refusals } = await importFile(FILE, fixture.S, context());

    expect([added, changed, unchanged]).toEqual([3, 0, 0]);
    expect(refusals).toEqual([{ line: 34, component: 'VEVENT', reason: expect.stringContaining('empty') }]);
    expect((await listed(fixture.S)).map(({ summary }) => summary).toSorted()).toEqual([
      'Course',
      'Course, a day later',
      'Tea',
    ]);
  });

  test('changes nothing the second time', async () => {
    const before = await listed(fixture.S);

    expect(await importFile(FILE, fixture.S, context())).toMatchObject({ added: 0, changed: 0, unchanged: 3 });
    expect(await listed(fixture.S)).toEqual(before);
  });

  test('may leave the organizer out of an override: it belongs to its series', async () => {
    const event = (...lines: string[]) => [
      'BEGIN:VEVENT',
      'UID:theirs@elsewhere',
      'DTSTAMP:20260101T000000Z',
      ...lines,
      'END:VEVENT',
    ];
    const file = [
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      ...event(
        'DTSTART:20260401T080000Z',
        'RRULE:FREQ=DAILY;COUNT=3',
        'ORGANIZER:mailto:stranger@elsewhere.example',
        `ATTENDEE:mailto:${fixture.alice}`,
        'SUMMARY:Theirs',
      ),
      ...event('RECURRENCE-ID:20260402T080000Z', 'DTSTART:20260402T090000Z', 'SUMMARY:Theirs, later'),
      'END:VCALENDAR',
      '',
    ].join('\r\n');

    expect(await importFile(file, 'primary', context())).toMatchObject({ added: 2, refusals: [] });
    expect((await listed('primary')).map(({ summary, organizer }) => [summary, organizer?.email])).toEqual([
      ['Theirs', 'stranger@elsewhere.example'],
      ['Theirs, later', 'stranger@elsewhere.example'],
    ]);
  });

  test('goes out and comes in elsewhere without loss', async () => {
    const { body: other } = await fixture.ask<{ id: string }>('POST', '/calendars', { body: { summary: 'Elsewhere' } });
    const kept = ({
      summary,
      start,
      end,
      recurrence,
      originalStartTime,
      iCalUID,
      reminders,
      status,
    }: EventResource) => ({ summary, start, end, recurrence, originalStartTime, iCalUID, reminders, status });

    const { events, text } = await exportCalendar(fixture.S, context());
    const { refusals } = await importFile((await Array.fromAsync(text)).join(''), other.id, context());

    expect(events).toBe(3);

    expect(refusals).toEqual([]);
    const order = (events: EventResource[]) =>
      events.map(kept).toSorted((a, b) => String(a.summary).localeCompare(String(b.summary)));
    expect(order(await listed(other.id))).toEqual(order(await listed(fixture.S)));
  });

  test('of a calendar with a cancelled instance changes nothing when it comes in again', async () => {
    const { ask } = fixture;
    const { body: other } = await ask<{ id: string }>('POST', '/calendars', { body: { summary: 'Cancelled' } });
    const at = (hour: string) => ({ dateTime: `2026-03-02T${hour}:00:00Z`, timeZone: 'Europe/Zurich' });
    const { body: series } = await ask<{ id: string }>('POST', eventsPath(other.id), {
      body: {
        summary: 'Course',
        description: 'With tea',
        location: 'Room 1',
        start: at('09'),
        end: at('10'),
        recurrence: ['RRULE:FREQ=DAILY;COUNT=4'],
      },
    });
    const cancelled = eventsPath(other.id, `${series.id}_20260303T090000Z`);
    await ask('DELETE', cancelled);
    const { body: before } = await ask<EventResource>('GET', cancelled);
    const { text } = await exportCalendar(other.id, context());
    const file = (await Array.fromAsync(text)).join('');

    expect(await importFile(file, other.id, context())).toMatchObject({ added: 0, changed: 0, unchanged: 2 });

    expect((await ask('GET', cancelled)).body).toEqual(before);
    const restored = file.replace('STATUS:CANCELLED', 'STATUS:CONFIRMED\r\nSUMMARY:On again');
    expect(await importFile(restored, other.id, context())).toMatchObject({ added: 0, changed: 1, unchanged: 1 });
    expect((await ask<EventResource>('GET', cancelled)).body).toMatchObject({
      status: 'confirmed',
      summary: 'On again',
    });
  });

  test('comes piece by piece: zones and series may follow what needs them, and of one UID the last counts', async () => {
    const { body: other } = await fixture.ask<{ id: string }>('POST', '/calendars', { body: { summary: 'Pieces' } });
    const event = (uid: string, ...lines: string[]) => [
      'BEGIN:VEVENT',
      `UID:${uid}`,
      'DTSTAMP:20260101T000000Z',
      ...lines,
      'END:VEVENT',
    ];
    const at = (name: string, time: string) => `${name};TZID=Somewhere:${time}`;
    const text = [
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      ...event('s', at('RECURRENCE-ID', '20260318T140000'), at('DTSTART', '20260319T140000'), 'SUMMARY:Moved'),
      ...event('s', at('DTSTART', '20260311T140000'), 'RRULE:FREQ=WEEKLY;COUNT=2', 'SUMMARY:Series'),
      ...event('t', 'DTSTART:20260310T080000Z', 'SUMMARY:First'),
      ...event('t', 'DTSTART:20260310T080000Z', 'SUMMARY:Last'),
      'BEGIN:VTODO',
      'END:VTODO',
      'BEGIN:VTIMEZONE',
      'TZID:Somewhere',
      'BEGIN:STANDARD',
      'DTSTART:19700101T000000',
      'TZOFFSETFROM:+0900',
      'TZOFFSETTO:+0900',
      'END:STANDARD',
      'END:VTIMEZONE',
      'END:VCALENDAR',
      '',
    ].join('\r\n');
    const pieces = text.match(/[^]{1,50}/gu) ?? [];
    const told: (readonly number[])[] = [];

    const outcome = await importFile(
      async function* read() {
        yield* pieces;
      },
      other.id,
      context(),
      (...progress) => told.push(progress),
    );

    expect(outcome).toMatchObject({ added: 4, changed: 0, unchanged: 0, refusals: [{ line: 29, component: 'VTODO' }] });
    expect(told.map(([done]) => done)).toEqual([1, 2, 3, 4]);
    expect(new Set(told.map(([, all]) => all))).toEqual(new Set([4]));
    const starts = (await listed(other.id)).map(({ summary, start }) => [
      summary,
      start?.timeZone,
      start?.dateTime?.slice(0, 16),
    ]);
    expect(starts.toSorted()).toEqual([
      ['Last', 'UTC', '2026-03-10T08:00'],
      ['Moved', 'Asia/Tokyo', '2026-03-19T05:00'],
      ['Series', 'Asia/Tokyo', '2026-03-11T05:00'],
    ]);
  });
});

describe('a file into a new calendar', () => {
  // The next line says that the last one does not go on.
  const event = (uid: string, summary: string) => [
    'BEGIN:VEVENT',
    `UID:${uid}`,
    'DTSTART:20260310T080000Z',
    `SUMMARY:${summary}`,
    'END:VEVENT',
    'X-NEXT:1',
    '',
  ];
  const newCalendar = async (): Promise<string> =>
    (await fixture.ask<{ id: string }>('POST', '/calendars', { body: { summary: 'Moved in' } })).body.id;

  test('takes no lookup for each event', async () => {
    const id = await newCalendar();
    const events = Array.from({ length: 300 }, (_, index) => event(`${String(index)}@elsewhere`, 'Tea'));
    const meter = new Meter();

    const imported = withMeter(meter, () =>
      importFile(['BEGIN:VCALENDAR', ...events.flat(), 'END:VCALENDAR'].join('\r\n'), id, context()),
    );

    expect(await imported).toMatchObject({ added: 300, refusals: [] });
    expect(meter.calls.length).toBeLessThan(40);
  });

  test('finds what somebody else adds meanwhile', async () => {
    const id = await newCalendar();
    let times = 0;
    async function* read() {
      times += 1;
      yield `BEGIN:VCALENDAR\r\n${event('first@elsewhere', 'First').join('\r\n')}`;
      if (times > 1) {
        await eventually(async () => (await listed(id)).length === 1);
        await fixture.ask('POST', eventsPath(id), {
          body: {
            iCalUID: 'theirs@elsewhere',
            summary: 'By hand',
            start: { date: '2026-03-09' },
            end: { date: '2026-03-10' },
          },
        });
      }
      yield event('second@elsewhere', 'Second').join('\r\n');
      if (times > 1) await eventually(async () => (await listed(id)).length === 3);
      yield event('theirs@elsewhere', 'From the file').join('\r\n');
      yield 'END:VCALENDAR\r\n';
    }

    expect(await importFile(read, id, context())).toMatchObject({ added: 2, changed: 1, refusals: [] });
    expect((await listed(id)).map(({ summary }) => summary).toSorted()).toEqual(['First', 'From the file', 'Second']);
  });
});

describe("a file's zone", () => {
  const newCalendar = async (more: object = {}): Promise<string> =>
    (await fixture.ask<{ id: string }>('POST', '/calendars', { body: { summary: 'Moved in', ...more } })).body.id;
  const zoneOf = async (id: string): Promise<unknown> => (await fixture.ask('GET', calendarPath(id))).body['timeZone'];

  test('that most events have becomes that of a calendar in which nobody has chosen one', async () => {
    const id = await newCalendar();

    expect(await adoptZone(() => surveyFile(FILE), id, context())).toEqual({ timeZone: 'Europe/Zurich', how: 'taken' });

    expect(await zoneOf(id)).toBe('Europe/Zurich');
    const { body } = await fixture.ask<EventResource>('POST', `${eventsPath(id)}/quickAdd?text=Dinner%20at%2019:00`);
    expect(body.start?.dateTime).toMatch(/T19:00:00\+0[12]:00$/);
  });

  test('is the one that the file names as a whole, however its events are', async () => {
    const id = await newCalendar();
    const file = FILE.replace('PRODID', 'X-WR-TIMEZONE:America/St_Johns\r\nPRODID');

    expect(await adoptZone(() => surveyFile(file), id, context())).toEqual({
      timeZone: 'America/St_Johns',
      how: 'taken',
    });
  });

  test("leaves a chosen zone alone, and somebody else's calendar", async () => {
    const chosen = await newCalendar({ timeZone: 'Asia/Kathmandu' });
    const shared = await newCalendar();
    await share(fixture, shared, fixture.bob, 'writer');

    expect(await adoptZone(() => surveyFile(FILE), chosen, context())).toEqual({
      timeZone: 'Asia/Kathmandu',
      how: 'kept',
    });
    const asBob = actingAs(calendar, fixture.bob, [SCOPE.calendar]);
    expect(await adoptZone(() => surveyFile(FILE), shared, asBob)).toEqual({ timeZone: 'UTC', how: 'kept' });
    expect(await zoneOf(shared)).toBe('UTC');
  });

  test('is told to be missing', async () => {
    const file = FILE.replaceAll(';TZID=Europe/Zurich', '');

    expect(await adoptZone(() => surveyFile(file), await newCalendar(), context())).toEqual({
      timeZone: 'UTC',
      how: 'guessed',
    });
  });
});
