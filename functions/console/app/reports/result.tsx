import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { words } from '../words/words.ts';
import { columnsOf, type DescribedReportColumn } from './catalogue.ts';
import { Chart } from './chart.tsx';
import { MAX_ROWS, type Report, type Row } from './client.ts';
import { cellText, isNumeric, number } from './numbers.ts';
import type { Spec } from './spec.ts';

const ROWS_AT_ONCE = 100;

interface TableProps {
  readonly rows: readonly Row[];
  readonly columns: readonly Pick<DescribedReportColumn, 'column' | 'type'>[];
}

const ReportTable = ({ rows, columns }: TableProps): JSX.Element => (
  <div class="table-frame report-table" role="region" aria-label={words.reports.table} tabIndex={0}>
    <table class="table">
      <caption class="hidden-label">{words.reports.table}</caption>
      <thead>
        <tr>
          {columns.map(({ column, type }) => (
            <th key={column} scope="col" class={isNumeric(type) ? 'number' : ''}>
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={index}>
            {columns.map(({ column, type }) => (
              <td key={column} class={isNumeric(type) ? 'number' : ''}>
                {cellText(row[column], type)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

export function Result({ spec, report }: { readonly spec: Spec; readonly report: Report }): JSX.Element {
  const { reports } = words;
  const [shown, setShown] = useState(ROWS_AT_ONCE);
  const { rows = [], statisticsCurrencyCode: currency } = report;
  const known = new Map(columnsOf(spec.type).map((column) => [column.column, column]));
  const catalogued = spec.columns.flatMap((name) => known.get(name) ?? []);
  const columns = [...catalogued, ...spec.savedColumns.map((column) => ({ column, type: 'String' as const }))];
  if (rows.length === 0)
    return (
      <p class="nothing" role="status">
        {reports.empty}
      </p>
    );
  return (
    <section class="result">
      <Chart rows={rows} columns={catalogued} />
      <p class="muted" role="status">
        {reports.rows(number(Math.min(shown, rows.length)), number(report.rowCount ?? rows.length))}
        {currency !== undefined && ` · ${reports.currencyIs(currency)}`}
      </p>
      {rows.length === MAX_ROWS && <p class="hint">{reports.firstRows(number(MAX_ROWS))}</p>}
      <ReportTable rows={rows.slice(0, shown)} columns={columns} />
      {shown < rows.length && (
        <button type="button" class="button" onClick={() => setShown(shown + ROWS_AT_ONCE * 5)}>
          {reports.showMore}
        </button>
      )}
    </section>
  );
}
