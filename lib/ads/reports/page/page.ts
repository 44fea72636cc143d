/** A report as a self-contained page: a chart of each metric per day, and a table. */
import type { OutputColumn } from '#lib/ads/reports/plan/statement';
import type { Cell, ValueType } from '#lib/ads/reports/sql/value-type';
import { counted } from '#lib/api/text/counted';
import type { Chart } from './chart.ts';
import { CHART_SCRIPT, LANGUAGE_SCRIPT, LINE_COLOURS, PAGE_STYLE } from './page-parts.ts';

export interface ReportPage {
  readonly title: string;
  readonly notes: readonly string[];
  readonly columns: readonly OutputColumn[];
  readonly rows: readonly (readonly (Cell | undefined)[])[];
  readonly rowCount: number;
  /** Currency of the amounts. */
  readonly currencyCode: string;
  /** Absent if the report has no days. */
  readonly chart?: Chart | undefined;
  /** The charting library's script and style. */
  readonly library: { readonly script: string; readonly style: string };
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escape = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => ESCAPES[character] ?? '');
/** Escaped for a script element: no text can close it. */
const inScript = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');

/** Decimals on the page; the CSV file has all of them. */
const DECIMALS: Readonly<Partial<Record<ValueType, readonly [least: number, most: number]>>> = {
  Integer: [0, 0],
  Number: [0, 4],
  Money: [2, 2],
};

function cellText(type: ValueType, cell: Cell | undefined): string {
  if (cell === undefined) return '';
  const [minimumFractionDigits, maximumFractionDigits] = DECIMALS[type] ?? [];
  if (typeof cell === 'number') return cell.toLocaleString('en', { minimumFractionDigits, maximumFractionDigits });
  return typeof cell === 'object' ? cell.map(String).join(', ') : String(cell);
}

function tableOf({ columns, rows, currencyCode }: ReportPage): string {
  const classOf = (type: ValueType): string => (DECIMALS[type] === undefined ? '' : ' class="number"');
  const unitOf = (type: ValueType): string => (type === 'Money' ? ` <small>${escape(currencyCode)}</small>` : '');
  const head = columns
    .map(({ header, type }) => `<th scope="col"${classOf(type)}>${escape(header)}${unitOf(type)}</th>`)
    .join('');
  const body = rows.map(
    (row) =>
      `<tr>${columns.map(({ type }, place) => `<td${classOf(type)}>${escape(cellText(type, row[place]))}</td>`).join('')}</tr>`,
  );
  return `<div class="table"><table><thead><tr>${head}</tr></thead><tbody>\n${body.join('\n')}\n</tbody></table></div>`;
}

/** Names the colours; not needed for a single line. */
function legendOf({ lines }: Chart): string {
  if (lines.length < 2) return '';
  return `<ul class="legend">${lines.map((line, index) => `<li style="--line: ${LINE_COLOURS[index] ?? ''}">${escape(line)}</li>`).join('')}</ul>`;
}

const chartsOf = (chart: Chart, { script }: ReportPage['library']): string => `${legendOf(chart)}
<div class="charts" id="charts"></div>
<script type="application/json" id="data">${inScript({ ...chart, colours: LINE_COLOURS })}</script>
<script>${LANGUAGE_SCRIPT}</script>
<script>${script.replaceAll('</script', '<\\/script')}</script>
<script>${CHART_SCRIPT}</script>`;

export function reportPage(page: ReportPage): string {
  const { title, notes, rows, rowCount, chart, library } = page;
  const all = [
    ...notes,
    rows.length < rowCount
      ? `the first ${rows.length.toLocaleString('en')} of ${counted(rowCount, 'row')}`
      : counted(rowCount, 'row'),
  ];
  const isEmpty = rowCount === 0;
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
<title>${escape(title)}</title>
<style>${library.style}${PAGE_STYLE}</style>
<h1>${escape(title)}</h1>
<p class="notes">${all.map(escape).join(' · ')}</p>
${isEmpty ? '<p class="empty">Nothing in these days and this scope answers the request.</p>' : chart === undefined ? '' : chartsOf(chart, library)}
${tableOf(page)}
</html>
`;
}
