import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { useBrowser } from '#test/support/http/browser';
import { useGateway } from '#test/support/http/use-gateway';

const gateway = useGateway();
const browser = useBrowser();
let page: Page;
const requested: string[] = [];
const complaints: string[] = [];

beforeAll(async () => {
  page = await browser.newPage({ viewport: { width: 1280, height: 1000 } });
  page.on('request', (request) => requested.push(request.url()));
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  await page.clock.install();
  await page.goto(gateway.rootUrl);
  await page.waitForSelector('.opblock');
});

describe('the documentation page', () => {
  test('shows every operation, group by group', async () => {
    expect(await page.title()).toBe('Almanac: operations');
    expect(await page.locator('.opblock').count()).toBe(61);
    expect(await page.locator('.opblock-tag-section').count()).toBe(16);
    expect(await page.locator('header').textContent()).toContain('Almanac');
  });

  test('leads to the operations of a service', async () => {
    await page.locator('.services a', { hasText: 'books' }).click();
    // Where it comes to rest: the component would scroll on by timers of its own.
    await page.clock.runFor(10_000);

    // Asked from outside: the page's policy forbids code made from text, also ours.
    const box = await page.locator('[data-tag="books.bookshelves"]').first().boundingBox();
    expect(box?.y).toBeLessThan(200);
    expect(box?.y).toBeGreaterThanOrEqual(0);
  });

  test('says how to get a token', async () => {
    expect(await page.locator('.guide').textContent()).toContain('npm run --silent token -- alice@example.com');
  });

  test('tries an operation with a token', async () => {
    await page.locator('.scheme-container .btn.authorize').click();
    const dialog = page.locator('.dialog-ux .auth-container', { hasText: 'bearer' });
    await dialog.locator('input').fill(await gateway.token('alice@example.com'));
    await dialog.locator('.btn.authorize').click();
    await dialog.locator('.btn-done').click();

    const colors = page.locator('.opblock', { hasText: '/calendar/v3/colors' });
    await colors.locator('.opblock-summary-control').click();
    const [answer] = await Promise.all([
      page.waitForResponse(`${gateway.rootUrl}calendar/v3/colors`),
      colors.locator('.btn.execute').click(),
    ]);

    expect(answer.status()).toBe(200);
    expect(answer.request().headers()['authorization']).toMatch(/^Bearer ey/);
    await colors
      .locator('.live-responses-table .response-col_description .microlight', { hasText: 'calendar#colors' })
      .first()
      .waitFor();
  });

  test('signs in by the button, without a token to paste', async () => {
    const fresh = await browser.newPage({ viewport: { width: 1280, height: 1000 } });
    await fresh.goto(gateway.rootUrl);
    await fresh.waitForSelector('.opblock');
    await fresh.locator('.scheme-container .btn.authorize').click();
    const dialog = fresh.locator('.dialog-ux .auth-container', { hasText: 'authorizationCode' });
    const [popup] = await Promise.all([fresh.waitForEvent('popup'), dialog.locator('.btn.authorize').click()]);
    await popup.getByLabel('Somebody else:').fill('carol@example.com');
    await Promise.all([popup.waitForEvent('close'), popup.getByRole('button', { name: 'Allow' }).click()]);
    await dialog.locator('.btn', { hasText: 'Logout' }).waitFor();
    await dialog.locator('.btn-done').click();

    const colors = fresh.locator('.opblock', { hasText: '/calendar/v3/colors' });
    await colors.locator('.opblock-summary-control').click();
    const [answer] = await Promise.all([
      fresh.waitForResponse(`${gateway.rootUrl}calendar/v3/colors`),
      colors.locator('.btn.execute').click(),
    ]);
    expect(answer.status()).toBe(200);
  });

  test('keeps the token for the next visit', async () => {
    await page.reload();
    await page.waitForSelector('.opblock');

    expect(await page.locator('.scheme-container .btn.authorize').getAttribute('class')).toContain('locked');
  });

  test('is whole for a reader whose language nobody knows', async () => {
    const odd = await browser.newPage({ locale: 'en-US@posix', timezoneId: 'Asia/Kathmandu' });
    odd.on('pageerror', (error) => complaints.push(error.message));
    await odd.goto(gateway.rootUrl);
    await odd.waitForSelector('.opblock');

    expect(await odd.locator('.opblock').count()).toBe(61);
  });

  test('asks no other host for anything, and breaks nothing', () => {
    expect(requested.length).toBeGreaterThan(5);
    expect(requested.filter((url) => !url.startsWith(gateway.rootUrl) && !url.startsWith('data:'))).toEqual([]);
    expect(complaints).toEqual([]);
  });
});
