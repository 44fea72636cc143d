/** The workshop of a laptop, as somebody uses it who builds a client. */
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { expectAccessible, useConsole } from '#test/support/console/use-console';
import { startReceiver } from '#test/support/http/receiver';
import { someone } from '#test/support/people';

const tests = useConsole({ services: ['calendar'] });
const builder = someone('builder');
const HOSTILE = '<img src=x onerror=alert(1)>';
let page: Page;
beforeAll(async () => {
  page = await tests.open(builder, 'workshop');
});

const EVENTS = 'calendar/v3/calendars/primary/events';
async function ask(method: string, path: string, body?: object): Promise<Response> {
  return fetch(`${tests.almanac.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${await tests.almanac.token(builder)}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}
const meeting = {
  summary: HOSTILE,
  description: '</pre><script>alert(1)</script>',
  start: { dateTime: '2030-11-20T09:00:00Z' },
  end: { dateTime: '2030-11-20T10:00:00Z' },
  attendees: [{ email: 'guest@elsewhere.example' }],
};

describe('requests', () => {
  test('appear as they happen, with their time and what they asked of the database', async () => {
    await ask('POST', `${EVENTS}?sendUpdates=all`, meeting);
    const row = page.locator('tr', { hasText: 'calendar.events.insert' });
    await row.waitFor();
    expect(await row.textContent()).toMatch(/POST \/calendar\/v3\/.*200[\d.,]+ ms\d+ calls$/);
    await row.getByRole('button').click();
    const details = page.getByRole('dialog');
    await details
      .getByText(/^TransactWriteItems: began after/)
      .first()
      .waitFor();
    expect(await details.textContent()).toContain(HOSTILE);
    await expectAccessible(page, 'dialog');
    await page.keyboard.press('Escape');
    await details.waitFor({ state: 'detached' });
  });

  test('are found by words; those of the console itself are shown when that is wanted', async () => {
    await ask('GET', 'calendar/v3/colors');
    await page.getByLabel('Find in path or operation').fill('colors.get');
    await page.locator('tbody tr', { hasText: 'calendar.colors.get' }).waitFor();
    expect(await page.locator('tbody tr').count()).toBe(1);
    await page.getByLabel('Find in path or operation').fill('/console/files');
    await page.getByText('No request fits.').waitFor();
    await page.getByLabel('Also those of this console').check();
    await page.locator('tbody tr').first().waitFor();
    await page.getByLabel('Find in path or operation').fill('');
    await expectAccessible(page);
  });

  test('tell no code, secret or token of somebody who signs in', async () => {
    const answer = await fetch(`${tests.almanac.url}_almanac/requests`);
    const { items } = (await answer.json()) as { items: { path: string; body?: unknown }[] };
    const signIns = items.filter(({ path }) => path === '/token');
    expect(signIns.length).toBeGreaterThan(0);
    expect(signIns.filter(({ body }) => body !== undefined)).toEqual([]);
  });
});

test('letters of the outbox are read as their readers would', async () => {
  await page.getByRole('link', { name: 'Mail' }).click();
  await page.locator('.mail-entry').first().click();
  const letter = page.locator('.letter');
  expect(await letter.locator('h2').textContent()).toContain(HOSTILE);
  expect(await letter.textContent()).toContain('guest@elsewhere.example');
  expect(await letter.locator('img, script').count()).toBe(0);
  await letter.getByText('The invitation that is attached').click();
  await letter.getByText('BEGIN:VCALENDAR').waitFor();
  await expectAccessible(page);
});

test('channels are listed with what was delivered to them', async () => {
  const receiver = await startReceiver();
  try {
    await page.getByRole('link', { name: 'Channels' }).click();
    await page.getByText('No channel is open.').waitFor();
    const opened = await ask('POST', `${EVENTS}/watch`, { id: 'workshop-1', type: 'web_hook', address: receiver.url });
    expect(opened.status).toBe(200);
    await page.getByRole('cell', { name: `events of ${builder}` }).waitFor();
    await page.getByRole('cell', { name: 'sync' }).waitFor();
    await expectAccessible(page);
  } finally {
    await receiver.stop();
  }
});

describe('the stack', () => {
  test('obeys the clock that is set', async () => {
    await page.getByRole('link', { name: 'Clock and faults' }).click();
    await page.getByLabel('Set it to').fill('2031-01-02T03:04');
    await page.getByLabel('Let it stand still there').check();
    await page.getByRole('button', { name: 'Set the clock' }).click();
    await page.getByText('Stands still').waitFor();
    expect((await tests.almanac.clock.now()).getUTCFullYear()).toBe(2031);
    await page.getByRole('button', { name: 'Back to real time' }).click();
    await page.getByText('The clock of this machine').waitFor();
    await expectAccessible(page);
  });

  test('lets requests fail as it is told, and no longer', async () => {
    await page.getByRole('button', { name: 'Set this fault' }).click();
    await page.getByText('Choose a status or a time to wait.').waitFor();
    await page.getByLabel('Operation', { exact: true }).fill('calendar.colors.get');
    await page.getByLabel('Answer with').selectOption('503');
    await page.getByRole('button', { name: 'Set this fault' }).click();
    await page.getByText('answers 503, met 0 times').waitFor();
    expect((await ask('GET', 'calendar/v3/colors')).status).toBe(503);
    await page.getByText('answers 503, met once').waitFor();
    await page.getByRole('button', { name: 'Remove the fault of calendar.colors.get' }).click();
    await page.getByText('No fault is set.').waitFor();
    expect((await ask('GET', 'calendar/v3/colors')).status).toBe(200);
  });

  test('shows its workshop on a phone, in German', async () => {
    // Whoever had signed in before was signed out in 2031.
    const phone = await tests.open(someone('phone'), 'workshop/stack', {
      viewport: { width: 360, height: 740 },
      locale: 'de-DE',
    });
    await phone.getByText('Die Uhr dieses Rechners').waitFor();
    expect(await phone.locator('.shell-main').evaluate((element) => element.scrollWidth)).toBe(360);
    await expectAccessible(phone);
  });
});

test('no page broke its own rules', () => {
  expect(tests.complaints).toEqual([]);
});
