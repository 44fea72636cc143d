/** The documentation page in a browser: at 1280 px as somebody uses it, at 390 px as it looks on a phone. */
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { catalog } from '#functions/catalog';
import { snippets } from '#functions/discovery/snippets/catalogue';
import { expectAccessible } from '#test/support/console/use-console';
import { eventually } from '#test/support/eventually';
import { useBrowser } from '#test/support/http/browser';
import { useGateway } from '#test/support/http/use-gateway';

const gateway = useGateway();
const browser = useBrowser();
const GROUPS = new Set(catalog.map(({ id }) => id.slice(0, id.lastIndexOf('.')))).size;
/** The component leaves 9 px above an operation that it rolls to. */
const TOP_PX = 10;
const requested: string[] = [];
const complaints: string[] = [];

async function open(width: number, options: BrowserContextOptions = {}, hash = ''): Promise<Page> {
  const page = await browser.newPage({ viewport: { width, height: 900 }, ...options });
  page.on('request', (request) => requested.push(request.url()));
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  await page.goto(`${gateway.rootUrl}${hash}`);
  await page.locator('.opblock-tag').first().waitFor();
  return page;
}

const search = (page: Page): Locator => page.getByRole('searchbox', { name: 'Search operations' });
const found = (page: Page): Promise<string[]> => page.locator('.opblock-summary-path').allTextContents();
const shown = (page: Page) => page.locator('.snippets').getByRole('tabpanel').getAttribute('id');
const chosen = (page: Page) => page.locator('.snippets').getByRole('tab', { selected: true }).textContent();

let page: Page;
beforeAll(async () => {
  page = await open(1280, { permissions: ['clipboard-read', 'clipboard-write'] });
});

describe('operations', () => {
  test('are folded by group', async () => {
    expect(await page.title()).toBe('Almanac: operations');
    expect(await page.locator('.opblock-tag-section').count()).toBe(GROUPS);
    expect(await page.locator('.opblock').count()).toBe(0);
  });

  test('are found by words of their names and summaries', async () => {
    await search(page).fill('quick add');
    expect(await found(page)).toEqual(['/calendar/v3/calendars/{calendarId}/events/quickAdd']);
    await search(page).fill('mylibrary');
    expect(await page.locator('#found').textContent()).toBe('7 operations');
    await search(page).fill('nothing of the kind');
    expect(await page.locator('#found').textContent()).toBe('0 operations');

    await search(page).fill('');
    expect(await page.locator('.opblock-tag-section').count()).toBe(GROUPS);
    expect(await page.locator('.opblock').count()).toBe(0);
  });

  test('show how curl, Node and Python call them, to be copied', async () => {
    await search(page).fill('free busy');
    await page.locator('.opblock-summary-control').click();
    const box = page.locator('.operation-snippets');
    expect(await box.locator('pre').textContent()).toContain(`curl -X POST '${gateway.rootUrl}calendar/v3/freeBusy'`);
    const day = /"timeMin": "(\d{4}-\d\d-\d\d)T/.exec((await box.locator('pre').textContent()) ?? '')?.[1] ?? '';
    expect(Math.abs(Date.parse(day) - Date.now())).toBeLessThan(8 * 86_400_000);
    await box.getByRole('button', { name: 'Python' }).click();
    expect(await box.locator('pre').textContent()).toContain('almanac.freebusy().query(');
    await box.getByRole('button', { name: 'Node' }).click();
    await box.getByRole('button', { name: 'Copy' }).click();
    await box.getByRole('button', { name: 'Copied' }).waitFor();

    await search(page).focus();
    await page.keyboard.press('ControlOrMeta+V');
    expect(await search(page).inputValue()).toContain('await almanac.freebusy.query({');
  });

  test('of our own have snippets, too', async () => {
    await search(page).fill('ical address');
    await page.locator('.opblock-summary-control').first().click();
    const snippet = page.locator('.operation-snippets pre').first();
    expect(await snippet.textContent()).toContain(`${gateway.rootUrl}almanac/v1/calendars/primary/icalAddress'`);
  });

  test('of a service are one click away', async () => {
    await page.locator('.services a', { hasText: 'books' }).click();

    await expect(page.locator('[data-tag="books.bookshelves"]').first().boundingBox()).resolves.toMatchObject({
      y: expect.any(Number),
    });
    expect(await search(page).inputValue()).toBe('');
    expect(await page.locator('.opblock-tag-section').count()).toBe(GROUPS);
  });

  test('are where guides lead', async () => {
    await page.locator('#guides summary', { hasText: 'Share' }).click();
    await page.locator('#guides a', { hasText: 'acl.insert' }).click();

    const operation = page.locator('.opblock.is-open', { hasText: '/acl' });
    await operation.locator('.operation-snippets').waitFor();
    // It rolls to the top of the window for half a second. A button that is pressed meanwhile moves away from the mouse.
    await eventually(async () => ((await operation.boundingBox())?.y ?? Infinity) < TOP_PX);
    expect(await page.locator('#guides summary').allTextContents()).toEqual([
      'Move in',
      'Share a calendar',
      'Keep a copy in sync',
      'Get push messages',
      'Make a report',
    ]);
  });
});

