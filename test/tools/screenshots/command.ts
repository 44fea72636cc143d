/** `npm run screenshots`: pictures of the console with the sample data, at a moment that is always the same. */
import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { command } from '#lib/command/command';
import { program } from '#lib/command/program';
import { startAlmanac } from '#lib/testing/start-almanac';
import { signIn } from '#test/support/console/sign-in';
import { launchBrowser, type TestBrowser } from '#test/support/http/launch-browser';
import { drawBesideTerminal } from './beside-terminal.ts';

const FOLDER = fileURLToPath(new URL('../../../functions/console/pictures/', import.meta.url));
const NOW = '2026-11-18T09:20:00Z';
const MAX_BYTES = 200 * 1024;

interface Picture {
  readonly name: string;
  readonly path: string;
  readonly reader?: BrowserContextOptions;
  /** What is waited for, after what is done first. */
  readonly prepare: (page: Page) => Promise<void>;
}

const events = (page: Page): Promise<void> => page.locator('.fc-event').first().waitFor();

const PICTURES: readonly Picture[] = [
  { name: 'calendar-week', path: 'calendar/week', prepare: events },
  { name: 'calendar-month-dark', path: 'calendar/month', reader: { colorScheme: 'dark' }, prepare: events },
  { name: 'calendar-phone', path: 'calendar/day', reader: { viewport: { width: 360, height: 720 } }, prepare: events },
  {
    name: 'calendar-event',
    path: 'calendar/week',
    async prepare(page) {
      await events(page);
      await page.locator('.fc-event', { hasText: 'Customer workshop' }).click();
      await page.locator('dialog').waitFor();
    },
  },
  {
    name: 'calendar-editor',
    path: 'calendar/week',
    async prepare(page) {
      await events(page);
      await page.getByRole('button', { name: 'New event' }).click();
      await page.getByLabel('Title').fill('Team lunch');
      await page.getByLabel('Repeats').selectOption('MONTHLY');
      await page.getByLabel('On which day').selectOption({ label: 'on the last weekday of the month' });
    },
  },
  {
    name: 'library',
    path: 'library?q=sea',
    prepare: (page) => page.locator('.library-main li').first().waitFor(),
  },
  {
    name: 'reports',
    path: 'reports',
    async prepare(page) {
      await page.getByRole('button', { name: 'Show the report' }).click();
      await page.locator('.plot canvas').waitFor();
    },
  },
  {
    name: 'workshop',
    path: 'workshop',
    prepare: (page) => page.locator('.workshop tbody tr').first().waitFor(),
  },
];

const fileOf = (name: string): string => join(FOLDER, `${name}.png`);

async function photograph(page: Page, name: string): Promise<void> {
  const file = fileOf(name);
  await page.screenshot({ path: file });
  await page.close();
  const { size } = await stat(file);
  if (size > MAX_BYTES)
    throw new Error(`${file} has ${String(size)} bytes; a picture has ${String(MAX_BYTES)} at most.`);
  console.log(`${file} (${String(Math.ceil(size / 1024))} KB)`);
}

async function take(browser: TestBrowser, url: string, { name, path, reader, prepare }: Picture): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce', ...reader });
  await page.clock.setFixedTime(NOW);
  await page.goto(`${url}console/${path}`);
  await signIn(page, 'alice@example.com');
  await prepare(page);
  await photograph(page, name);
}

async function takeBesideTerminal(browser: TestBrowser): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1618, height: 673 } });
  await drawBesideTerminal(page, fileOf('calendar-week'));
  await photograph(page, 'beside-terminal');
}

await program(
  'npm run screenshots',
  command({
    does: 'Takes pictures of the main views of the console, into functions/console/pictures/.',
    example: '',
    run: async () => {
      const almanac = await startAlmanac({ seed: 'sample', clock: NOW });
      const browser = await launchBrowser();
      try {
        await mkdir(FOLDER, { recursive: true });
        for (const picture of PICTURES) await take(browser, almanac.url, picture);
        await takeBesideTerminal(browser);
      } finally {
        await browser.close();
        await almanac.stop();
      }
    },
  }),
);
