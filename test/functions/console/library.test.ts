/** The library, as a reader uses it. */
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { Almanac } from '#lib/testing/start-almanac';
import { leadAnew, leadTo } from '#test/support/console/lead-to';
import { expectAccessible, useConsole } from '#test/support/console/use-console';
import { eventually } from '#test/support/eventually';
import { someone } from '#test/support/people';

const HOSTILE = [
  '<img src=x onerror=alert(1)>',
  '"><script>alert(1)</script>',
  'javascript:alert(1)',
  "{{constructor.constructor('alert(1)')()}}",
  '&lt;b&gt;bold&lt;/b&gt; %00 \u202Eesrever',
];

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
const BOOKS = [
  'title,authors,isbn13,publisher,description,published_date,language,cover_url',
  'Whales of the North,Ann Author;Ben Other,9780141439518,Harbour,"A long <b>story</b> about whales.",1999-05-02,en,',
  'Whales of the South,Ann Author,,Harbour,,2001,en,',
  'Wale,Carla Drei,,Hafen,,2010,de,',
  ...HOSTILE.map((text) => [quoted(text), quoted(text), '', quoted(text), quoted(text), '2020', 'en', ''].join(',')),
  ...Array.from({ length: 25 }, (_, index) => `Harbour ${String(index)},Many Hands,,Harbour,,2005,en,`),
].join('\n');

