/** Calendars that versions before 0.3 wrote: every operation reads them, and changes give them the new form. */
import { beforeAll, describe, expect, test } from '@jest/globals';
import { exportCalendar } from '#lib/calendar/ics/export-file';
import { SCOPE } from '#lib/calendar/scopes';
import { actingAs } from '#lib/runtime/acting-as';
import { calendar } from '#lib/runtime/calendar/serve';
import { isFormerBody } from '#lib/stores/dynamodb/body';
import { documents } from '#lib/stores/dynamodb/client/client';
import { rewriteCalendarItem } from '#lib/stores/dynamodb/rewrite/calendar-items';
import { rewriteTable } from '#lib/stores/dynamodb/rewrite/rewrite-table';
import {
  addEvent,
  calendarFixture,
  eventsPath,
  hourFrom,
  listPath,
  storesOn,
  TUESDAYS,
  type AnsweredEvent,
  type CalendarFixture,
} from '#test/support/calendar/calendar';
import { newCalendarTable } from '#test/support/calendar/calendar-table';
import { itemsOf, makeFormer } from '#test/support/database/former-forms';

const WINDOW = 'timeMin=2026-03-01T00:00:00Z&timeMax=2026-05-01T00:00:00Z';
const guests = Array.from({ length: 12 }, (_, index) => ({ email: `guest${String(index)}@example.net` }));

let table: string;
let given: CalendarFixture;
let lunch: AnsweredEvent;
let meeting: AnsweredEvent;
let fair: AnsweredEvent;
let series: AnsweredEvent;
let instance: string;
let reads: string[];

beforeAll(async () => {
  table = (await newCalendarTable()).name;
  given = await calendarFixture({}, table);
  lunch = await addEvent(given, {
    summary: 'Lunch',
    description: 'ü '.repeat(900),
    ...hourFrom('2026-03-10T11:00:00Z'),
  });
  meeting = await addEvent(given, { summary: 'Meeting', ...hourFrom('2026-03-11T11:00:00Z'), attendees: guests });
  fair = await addEvent(given, { summary: 'Fair', start: { date: '2026-03-13' }, end: { date: '2026-03-14' } });
  series = await addEvent(given, TUESDAYS);
  instance = `${series.id}_20260324T130000Z`;
  await given.ask('PATCH', eventsPath('primary', instance), { body: { summary: 'Moved' } });
  reads = [
    eventsPath('primary', lunch.id),
    eventsPath('primary', meeting.id),
    eventsPath('primary', instance),
    `${eventsPath()}?singleEvents=true&orderBy=startTime&${WINDOW}`,
    `${eventsPath()}?${WINDOW}`,
    `${eventsPath()}?orderBy=updated`,
    `${eventsPath()}?maxResults=2`,
    `${eventsPath()}?iCalUID=${encodeURIComponent(series.iCalUID)}`,
    `${eventsPath('primary', series.id)}/instances`,
    '/users/me/calendarList',
    listPath(given.S),
  ];
});

const answers = () =>
  Promise.all(reads.map(async (path) => JSON.parse((await given.ask('GET', path)).text) as { nextPageToken?: string }));
const storedForms = async (): Promise<{ former: string[]; current: string[] }> => {
  const items = (await itemsOf(table)).filter(({ event, entry, colorId }) => event ?? entry ?? colorId);
  const isFormer = ({ event, colorId }: Record<string, unknown>) => isFormerBody(event) || colorId !== undefined;
  return {
    former: items.filter(isFormer).map(({ sk }) => String(sk)),
    current: items.filter((item) => !isFormer(item)).map(({ sk }) => String(sk)),
  };
};

