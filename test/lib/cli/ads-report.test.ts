/** @modules own */
import '#test/support/ads/own-bucket';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import type { Page } from 'playwright-core';
import { noDataNote } from '#lib/cli/ads/no-data';
import { makeReport } from '#lib/cli/ads/report';
import { StartupError } from '#lib/command/startup-error';
import { adsReports } from '#lib/runtime/ads/reports';
import { type ReportService } from '#test/support/ads/report-service';
import { useReportService } from '#test/support/ads/use-report-service';
import { useBrowser } from '#test/support/http/browser';
import { newFolder } from '#test/support/run/folders/new-folder';

const folder = newFolder();
const service = useReportService();
const browser = useBrowser();

async function make(spec: object): Promise<readonly string[]> {
  const path = join(folder, 'accounts.json');
  await writeFile(path, JSON.stringify(spec));
  return makeReport(path, join(folder, 'out'), adsReports.stores);
}

const accountsByDay = ({ world }: ReportService): object => ({
  reportType: 'account',
  reportScope: { agencyId: world.agencyId },
  columns: ['account', 'date', 'clicks', 'ctr', 'dfaRevenue'].map((columnName) => ({ columnName })),
  timeRange: { startDate: world.firstDay, endDate: world.lastDay },
});

/** The page as somebody reads it, and what it complained of. */
async function read(
  html: string,
  reader?: { readonly locale: string; readonly timezoneId: string },
): Promise<{ page: Page; complaints: string[]; asked: string[] }> {
  const page = await browser.newPage(reader);
  const [complaints, asked]: [string[], string[]] = [[], []];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('request', (request) => asked.push(request.url()));
  await page.goto(pathToFileURL(html).href);
  return { page, complaints, asked };
}

describe('npm run ads -- report', () => {
  test('writes the rows as CSV, and a page that draws every metric by day', async () => {
    const { world } = service;
    const [csv = '', html = ''] = await make(accountsByDay(service));

    const rows: Record<string, string>[] = parse(await readFile(csv), { columns: true });
    expect(rows.reduce((sum, row) => sum + Number(row['clicks']), 0)).toBe(
      world.facts.reduce((sum, fact) => sum + fact.clicks, 0),
    );
    const { page, complaints, asked } = await read(html);
    expect(await page.locator('h1').textContent()).toBe('Account report');
    expect(await page.locator('#charts h2').allTextContents()).toEqual(['clicks ', 'ctr ', 'dfaRevenue USD']);
    expect(await page.locator('.legend li').allTextContents()).toEqual(['Account 0', 'Account 1', 'Account 2']);
    expect(await page.locator('#charts canvas').count()).toBe(3);
    expect(await page.locator('.table tbody tr').count()).toBe(rows.length);
    await page.locator('#charts .u-over').first().hover();
    expect(await page.locator('#charts output').first().textContent()).toMatch(
      /^2026-\d\d-\d\d {2}[\d,]+ \/ [\d,]+ \/ [\d,]+$/,
    );
    expect(complaints).toEqual([]);
    expect(asked).toEqual([pathToFileURL(html).href]);
  });

  test('draws the same for every reader, also one whose language nobody knows', async () => {
    const [, html = ''] = await make(accountsByDay(service));
    const pictures = (page: Page) =>
      page
        .locator('#charts canvas')
        .evaluateAll((canvases) => canvases.map((canvas) => (canvas as HTMLCanvasElement).toDataURL()));
    const here = await pictures((await read(html)).page);

    expect(here).toHaveLength(3);
    for (const reader of [
      { locale: 'en-US@posix', timezoneId: 'Asia/Kathmandu' },
      { locale: 'de-DE', timezoneId: 'America/St_Johns' },
    ]) {
      const { page, complaints } = await read(html, reader);
      expect(complaints).toEqual([]);
      expect(await pictures(page)).toEqual(here);
    }
  });

  test('says nothing of missing data where there is some', async () => {
    expect(await noDataNote()).toBeUndefined();
  });

  test('a request that is not valid is refused with its reason', async () => {
    await expect(
      make({
        reportType: 'account',
        reportScope: { agencyId: service.world.agencyId },
        columns: [{ columnName: 'colour' }],
      }),
    ).rejects.toThrow(StartupError);
    await expect(makeReport(join(folder, 'nothing.json'), folder, adsReports.stores)).rejects.toThrow(
      'There is no file',
    );
    await writeFile(join(folder, 'text.json'), 'clicks by campaign');
    await expect(makeReport(join(folder, 'text.json'), folder, adsReports.stores)).rejects.toThrow(
      'is no report request in JSON',
    );
  });
});