async function importBooks({ url }: Almanac): Promise<void> {
  const body = JSON.stringify({ name: 'books.csv', content: Buffer.from(BOOKS).toString('base64') });
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${url}_almanac/imports/books`, { method: 'POST', headers, body });
  if (!answer.ok) throw new Error(await answer.text());
}

const tests = useConsole({ services: ['books'], seed: importBooks });
const reader = someone('reader');
let page: Page;
beforeAll(async () => {
  page = await tests.open(reader, 'library');
});

const titles = (): Promise<string[]> => page.locator('.library-main li h2').allTextContents();
const openLibrary = async (path: string, wait: string): Promise<void> => {
  await leadAnew(page, `library${path}`);
  await page.locator(wait).first().waitFor();
};
const addToShelf = async (title: string, shelf: string): Promise<void> => {
  await page.getByRole('button', { name: `Add to a shelf: ${title}` }).click();
  await page.getByRole('menuitem', { name: shelf }).click();
  await page.locator('.toast', { hasText: title }).waitFor();
};
const openShelf = async (name: string): Promise<void> => {
  await page.locator('.shelf-list').getByRole('link', { name }).click();
  await page.getByRole('heading', { name, level: 1 }).waitFor();
};
const saidByService = async (shelf: number): Promise<string[]> => {
  const headers = { authorization: `Bearer ${await tests.almanac.token(reader)}` };
  const answer = await fetch(`${tests.almanac.url}books/v1/mylibrary/bookshelves/${String(shelf)}/volumes`, {
    headers,
  });
  const { items = [] } = (await answer.json()) as { items?: { volumeInfo: { title: string } }[] };
  return items.map(({ volumeInfo }) => volumeInfo.title);
};
/** What is dragged or moved is shown before the service knows it. */
const untilServiceSays = (shelf: number, order: readonly string[]): Promise<void> =>
  eventually(async () => (await saidByService(shelf)).join() === order.join());

describe('searching', () => {
  test('what is typed as soon as the field is there stays in it', async () => {
    await leadTo(page, 'nowhere');
    await page.getByRole('heading', { name: 'There is no such page' }).waitFor();
    const typed = page.evaluate(
      () =>
        new Promise<string>((resolve) => {
          new MutationObserver((_, observer) => {
            const field = document.querySelector<HTMLInputElement>('input[type=search]');
            if (field === null) return;
            observer.disconnect();
            field.value = 'typed at once';
            setTimeout(() => resolve(field.value), 300);
          }).observe(document.body, { childList: true, subtree: true });
        }),
    );
    await leadTo(page, 'library');
    expect(await typed).toBe('typed at once');
  });

  test('finds volumes by words, and says so when there are none', async () => {
    await page.getByRole('searchbox').fill('whales');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await page.locator('.volume').nth(1).waitFor();
    expect((await titles()).toSorted()).toEqual(['Whales of the North', 'Whales of the South']);
    expect(await page.locator('.snippet mark').first().textContent()).toBe('whales');
    await page.getByRole('searchbox').fill('xyzzy');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Nothing was found' }).waitFor();
    await expectAccessible(page);
  });

  test('explains its grammar by examples that can be tried', async () => {
    await page.getByText('How to search').click();
    await page.getByRole('button', { name: 'isbn:9780141439518' }).click();
    await page.locator('.volume').waitFor();
    expect(await titles()).toEqual(['Whales of the North']);
    expect(new URL(page.url()).searchParams.get('q')).toBe('isbn:9780141439518');
    await expectAccessible(page);
  });

  test('filters stand in the address, so that a search can be kept and sent', async () => {
    await openLibrary('?q=inpublisher%3Aharbour', '.volume');
    await page.getByLabel('Order').selectOption('newest');
    await page.getByLabel('Language').selectOption('de');
    await page.getByRole('heading', { name: 'Nothing was found' }).waitFor();
    expect(new URL(page.url()).search).toContain('order=newest');
    await page.reload();
    await page.getByRole('heading', { name: 'Nothing was found' }).waitFor();
    expect(await page.getByLabel('Language').inputValue()).toBe('de');
    await page.goBack();
    await page.locator('.volume').first().waitFor();
  });

  test('turns pages', async () => {
    await openLibrary('?q=inpublisher%3Aharbour', '.volume');
    expect(await page.locator('.pager p').textContent()).toBe('1–20 of 27');
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByText('21–27 of 27').waitFor();
    expect(await page.locator('.volume').count()).toBe(7);
    expect(await page.getByRole('button', { name: 'Next' }).isDisabled()).toBe(true);
  });

  test('a service that fails is named, and asked again', async () => {
    const id = await tests.almanac.faults.add({ operation: 'books.volumes.list', status: 503 });
    await openLibrary('?q=wale', '[role="alert"]');
    await tests.almanac.faults.remove(id);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.locator('.volume').waitFor();
  });
});

describe('a volume', () => {
  test('has a page with its numbers, facts and links, and a cover that is drawn', async () => {
    await openLibrary('?q=north', '.volume');
    await page.getByRole('link', { name: 'Whales of the North' }).click();
    await page.getByRole('heading', { name: 'Whales of the North', level: 1 }).waitFor();
    const text = await page.locator('.volume-page').textContent();
    expect(text).toContain('A long story about whales.');
    expect(text).toContain('9780141439518');
    expect(text).toContain('May 2, 1999');
    expect(await page.getByRole('link', { name: 'Open Library' }).getAttribute('href')).toBe(
      'https://openlibrary.org/isbn/9780141439518',
    );
    expect(await page.locator('.volume-page > svg.cover').textContent()).toContain('Whales');
    await expectAccessible(page);
  });

  test('that is not there says so', async () => {
    await openLibrary('/volumes/AAAAAAAAAAAA', 'h1');
    await page.getByRole('heading', { name: 'There is no such volume' }).waitFor();
    await page.getByRole('link', { name: 'Back to the search' }).click();
    await page.getByRole('searchbox').waitFor();
  });
});

describe('shelves', () => {
  test('take a volume, and give it back when that is undone', async () => {
    await openLibrary('?q=whales', '.volume');
    await addToShelf('Whales of the North', 'Favorites');
    expect(await saidByService(0)).toEqual(['Whales of the North']);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.locator('.shelf-list').getByRole('link', { name: 'Favorites Public, 0 volumes' }).waitFor();
    expect(await saidByService(0)).toEqual([]);
  });

  test('keep the order that dragging gives them', async () => {
    await openLibrary('?q=wale+OR+whales', '.volume');
    for (const title of ['Whales of the North', 'Whales of the South', 'Wale']) await addToShelf(title, 'To read');
    await openShelf('To read');
    await page.locator('.shelf-volume').nth(2).waitFor();
    const rows = page.locator('.shelf-volume');
    await rows.nth(2).dragTo(rows.nth(0), { targetPosition: { x: 200, y: 4 } });
    await expect(titles()).resolves.toEqual(['Wale', 'Whales of the North', 'Whales of the South']);
    await untilServiceSays(2, ['Wale', 'Whales of the North', 'Whales of the South']);
    await expectAccessible(page);
  });

  test('and that the arrow keys give them, with words for those who do not see it', async () => {
    await page.getByRole('button', { name: /^Move “Wale”/ }).focus();
    await page.keyboard.press('ArrowDown');
    await page.getByText('“Wale” is number 2 of 3.').waitFor({ state: 'attached' });
    await page.keyboard.press('ArrowDown');
    await page.getByText('“Wale” is number 3 of 3.').waitFor({ state: 'attached' });
    await untilServiceSays(2, ['Whales of the North', 'Whales of the South', 'Wale']);
    await page.reload();
    await page.locator('.shelf-volume').nth(2).waitFor();
    expect(await titles()).toEqual(['Whales of the North', 'Whales of the South', 'Wale']);
  });

  test('lose a volume, which comes back to its place', async () => {
    await page.getByRole('button', { name: 'Take “Whales of the North” from the shelf' }).click();
    await page.locator('.toast', { hasText: 'taken from the shelf' }).waitFor();
    expect(await titles()).toEqual(['Whales of the South', 'Wale']);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.locator('.shelf-volume').nth(2).waitFor();
    expect(await saidByService(2)).toEqual(['Whales of the North', 'Whales of the South', 'Wale']);
  });

  test('show again what the service has when a change fails', async () => {
    const id = await tests.almanac.faults.add({ operation: 'books.mylibrary.bookshelves.moveVolume', status: 503 });
    await page.getByRole('button', { name: /^Move “Wale”/ }).focus();
    await page.keyboard.press('ArrowUp');
    await page.locator('.toast-error').waitFor();
    await tests.almanac.faults.remove(id);
    await page.locator('.shelf-volume').nth(2).getByRole('link', { name: 'Wale' }).waitFor();
    expect(await titles()).toEqual(['Whales of the North', 'Whales of the South', 'Wale']);
  });

  test('are opened to everybody, and emptied after a question', async () => {
    await page.getByLabel('Who may see this shelf').selectOption('PRIVATE');
    await page.locator('.shelf-list').getByRole('link', { name: 'To read Private, 3 volumes' }).waitFor();
    await page.getByRole('button', { name: 'Empty this shelf' }).click();
    await expectAccessible(page, 'dialog');
    await page.getByRole('dialog').getByRole('button', { name: 'Empty this shelf' }).click();
    await page.getByRole('heading', { name: 'Nothing stands here yet' }).waitFor();
    expect(await saidByService(2)).toEqual([]);
  });

  test('are made by their reader; one without a name is not', async () => {
    await page.getByRole('button', { name: 'New shelf' }).click();
    await page.getByRole('button', { name: 'Make the shelf' }).click();
    await page.getByText('A shelf needs a name.').waitFor();
    await page.getByLabel('Name of the shelf').fill(HOSTILE[0] ?? '');
    await page.getByRole('button', { name: 'Make the shelf' }).click();
    await page.getByRole('heading', { name: HOSTILE[0] ?? '', level: 1 }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/console/library/shelves/1001');
  });
});

test('a file is imported, with a report of its lines', async () => {
  await page.getByRole('button', { name: 'Import a file' }).click();
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await page.getByText('Choose a file first.').waitFor();
  const buffer = Buffer.from('title,authors,published_date\nA new one,Dora,2020\n,Nobody,2020\n');
  await page.getByLabel('File', { exact: true }).setInputFiles({ name: 'more.csv', mimeType: 'text/csv', buffer });
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await page.getByRole('heading', { name: 'What became of the records' }).waitFor();
  const report = await page.locator('.import-report').textContent();
  expect(report).toContain('1 added');
  expect(report).toContain('1 refused');
  expect(await page.locator('.import-report tbody tr').first().textContent()).toMatch(/^3Refused/);
  await expectAccessible(page, 'dialog');
  await page.keyboard.press('Escape');
  await openLibrary('?q=intitle%3A"a+new+one"', '.volume');
  expect(await titles()).toEqual(['A new one']);
});

test('hostile titles, names and texts are shown as what they are', async () => {
  let alerts = 0;
  page.on('dialog', (dialog) => {
    alerts += 1;
    void dialog.dismiss();
  });
  await openLibrary('?q=alert', '.volume');
  expect(await titles()).toEqual(expect.arrayContaining(HOSTILE.slice(0, 2)));
  await page
    .locator('.volume')
    .getByRole('link', { name: HOSTILE[0] ?? '' })
    .click();
  await page.getByRole('heading', { name: HOSTILE[0] ?? '', level: 1 }).waitFor();
  expect(await page.locator('.volume-page img, .volume-page script').count()).toBe(0);
  expect(await page.locator('a[href^="javascript:"]').count()).toBe(0);
  expect(alerts).toBe(0);
});

test('fits a phone and speaks German', async () => {
  const phone = await tests.open(reader, 'library?q=whales', {
    viewport: { width: 360, height: 740 },
    locale: 'de-DE',
  });
  await phone.locator('.volume').first().waitFor();
  expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  // The first one is on the first screen, below all that narrows a search down.
  const { y = Infinity, height = 0 } = (await phone.locator('.volume').first().boundingBox()) ?? {};
  expect(y + height).toBeLessThan(740);
  expect(await phone.locator('h1').textContent()).toBe('Im Katalog suchen');
  await expectAccessible(phone);
  await phone.close();
});

test('no page broke its own rules', () => {
  expect(tests.complaints).toEqual([]);
});
