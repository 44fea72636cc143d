/** Making, changing and deleting events, as a person would. */
import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import {
  at,
  calendarOf,
  dialog,
  drag,
  editEvent,
  eventNamed,
  FRIDAY,
  MONDAY,
  openEvent,
  pointOf,
  save,
  showWeek,
  toastSays,
  undo,
  WEDNESDAY,
  WEEK,
} from '#test/support/console/calendar-page';
import { closeToasts, leadAnew } from '#test/support/console/lead-to';
import { expectAccessible, useConsole } from '#test/support/console/use-console';
import { eventually } from '#test/support/eventually';
import { someone } from '#test/support/people';

const tests = useConsole({ services: ['calendar'] });
const alice = someone();
let page: Page;
const calendar = () => calendarOf(tests.almanac, alice);

beforeAll(async () => {
  page = await tests.open(alice, WEEK);
});

/** Nothing is open. */
beforeEach(async () => {
  await closeToasts(page);
  if ((await page.locator('dialog').count()) > 0) await leadAnew(page, WEEK);
  await showWeek(page, MONDAY);
});

/** The week is read again, and the hours of work are in sight. */
const showAgain = async (): Promise<void> => {
  await showWeek(page, '2030-01-07');
  await showWeek(page, MONDAY);
};

describe('a new event', () => {
  test('by dragging over the hours', async () => {
    await drag(page, await pointOf(page, WEDNESDAY, '10:00'), await pointOf(page, WEDNESDAY, '11:00'));
    await dialog(page).getByLabel('Title').fill('Dragged');
    await save(page);
    await toastSays(page, 'The event is in your calendar.');

    await eventNamed(page, 'Dragged').waitFor();
    expect(await calendar().named('Dragged')).toMatchObject({
      start: { dateTime: '2030-01-16T10:00:00Z' },
      end: { dateTime: '2030-01-16T11:30:00Z' },
    });
  });

  test('by one line', async () => {
    await page.getByLabel('New event in one line').fill('Tea with Bob January 17 2030 15:00');
    await page.keyboard.press('Enter');
    await toastSays(page, 'Tea with Bob');

    await eventNamed(page, 'Tea with Bob').waitFor();
    expect((await calendar().named('Tea with Bob'))?.start?.dateTime).toMatch(/^2030-01-17T15:00/);
  });

  test('by one line, at the hour that is meant where this page is read, whatever the zone of the calendar', async () => {
    const abroad = await tests.open(alice, WEEK, { timezoneId: 'America/St_Johns' });
    await abroad.getByLabel('New event in one line').fill('Chowder January 18 2030 15:00');
    await abroad.keyboard.press('Enter');
    await toastSays(abroad, 'Friday, January 18, 2030, 3:00 PM – 4:00 PM');
    expect((await calendar().named('Chowder'))?.start).toMatchObject({
      dateTime: '2030-01-18T18:30:00Z',
      timeZone: 'America/St_Johns',
    });
    await abroad.close();
  });

  const startKind = async (kind: string) => {
    await page.getByRole('button', { name: 'New event' }).click();
    const editor = dialog(page);
    await editor.getByLabel(kind, { exact: true }).check();
    await editor.getByLabel('Start: day').fill(FRIDAY);
    return editor;
  };

  test('that is focus time: what becomes of invitations, and what those who invite are told', async () => {
    const editor = await startKind('Focus time');
    await editor.getByLabel('Start: time').fill('09:00');
    await editor.getByLabel('Invitations at this time').selectOption({ label: 'Decline new ones' });
    await editor.getByLabel('Message to those who invite').fill('I am writing');
    await editor.getByLabel('Do not disturb in chats').check();
    expect(await editor.getByLabel(/Guests|All day|Calendar/).count()).toBe(0);
    await expectAccessible(page, 'dialog');
    await save(page);
    await toastSays(page, 'The event is in your calendar.');
    await page.locator('.event-focusTime', { hasText: 'Focus time' }).waitFor();
    const made = await calendar().named('Focus time');
    expect(made).toMatchObject({
      eventType: 'focusTime',
      focusTimeProperties: {
        autoDeclineMode: 'declineOnlyNewConflictingInvitations',
        declineMessage: 'I am writing',
        chatStatus: 'doNotDisturb',
      },
    });

    expect(await (await openEvent(page, 'Focus time')).textContent()).toContain('“I am writing”');
    await dialog(page).getByRole('button', { name: 'Edit' }).click();
    expect(await dialog(page).getByLabel('Out of office').count()).toBe(0);
    await dialog(page).getByLabel('Invitations at this time').selectOption({ label: 'Leave them to me' });
    await save(page);
    await toastSays(page, 'Saved.');
    expect((await calendar().get(made?.id)).focusTimeProperties?.autoDeclineMode).toBe('declineNone');
  });

  test('that is an absence has a title of its own', async () => {
    const editor = await startKind('Out of office');
    await editor.getByLabel('Title').fill('At the dentist');
    await editor.getByLabel('Start: time').fill('13:00');
    await save(page);
    await toastSays(page, 'The event is in your calendar.');
    await page.locator('.event-outOfOffice', { hasText: 'At the dentist' }).waitFor();
    expect(await calendar().named('At the dentist')).toMatchObject({
      eventType: 'outOfOffice',
      start: { dateTime: `${FRIDAY}T13:00:00Z` },
      outOfOfficeProperties: { autoDeclineMode: 'declineOnlyNewConflictingInvitations' },
    });
  });

  test('that says where somebody works is called by the place, and moves to another', async () => {
    const editor = await startKind('Working location');
    await editor.getByLabel('Where you work').selectOption({ label: 'Office' });
    await editor.getByLabel('Name of the place').fill('North tower');
    await expectAccessible(page, 'dialog');
    await save(page);
    await toastSays(page, 'The event is in your calendar.');
    await page.locator('.event-workingLocation', { hasText: 'North tower' }).waitFor();
    const made = await calendar().named('North tower');
    expect(made).toMatchObject({
      start: { date: FRIDAY },
      visibility: 'public',
      transparency: 'transparent',
      workingLocationProperties: { type: 'officeLocation', officeLocation: { label: 'North tower' } },
    });

    await (await openEvent(page, 'North tower')).getByRole('button', { name: 'Edit' }).click();
    await dialog(page).getByLabel('Where you work').selectOption({ label: 'Home' });
    await save(page);
    await toastSays(page, 'Saved.');
    await page.locator('.event-workingLocation', { hasText: 'Home' }).waitFor();
    expect((await calendar().get(made?.id)).workingLocationProperties).toEqual({ type: 'homeOffice', homeOffice: {} });
  });

  test('by the keyboard, with everything that an event has', async () => {
    await page.locator('.calendar-main').click({ position: { x: 5, y: 5 } });
    await page.keyboard.press('c');
    const editor = dialog(page);
    await editor.getByLabel('Title').fill('Everything');
    await editor.getByLabel('Start: day').fill(MONDAY);
    await editor.getByLabel('Start: time').fill('13:00');
    await editor.getByLabel('End: time').fill('14:30');
    await editor.getByLabel('Time zone').fill('America/New_York');
    await editor.getByLabel('Guests', { exact: true }).fill('bob@example.com, carol@example.com');
    await editor.getByLabel('Place').fill('Room 5');
    await editor.getByLabel('Description').fill('Two lines\nof text');
    await editor.getByLabel('Visibility').selectOption('private');
    await editor.getByLabel('Show as').selectOption('free');
    await editor.getByLabel('Tomato').check();
    await editor.getByLabel('Video conference').check();
    await editor.getByLabel('As the calendar says').uncheck();
    await editor.getByRole('button', { name: 'Add a reminder' }).click();
    await editor.getByLabel('minutes before').fill('45');
    await editor.getByLabel('Attachments', { exact: true }).fill('https://files.example.com/plan.pdf');
    await expectAccessible(page, 'dialog');
    await save(page);
    await toastSays(page, 'The event is in your calendar.');

    const event = await calendar().named('Everything');
    expect(event).toMatchObject({
      start: { dateTime: '2030-01-14T18:00:00Z', timeZone: 'America/New_York' },
      end: { dateTime: '2030-01-14T19:30:00Z' },
      location: 'Room 5',
      description: 'Two lines\nof text',
      visibility: 'private',
      transparency: 'transparent',
      colorId: '11',
      reminders: { useDefault: false, overrides: [{ method: 'popup', minutes: 45 }] },
      attachments: [{ fileUrl: 'https://files.example.com/plan.pdf', title: 'plan.pdf' }],
    });
    expect(event?.attendees?.map(({ email }) => email)).toEqual(['bob@example.com', 'carol@example.com']);
    expect(event?.conferenceData?.entryPoints).toHaveLength(1);
  });

  test('that ends before it begins is not sent', async () => {
    await page.getByRole('button', { name: 'New event' }).click();
    await dialog(page).getByLabel('Title').fill('Backwards');
    await dialog(page).getByLabel('End: day').fill('2020-01-01');
    await save(page);
    await dialog(page).getByText('It ends before it begins.').waitFor();
    await page.keyboard.press('Escape');
    await page.locator('dialog').waitFor({ state: 'detached' });
    expect(await calendar().named('Backwards')).toBeUndefined();
  });

  test('for whole days stands in their lane', async () => {
    await page.getByRole('button', { name: 'New event' }).click();
    await dialog(page).getByLabel('Title').fill('Holiday');
    await dialog(page).getByLabel('Start: day').fill('2030-01-15');
    await dialog(page).getByLabel('All day').check();
    await dialog(page).getByLabel('End: day').fill('2030-01-16');
    await save(page);
    await toastSays(page, 'The event is in your calendar.');

    await page.locator('.fc-daygrid-event', { hasText: 'Holiday' }).waitFor();
    expect(await calendar().named('Holiday')).toMatchObject({
      start: { date: '2030-01-15' },
      end: { date: '2030-01-17' },
    });
  });
});

