/** A report as a page that needs nothing but itself: a table, and a chart of every metric over the report's days. */
import type { OutputColumn } from '#lib/ads/reports/compile/statement';
import type { Cell } from '#lib/ads/reports/value-type';

export interface ChartSeries {
  readonly name: string;
  readonly values: readonly (number | null)[];
}

export interface ReportPage {
  readonly title: string;
  readonly notes: readonly string[];
  readonly columns: readonly OutputColumn[];
  readonly rows: readonly (readonly (Cell | undefined)[])[];
  readonly rowCount: number;
  /** Days as seconds since 1970, and the metrics on them; absent when the report has no days. */
  readonly chart?: { readonly days: readonly number[]; readonly series: readonly ChartSeries[] } | undefined;
  /** The charting library: its script and its style. */
  readonly library: { readonly script: string; readonly style: string };
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escape = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => ESCAPES[character] ?? '');
/** Inside a script element: no text of a report can end it. */
const inScript = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');

const NUMERIC = new Set(['Integer', 'Number', 'Money']);

const STYLE = `
  :root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
  body { margin: 2rem auto; max-width: 1100px; padding: 0 1rem; }
  h1 { font-size: 1.4rem; margin: 0 0 .25rem; }
  .notes { color: GrayText; margin: 0 0 1.5rem; }
  .charts { display: grid; grid-template-columns: repeat(auto-fit, minmax(340px, 1fr)); gap: 1.5rem; margin-bottom: 2rem; }
  .charts section { min-width: 0; overflow: hidden; }
  .charts h2 { font-size: 1rem; margin: 0 0 .25rem; }
  .u-legend { font-size: .8rem; }
  .table { overflow: auto; max-height: 70vh; border: 1px solid color-mix(in srgb, CanvasText 20%, transparent); }
  table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
  th, td { padding: .3rem .6rem; text-align: left; border-bottom: 1px solid color-mix(in srgb, CanvasText 10%, transparent); white-space: pre; }
  th { position: sticky; top: 0; background: Canvas; }
  .number { text-align: right; }`;

const CHARTS = `
  const { days, series } = JSON.parse(document.getElementById('data').textContent);
  const dark = matchMedia('(prefers-color-scheme: dark)').matches;
  const axis = { stroke: dark ? '#ccc' : '#444', grid: { stroke: dark ? '#333' : '#eee' } };
  const boxes = series.map(({ name }) => {
    const box = document.getElementById('charts').appendChild(document.createElement('section'));
    box.appendChild(document.createElement('h2')).textContent = name;
    return box;
  });
  const size = (box) => ({ width: box.clientWidth, height: 220 });
  const plots = series.map(({ name, values }, index) => new uPlot({
      ...size(boxes[index]),
      scales: { x: { time: true } },
      tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), 'UTC'),
      axes: [axis, { ...axis, size: 70 }],
      series: [{ value: '{YYYY}-{MM}-{DD}' }, { label: name, stroke: '#3b7dd8', fill: '#3b7dd822', width: 2 }],
    }, [days, values], boxes[index]));
  addEventListener('resize', () => plots.forEach((plot, index) => plot.setSize(size(boxes[index]))));`;

function tableOf({ columns, rows }: ReportPage): string {
  const classOf = ({ type }: OutputColumn): string => (NUMERIC.has(type) ? ' class="number"' : '');
  const head = columns.map((column) => `<th${classOf(column)}>${escape(column.header)}</th>`).join('');
  const shown = (cell: Cell | undefined): string => (cell === undefined ? '' : escape(typeof cell === 'object' ? JSON.stringify(cell) : String(cell)));
  const body = rows.map((row) => `<tr>${row.map((cell, place) => `<td${classOf(columns[place] ?? { header: '', type: 'String' })}>${shown(cell)}</td>`).join('')}</tr>`);
  return `<div class="table"><table><thead><tr>${head}</tr></thead><tbody>\n${body.join('\n')}\n</tbody></table></div>`;
}

export function reportPage(page: ReportPage): string {
  const { title, notes, rows, rowCount, chart, library } = page;
  const charts =
    chart === undefined
      ? ''
      : `<div class="charts" id="charts"></div>
<script type="application/json" id="data">${inScript(chart)}</script>
<script>${library.script.replaceAll('</script', '<\\/script')}</script>
<script>${CHARTS}</script>`;
  const all = rows.length < rowCount ? [...notes, `the first ${String(rows.length)} of ${String(rowCount)} rows`] : [...notes, `${String(rowCount)} rows`];
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
<title>${escape(title)}</title>
<style>${library.style}${STYLE}</style>
<h1>${escape(title)}</h1>
<p class="notes">${all.map(escape).join(' · ')}</p>
${charts}
${tableOf(page)}
</html>
`;
}
