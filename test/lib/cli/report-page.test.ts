import { describe, expect, test } from '@jest/globals';
import { reportPage, type ReportPage } from '#lib/cli/report-page';

const page: ReportPage = {
  title: 'keyword report',
  notes: ['2026-01-01 to 2026-01-02', 'EUR'],
  columns: [
    { header: '<b>keyword</b>', type: 'String' },
    { header: 'clicks', type: 'Integer' },
    { header: 'labels', type: 'List' },
  ],
  rows: [['</script><img src=x onerror=alert(1)>', 3, ['a', '"b"']], ['=1+1', undefined, undefined]],
  rowCount: 5,
  chart: { days: [1_767_225_600], series: [{ name: '</script><script>alert(2)</script>', values: [3] }] },
  library: { script: '/* library */', style: '' },
};

describe('the page of a report', () => {
  test('shows text as text, whatever it is', () => {
    const html = reportPage(page);

    expect(html).toContain('&lt;/script&gt;&lt;img src=x onerror=alert(1)&gt;');
    expect(html).toContain('&lt;b&gt;keyword&lt;/b&gt;');
    expect(html).not.toContain('<img');
    expect(html).not.toContain('<script>alert');
    expect(html).toContain('[&quot;a&quot;,&quot;\\&quot;b\\&quot;&quot;]');
  });

  test('needs nothing from elsewhere, and says how much of the report it shows', () => {
    const html = reportPage(page);

    expect(html).not.toMatch(/(?:src|href)="/);
    expect(html).toContain("default-src 'none'");
    expect(html).toContain('the first 2 of 5 rows');
  });

  test('without days there is no chart and no script', () => {
    expect(reportPage({ ...page, chart: undefined })).not.toContain('<script');
  });
});