describe('signing in', () => {
  test('opens the page of this host, and requests carry its token', async () => {
    await page.getByRole('button', { name: 'Authorize' }).first().click();
    const dialog = page.locator('.dialog-ux .auth-container', { hasText: 'authorizationCode' });
    const [popup] = await Promise.all([page.waitForEvent('popup'), dialog.locator('.btn.authorize').click()]);
    await popup.getByLabel('Somebody else:').fill('carol@example.com');
    await Promise.all([popup.waitForEvent('close'), popup.getByRole('button', { name: 'Allow' }).click()]);
    await dialog.locator('.btn', { hasText: 'Logout' }).waitFor();
    await dialog.locator('.btn-done').click();

    await search(page).fill('colors');
    const colors = page.locator('.opblock', { hasText: '/calendar/v3/colors' });
    await colors.locator('.opblock-summary-control').click();
    const [answer] = await Promise.all([
      page.waitForResponse(`${gateway.rootUrl}calendar/v3/colors`),
      colors.locator('.btn.execute').click(),
    ]);

    expect(answer.status()).toBe(200);
    expect(answer.request().headers()['authorization']).toMatch(/^Bearer ey/);
    await colors.locator('.live-responses-table .microlight', { hasText: 'calendar#colors' }).first().waitFor();
  });

  test('makes an event of the example that is filled in', async () => {
    await search(page).fill('adds an event');
    const insert = page.locator('.opblock', { hasText: 'Adds an event to a calendar.' });
    await insert.locator('.opblock-summary-control').click();
    expect(await insert.getByPlaceholder('calendarId').inputValue()).toBe('primary');
    const [answer] = await Promise.all([
      page.waitForResponse((response) => response.url().startsWith(`${gateway.rootUrl}calendar/v3/calendars/primary/`)),
      insert.locator('.btn.execute').click(),
    ]);

    expect(answer.status()).toBe(200);
    const { summary, start } = (await answer.json()) as { summary: string; start: { dateTime: string } };
    expect(summary).toBe('Quarterly review');
    expect(Math.abs(Date.parse(start.dateTime) - Date.now())).toBeLessThan(14 * 86_400_000);
  });

  test('leaves it to people what is to be removed', async () => {
    await search(page).fill('deletes all events');
    await page.locator('.opblock-summary-control').click();

    expect(await page.getByPlaceholder('calendarId').inputValue()).toBe('');
  });

  test('offers no sign-in without a password where this is not a laptop', async () => {
    expect(await page.locator('#sign-in').isVisible()).toBe(false);
    expect(await page.locator('.steps').textContent()).toContain('npm run --silent token -- alice@example.com');
  });
});

describe('snippets of clients', () => {
  test('there is a tab for each, and one panel is shown', async () => {
    expect(await page.locator('.snippets').getByRole('tab').allTextContents()).toEqual(
      snippets.map(({ client }) => client),
    );
    expect([await chosen(page), await shown(page)]).toEqual(['Node', 'client-node']);
  });

  test('a click shows another', async () => {
    await page.getByRole('tab', { name: 'Python' }).click();

    expect([await chosen(page), await shown(page)]).toEqual(['Python', 'client-python']);
    expect(await page.locator('.snippets').getByRole('tabpanel', { name: 'Python' }).textContent()).toContain(
      'static_discovery=False',
    );
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
    await page.locator('.snippets').getByRole('button', { name: 'Copy', exact: true }).click();
    await page.locator('.snippets').getByRole('button', { name: 'Copied' }).waitFor();

    await search(page).fill('');
    await page.keyboard.press('ControlOrMeta+V');
    expect(await search(page).inputValue()).toBe(
      `curl -H "Authorization: Bearer $TOKEN" ${gateway.rootUrl}calendar/v3/users/me/calendarList`,
    );
  });
});

