/** Several people at once: invitations, shared calendars, changes that meet, and no connection. */
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import {
  at,
  calendarOf,
  dialog,
  editEvent,
  eventNamed,
  FRIDAY,
  MONDAY,
  openEvent,
  openSharing,
  save,
  toastSays,
  WEDNESDAY,
  WEEK,
} from '#test/support/console/calendar-page';
import { closeToasts } from '#test/support/console/lead-to';
import { expectAccessible, useConsole } from '#test/support/console/use-console';
import { eventually } from '#test/support/eventually';
import { someone } from '#test/support/people';

const tests = useConsole({ services: ['calendar'] });
const [alice, bob] = [someone('alice'), someone('bob')];
let hers: Page;
let his: Page;
const of = (email: string) => calendarOf(tests.almanac, email);

beforeAll(async () => {
  hers = await tests.open(alice, WEEK);
  his = await tests.open(bob, WEEK);
  await Promise.all([hers, his].map((page) => page.locator('.fc-timegrid').waitFor()));
});

describe('an invitation', () => {
  test('arrives by itself, is answered with a note, and the answer arrives by itself', async () => {
    await hers.getByRole('button', { name: 'New event' }).click();
    const editor = dialog(hers);
    await editor.getByLabel('Title').fill('Lunch for two');
    await editor.getByLabel('Start: day').fill(MONDAY);
    await editor.getByLabel('Start: time').fill('12:00');
    await editor.getByLabel('Guests').fill(bob);
    await save(hers);
    await toastSays(hers, 'The event is in your calendar.');

    await eventNamed(his, 'Lunch for two').waitFor();
    const invitation = await openEvent(his, 'Lunch for two');
    expect(await invitation.getByRole('button', { name: 'Edit' }).count()).toBe(0);
    await invitation.getByLabel('A note to the organizer').fill('Only until one');
    await expectAccessible(his, 'dialog');
    await invitation.getByRole('button', { name: 'Yes' }).click();
    await invitation.waitFor({ state: 'detached' });

    await eventually(
      async () =>
        (await of(alice).named('Lunch for two'))?.attendees?.some(({ comment }) => comment === 'Only until one') ===
        true,
    );
    await hers.reload();
    const details = await openEvent(hers, 'Lunch for two');
    expect(await details.locator('.guests').textContent()).toContain('coming');
    expect(await details.locator('.guests').textContent()).toContain('Only until one');
    await hers.keyboard.press('Escape');
  });

  test('that is declined is struck out', async () => {
    await of(alice).insert({
      summary: 'Tedious',
      start: at(MONDAY, '14:00'),
      end: at(MONDAY, '15:00'),
      attendees: [{ email: bob }],
    });
    await eventNamed(his, 'Tedious').waitFor();
    await (await openEvent(his, 'Tedious')).getByRole('button', { name: 'No', exact: true }).click();
    await his.locator('.event-declined', { hasText: 'Tedious' }).waitFor();
  });

  test('is proposed for a time at which both are free, within working hours', async () => {
    await of(alice).insert({ summary: 'Hers', start: at(WEDNESDAY, '09:00'), end: at(WEDNESDAY, '11:00') });
    await of(bob).insert({ summary: 'His', start: at(WEDNESDAY, '11:00'), end: at(WEDNESDAY, '16:00') });
    await of(bob).ask('POST', `calendar/v3/calendars/${bob}/acl`, {
      role: 'freeBusyReader',
      scope: { type: 'user', value: alice },
    });
    await hers.getByRole('button', { name: 'New event' }).click();
    const editor = dialog(hers);
    await editor.getByLabel('Title').fill('Both of us');
    await editor.getByLabel('Start: day').fill(WEDNESDAY);
    await editor.getByLabel('Start: time').fill('09:00');
    await editor.getByLabel('Guests').fill(bob);
    await hers.keyboard.press('Enter');
    await editor.getByRole('button', { name: 'Find a time for everybody' }).click();
    const proposals = editor.locator('.proposed button');
    await proposals.first().waitFor();
    expect(await proposals.first().textContent()).toBe('Wed, Jan 16, 4:00 PM');
    expect(await proposals.nth(1).textContent()).toBe('Thu, Jan 17, 9:00 AM');
    const rows = editor.locator('.tracks li');
    expect(await rows.filter({ hasText: alice }).textContent()).toContain('busy 9:00 AM – 11:00 AM');
    expect(await rows.filter({ hasText: bob }).textContent()).toContain('busy 11:00 AM – 4:00 PM');
    await expectAccessible(hers, 'dialog');
    await proposals.first().click();
    expect(await editor.getByLabel('Start: time').inputValue()).toBe('16:00');

    const slider = editor.getByRole('slider', { name: 'Start of the event' });
    await slider.focus();
    await hers.keyboard.press('ArrowLeft');
    expect(await editor.getByLabel('Start: time').inputValue()).toBe('15:45');
    expect(await slider.getAttribute('aria-valuetext')).toBe(`3:45 PM – 4:45 PM, not free: ${bob}`);
    await editor.getByRole('button', { name: 'Next day' }).click();
    expect(await editor.getByLabel('Start: day').inputValue()).toBe('2030-01-17');
    await rows.filter({ hasText: 'free all day' }).nth(1).waitFor();
    await hers.keyboard.press('Escape');
    await hers.locator('dialog').waitFor({ state: 'detached' });
  });
});

