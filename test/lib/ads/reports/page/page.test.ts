import { describe, expect, test } from '@jest/globals';
import { reportPage, type ReportPage } from '#lib/ads/reports/page/page';

const page: ReportPage = {
  title: 'keyword report',
  notes: ['2026-01-01 to 2026-01-02', 'EUR'],
  columns: [
    { header: '<b>keyword</b>', type: 'String' },
    { header: 'clicks', type: 'Integer' },
    { header: 'labels', type: 'List' },
    { header: 'cost', type: 'Money' },
  ],
  rows: [
    ['</script><img src=x onerror=alert(1)>', 12_345, ['a', '"b"'], 0.125],
    ['=1+1', undefined, undefined, 1_000_000],
  ],
  rowCount: 5,
  currencyCode: 'EUR',
  chart: {
    days: [1_767_225_600],
    lines: ['</script><script>alert(2)</script>', 'b'],
    metrics: [{ name: '</script><script>alert(3)</script>', unit: 'EUR', lines: [[3], [4]] }],
  },
  library: { script: 'const end = "</script>";', style: '' },
};

describe('the page of a report', () => {
  test('shows text as text, whatever it is', () => {
    const html = reportPage(page);

    expect(html).toContain('&lt;/script&gt;&lt;img src=x onerror=alert(1)&gt;');
    expect(html).toContain('&lt;b&gt;keyword&lt;/b&gt;');
    expect(html).not.toContain('<img');
    expect(html).not.toContain('<script>alert');
    expect(html).toContain('a, &quot;b&quot;');
  });

  test('holds the library as it is, also where that names the end of a script', () => {
    expect(reportPage(page)).toContain('<script>const end = "<\\/script>";</script>');
  });

  test('needs nothing from elsewhere, and says how much of the report it shows', () => {
    const html = reportPage(page);

    expect(html).not.toMatch(/(?:src|href)="/);
    expect(html).toContain("default-src 'none'");
    expect(html).toContain('the first 2 of 5 rows');
  });

  test('numbers can be read, amounts name their currency, lines are named', () => {
    const html = reportPage(page);

    for (const cell of ['>12,345<', '>0.13<', '>1,000,000.00<', '>cost <small>EUR</small><'])
      expect(html).toContain(cell);
    expect(html).toContain('<li style="--line: #d55e00">b</li>');
  });

  test('a report without rows says so and draws nothing', () => {
    const html = reportPage({ ...page, rows: [], rowCount: 0 });

    expect(html).toContain('Nothing in these days');
    expect(html).toContain('0 rows');
    expect(html).not.toContain('<script');
  });

  test('without days there is no chart and no script', () => {
    expect(reportPage({ ...page, chart: undefined })).not.toContain('<script');
  });
});
