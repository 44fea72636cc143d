/** Reports and conversions, as somebody who manages advertising uses them; the sample data has both. */
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { leadAnew } from '#test/support/console/lead-to';
import { expectAccessible, useConsole } from '#test/support/console/use-console';
import { someone } from '#test/support/people';

const tests = useConsole({ services: ['ads'], seed: 'sample' });
const MANAGER = 'alice@example.com';
const HOSTILE = '<img src=x onerror=alert(1)>';
let page: Page;
beforeAll(async () => {
  page = await tests.open(MANAGER, 'reports', { permissions: ['clipboard-read', 'clipboard-write'] });
  await page.getByRole('button', { name: 'Show the report' }).waitFor();
});

const headers = (): Promise<string[]> => page.locator('.report-table th').allTextContents();
const show = async (): Promise<void> => {
  await page.getByRole('button', { name: 'Show the report' }).click();
  await page.getByRole('button', { name: 'Show the report' }).waitFor();
};

describe('a report', () => {
  test('is shown as a table and a chart over days', async () => {
    await show();
    await page.locator('.plot canvas').waitFor();
    expect(await headers()).toEqual(['campaign', 'date', 'impr', 'clicks', 'cost']);
    expect(await page.locator('.report-table tbody tr').count()).toBe(100);
    expect(await page.locator('.plot').getAttribute('aria-label')).toMatch(
      /^impr over 30 days, from [\d,]+ to [\d,]+\.$/,
    );
    await page.getByRole('button', { name: 'Show more rows' }).click();
    expect(await page.locator('.report-table tbody tr').count()).toBe(360);
    await page.getByLabel('Shown').selectOption('clicks');
    expect(await page.locator('.plot').getAttribute('aria-label')).toMatch(/^clicks over/);
  });

  test('has columns from the catalogue, found by name or meaning, in the order that one gives them', async () => {
    await page.getByLabel('Find a column').fill('mobile');
    await page.getByLabel('Find a column').fill('device');
    await page.getByRole('checkbox', { name: /^deviceSegment/ }).check();
    await page.getByRole('button', { name: 'Take out date' }).click();
    await page.getByRole('button', { name: 'Move deviceSegment ahead' }).click();
    await page.getByLabel('Find a column').fill('no such thing');
    await page.getByText('No column has this in its name or meaning.').waitFor();
    await page.getByLabel('Find a column').fill('');
    await show();
    await page.locator('.bars li').first().waitFor();
    expect(await headers()).toEqual(['campaign', 'impr', 'clicks', 'deviceSegment', 'cost']);
    expect(await page.locator('.bars li').count()).toBeGreaterThan(5);
    await expectAccessible(page);
  });

  test('is narrowed by filters, and says when nothing fits', async () => {
    await page.getByRole('button', { name: 'Add a filter' }).click();
    await page.getByLabel('Column', { exact: true }).selectOption('campaign');
    await page.getByLabel('Condition').selectOption('in');
    await page.getByLabel('Value', { exact: true }).fill('Boots, Sandals');
    await show();
    await page.waitForFunction(() => document.querySelectorAll('.bars li').length === 2);
    await page.getByLabel('Condition').selectOption('equals');
    await page.getByLabel('Value', { exact: true }).fill(HOSTILE);
    await show();
    await page.getByText('No row fits.').waitFor();
    await expectAccessible(page, '.report-filters');
    await page.getByRole('button', { name: 'Remove the filter on campaign' }).click();
  });

  test('of another kind keeps the columns that it has, too; what the service refuses is told', async () => {
    await page.getByLabel('What a row stands for').selectOption('account');
    expect(await page.locator('.chosen-columns li').allTextContents()).toEqual([
      'impr',
      'clicks',
      'deviceSegment',
      'cost',
    ]);
    await page.getByLabel('From').fill('2026-12-31');
    await page.getByLabel('To', { exact: true }).fill('2026-01-01');
    await page.getByRole('button', { name: 'Show the report' }).click();
    await page.getByRole('alert').waitFor();
    for (const name of ['impr', 'clicks', 'deviceSegment', 'cost'])
      await page.getByRole('button', { name: `Take out ${name}` }).click();
    await page.getByRole('button', { name: 'Show the report' }).click();
    await page.getByText('Choose at least one column.').waitFor();
  });

  test('can be sent as a link, which asks the same', async () => {
    await leadAnew(page, 'reports');
    await page.getByLabel('What a row stands for').selectOption('advertiser');
    await page.getByRole('checkbox', { name: /^advertiser name/ }).check();
    await page.getByRole('button', { name: 'Copy the link' }).click();
    await page.locator('.toast', { hasText: 'The link is copied' }).waitFor();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    const other = await tests.open(MANAGER, link.slice(link.indexOf('console/') + 'console/'.length));
    await other.getByRole('button', { name: 'Show the report' }).click();
    await other.locator('.report-table tbody tr').first().waitFor();
    expect(await other.locator('.report-table').textContent()).toContain('Sample shoes');
    await other.close();
  });

  test('a link that was tampered with asks for nothing strange', async () => {
    await page.goto(`${tests.almanac.url}console/reports?report=${encodeURIComponent(`{"type":"${HOSTILE}"`)}`);
    await page.getByRole('button', { name: 'Show the report' }).waitFor();
    expect(await page.getByLabel('What a row stands for').inputValue()).toBe('campaign');
  });

  test('keeps sets of columns under names', async () => {
    await page.getByLabel('Name of this set').fill(HOSTILE);
    await page.getByRole('button', { name: 'Save this set' }).click();
    await page.getByRole('button', { name: 'Take out cost' }).click();
    await page.reload();
    await page.getByRole('button', { name: HOSTILE, exact: true }).click();
    expect(await page.locator('.chosen-columns li').allTextContents()).toContain('cost');
    await page.getByRole('button', { name: `Forget the set “${HOSTILE}”` }).click();
    expect(await page.getByRole('button', { name: HOSTILE, exact: true }).count()).toBe(0);
  });
});

test('an ordered report is followed until it can be downloaded', async () => {
  await leadAnew(page, 'reports');
  await page.getByRole('button', { name: 'Order as CSV' }).click();
  await page.locator('.toast').getByRole('button', { name: 'Ordered reports' }).click();
  await page.getByText(/^Ready, \d+ rows$/).waitFor();
  await expectAccessible(page);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^campaign-.*\.csv$/);
  expect(readFileSync(await file.path(), 'utf8').split('\n')[0]).toBe('campaign,date,impr,clicks,cost');
  await page.reload();
  await page.getByText(/^Ready/).waitFor();
  await page.getByRole('button', { name: /^Forget campaign/ }).click();
  await page.getByText('No report has been ordered').waitFor();
});