test('a guest whose calendar cannot be seen is not said to be free', async () => {
  const stranger = someone('stranger');
  await hers.getByRole('button', { name: 'New event' }).click();
  const editor = dialog(hers);
  await editor.getByLabel('Start: day').fill(FRIDAY);
  await editor.getByLabel('Start: time').fill('10:00');
  await editor.getByLabel('Guests').fill(stranger);
  await hers.keyboard.press('Enter');
  await editor.getByRole('button', { name: 'Find a time for everybody' }).click();
  await editor.getByText(`Not to be seen: ${stranger}`).waitFor();
  expect(await editor.locator('.slot-state').textContent()).toMatch(/: everybody whose calendar can be seen is free$/);
  expect(await editor.getByRole('group', { name: 'everybody is free' }).count()).toBe(0);
  await hers.keyboard.press('Escape');
  await hers.locator('dialog').waitFor({ state: 'detached' });
});

describe('a calendar', () => {
  test('is shared by its dialog, and the other person adds it to their own', async () => {
    const sharing = await openSharing(hers);
    await sharing.getByLabel('Address', { exact: true }).fill(bob);
    await sharing.getByLabel('Who may').selectOption('writer');
    await sharing.getByRole('button', { name: 'Share', exact: true }).click();
    await sharing.locator('.rule', { hasText: bob }).waitFor();
    await expectAccessible(hers, 'dialog');
    await hers.keyboard.press('Escape');

    const rules = await of(alice).ask<{ items: { role: string; scope: object }[] }>(
      'GET',
      `calendar/v3/calendars/${alice}/acl`,
    );
    expect(rules.items).toContainEqual(
      expect.objectContaining({ role: 'writer', scope: { type: 'user', value: bob } }),
    );
    await his.getByRole('button', { name: 'Add a calendar' }).click();
    await dialog(his).getByLabel('Or the id of a calendar').fill(alice);
    await dialog(his).getByRole('button', { name: 'Add', exact: true }).click();
    await his.locator('section', { hasText: 'Shared with me' }).locator('.calendar-row', { hasText: alice }).waitFor();
    await of(alice).insert({ summary: 'In her calendar', start: at(MONDAY, '07:00'), end: at(MONDAY, '08:00') });
    await eventNamed(his, 'In her calendar').waitFor();
  });

  test('shared with everybody, and not any more', async () => {
    const sharing = await openSharing(hers);
    await sharing.getByText('Leads nowhere until the calendar is shared with everybody.').waitFor();
    const address = await sharing.getByLabel('Public address', { exact: true }).inputValue();
    expect((await fetch(address)).status).toBe(404);
    await sharing.getByLabel('With', { exact: true }).selectOption('default');
    await sharing.getByLabel('Who may').last().selectOption('freeBusyReader');
    await sharing.getByRole('button', { name: 'Share', exact: true }).click();
    await sharing.getByText('Shows everybody when the calendar is busy.').waitFor();
    expect((await fetch(address)).status).toBe(200);

    await sharing.getByRole('button', { name: 'No longer share with Everybody (public)' }).click();
    await sharing.locator('.rule', { hasText: 'Everybody' }).waitFor({ state: 'detached' });
    await hers.keyboard.press('Escape');
  });

  test('has a secret address for a phone: copied, replaced and switched off', async () => {
    await of(alice).insert({ summary: 'For the phone', start: at(MONDAY, '06:00'), end: at(MONDAY, '06:30') });
    await hers.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const sharing = await openSharing(hers);
    const secret = sharing.getByLabel('Secret address', { exact: true });
    const choose = async (name: string): Promise<void> => {
      await sharing.getByRole('button', { name }).click();
      await hers.locator('.choices').getByRole('button', { name }).click();
    };
    await sharing.getByRole('button', { name: 'Make a secret address' }).click();
    await secret.waitFor();
    const first = await secret.inputValue();
    expect(await (await fetch(first)).text()).toContain('SUMMARY:For the phone');
    await expectAccessible(hers, 'dialog');
    await sharing.getByRole('button', { name: 'Copy: Secret address' }).click();
    await toastSays(hers, 'Copied.');
    expect(await hers.evaluate(() => navigator.clipboard.readText())).toBe(first);

    await choose('Make a new one');
    await eventually(async () => (await secret.inputValue()) !== first);
    const second = await secret.inputValue();
    expect((await fetch(first)).status).toBe(404);
    expect((await fetch(second)).status).toBe(200);
    await hers.keyboard.press('Escape');
    await hers.locator('dialog').waitFor({ state: 'detached' });

    await openSharing(hers);
    await sharing.getByText(/^Made on .* and shown only then\.$/).waitFor();
    await choose('Switch it off');
    await sharing.getByText('There is no secret address.').waitFor();
    expect((await fetch(second)).status).toBe(404);
    await hers.keyboard.press('Escape');
    await hers.locator('dialog').waitFor({ state: 'detached' });
  });
});

