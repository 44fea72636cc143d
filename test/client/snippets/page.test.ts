/** The snippets on the documentation page: tabs, by mouse and by keyboard, and a button that copies. */
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { snippets } from '#functions/discovery/snippets/catalogue';
import { useBrowser } from '#test/support/http/browser';
import { useGateway } from '#test/support/http/use-gateway';

const gateway = useGateway();
const browser = useBrowser();

async function open(width: number, options: BrowserContextOptions = {}, hash = ''): Promise<Page> {
  const page = await browser.newPage({ viewport: { width, height: 900 }, ...options });
  await page.goto(`${gateway.rootUrl}${hash}`);
  await page.locator('.snippets[data-tabs]').waitFor();
  return page;
}

const shown = (page: Page) => page.getByRole('tabpanel').getAttribute('id');
const chosen = (page: Page) => page.getByRole('tab', { selected: true }).textContent();

describe('tabs', () => {
  let page: Page;
  beforeAll(async () => {
    page = await open(1280, { permissions: ['clipboard-read', 'clipboard-write'] });
  });

  test('there is one for each client, and one panel is shown', async () => {
    expect(await page.getByRole('tab').allTextContents()).toEqual(snippets.map(({ client }) => client));
    expect([await chosen(page), await shown(page)]).toEqual(['Node', 'client-node']);
  });

  test('a click shows another', async () => {
    await page.getByRole('tab', { name: 'Python' }).click();

    expect([await chosen(page), await shown(page)]).toEqual(['Python', 'client-python']);
    expect(await page.getByRole('tabpanel', { name: 'Python' }).textContent()).toContain('static_discovery=False');
  });

  test('arrows, Home and End go round; Tab leads on to the button and the code', async () => {
    await page.getByRole('tab', { name: 'Python' }).focus();
    const seen: unknown[] = [];
    for (const key of ['ArrowRight', 'Home', 'ArrowLeft', 'ArrowRight', 'End']) {
      await page.keyboard.press(key);
      seen.push(await page.locator(':focus').textContent());
    }
    expect(seen).toEqual(['Go', 'Node', 'other programs', 'Node', 'other programs']);
    expect(await shown(page)).toBe('client-google-hosts');

    await page.keyboard.press('Tab');
    expect(await page.locator(':focus').textContent()).toBe('Copy');
    await page.keyboard.press('Tab');
    expect(await page.locator(':focus').textContent()).toContain('npm run --silent with --');
  });

  test('the button copies the code that is shown', async () => {
    await page.getByRole('tab', { name: 'curl' }).click();
    await page.getByRole('button', { name: 'Copy', exact: true }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();

    const pasted = page.getByPlaceholder('Filter by tag or path');
    await pasted.focus();
    await page.keyboard.press('ControlOrMeta+V');
    expect(await pasted.inputValue()).toBe(
      `curl -H "Authorization: Bearer $TOKEN" ${gateway.rootUrl}calendar/v3/users/me/calendarList`,
    );
  });

  test('an address leads to the snippet of a client', async () => {
    expect(await shown(await open(1280, {}, '#client-ruby'))).toBe('client-ruby');
  });
});

describe.each([390, 1280])('at %i px', (width) => {
  test('nothing is wider than the window, whichever client or operation is open', async () => {
    const page = await open(width, { bypassCSP: true });
    const widths: Record<string, number> = {};
    const measure = async (what: string): Promise<void> => {
      widths[what] = await page.evaluate(() => document.documentElement.scrollWidth);
    };
    await page.getByRole('tab').first().focus();
    for (const { client } of snippets) {
      await measure(client);
      await page.keyboard.press('ArrowRight');
    }
    const path = page.locator('[data-path="/calendar/v3/calendars/{calendarId}/events"]');
    const list = page.locator('.opblock-get', { has: path });
    await list.locator('.opblock-summary-control').click();
    await list.locator('.parameters').first().waitFor();
    await measure('events.list');

    expect(Object.keys(widths)).toHaveLength(snippets.length + 1);
    expect(new Set(Object.values(widths))).toEqual(new Set([width]));
  });
});