describe('conversions', () => {
  test('of a day and an account are listed', async () => {
    await page.getByRole('link', { name: 'Conversions' }).click();
    await page.getByLabel('Account').selectOption({ index: 0 });
    await page.getByRole('button', { name: 'Show the conversions' }).click();
    await page.locator('.conversions-view tbody tr').first().waitFor();
    expect(await page.locator('.conversions-view tbody tr').first().textContent()).toMatch(/TRANSACTION|ACTION/);
    await page.getByLabel('Day').fill(new Date(Date.now() + 86_400_000).toISOString().slice(0, 10));
    await page.getByRole('button', { name: 'Show the conversions' }).click();
    await page.getByText('No conversion is known of this day.').waitFor();
    await expectAccessible(page);
  });

  test('come out of a file; every line that is refused is named with its reason', async () => {
    await page.getByRole('button', { name: 'Upload', exact: true }).click();
    await page.getByText('Choose a file first.').waitFor();
    const at = Date.now() - 3_600_000;
    const csv = [
      'conversionId,conversionTimestamp,segmentationName,type,revenueMicros,currencyCode,clickId',
      `console-1,${String(at)},Purchase,TRANSACTION,12500000,EUR,no-such-click`,
      `"${HOSTILE}",never,Purchase,TRANSACTION,1,EUR,`,
    ].join('\n');
    const file = { name: 'conversions.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) };
    await page.getByLabel('CSV file').setInputFiles(file);
    await page.getByRole('button', { name: 'Upload', exact: true }).click();
    await page.locator('.upload-result').waitFor();
    expect(await page.locator('.upload-result p').textContent()).toBe('0 stored, 2 refused.');
    const lines = await page.locator('.upload-result tbody tr').allTextContents();
    expect(lines.map((line) => line[0])).toEqual(['2', '3']);
    expect(lines[1]).toContain('conversionTimestamp');
    await expectAccessible(page);
  });
});

test('somebody to whom nothing is opened is told so', async () => {
  const other = await tests.open(someone('stranger'), 'reports');
  await other.getByRole('heading', { name: 'Nothing to report on' }).waitFor();
  await expectAccessible(other);
  await other.close();
});

test('fits a phone and speaks German', async () => {
  const phone = await tests.open(MANAGER, 'reports', { viewport: { width: 360, height: 740 }, locale: 'de-DE' });
  await phone.getByRole('button', { name: 'Bericht zeigen' }).click();
  await phone.locator('.plot canvas').waitFor();
  expect(await phone.locator('.shell-main').evaluate((element) => element.scrollWidth)).toBe(360);
  await expectAccessible(phone, '.chart');
});

test('no page broke its own rules', () => {
  expect(tests.complaints).toEqual([]);
});
