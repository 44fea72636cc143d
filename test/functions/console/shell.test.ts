/** What stands around every page: signing in and out, ways between the pages, light and dark, offline. */
import { describe, expect, test } from '@jest/globals';
import { signIn } from '#test/support/console/sign-in';
import { expectAccessible, useConsole } from '#test/support/console/use-console';
import { someone } from '#test/support/people';

const tests = useConsole();
const alice = someone();

describe('signing in', () => {
  test('leads to the sign-in page and back to where one was; nothing of it stays in storage', async () => {
    const page = await tests.open(alice, 'library');
    expect(new URL(page.url()).pathname).toBe('/console/library');
    await page.getByRole('heading', { name: 'Search the catalogue', level: 1 }).waitFor();

    const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
    expect(stored).not.toMatch(/token|ey[A-Za-z0-9_-]{20}/);
  });

  test('the page loaded again needs no words', async () => {
    const page = await tests.open(alice, 'reports');
    await page.reload();
    await page.locator('.navigation').waitFor();
    expect(new URL(page.url()).pathname).toBe('/console/reports');
  });

  test('a token that has run out is replaced before the next request', async () => {
    const page = await tests.open(someone(), 'library');
    await tests.almanac.clock.advance('PT2H');
    await page.getByRole('link', { name: 'Calendar' }).click();
    await page.reload();
    await page.locator('.navigation').waitFor();
    expect(await page.locator('.toast-error').count()).toBe(0);
  });

  test('signing out asks again', async () => {
    const page = await tests.open(someone(), 'library');
    await page.getByRole('button', { name: 'You and this console' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    await expectAccessible(page);
    const other = someone('bob');
    await signIn(page, other);
    expect(await page.locator('.navigation').isVisible()).toBe(true);
  });
});

describe('the frame', () => {
  test('every page is reached by the keyboard, and the browser goes back', async () => {
    const page = await tests.open(alice, 'library');
    await page.getByRole('link', { name: 'Reports' }).focus();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/console/reports');
    expect(await page.title()).toBe('Reports · Almanac');
    await page.goBack();
    await page.waitForURL('**/console/library');
    expect(await page.locator('.navigation [aria-current="page"]').textContent()).toBe('Library');
  });

  test('dark stays dark', async () => {
    const page = await tests.open(alice, 'library');
    await page.getByRole('button', { name: 'You and this console' }).click();
    await page.locator('[role^="menuitem"]:focus').waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.reload();
    await page.locator('.navigation').waitFor();
    expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe('rgb(20, 22, 26)');
    await expectAccessible(page);
  });

  test('speaks German to Germans, and stands the other way round for those who read that way', async () => {
    const german = await tests.open(alice, 'library', { locale: 'de-DE' });
    expect(await german.locator('.navigation [aria-current="page"]').textContent()).toBe('Bibliothek');
    const arabic = await tests.open(alice, 'library', { locale: 'ar-EG' });
    const [brand, menu] = await Promise.all([
      arabic.locator('.brand').boundingBox(),
      arabic.getByRole('button', { name: 'You and this console' }).boundingBox(),
    ]);
    expect(brand?.x).toBeGreaterThan(menu?.x ?? Infinity);
  });

  test('an address that leads nowhere says so', async () => {
    const page = await tests.open(alice, 'nowhere');
    await page.getByRole('heading', { name: 'There is no such page' }).waitFor();
  });

  test('says when the browser is offline', async () => {
    const page = await tests.open(alice, 'library');
    await page.context().setOffline(true);
    await page.locator('.offline').waitFor();
    await page.context().setOffline(false);
    await page.getByRole('alert').first().waitFor({ state: 'detached' });
  });
});

test('nothing came from elsewhere, and no page broke its own rules', () => {
  expect(tests.requested.filter((url) => !url.startsWith(tests.almanac.url) && !url.startsWith('data:'))).toEqual([]);
  expect(tests.complaints).toEqual([]);
});
