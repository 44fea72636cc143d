/** `npm run ads -- report SPEC.json --out DIR`: writes a report as a CSV file and as a page. */
import { createWriteStream, existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { textCells } from '#lib/ads/reports/compile/cells';
import { locateReport, prepare, questionOf } from '#lib/ads/reports/request/prepare';
import type { ReportRequest } from '#lib/ads/reports/request/request';
import { fragmentsOf, headerLine } from '#lib/ads/reports/run/fragments';
import type { ReportStores } from '#lib/ads/reports/run/stores';
import { cellOf } from '#lib/ads/reports/sql/value-type';
import { ApiError } from '#lib/api/errors';
import { openProgress } from '#lib/command/progress';
import { StartupError } from '#lib/command/startup-error';
import { chartOf } from './report-chart.ts';
import { reportPage, type ReportPage } from './report-page.ts';

const TABLE_ROWS = 1_000;
const OPERATOR = 'operator';

async function readSpec(path: string): Promise<ReportRequest> {
  try {
    return { statisticsCurrency: 'usd', ...(JSON.parse(await readFile(path, 'utf8')) as ReportRequest) };
  } catch (error) {
    if (!existsSync(path)) throw new StartupError(`There is no file ${path}.`, { cause: error });
    throw new StartupError(
      `${path} is no report request in JSON: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
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

async function readLibrary(): Promise<ReportPage['library']> {
  const file = (name: string): Promise<string> =>
    readFile(new URL(`../../../node_modules/uplot/dist/${name}`, import.meta.url), 'utf8');
  const [script, style] = await Promise.all([file('uPlot.iife.min.js'), file('uPlot.min.css')]);
  return { script, style };
}

const STEPS = ['reading the request', 'looking up accounts', 'computing', 'drawing'] as const;

/** Returns the paths of the written files. */
export async function makeReport(specPath: string, folder: string, all: ReportStores): Promise<readonly string[]> {
  const progress = openProgress();
  const step = (index: number): void => {
    progress.show(STEPS[index] ?? '', index, STEPS.length);
  };
  step(0);
  try {
    const spec = await readSpec(specPath);
    const stores = asOperator(all, spec);
    const { warehouse } = stores;
    const prepared = await prepare(spec, 'request', { stores, email: OPERATOR, clock: { now: () => new Date() } });
    step(1);
    const placed = await locateReport(prepared, warehouse);
    step(2);
    const { plan } = prepared;
    await mkdir(folder, { recursive: true });
    const name = basename(specPath).replace(/\.json$/i, '');
    const [csv, page] = [join(folder, `${name}.csv`), join(folder, `${name}.html`)];
    const question = await questionOf(plan, placed.reportAccounts, stores, warehouse, {
      present: textCells({ format: 'csv', guardsFormulas: stores.reportSettings.guardsFormulas }, warehouse.dialect),
    });
    const { columns } = question.statement;
    const rowCount = await warehouse.lines(question, 'csv', async (lines) => {
      const [bytes = []] = fragmentsOf(
        lines,
        headerLine(
          columns.map(({ header }) => header),
          'csv',
        ),
        Infinity,
        'csv',
      );
      await pipeline(bytes, createWriteStream(csv));
      return lines.rows;
    });
    step(3);
    const first = await warehouse.rows(
      await questionOf(plan, placed.reportAccounts, stores, warehouse, { page: { startRow: 0, rowCount: TABLE_ROWS } }),
    );
    const { currencyCode } = placed.reportAccounts;
    await writeFile(
      page,
      reportPage({
        title: titleOf(plan.type.name),
        notes: [
          ...(plan.window === undefined ? [] : [`${plan.window.first} to ${plan.window.last}`]),
          `amounts in ${currencyCode}`,
          placed.timeZone ?? 'days of several time zones',
          `all of it in ${basename(csv)}`,
        ],
        currencyCode,
        columns,
        rows: first.map((row) => columns.map(({ type }, index) => cellOf(type, row[index]))),
        rowCount,
        chart: await chartOf(plan, placed, stores),
        library: await readLibrary(),
      }),
    );
    return [csv, page];
  } catch (error) {
    throw error instanceof ApiError ? new StartupError(error.message, { cause: error }) : error;
  } finally {
    progress.clear();
  }
}