describe('a calendar of an earlier version', () => {
  test('is read as before', async () => {
    const before = await answers();
    expect((await storedForms()).former).toEqual([]);

    expect(await makeFormer(table)).toBe(7);

    expect((await storedForms()).current).toEqual([]);
    expect((await itemsOf(table)).map(({ timeKey }) => timeKey)).toContain('ED#2026-03-13T00:00:00Z');
    expect(await answers()).toEqual(before);
    const busy = await given.ask<{ calendars: Record<string, { busy: unknown[] }> }>('POST', '/freeBusy', {
      body: {
        timeMin: '2026-03-01T00:00:00Z',
        timeMax: '2026-05-01T00:00:00Z',
        items: [{ id: given.alice }],
      },
    });
    expect(busy.body.calendars[given.alice]?.busy).toHaveLength(7);
    const own = { ...calendar, clock: given.clock, stores: storesOn(given.clock, {}, table) };
    const { text } = await exportCalendar('primary', actingAs(own, given.alice, [SCOPE.calendar]), () => undefined);
    const file = (await Array.fromAsync(text)).join('');
    expect(file.match(/^SUMMARY:.*$/gm)?.toSorted()).toEqual(
      ['SUMMARY:Fair', 'SUMMARY:Lunch', 'SUMMARY:Meeting', 'SUMMARY:Moved', 'SUMMARY:Tuesdays'].map((line) =>
        expect.stringContaining(line),
      ),
    );
  });

  test('is synced, changed, moved, imported into and deleted from; what changes is rewritten', async () => {
    const { ask, S } = given;
    const { nextSyncToken } = (await ask<{ nextSyncToken: string }>('GET', eventsPath())).body;

    const patched = await ask('PATCH', eventsPath('primary', lunch.id), { body: { location: 'Garden' } });
    expect(patched.body).toMatchObject({ summary: 'Lunch', location: 'Garden', description: lunch.description });
    const answered = await ask('PATCH', eventsPath('primary', meeting.id), { body: { summary: 'Large meeting' } });
    expect((answered.body['attendees'] as unknown[]).length).toBe(12);
    await ask('PATCH', eventsPath('primary', fair.id), { body: { location: 'Hall' } });
    await ask('PATCH', listPath(S), { body: { colorId: '3', selected: false } });
    expect((await ask('GET', listPath(S))).body).toMatchObject({ colorId: '3', summary: 'S' });
    expect((await ask('DELETE', eventsPath('primary', instance))).status).toBe(204);
    const moved = await ask('POST', `${eventsPath('primary', series.id)}/move?destination=${encodeURIComponent(S)}`);
    expect(moved.status).toBe(200);
    const imported = await ask('POST', `${eventsPath()}/import`, {
      body: { iCalUID: lunch.iCalUID, summary: 'Imported lunch', sequence: 7, ...hourFrom('2026-03-12T11:00:00Z') },
    });
    expect(imported.body['id']).toBe(lunch.id);
    expect((await ask('DELETE', eventsPath('primary', meeting.id))).status).toBe(204);

    const { items } = (
      await ask<{ items: AnsweredEvent[] }>('GET', `${eventsPath()}?syncToken=${encodeURIComponent(nextSyncToken)}`)
    ).body;
    expect(items.map(({ id, status }) => `${id} ${status}`).toSorted()).toEqual(
      [
        `${lunch.id} confirmed`,
        `${fair.id} confirmed`,
        `${meeting.id} cancelled`,
        `${series.id} cancelled`,
        `${instance} cancelled`,
      ].toSorted(),
    );
    const { former } = await storedForms();
    // The entry of the main calendar is all that nobody changed.
    expect(former).toEqual([`L#${given.alice}`]);
  });
});

describe('rewriting a table', () => {
  test('gives the rest the new form, and a run that was cut short goes on', async () => {
    const before = await answers();
    await makeFormer(table);
    const { former } = await storedForms();

    const started = rewriteTable(documents, table, rewriteCalendarItem);
    expect((await started.next()).value).toMatchObject({ rewritten: former.length });
    expect((await storedForms()).former).toEqual([]);
    const again = await Array.fromAsync(rewriteTable(documents, table, rewriteCalendarItem));

    expect(again.at(-1)).toMatchObject({ rewritten: 0 });
    expect(await answers()).toEqual(before);
    expect((await itemsOf(table)).filter(({ timeKey }) => String(timeKey).startsWith('R#'))).toEqual([]);
    expect((await itemsOf(table)).filter(({ guests: left, seriesType }) => left ?? seriesType)).toEqual([]);
  });

  test('leaves alone what somebody changes meanwhile', async () => {
    await makeFormer(table);
    const { ask } = given;
    let isChanged = false;
    const changing = rewriteTable(documents, table, (item) => {
      const rewrite = rewriteCalendarItem(item);
      // What was read is older than what is there when it is written.
      return rewrite && item['event'] !== undefined && !isChanged
        ? ((isChanged = true), { ...rewrite, asRead: { version: 0 } })
        : rewrite;
    });
    await Array.fromAsync(changing);

    expect((await storedForms()).former).toHaveLength(1);
    expect((await ask('GET', eventsPath('primary', lunch.id))).body).toMatchObject({ summary: 'Imported lunch' });
  });
});
