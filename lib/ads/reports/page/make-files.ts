/** A report as a table in CSV and as a page with charts, without an order: for operators and schedules. */
import { textCells } from '#lib/ads/reports/compile/cells';
import { locateReport, prepare, questionOf } from '#lib/ads/reports/request/prepare';
import type { ReportRequest } from '#lib/ads/reports/request/request';
import { fragmentsOf, headerLine } from '#lib/ads/reports/run/fragments';
import type { ReportStores } from '#lib/ads/reports/run/stores';
import { cellOf } from '#lib/ads/reports/sql/value-type';
import type { Clock } from '#lib/api/context';
import { chartOf } from './chart.ts';
import { reportPage, type ReportPage } from './page.ts';

const TABLE_ROWS = 1_000;
const OPERATOR = 'operator';

export interface FileMaking {
  readonly stores: ReportStores;
  readonly clock: Clock;
  /** The charting library of the page. */
  readonly library: ReportPage['library'];
  /** As the page names the table. */
  readonly csvName: string;
  writeCsv(bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<void>;
  onStep?(step: number): void;
}

export interface MadeFiles {
  readonly title: string;
  readonly page: string;
  readonly rows: number;
}

/** The operator can read the warehouse anyway, so no grant is checked. */
const asOperator = (stores: ReportStores, { reportScope }: ReportRequest): ReportStores => ({
  ...stores,
  grants: {
    ...stores.grants,
    listFor: async () =>
      reportScope?.agencyId === undefined
        ? stores.grants.list()
        : [{ subject: OPERATOR, agencyId: reportScope.agencyId, role: 'READ' }],
  },
});

/** `productLeadAndCrossSell` -> Product lead and cross sell report. */
const titleOf = (type: string): string => {
  const words = type.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)} report`;
};

/** Throws an `ApiError` where the request is wrong. */
export async function makeFiles(request: ReportRequest, making: FileMaking): Promise<MadeFiles> {
  const { clock, library, csvName, writeCsv, onStep = () => undefined } = making;
  const stores = asOperator(making.stores, request);
  const { warehouse } = stores;
  const prepared = await prepare({ statisticsCurrency: 'usd', ...request }, 'request', {
    stores,
    email: OPERATOR,
    clock,
  });
  onStep(1);
  const placed = await locateReport(prepared, warehouse);
  onStep(2);
  const { plan } = prepared;
  const question = await questionOf(plan, placed.reportAccounts, stores, warehouse, {
    present: textCells({ format: 'csv', guardsFormulas: stores.reportSettings.guardsFormulas }, warehouse.dialect),
  });
  const { columns } = question.statement;
  const head = headerLine(
    columns.map(({ header }) => header),
    'csv',
  );
  const rowCount = await warehouse.lines(question, 'csv', async (lines) => {
    const [bytes = []] = fragmentsOf(lines, head, Infinity, 'csv');
    await writeCsv(bytes);
    return lines.rows;
  });
  onStep(3);
  const first = await warehouse.rows(
    await questionOf(plan, placed.reportAccounts, stores, warehouse, { page: { startRow: 0, rowCount: TABLE_ROWS } }),
  );
  const { currencyCode } = placed.reportAccounts;
  const title = titleOf(plan.type.name);
  const page = reportPage({
    title,
    notes: [
      ...(plan.window === undefined ? [] : [`${plan.window.first} to ${plan.window.last}`]),
      `amounts in ${currencyCode}`,
      placed.timeZone ?? 'days of several time zones',
      `all of it in ${csvName}`,
    ],
    currencyCode,
    columns,
    rows: first.map((row) => columns.map(({ type }, index) => cellOf(type, row[index]))),
    rowCount,
    chart: await chartOf(plan, placed, stores),
    library,
  });
  return { title, page, rows: rowCount };
}
