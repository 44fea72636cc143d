/** The console in Chromium, as somebody sees it who opens it again: first paint, and a month of 300 events. */
import type { Page } from 'playwright-core';
import { startAlmanac, type Almanac } from '#lib/testing/start-almanac';
import { signIn } from '#test/support/console/sign-in';
import { launchBrowser } from '#test/support/http/launch-browser';
import { median, type Bench } from '#test/tools/measure/bench';

const USER = 'bench@bench.example';
const EVENTS = 300;
const RUNS = 5;
const MONTH = 'console/calendar/month?date=2030-01-15';

async function fillMonth(almanac: Almanac): Promise<void> {
  const authorization = `Bearer ${await almanac.token(USER)}`;
  const insert = (index: number): Promise<unknown> => {
    const day = `2030-01-${String((index % 30) + 1).padStart(2, '0')}`;
    const hour = String(8 + (index % 10)).padStart(2, '0');
    const time = (minutes: string) => ({ dateTime: `${day}T${hour}:${minutes}:00Z`, timeZone: 'UTC' });
    const body = JSON.stringify({ summary: `Event ${String(index)}`, start: time('00'), end: time('45') });
    return fetch(`${almanac.url}calendar/v3/calendars/primary/events`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body,
    });
  };
  for (let from = 0; from < EVENTS; from += 50)
    await Promise.all(Array.from({ length: 50 }, (_, index) => insert(from + index)));
}

/** Milliseconds since the page was asked for. */
async function measure(page: Page): Promise<{ readonly paint: number; readonly month: number }> {
  await page.reload();
  await page.locator('.fc-daygrid-more-link').first().waitFor();
  return page.evaluate(() => ({
    paint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Infinity,
    month: performance.now(),
  }));
}

export const consolePage: Bench = {
  name: 'console',
  usesStack: false,
  async run(report) {
    const almanac = await startAlmanac({ services: ['calendar'] });
    const browser = await launchBrowser();
    try {
      await fillMonth(almanac);
      const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
      await page.goto(`${almanac.url}${MONTH}`);
      await signIn(page, USER);
      const runs = [];
      for (let run = 0; run < RUNS; run += 1) runs.push(await measure(page));
      report.row('console: first paint', median(runs.map(({ paint }) => paint)), 'ms', 500);
      report.row(`console: a month of ${String(EVENTS)} events`, median(runs.map(({ month }) => month)), 'ms', 1500);
    } finally {
      await browser.close();
      await almanac.stop();
    }
  },
};
