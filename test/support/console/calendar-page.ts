/** What people do on the calendar page, and what the service says of it. */
import type { Locator, Page } from 'playwright-core';
import type { EventResource } from '#lib/calendar/resources/event';
import type { Almanac } from '#lib/testing/start-almanac';
import { askAs } from '#test/support/stack/use-almanac';
import { leadTo } from './lead-to.ts';

/** A Monday that is far enough ahead for every clock. */
export const MONDAY = '2030-01-14';
export const WEDNESDAY = '2030-01-16';
export const FRIDAY = '2030-01-18';
export const WEEK = `calendar/week?date=${MONDAY}`;

export const at = (day: string, time: string): NonNullable<EventResource['start']> => ({
  dateTime: `${day}T${time}:00Z`,
  timeZone: 'UTC',
});

/** The events of somebody's main calendar, asked for as any other client would. */
export const calendarOf = (almanac: Almanac, email: string) => {
  const events = `calendar/v3/calendars/${encodeURIComponent(email)}/events`;
  const ask = async <T = EventResource>(method: string, path: string, body?: object): Promise<T> =>
    (await askAs(almanac, email, [method, path, body])).body as T;
  return {
    ask,
    insert: (body: EventResource) => ask('POST', `${events}?conferenceDataVersion=1&supportsAttachments=true`, body),
    get: (id = '') => ask('GET', `${events}/${id}`),
    patch: (id = '', body: object = {}) => ask('PATCH', `${events}/${id}`, body),
    async list(query = ''): Promise<readonly EventResource[]> {
      return (await ask<{ items: EventResource[] }>('GET', `${events}?${query}`)).items;
    },
    async named(summary: string): Promise<EventResource | undefined> {
      return (await this.list()).find((event) => event.summary === summary);
    },
  };
};

/** Resolves when the days of the week are drawn; its events may still be on their way. */
export async function showWeek(page: Page, day: string): Promise<void> {
  await leadTo(page, `calendar/week?date=${day}`);
  await page.locator(`.fc-timeGridWeek-view .fc-timegrid-col[data-date="${day}"]`).waitFor();
}

export const eventNamed = (page: Page, title: string): Locator => page.locator('.fc-event', { hasText: title });

export const dialog = (page: Page): Locator => page.locator('dialog').last();

export async function openEvent(page: Page, title: string): Promise<Locator> {
  await eventNamed(page, title).first().click();
  await dialog(page).getByRole('heading', { name: title }).waitFor();
  return dialog(page);
}

export async function editEvent(page: Page, title: string): Promise<Locator> {
  await (await openEvent(page, title)).getByRole('button', { name: 'Edit' }).click();
  await dialog(page).getByLabel('Title').waitFor();
  return dialog(page);
}

/** The dialog in which a calendar is shared: that of the first in the list. */
export async function openSharing(page: Page): Promise<Locator> {
  await page
    .getByRole('button', { name: /^Options of/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Share' }).click();
  const sharing = dialog(page);
  await sharing.locator('.rule').first().waitFor();
  return sharing;
}

export async function save(page: Page): Promise<void> {
  await dialog(page).getByRole('button', { name: 'Save', exact: true }).click();
}

/** The line at the edge that says what was done; it is closed, so that the next one is seen. */
export async function toastSays(page: Page, text: string): Promise<void> {
  const toast = page.locator('.toast', { hasText: text }).last();
  await toast.waitFor();
  await toast.getByRole('button', { name: 'Close' }).click();
}

export async function undo(page: Page): Promise<void> {
  await page.locator('.toast').last().getByRole('button', { name: 'Undo' }).click();
}

/** A point of the week view: a day, and a time of day. */
export async function pointOf(page: Page, day: string, time: string): Promise<{ x: number; y: number }> {
  const slot = page.locator(`.fc-timegrid-slot-lane[data-time="${time}:00"]`);
  await slot.scrollIntoViewIfNeeded();
  const [column, row] = await Promise.all([
    page.locator(`.fc-timegrid-col[data-date="${day}"]`).boundingBox(),
    slot.boundingBox(),
  ]);
  if (column === null || row === null) throw new Error(`${day} ${time} is not in sight.`);
  return { x: column.x + column.width / 2, y: row.y + 4 };
}

export async function drag(page: Page, from: { x: number; y: number }, to: { x: number; y: number }): Promise<void> {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 8 });
  await page.mouse.up();
}