describe('changes made elsewhere', () => {
  test('are there within 3 s: new, moved and gone', async () => {
    const { id } = await of(alice).insert({
      summary: 'By a client',
      start: at(MONDAY, '08:00'),
      end: at(MONDAY, '09:00'),
    });
    await eventNamed(hers, 'By a client').waitFor();
    await of(alice).patch(id, { summary: 'Renamed by a client' });
    await eventNamed(hers, 'Renamed by a client').waitFor();
    await of(alice).ask('DELETE', `calendar/v3/calendars/${alice}/events/${id ?? ''}`);
    await eventNamed(hers, 'Renamed by a client').waitFor({ state: 'detached' });
  });

  test('a poll without news is one small read', async () => {
    const [answer] = await Promise.all([
      hers.waitForResponse((response) => response.url().includes('syncToken')),
      hers.waitForRequest((request) => request.url().includes('syncToken')),
    ]);
    expect((await answer.body()).length).toBeLessThan(400);
  });

  test.each([
    ['Keep mine', 'Mine', 'Room 1'],
    ['Take theirs', 'Theirs', 'Room 2'],
  ])('that meet one’s own are told: %s', async (choice, title, room) => {
    const { id } = await of(alice).insert({
      summary: `Meets ${room}`,
      start: at(MONDAY, '17:00'),
      end: at(MONDAY, '18:00'),
    });
    await eventNamed(hers, `Meets ${room}`).waitFor();
    const editor = await editEvent(hers, `Meets ${room}`);
    await of(alice).patch(id, { summary: 'Theirs' });
    await editor.getByLabel('Title').fill('Mine');
    await save(hers);
    const question = dialog(hers);
    await question.getByRole('heading', { name: 'Somebody else changed it meanwhile' }).waitFor();
    expect(await question.locator('.details-list').textContent()).toContain('Theirs');
    await question.getByRole('button', { name: choice }).click();
    await eventually(async () => (await of(alice).get(id)).summary === title);
    await hers.locator('dialog').waitFor({ state: 'detached' });
    await of(alice).ask('DELETE', `calendar/v3/calendars/${alice}/events/${id ?? ''}`);
  });

  test('a sync token that is too old is no trouble', async () => {
    await tests.almanac.faults.add({ operation: 'calendar.events.list', staleToken: true, times: 1 });
    await of(alice).insert({ summary: 'After a stale token', start: at(MONDAY, '19:00'), end: at(MONDAY, '20:00') });
    await eventNamed(hers, 'After a stale token').waitFor();
  });
});

