/** What stands around every page: signing in and out, ways between the pages, light and dark, offline. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { leadTo } from '#test/support/console/lead-to';
import { signIn } from '#test/support/console/sign-in';
import { expectAccessible, useConsole } from '#test/support/console/use-console';
import { eventually } from '#test/support/eventually';
import { someone } from '#test/support/people';

const tests = useConsole();
const alice = someone();
let page: Page;
beforeAll(async () => {
  page = await tests.open(alice, 'library');
});

const isCurrent = (label: string): Promise<void> =>
  page.locator('.navigation [aria-current="page"]', { hasText: new RegExp(`^${label}$`) }).waitFor();
const toLibrary = async (): Promise<void> => {
  await leadTo(page, 'library');
  await isCurrent('Library');
};
/** It is set a moment after the address. */
const titleIs = (title: string): Promise<void> => eventually(async () => (await page.title()) === title);

describe('signing in', () => {
  let fresh: Page;
  beforeAll(async () => {
    fresh = await tests.visit('library');
  });
  afterAll(() => fresh.close());

  test('leads to the sign-in page and back to where one was; nothing of it stays in storage', async () => {
    await signIn(fresh, someone());
    await fresh.waitForURL('**/console/library');
    await fresh.getByRole('heading', { name: 'Search the catalogue', level: 1 }).waitFor();

    const stored = await fresh.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
    expect(stored).not.toMatch(/token|ey[A-Za-z0-9_-]{20}/);
  });

  test('signing out asks again', async () => {
    await fresh.getByRole('button', { name: 'You and this console' }).click();
    await fresh.getByRole('menuitem', { name: 'Sign out' }).click();
    await fresh.getByRole('button', { name: 'Sign in' }).waitFor();
    await expectAccessible(fresh);
    const other = someone('bob');
    await signIn(fresh, other);
    expect(await fresh.locator('.navigation').isVisible()).toBe(true);
  });

  test('the page loaded again needs no words', async () => {
    await leadTo(page, 'reports');
    await page.reload();
    await page.locator('.navigation').waitFor();
    expect(new URL(page.url()).pathname).toBe('/console/reports');
  });

  test('a token that has run out is replaced before the next request', async () => {
    await toLibrary();
    await tests.almanac.clock.advance('PT2H');
    await page.getByRole('link', { name: 'Calendar' }).click();
    await page.reload();
    await page.locator('.navigation').waitFor();
    expect(await page.locator('.toast-error').count()).toBe(0);
  });
});

describe('the frame', () => {
  test('every page is reached by the keyboard, and the browser goes back', async () => {
    await toLibrary();
    await page.getByRole('link', { name: 'Reports' }).focus();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/console/reports');
    await titleIs('Reports · Almanac');
    await page.goBack();
    await page.waitForURL('**/console/library');
    await isCurrent('Library');
  });

  test('dark stays dark', async () => {
    await toLibrary();
    await page.getByRole('button', { name: 'You and this console' }).click();
    await page.locator('[role^="menuitem"]:focus').waitFor();
    const heights = await page
      .locator('[role^="menuitem"]')
      .evaluateAll((items) => items.map((item) => item.getBoundingClientRect().height));
    expect(new Set(heights).size).toBe(1);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.reload();
    await page.locator('.navigation').waitFor();
    expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe('rgb(20, 22, 26)');
    await expectAccessible(page);
    await page.evaluate(() => localStorage.clear());
  });

  test('speaks German to Germans, and stands the other way round for those who read that way', async () => {
    const german = await tests.open(alice, 'library', { locale: 'de-DE' });
    expect(await german.locator('.navigation [aria-current="page"]').textContent()).toBe('Bibliothek');
    await german.close();
    const arabic = await tests.open(alice, 'library', { locale: 'ar-EG' });
    const [brand, menu] = await Promise.all([
      arabic.locator('.brand').boundingBox(),
      arabic.getByRole('button', { name: 'You and this console' }).boundingBox(),
    ]);
    expect(brand?.x).toBeGreaterThan(menu?.x ?? Infinity);
    await arabic.close();
  });

  test('an address that leads nowhere says so', async () => {
    await page.goto(`${tests.almanac.url}console/nowhere`);
    await page.locator('.navigation').waitFor();
    await page.getByRole('heading', { name: 'There is no such page' }).waitFor();
  });

  test('says when the browser is offline', async () => {
    await toLibrary();
    await page.context().setOffline(true);
    await page.locator('.offline').waitFor();
    await page.context().setOffline(false);
    await page.getByRole('alert').first().waitFor({ state: 'detached' });
  });

  test('a page that was asked for without a connection comes once there is one', async () => {
    const fresh = await tests.open(alice, 'library');
    const library = fresh.getByRole('heading', { name: 'Search the catalogue', level: 1 });
    const failed = fresh.getByRole('heading', { name: 'This page could not be loaded' });
    await library.waitFor();
    await fresh.context().setOffline(true);
    await leadTo(fresh, 'reports');
    await failed.waitFor();
    await leadTo(fresh, 'library');
    await library.waitFor();
    await leadTo(fresh, 'reports');
    await failed.waitFor();

    await fresh.context().setOffline(false);
    await fresh.getByRole('heading', { name: 'Nothing to report on' }).waitFor();
    expect(await failed.count()).toBe(0);
    await fresh.close();
  });
});

describe('a page of an earlier version, whose files are gone', () => {
  const CODE = '**/console/files/workshop-page-*.js';

  test('says so in plain words, and the next try loads all of it anew', async () => {
    await toLibrary();
    await page.route(CODE, (route) => route.fulfill({ status: 404 }));
    await leadTo(page, 'workshop');
    const failed = page.getByRole('heading', { name: 'This page could not be loaded' });
    await failed.waitFor();
    expect(await page.locator('main').textContent()).toContain('If the service was just updated, reload the page.');

    await page.unroute(CODE);
    await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: 'Try again' }).click()]);
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await failed.count()).toBe(0);
  });
});

test('nothing came from elsewhere, and no page broke its own rules', () => {
  expect(tests.requested.filter((url) => !url.startsWith(tests.almanac.url) && !url.startsWith('data:'))).toEqual([]);
  expect(tests.complaints).toEqual([]);
});