/** Words of which a part stands on another line, outside of code that may break anywhere. */
function brokenWords(): string[] {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const broken: string[] = [];
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (node.parentElement?.closest('pre, script, noscript') !== null) continue;
    for (const { 0: word, index } of (node.textContent ?? '').matchAll(/[A-Za-z]+/g)) {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
      if (lines.size > 1) broken.push(word);
    }
  }
  return broken;
}

describe('for a reader whose language nobody knows', () => {
  let fresh: Page;
  beforeAll(async () => {
    const options = { bypassCSP: true, locale: 'en-US@posix', timezoneId: 'Asia/Kathmandu' };
    fresh = await open(390, options, '#client-ruby');
  });

  test('it is whole', async () => {
    expect(await fresh.locator('.opblock-tag-section').count()).toBe(GROUPS);
  });

  const toggleGuides = async (): Promise<void> => {
    for (const summary of await fresh.locator('#guides summary').all()) await summary.click();
  };
  const toggleOperation = (): Promise<void> => fresh.locator('.opblock-summary-control').first().click();

  test.each([390, 1280])(
    'at %i px nothing is wider than the window, no word is broken, the command for a token is whole',
    async (width) => {
      await fresh.setViewportSize({ width, height: 900 });
      expect(await shown(fresh)).toBe('client-ruby');
      const widths: Record<string, number> = {};
      const measure = async (what: string): Promise<void> => {
        widths[what] = await fresh.evaluate(() => document.documentElement.scrollWidth);
      };
      await fresh.getByRole('tab', { selected: true }).focus();
      for (const { client } of snippets) {
        await measure(client);
        await fresh.keyboard.press('ArrowRight');
      }
      const wide = await fresh.addStyleTag({ content: '.opblock-tag { letter-spacing: 0.2em }' });
      await measure('a wide font');
      await wide.evaluate((style) => {
        style.parentNode?.removeChild(style);
      });
      await toggleGuides();
      await search(fresh).fill('lists the events of a calendar');
      await toggleOperation();
      await fresh.locator('.opblock .parameters').first().waitFor();
      await measure('events.list');

      expect(Object.keys(widths)).toHaveLength(snippets.length + 2);
      expect(new Set(Object.values(widths))).toEqual(new Set([width]));
      expect(await fresh.evaluate(brokenWords)).toEqual([]);
      const command = await fresh
        .locator('.command')
        .first()
        .evaluate((box) => box.scrollWidth - box.clientWidth);
      expect(command).toBe(0);

      // The next width begins with a page on which nothing is unfolded.
      await toggleOperation();
      await search(fresh).fill('');
      await toggleGuides();
    },
  );
});

describe('for those who see little or nothing of it', () => {
  let reader: Page;
  beforeAll(async () => {
    reader = await open(1280, { reducedMotion: 'reduce' });
    await search(reader).fill('an event');
    await reader.locator('.opblock', { hasText: 'Replaces an event.' }).locator('.opblock-summary-control').click();
  });

  test('fields have names', async () => {
    await reader.getByRole('combobox', { name: 'sendUpdates' }).waitFor();
    await reader.getByRole('textbox', { name: 'Body of the request' }).waitFor();
  });

  test.each(['light', 'dark'] as const)('it can be used when it is %s', async (colorScheme) => {
    await reader.emulateMedia({ colorScheme });
    const [red = 0] = await reader
      .locator('body')
      .evaluate((body) => (getComputedStyle(body).backgroundColor.match(/\d+/g) ?? []).map(Number));

    expect(red > 128).toBe(colorScheme === 'light');
    expect(await reader.locator('.opblock-summary-method').allTextContents()).toEqual(
      expect.arrayContaining(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
    );
    await expectAccessible(reader);
  });
});

test('asks no other host for anything, and breaks nothing', () => {
  expect(requested.length).toBeGreaterThan(5);
  expect(requested.filter((url) => !url.startsWith(gateway.rootUrl) && !url.startsWith('data:'))).toEqual([]);
  expect(complaints).toEqual([]);
});
