/** What the calendar shows, to whom, and in which size. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import {
  at,
  calendarOf,
  dialog,
  eventNamed,
  MONDAY,
  openEvent,
  showWeek,
  WEDNESDAY,
  WEEK,
} from '#test/support/console/calendar-page';
import { leadAnew, leadTo } from '#test/support/console/lead-to';
import { DESKTOP, expectAccessible, useConsole } from '#test/support/console/use-console';
import { eventually } from '#test/support/eventually';
import { someone } from '#test/support/people';

const tests = useConsole({ services: ['calendar'] });
const alice = someone();
let page: Page;
const calendar = () => calendarOf(tests.almanac, alice);

beforeAll(async () => {
  page = await tests.open(alice, WEEK);
  await calendar().insert({
    summary: 'Breakfast',
    start: at(MONDAY, '08:00'),
    end: at(MONDAY, '09:00'),
    location: 'Kitchen',
  });
  await calendar().insert({ summary: 'Journey', start: { date: '2030-01-15' }, end: { date: '2030-01-18' } });
  await calendar().insert({
    summary: 'Deep work',
    eventType: 'focusTime',
    start: at(WEDNESDAY, '13:00'),
    end: at(WEDNESDAY, '15:00'),
  });
  await calendar().insert({
    summary: 'Away',
    eventType: 'outOfOffice',
    start: at('2030-01-17', '13:00'),
    end: at('2030-01-17', '15:00'),
  });
  await calendar().insert({
    eventType: 'workingLocation',
    summary: 'Home',
    workingLocationProperties: { type: 'homeOffice', homeOffice: {} },
    visibility: 'public',
    transparency: 'transparent',
    start: { date: MONDAY },
    end: { date: '2030-01-15' },
  });
  await eventNamed(page, 'Breakfast').waitFor();
});

describe('the views', () => {
  test.each([
    ['Month', 'January 2030', '.fc-daygrid'],
    ['Day', 'Monday, January 14, 2030', '.fc-timegrid'],
    ['Agenda', 'January 2030', '.fc-list'],
    ['Week', 'Jan 13 – 19, 2030', '.fc-timegrid'],
  ])('%s, with nothing that axe finds', async (name, title, view) => {
    await page.getByRole('button', { name, exact: true }).click();
    await page.getByRole('heading', { name: title }).waitFor();
    await page.locator(`${view} .fc-event`, { hasText: 'Breakfast' }).first().waitFor();
    await expectAccessible(page);
  });

  test('Year leads to a day', async () => {
    await page.getByRole('button', { name: 'Year', exact: true }).click();
    await page.locator('.fc-multimonth .fc-bg-event').first().waitFor();
    // All twelve look alike, and take twelve times as long.
    await expectAccessible(page, '.fc-multimonth-month[data-date="2030-01"]');
    await page.locator('[data-date="2030-01-14"] .fc-daygrid-day-number').focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Monday, January 14, 2030' }).waitFor();
  });

  test('in the dark', async () => {
    await page.emulateMedia({ colorScheme: 'dark' });
    await leadTo(page, `calendar/month?date=${MONDAY}`);
    await page.locator('.fc-dayGridMonth-view .fc-event', { hasText: 'Breakfast' }).waitFor();
    expect(await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)).toBe(true);
    await expectAccessible(page);
    await page.emulateMedia({ colorScheme: 'light' });
  });

  test.each([
    ['reduce', 0.001],
    ['no-preference', 1],
  ] as const)('nothing moves for a reader who wants that: %s', async (reducedMotion, most) => {
    await page.emulateMedia({ reducedMotion });
    await showWeek(page, MONDAY);
    const longest = await page.evaluate(() =>
      Math.max(
        ...[...document.querySelectorAll('*')].flatMap((element) => {
          const { transitionDuration, animationDuration } = getComputedStyle(element);
          return [transitionDuration, animationDuration].flatMap((list) => list.split(',').map(parseFloat));
        }),
      ),
    );
    expect(longest).toBeLessThan(most);
    expect(longest > 0.01).toBe(reducedMotion === 'no-preference');
    await page.emulateMedia({ reducedMotion: 'reduce' });
  });

  test('keys lead from one to the next', async () => {
    await showWeek(page, MONDAY);
    for (const [key, title] of [
      ['m', 'January 2030'],
      ['j', 'February 2030'],
      ['k', 'January 2030'],
      ['d', 'Tuesday, January 1, 2030'],
    ] as const) {
      await page.keyboard.press(key);
      await page.getByRole('heading', { name: title }).waitFor();
    }
    await page.keyboard.press('/');
    expect(await page.getByRole('searchbox').evaluate((element) => element === document.activeElement)).toBe(true);
  });

  test('an event is opened by the keyboard, and the focus comes back to it', async () => {
    await showWeek(page, MONDAY);
    await eventNamed(page, 'Breakfast').focus();
    await page.keyboard.press('Enter');
    await dialog(page).getByRole('heading', { name: 'Breakfast' }).waitFor();
    await page.keyboard.press('Escape');
    await page.locator('dialog').waitFor({ state: 'detached' });
    await page.locator('.fc-event:focus', { hasText: 'Breakfast' }).waitFor();
  });

  test('a dialog takes the focus at once: no key that follows is lost', async () => {
    await showWeek(page, MONDAY);
    const isOpenAtOnce = page.evaluate(
      () =>
        new Promise<boolean>((resolve) => {
          new MutationObserver((_, observer) => {
            const shown = document.querySelector('dialog');
            if (shown === null) return;
            observer.disconnect();
            resolve(shown.open && shown.contains(document.activeElement));
          }).observe(document.body, { childList: true, subtree: true });
        }),
    );
    await page.getByRole('button', { name: 'Settings' }).click();
    expect(await isOpenAtOnce).toBe(true);
    await page.keyboard.press('Escape');
    await page.locator('dialog').waitFor({ state: 'detached' });
  });

  test('focus time, absence and working location are shown as what they are', async () => {
    await page.locator('.event-focusTime', { hasText: 'Deep work' }).waitFor();
    await page.locator('.event-outOfOffice', { hasText: 'Away' }).waitFor();
    expect(await page.locator('.event-workingLocation').count()).toBe(1);
    expect(await (await openEvent(page, 'Deep work')).locator('.event-kind').textContent()).toBe('Focus time');
    await page.keyboard.press('Escape');
  });

  test('half an hour shows its title, and its time where there is room for all of it', async () => {
    const day = '2030-03-19';
    await calendar().insert({ summary: 'Call with Mum', start: at(day, '10:00'), end: at(day, '10:30') });
    const shown = async (view: 'Week' | 'Day', part: string): Promise<boolean> => {
      await leadTo(page, `calendar/${view.toLowerCase()}?date=${day}`);
      const event = page.locator(`.fc-timeGrid${view}-view .fc-timegrid-event-short`, { hasText: 'Call with Mum' });
      return event.locator(part).evaluate((element) => {
        const [inner, outer] = [element.getBoundingClientRect(), element.parentElement?.getBoundingClientRect()];
        const isWhole = element.scrollWidth <= element.clientWidth;
        return isWhole && outer !== undefined && inner.top < outer.bottom - 1;
      });
    };
    // Events are drawn several times until they fit.
    await eventually(() => shown('Week', '.event-title'));
    expect(await shown('Week', '.event-time')).toBe(false);
    await eventually(() => shown('Day', '.event-time'));
  });

  test('titles of events side by side are cut, not broken into letters, and stay whole for who asks', async () => {
    const day = '2030-03-05';
    const named = (title: string, hour: number) => ({
      summary: title,
      start: at(day, `${String(hour)}:00`),
      end: at(day, `${String(hour + 3)}:00`),
    });
    const six = Array.from({ length: 6 }, (_, index) => `Strategieabstimmung ${String(index)} der Abteilungsleiter`);
    const long = 'Donaudampfschifffahrtsgesellschaft in Wien';
    const two = [long, 'Lunch'];
    const alone = 'Straßenbahnhaltestellenverzeichnis';
    for (const title of six) await calendar().insert(named(title, 10));
    for (const title of two) await calendar().insert(named(title, 14));
    await calendar().insert(named(alone, 18));
    await leadTo(page, `calendar/week?date=${day}`);
    await page.locator('.fc-timegrid-event').nth(8).waitFor();
    const look = () =>
      page.locator('.fc-timegrid-event .event-title').evaluateAll((titles) =>
        titles.map((title) => {
          const range = document.createRange();
          range.selectNodeContents(title);
          const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
          const isCut = title.scrollWidth > title.clientWidth && getComputedStyle(title).textOverflow === 'ellipsis';
          return { text: title.textContent, whole: title.getAttribute('title'), isOneLine: lines === 1, isCut };
        }),
      );
    // Events are drawn several times until they fit.
    await eventually(async () => (await look()).filter(({ isCut }) => isCut).length === six.length + 1);
    const shown = await look();
    const byText = (a: { text: string }, b: { text: string }): number => (a.text < b.text ? -1 : 1);
    expect(shown.sort(byText)).toEqual([
      // Its first word has a line of its own.
      { text: long, whole: long, isOneLine: false, isCut: true },
      { text: 'Lunch', whole: 'Lunch', isOneLine: true, isCut: false },
      ...six.map((text) => ({ text, whole: text, isOneLine: true, isCut: true })),
      // Where there is room, a long word goes on in the next line.
      { text: alone, whole: alone, isOneLine: false, isCut: false },
    ]);
    for (const title of six) expect(await page.getByRole('button', { name: title }).count()).toBe(1);
  });
});

describe('settings', () => {
  test('week numbers, the start of the week and a second zone', async () => {
    await showWeek(page, MONDAY);
    await page.getByRole('button', { name: 'Settings' }).click();
    await dialog(page).getByLabel('Second time zone').focus();
    await dialog(page).locator('datalist option[value="Asia/Tokyo"]').waitFor({ state: 'attached' });
    await dialog(page).getByLabel('Second time zone').fill('Asia/Tokyo');
    await dialog(page).getByLabel('The week begins on').selectOption('1');
    await dialog(page).getByLabel('Week numbers').check();
    await expectAccessible(page, 'dialog');
    await page.keyboard.press('Escape');

    await page.getByRole('heading', { name: 'Jan 14 – 20, 2030' }).waitFor();
    await page.locator('.fc-timegrid-slot-label[data-time="09:00:00"]', { hasText: '6 PM9 AM' }).waitFor();
    await page.locator('.fc-timegrid-axis', { hasText: /W\s?3/ }).first().waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Jan 14 – 20, 2030' }).waitFor();
  });

  test('another zone moves everything along', async () => {
    await page.getByRole('button', { name: 'Settings' }).click();
    await dialog(page).getByLabel('Time zone', { exact: true }).fill('Asia/Tokyo');
    await page.keyboard.press('Escape');
    await page.locator('.fc-event', { hasText: 'Breakfast' }).filter({ hasText: '5' }).waitFor();
    expect(await (await openEvent(page, 'Breakfast')).textContent()).toContain('5:00 PM – 6:00 PM');
    await page.keyboard.press('Escape');
    await page.evaluate(() => localStorage.clear());
  });
});

describe('calendars', () => {
  test('one is made, coloured, hidden and deleted', async () => {
    await page.goto(`${tests.almanac.url}console/${WEEK}`);
    await page.locator('.calendar-view').waitFor();
    await page.getByRole('button', { name: 'Add a calendar' }).click();
    await dialog(page).getByLabel('Name of a new calendar').fill('Garden');
    await dialog(page).getByRole('button', { name: 'Add', exact: true }).click();
    const row = page.locator('.calendar-row', { hasText: 'Garden' });
    await row.waitFor();

    await row.getByRole('button', { name: 'Options of Garden' }).click();
    await page.getByRole('menuitem', { name: 'Name and colour' }).click();
    await dialog(page).getByLabel('Name', { exact: true }).fill('Allotment');
    await dialog(page).getByLabel('Colour 4', { exact: true }).check();
    await dialog(page).getByRole('button', { name: 'Save' }).click();
    await page.locator('.calendar-row', { hasText: 'Allotment' }).waitFor();
    const list = await calendar().ask<{ items: { summary: string; colorId: string }[] }>(
      'GET',
      'calendar/v3/users/me/calendarList',
    );
    expect(list.items.find(({ summary }) => summary === 'Allotment')?.colorId).toBe('4');

    await page.getByRole('button', { name: 'Options of Allotment' }).click();
    await page.getByRole('menuitem', { name: 'Name and colour' }).click();
    await dialog(page).getByRole('button', { name: 'Delete this calendar' }).click();
    await page.locator('.choices').getByRole('button', { name: 'Delete this calendar' }).click();
    await page.locator('.calendar-row', { hasText: 'Allotment' }).waitFor({ state: 'detached' });
  });

  test('hidden, its events are gone; shown, they are back', async () => {
    await eventNamed(page, 'Breakfast').waitFor();
    const box = page.locator('.calendar-row input').first();
    await box.uncheck();
    await eventNamed(page, 'Breakfast').waitFor({ state: 'detached' });
    await box.check();
    await eventNamed(page, 'Breakfast').waitFor();
  });

  test('hidden and shown again before the service has answered, it is shown', async () => {
    const requests = /\/calendarList\/[^/]+$/;
    const first = Promise.withResolvers<void>();
    const answers: number[] = [];
    let sent = 0;
    await page.route(requests, async (route) => {
      sent += 1;
      if (sent === 1) await first.promise;
      const answer = await route.fetch();
      await route.fulfill({ response: answer });
      answers.push(answer.status());
    });
    const box = page.locator('.calendar-row input').first();
    await box.uncheck();
    await box.check();
    first.resolve();
    await eventually(() => Promise.resolve(answers.length === 2));
    await page.unroute(requests);

    expect(answers).toEqual([200, 200]);
    const entry = await calendar().ask<{ selected: boolean }>('GET', `calendar/v3/users/me/calendarList/${alice}`);
    expect(entry.selected).toBe(true);
    await eventNamed(page, 'Breakfast').waitFor();
    expect(await box.isChecked()).toBe(true);
  });

  test('what changes is shown, though the answer for another week comes late', async () => {
    const isOfMarch = ({ pathname, searchParams }: URL): boolean =>
      pathname.endsWith('/events') && searchParams.get('timeMin')?.startsWith('2030-03') === true;
    const change = Promise.withResolvers<void>();
    const late = Promise.withResolvers<void>();
    await showWeek(page, MONDAY);
    await eventNamed(page, 'Breakfast').waitFor();
    await page.route(isOfMarch, async (route) => {
      await change.promise;
      await route.fulfill({ response: await route.fetch() });
      late.resolve();
    });

    await showWeek(page, '2030-03-13');
    await showWeek(page, MONDAY);
    await calendar().insert({ summary: 'Meanwhile', start: at(WEDNESDAY, '10:00'), end: at(WEDNESDAY, '11:00') });
    change.resolve();
    await late.promise;
    await page.unroute(isOfMarch);

    await eventNamed(page, 'Meanwhile').waitFor();
  });

  test('a search finds events of other weeks', async () => {
    const soon = new Date(Date.now() + 40 * 86_400_000).toISOString().slice(0, 10);
    await calendar().insert({ summary: 'Needle in the hay', start: { date: soon }, end: { date: soon } });
    await page.getByRole('searchbox').fill('needle');
    await page.locator('.found', { hasText: 'Needle in the hay' }).click();
    await dialog(page).getByRole('heading', { name: 'Needle in the hay' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('searchbox').fill('xyzzy');
    await page.getByText('Nothing found.').waitFor();
  });

  test('a file goes out and comes in again, with what it refuses', async () => {
    await page.getByRole('searchbox').fill('');
    await showWeek(page, MONDAY);
    await page
      .getByRole('button', { name: /^Options of/ })
      .first()
      .click();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'Save as a file (.ics)' }).click(),
    ]);
    const text = readFileSync(await file.path(), 'utf8');
    expect(text).toContain('SUMMARY:Breakfast');

    const odd = [
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'BEGIN:VEVENT',
      'UID:a@x',
      'DTSTART:20300116T070000Z',
      'DTEND:20300116T080000Z',
      'SUMMARY:From a file',
      'END:VEVENT',
      'BEGIN:VEVENT',
      'UID:b@x',
      'SUMMARY:Without a start',
      'END:VEVENT',
      'END:VCALENDAR',
      '',
    ].join('\r\n');
    await page.getByRole('button', { name: 'Import a file' }).click();
    await dialog(page)
      .getByLabel('File')
      .setInputFiles({ name: 'odd.ics', mimeType: 'text/calendar', buffer: Buffer.from(odd) });
    await dialog(page).getByRole('button', { name: 'Import a file' }).click();
    await dialog(page).getByText('1 imported, 1 refused:').waitFor();
    expect(await dialog(page).locator('.details-list').textContent()).toMatch(/^Line 9: /);
    await expectAccessible(page, 'dialog');
    await page.keyboard.press('Escape');
    await eventNamed(page, 'From a file').waitFor();
  });
});

const INJECTIONS = [
  '<img src=x onerror="document.title=\'owned\'">',
  '<script>document.title="owned"</script>',
  "\"><svg onload=document.title='owned'>",
  'javascript:document.title="owned"',
  '{{constructor.constructor("document.title=1")()}}',
  '</textarea><iframe srcdoc="<script>parent.document.title=1</script>">',
  '\u202Egnitirw sdrawkcab\u0000',
];

test('hostile titles, descriptions, places and names do nothing', async () => {
  await Promise.all(
    INJECTIONS.map((text, index) =>
      calendar().insert({
        summary: `${String(index)} ${text}`,
        description: text,
        location: text,
        attachments: [{ fileUrl: 'https://files.example.com/x', title: text }],
        attendees: [{ email: `guest${String(index)}@example.com`, displayName: text, comment: text }],
        start: at('2030-05-06', `1${String(index)}:00`),
        end: at('2030-05-06', `1${String(index)}:45`),
      }),
    ),
  );
  await calendar().ask('PATCH', `calendar/v3/calendars/${alice}`, { summary: INJECTIONS[0] });
  await leadAnew(page, 'calendar/day?date=2030-05-06');
  await page.locator('.fc-timeGridDay-view .fc-event').first().waitFor();
  for (const [view, drawn] of [
    ['month', '.fc-dayGridMonth-view'],
    ['agenda', '.fc-list'],
  ] as const) {
    await leadTo(page, `calendar/${view}?date=2030-05-06`);
    await page.locator(`${drawn} .fc-event`).first().waitFor();
  }
  for (const [index] of INJECTIONS.entries()) {
    await page
      .locator('.fc-event', { hasText: `${String(index)} ` })
      .first()
      .click();
    await dialog(page).waitFor();
    expect(await dialog(page).locator('a[href^="javascript"], img, script, iframe, svg[onload]').count()).toBe(0);
    await page.keyboard.press('Escape');
    await page.locator('dialog').waitFor({ state: 'detached' });
  }
  expect(await page.title()).toBe('Calendar · Almanac');
  expect(await page.locator('.fc-event img, .fc-event script, .sidebar img').count()).toBe(0);
});

describe('every size', () => {
  afterAll(() => page.setViewportSize(DESKTOP));

  test.each([
    [360, 640],
    [768, 1024],
    [3840, 2160],
  ])('%i × %i: nothing runs over the edge', async (width, height) => {
    await page.setViewportSize({ width, height });
    await leadTo(page, `calendar/month?date=${MONDAY}`);
    const month = page.locator(`.fc-dayGridMonth-view [data-date="${MONDAY}"]`);
    await month.locator('.fc-event:visible, .fc-daygrid-more-link:visible').first().waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
    await page.keyboard.press('c');
    const box = await dialog(page).boundingBox();
    expect((box?.x ?? -1) >= 0 && (box?.x ?? 0) + (box?.width ?? Infinity) <= width).toBe(true);
    await page.keyboard.press('Escape');
    await page.locator('dialog').waitFor({ state: 'detached' });
  });

  test('on a phone a month has the titles of events; their times are for a screen with room', async () => {
    await page.setViewportSize({ width: 360, height: 1000 });
    await leadTo(page, `calendar/month?date=${MONDAY}`);
    const event = page.locator('.fc-dayGridMonth-view .fc-event', { hasText: 'Breakfast' }).first();
    await event.waitFor();
    const shown = async (part: string): Promise<number> => (await event.locator(part).boundingBox())?.width ?? 0;
    expect(await shown('.event-title')).toBeGreaterThan(30);
    expect(await shown('.event-time')).toBe(0);
    // Whoever listens hears it all the same.
    expect(await event.textContent()).toContain('8:00 AM');
    await page.setViewportSize(DESKTOP);
    await event.locator('.event-time').waitFor();
  });

  test('on a phone the calendars lie over the page, and go away again', async () => {
    await page.setViewportSize({ width: 360, height: 640 });
    await leadAnew(page, WEEK);
    const sidebar = page.locator('.sidebar');
    const close = sidebar.getByRole('button', { name: 'Close' });
    await page.getByRole('button', { name: 'Calendars' }).click();
    await close.click();
    await sidebar.waitFor({ state: 'hidden' });
    const hasFocus = await page.getByRole('button', { name: 'Calendars' }).evaluate(async (button: HTMLElement) => {
      button.click();
      await new Promise((resolve) => setTimeout(resolve));
      return document.activeElement?.matches('.sidebar-close');
    });
    // The next key is meant for what has just come.
    expect(hasFocus).toBe(true);
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await sidebar.waitFor({ state: 'hidden' });
  });

  test('from right to left, in German, and for a reader with 24 hours', async () => {
    const arabic = await tests.open(alice, WEEK, { locale: 'ar-EG' });
    await eventNamed(arabic, 'Breakfast').waitFor();
    const [side, main] = await Promise.all([
      arabic.locator('.sidebar').boundingBox(),
      arabic.locator('.calendar-main').boundingBox(),
    ]);
    expect(side?.x).toBeGreaterThan(main?.x ?? Infinity);
    await expectAccessible(arabic);
    await arabic.close();
    const german = await tests.open(alice, WEEK, { locale: 'de-DE' });
    await german.getByRole('button', { name: 'Neuer Termin' }).click();
    await german.locator('dialog').getByLabel('Wiederholung').selectOption('DAILY');
    expect(await german.locator('.recurrence-sentence').textContent()).toBe('Jeden Tag');
    await german.close();
  });

  test('100 events in a day', async () => {
    const day = '2032-01-12';
    // Before their month is led to: one that is shown may show the number while some are still to come.
    await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        calendar().insert({ summary: `Event ${String(index)}`, start: at(day, '09:00'), end: at(day, '10:00') }),
      ),
    );
    await page.setViewportSize(DESKTOP);
    await leadTo(page, `calendar/month?date=${day}`);
    await page.getByText(/^9\d more$/).waitFor();
    await page.locator('.fc-daygrid-more-link').click();
    await page.locator('.fc-popover').waitFor();
    expect(await page.locator('.fc-popover .fc-event').count()).toBe(100);
    await leadTo(page, `calendar/day?date=${day}`);
    await page.locator('.fc-timeGridDay-view .fc-event').first().waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  });
});

test('nothing came from elsewhere, and no page broke its own rules', () => {
  expect(tests.requested.filter((url) => !url.startsWith(tests.almanac.url) && !/^(data|blob):/.test(url))).toEqual([]);
  expect(tests.complaints).toEqual([]);
});

test('an empty week says nothing but its days', async () => {
  await leadTo(page, 'calendar/agenda?date=2031-06-01');
  await page.getByText('Nothing in these days.').waitFor();
  await expectAccessible(page);
});
