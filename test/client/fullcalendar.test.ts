/**
 * FullCalendar with its plugin for Google's calendar, unmodified, in a browser: all it has is an API key and another
 * root.
 */
import type { Calendar, CalendarOptions } from '@fullcalendar/core';
import type {} from '@fullcalendar/google-calendar';
import { beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { addApiKey } from '#test/support/calendar/calendar';
import { useGoogleCalendar } from '#test/support/calendar/google-calendar';
import { useBrowser } from '#test/support/http/browser';
import { useGateway } from '#test/support/http/use-gateway';
import { someone } from '#test/support/people';

declare global {
  /** What the scripts of the package put into the page. */
  var FullCalendar: { Calendar: new (element: unknown, options: CalendarOptions) => Calendar };
}

const SCRIPTS = ['core', 'daygrid', 'google-calendar'].map(
  (name) => `node_modules/@fullcalendar/${name}/index.global.min.js`,
);

const gateway = useGateway();
const browser = useBrowser();
const owner = useGoogleCalendar(gateway, someone('owner'));
let key: string;
beforeAll(async () => {
  key = await addApiKey();
});

interface Shown {
  readonly events: readonly { readonly title: string; readonly start: string; readonly isAllDay: boolean }[];
  readonly failures: readonly string[];
}

/** What a page of another origin shows of a calendar in March 2026. */
async function show(googleCalendarId: string, timeZone: string): Promise<Shown & { page: Page }> {
  const page = await browser.newPage();
  await page.setContent('<div id="calendar"></div>');
  for (const path of SCRIPTS) await page.addScriptTag({ path });
  const given = {
    googleCalendarId,
    timeZone,
    googleCalendarApiKey: key,
    googleCalendarApiBase: `${gateway.rootUrl}calendar/v3/calendars`,
  };
  const shown = await page.evaluate(
    ({ googleCalendarId: id, googleCalendarApiBase, ...options }) =>
      new Promise<Shown>((resolve) => {
        const failures: string[] = [];
        const calendar: Calendar = new FullCalendar.Calendar(document.getElementById('calendar'), {
          ...options,
          initialDate: '2026-03-15',
          eventSources: [
            {
              googleCalendarId: id,
              googleCalendarApiBase,
              failure: ({ message }) => {
                failures.push(message);
              },
            },
          ],
          loading: (isLoading) => {
            if (isLoading) return;
            // It says so before it draws what has come.
            setTimeout(() => {
              resolve({
                events: calendar
                  .getEvents()
                  .map(({ title, startStr, allDay }) => ({ title, start: startStr, isAllDay: allDay })),
                failures,
              });
            });
          },
        });
        calendar.render();
      }),
    given,
  );
  return { ...shown, page };
}

async function addCalendar(isPublic: boolean): Promise<string> {
  const { data } = await owner.calendars.insert({ requestBody: { summary: 'Choir', timeZone: 'Europe/Zurich' } });
  const calendarId = data.id ?? '';
  if (isPublic) await owner.acl.insert({ calendarId, requestBody: { role: 'reader', scope: { type: 'default' } } });
  return calendarId;
}

test('a month of a public calendar is drawn, series and whole days included', async () => {
  const calendarId = await addCalendar(true);
  const at = (dateTime: string) => ({ dateTime, timeZone: 'Europe/Zurich' });
  await owner.events.insert({
    calendarId,
    requestBody: {
      summary: 'Rehearsal',
      start: at('2026-03-17T19:30:00'),
      end: at('2026-03-17T21:00:00'),
      recurrence: ['RRULE:FREQ=WEEKLY;COUNT=3'],
    },
  });
  await owner.events.insert({
    calendarId,
    requestBody: { summary: 'Concert', start: { date: '2026-03-28' }, end: { date: '2026-03-29' } },
  });

  const { page, events, failures } = await show(calendarId, 'Europe/Zurich');

  expect(failures).toEqual([]);
  expect(events).toEqual([
    { title: 'Rehearsal', start: '2026-03-17T19:30:00+01:00', isAllDay: false },
    { title: 'Rehearsal', start: '2026-03-24T19:30:00+01:00', isAllDay: false },
    { title: 'Concert', start: '2026-03-28', isAllDay: true },
    { title: 'Rehearsal', start: '2026-03-31T19:30:00+02:00', isAllDay: false },
  ]);
  expect(await page.locator('.fc-event-title').allTextContents()).toEqual([
    'Rehearsal',
    'Rehearsal',
    'Concert',
    'Rehearsal',
  ]);
});

test('a calendar that is not public is not there', async () => {
  const { page, events, failures } = await show(await addCalendar(false), 'UTC');

  expect(events).toEqual([]);
  expect(failures).toHaveLength(1);
  expect(await page.locator('.fc-event').count()).toBe(0);
});