describe('without a connection', () => {
  test('it says so, goes on showing what it has, and keeps what cannot be sent', async () => {
    await eventNamed(hers, 'Lunch for two').waitFor();
    await hers.context().setOffline(true);
    await hers.getByRole('alert').waitFor();
    expect(await eventNamed(hers, 'Lunch for two').count()).toBe(1);
    await hers.getByRole('button', { name: 'New event' }).click();
    await dialog(hers).getByLabel('Title').fill('Not lost');
    await save(hers);
    await hers.locator('.toast-error', { hasText: 'The service did not answer.' }).waitFor();
    expect(await dialog(hers).getByLabel('Title').inputValue()).toBe('Not lost');

    await hers.context().setOffline(false);
    await hers.getByRole('alert').waitFor({ state: 'detached' });
    await save(hers);
    await hers.locator('dialog').waitFor({ state: 'detached' });
    expect(await of(alice).named('Not lost')).toBeDefined();
  });

  test('what has to be loaded for a file says the same', async () => {
    await closeToasts(hers);
    await openEvent(hers, 'Lunch for two');
    await hers.context().setOffline(true);
    await dialog(hers).getByRole('button', { name: 'Save as .ics' }).click();
    await hers.locator('.toast-error', { hasText: 'The service did not answer.' }).waitFor();

    await hers.context().setOffline(false);
    await hers.getByRole('alert').waitFor({ state: 'detached' });
    const [file] = await Promise.all([
      hers.waitForEvent('download'),
      dialog(hers).getByRole('button', { name: 'Save as .ics' }).click(),
    ]);
    expect(file.suggestedFilename()).toBe('Lunch-for-two.ics');
    await hers.keyboard.press('Escape');
  });

  test('a line is kept, and is an event once there is a connection', async () => {
    await closeToasts(hers);
    await hers.context().setOffline(true);
    const line = hers.getByLabel('New event in one line');
    await line.fill('Supper tomorrow 19:00');
    await line.press('Enter');
    await hers.locator('.toast-error', { hasText: 'The service did not answer.' }).waitFor();
    expect(await line.inputValue()).toBe('Supper tomorrow 19:00');

    await hers.context().setOffline(false);
    await hers.getByRole('alert').waitFor({ state: 'detached' });
    await line.press('Enter');
    await toastSays(hers, '“Supper”');
    await closeToasts(hers);
  });

  test('a service that fails is said, too', async () => {
    await tests.almanac.faults.add({ operation: 'calendar.events.insert', status: 503, times: 1 });
    await hers.getByLabel('New event in one line').fill('Tea tomorrow 15:00');
    await hers.keyboard.press('Enter');
    await hers.locator('.toast-error').first().waitFor();
    expect(await hers.getByLabel('New event in one line').inputValue()).toBe('Tea tomorrow 15:00');
  });
});

test('the link of an event opens it, also for a guest', async () => {
  const event = await of(alice).insert({
    summary: 'Linked',
    start: at('2030-03-05', '10:00'),
    end: at('2030-03-05', '11:00'),
    attendees: [{ email: bob }],
  });
  await hers.goto(event.htmlLink ?? '');
  await dialog(hers).getByRole('heading', { name: 'Linked' }).waitFor();
  expect(hers.url()).toContain('date=2030-03-05');

  await his.goto(event.htmlLink ?? '');
  await dialog(his).getByRole('heading', { name: 'Linked' }).waitFor();
  await his.goto(`${tests.almanac.url}calendar/event?eid=bm90aGluZyBub2JvZHk`);
  await his.locator('.toast-error', { hasText: 'There is no such event' }).waitFor();
});

test('no page broke its own rules', () => {
  expect(tests.complaints).toEqual([]);
});
