/** A report of any type as rows, straight from the warehouse. */
import type { Question } from '#lib/ads/reports/plan/warehouse';
import { locateReport, prepare, questionOf } from '#lib/ads/reports/request/prepare';
import type { ReportRequest } from '#lib/ads/reports/request/request';
import { cellOf } from '#lib/ads/reports/sql/value-type';
import { NOW, VIEWER, type LocalWarehouse } from './local-warehouse.ts';
import type { ReportWorld } from './report-world.ts';

export type ReportRow = Readonly<Record<string, unknown>>;

/** What a report asks of the warehouse. */
export async function reportQuestion(request: ReportRequest, { stores, warehouse }: LocalWarehouse): Promise<Question> {
  const prepared = await prepare(request, 'request', { stores, email: VIEWER, clock: { now: () => NOW } });
  const { reportAccounts } = await locateReport(prepared, warehouse);
  return questionOf(prepared.plan, reportAccounts, stores, warehouse, {});
}

export async function reportRows(request: ReportRequest, local: LocalWarehouse): Promise<ReportRow[]> {
  const question = await reportQuestion(request, local);
  const rows = await local.warehouse.rows(question);
  const { columns } = question.statement;
  return rows.map((row) =>
    Object.fromEntries(
      columns.flatMap(({ header, type }, index) => {
        const cell = cellOf(type, row[index]);
        return cell === undefined ? [] : [[header, cell]];
      }),
    ),
  );
}

export const named = (...names: readonly string[]): { columnName: string }[] =>
  names.map((columnName) => ({ columnName }));

/** Rows of the world's first advertiser over all its days; fields replace what is asked for by default. */
export const rowsOfWorld =
  (world: ReportWorld, defaults: ReportRequest) =>
  (fields: ReportRequest, from: LocalWarehouse): Promise<ReportRow[]> =>
    reportRows(
      {
        reportScope: { agencyId: world.agencyId, advertiserId: world.advertiserIds[0] },
        timeRange: { startDate: world.firstDay, endDate: world.lastDay },
        ...defaults,
        ...fields,
      },
      from,
    );