describe('an event that is there', () => {
  test('is moved by dragging, and undo puts it back', async () => {
    await calendar().insert({ summary: 'Movable', start: at(MONDAY, '09:00'), end: at(MONDAY, '10:00') });
    await showAgain();
    const box = eventNamed(page, 'Movable');
    await box.waitFor();
    await box.scrollIntoViewIfNeeded();
    const to = await pointOf(page, '2030-01-18', '12:00');
    await drag(page, await pointOf(page, MONDAY, '09:00'), to);
    await page.locator('.toast', { hasText: 'Saved.' }).waitFor();
    expect((await calendar().named('Movable'))?.start?.dateTime).toBe('2030-01-18T12:00:00Z');

    await undo(page);
    await eventually(async () => (await calendar().named('Movable'))?.start?.dateTime === '2030-01-14T09:00:00Z');
  });

  test('that is dragged to where no days are goes back to its place', async () => {
    await calendar().insert({ summary: 'Anchored', start: at('2030-01-15', '09:00'), end: at('2030-01-15', '10:00') });
    await showAgain();
    const box = eventNamed(page, 'Anchored');
    await box.waitFor();
    const from = await pointOf(page, '2030-01-15', '09:00');
    await drag(page, from, { x: from.x, y: 5 });
    await page.locator('.fc-event-dragging').waitFor({ state: 'detached' });
    expect(await box.count()).toBe(1);
    expect((await calendar().named('Anchored'))?.start?.dateTime).toBe('2030-01-15T09:00:00Z');
  });

  test('is made longer by its lower edge', async () => {
    await calendar().insert({ summary: 'Stretch', start: at('2030-01-19', '09:00'), end: at('2030-01-19', '10:00') });
    await showAgain();
    const box = eventNamed(page, 'Stretch');
    await box.waitFor();
    const to = await pointOf(page, '2030-01-19', '12:00');
    await box.hover();
    const edge = await box.locator('.fc-event-resizer-end').boundingBox();
    await drag(page, { x: to.x, y: (edge?.y ?? 0) + 2 }, to);
    await toastSays(page, 'Saved.');

    expect((await calendar().named('Stretch'))?.end?.dateTime).toBe('2030-01-19T12:30:00Z');
  });

  test('is shown whole, and edited field by field', async () => {
    const made = await calendar().insert({
      summary: 'Review',
      location: 'Room 1',
      colorId: '5',
      start: at('2030-01-17', '09:00'),
      end: at('2030-01-17', '10:00'),
    });
    await eventNamed(page, 'Review').waitFor();
    const details = await openEvent(page, 'Review');
    expect(await details.textContent()).toContain('Thursday, January 17, 2030, 9:00 AM – 10:00 AM');
    expect(await details.textContent()).toContain('Room 1');
    await expectAccessible(page, 'dialog');
    await page.keyboard.press('Escape');

    const editor = await editEvent(page, 'Review');
    await editor.getByLabel('Place').fill('Room 2');
    await editor.getByLabel('As the calendar', { exact: true }).first().check();
    await save(page);
    await toastSays(page, 'Saved.');
    const after = await calendar().get(made.id);
    expect(after.location).toBe('Room 2');
    expect(after.colorId).toBeUndefined();
    expect(after.start).toEqual(made.start);
  });

  test('is deleted, and undo brings it back', async () => {
    const { id } = await calendar().insert({
      summary: 'Doomed',
      start: at(WEDNESDAY, '16:00'),
      end: at(WEDNESDAY, '17:00'),
    });
    await eventNamed(page, 'Doomed').waitFor();
    await (await openEvent(page, 'Doomed')).getByRole('button', { name: 'Delete' }).click();
    await page.locator('.toast', { hasText: 'Deleted.' }).waitFor();
    await eventNamed(page, 'Doomed').waitFor({ state: 'detached' });

    await undo(page);
    await eventNamed(page, 'Doomed').waitFor();
    expect((await calendar().get(id)).status).toBe('confirmed');
  });
});

describe('a series', () => {
  const instances = async (summary: string) =>
    (
      await calendar().list(
        'singleEvents=true&orderBy=startTime&timeMin=2030-02-01T00:00:00Z&timeMax=2030-06-30T00:00:00Z',
      )
    )
      .filter((event) => event.summary === summary)
      .map(({ start }) => start?.dateTime?.slice(0, 16) ?? start?.date);

  async function create(title: string, choose: (editor: ReturnType<typeof dialog>) => Promise<void>): Promise<string> {
    await page.getByRole('button', { name: 'New event' }).click();
    const editor = dialog(page);
    await editor.getByLabel('Title').fill(title);
    await editor.getByLabel('Start: day').fill('2030-02-05');
    await editor.getByLabel('Start: time').fill('08:00');
    await choose(editor);
    const sentence = (await editor.locator('.recurrence-sentence').textContent()) ?? '';
    await save(page);
    await toastSays(page, 'The event is in your calendar.');
    return sentence;
  }

  test('every second Tuesday, four times', async () => {
    const sentence = await create('Second Tuesdays', async (editor) => {
      await editor.getByLabel('Repeats').selectOption('WEEKLY');
      await editor.getByLabel('Every … weeks').fill('2');
      await editor.getByLabel('Ends').selectOption('count');
      await editor.getByLabel('How many times').fill('4');
    });
    expect(sentence).toBe('Every 2 weeks on Tuesday, 4 times');
    expect(await instances('Second Tuesdays')).toEqual([
      '2030-02-05T08:00',
      '2030-02-19T08:00',
      '2030-03-05T08:00',
      '2030-03-19T08:00',
    ]);
  });

  test('the last weekday of the month, until a day', async () => {
    const sentence = await create('Payday', async (editor) => {
      await editor.getByLabel('Repeats').selectOption('MONTHLY');
      await editor.getByLabel('On which day').selectOption({ label: 'on the last weekday of the month' });
      await editor.getByLabel('Ends').selectOption('until');
      await editor.getByLabel('Last day').fill('2030-05-01');
    });
    expect(sentence).toBe('Every month on the last weekday of the month, until May 1, 2030');
    expect(await instances('Payday')).toEqual([
      '2030-02-05T08:00',
      '2030-02-28T08:00',
      '2030-03-29T08:00',
      '2030-04-30T08:00',
    ]);
  });

  test('not on one of its days', async () => {
    await create('Choir', async (editor) => {
      await editor.getByLabel('Repeats').selectOption('WEEKLY');
      await editor.getByLabel('Ends').selectOption('count');
      await editor.getByLabel('How many times').fill('3');
      await editor.getByLabel('Not on these days').first().fill('2030-02-12');
    });
    expect(await instances('Choir')).toEqual(['2030-02-05T08:00', '2030-02-19T08:00']);
  });

  describe('is changed', () => {
    const weekly = (summary: string) =>
      calendar().insert({
        summary,
        start: at('2030-02-06', '09:00'),
        end: at('2030-02-06', '10:00'),
        recurrence: ['RRULE:FREQ=WEEKLY;COUNT=4'],
      });
    const LATER_FROM_THE_SECOND_ON = ['2030-02-06T09:00', '2030-02-13T15:00', '2030-02-20T15:00', '2030-02-27T15:00'];
    const openSecond = async (title: string) => {
      await showWeek(page, '2030-02-13');
      await eventNamed(page, title).waitFor();
    };
    const choose = (label: string) => dialog(page).getByRole('button', { name: label }).click();

    test('this one only', async () => {
      await weekly('Only one');
      await openSecond('Only one');
      await (await editEvent(page, 'Only one')).getByLabel('Start: time').fill('11:00');
      await save(page);
      await choose('This event only');
      await toastSays(page, 'Saved.');
      expect(await instances('Only one')).toEqual([
        '2030-02-06T09:00',
        '2030-02-13T11:00',
        '2030-02-20T09:00',
        '2030-02-27T09:00',
      ]);
    });

    test('this and the following, and undo makes it one again', async () => {
      await weekly('From here on');
      await openSecond('From here on');
      await (await editEvent(page, 'From here on')).getByLabel('Start: time').fill('15:00');
      await save(page);
      await choose('This and the following');
      await page.locator('.toast', { hasText: 'Saved.' }).waitFor();
      expect(await instances('From here on')).toEqual(LATER_FROM_THE_SECOND_ON);
      await undo(page);
      await eventually(async () => {
        const days = await instances('From here on');
        return days.length === 4 && days.every((day) => day?.endsWith('09:00'));
      });
    });

    test('this and the following, by somebody who is faster than the answer with its rule', async () => {
      const { id = '' } = await weekly('Slow to come');
      await openSecond('Slow to come');
      let answer = () => {};
      const isAsked = new Promise<void>((asked) => {
        void page.route(
          (url) => url.pathname.endsWith(`/events/${id}`),
          async (route) => {
            asked();
            await new Promise<void>((resolve) => {
              answer = resolve;
            });
            await route.continue();
          },
          { times: 1 },
        );
      });
      await (await openEvent(page, 'Slow to come')).getByRole('button', { name: 'Edit' }).click();
      await isAsked;
      // An editor without the rule would be there at once.
      await page
        .getByLabel('Start: time')
        .waitFor({ timeout: 300 })
        .catch(() => undefined);
      answer();
      await dialog(page).getByLabel('Start: time').fill('15:00');
      await save(page);
      await choose('This and the following');
      await toastSays(page, 'Saved.');
      expect(await instances('Slow to come')).toEqual(LATER_FROM_THE_SECOND_ON);
    });

    test('all, by dragging one of them to another day', async () => {
      await weekly('All of them');
      await openSecond('All of them');
      const to = await pointOf(page, '2030-02-15', '14:00');
      const box = await eventNamed(page, 'All of them').boundingBox();
      await drag(page, { x: (box?.x ?? 0) + 8, y: (box?.y ?? 0) + 4 }, to);
      await choose('All events of the series');
      await toastSays(page, 'Saved.');
      expect(await instances('All of them')).toEqual([
        '2030-02-08T14:00',
        '2030-02-15T14:00',
        '2030-02-22T14:00',
        '2030-03-01T14:00',
      ]);
    });

    test('deleted from one on', async () => {
      await weekly('Half of it');
      await openSecond('Half of it');
      await (await openEvent(page, 'Half of it')).getByRole('button', { name: 'Delete' }).click();
      await choose('This and the following');
      await toastSays(page, 'Deleted.');
      expect(await instances('Half of it')).toEqual(['2030-02-06T09:00']);
    });
  });
});

test('no page broke its own rules', () => {
  expect(tests.complaints).toEqual([]);
});
