/** @modules own */
import '#test/support/ads/own-bucket';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { visits } from '#lib/ads/import/kinds';
import { monthKey } from '#lib/ads/import/warehouse-keys';
import { sqlText } from '#lib/api/text/sql-text';
import { openDuck } from '#lib/stores/duckdb/session';
import { PARQUET, newPath } from '#lib/stores/duckdb/warehouse';
import type * as Orders from '#test/support/ads/use-report-orders';

/** One whole file of the stage's least length, which only storage can hand over, and the beginning of another. */
const ROWS = 1_100_000;
const DAY = '2026-09-15';

// The stage's own minimum, not the one that other tests lower; read when the service is loaded.
delete process.env['REPORT_LEAST_ROWS_PER_FILE'];
const { useReportOrders }: typeof Orders = await import('#test/support/ads/use-report-orders');
const { service, made, file, refusal } = useReportOrders();

/** So many visits on one day, in the place of those of the month. */
beforeAll(async () => {
  const { importDependencies } = await import('#lib/runtime/ads/import');
  const {
    agencyId,
    advertiserIds: [advertiserId],
    accountIds: [accountId],
    facts: [fact],
  } = service.world;
  const duck = await openDuck();
  try {
    const path = newPath(duck);
    const values = visits.columns
      .filter(({ isRequired }) => !isRequired)
      .map(({ name, type }) => `CAST(NULL AS ${type === 'id' ? 'BIGINT' : 'VARCHAR'}) AS "${name}"`);
    await duck.run(
      `COPY (SELECT 'v' || lpad(CAST(n AS VARCHAR), 7, '0') AS clickId, epoch_ms(DATE '${DAY}') + 36000000 AS timestampMs, ${agencyId}::BIGINT AS agencyId, ${advertiserId}::BIGINT AS advertiserId, ${accountId}::BIGINT AS accountId, ${String(fact?.campaignId)}::BIGINT AS campaignId, ${values.join(', ')} FROM range(${String(ROWS)}) t(n)) TO ${sqlText(path)} (FORMAT parquet)`,
    );
    await importDependencies.files.upload(monthKey(visits, { advertiserId, month: DAY.slice(0, 7) }), path, PARQUET);
  } finally {
    await duck.close();
  }
});

/** Files that no answer can hold are fetched from the storage. */
async function linesOf(id: string, fragment: number): Promise<string[]> {
  const { status, headers, text } = await file(id, { fragment });
  return (status === 302 ? await (await fetch(headers['location'] ?? '')).text() : text).trimEnd().split('\n');
}

describe('doubleclicksearch.reports.request', () => {
  test('ADS-39 more than a million rows in files of a million', async () => {
    const report = {
      reportType: 'visit',
      columns: [{ columnName: 'visitId' }],
      timeRange: { startDate: DAY, endDate: DAY },
    };
    for (const maxRowsPerFile of [999_999, 100_000_001, 0, undefined])
      expect(await refusal({ ...report, maxRowsPerFile })).toContain('maxRowsPerFile');

    const { id, rowCount, files } = await made({ ...report, maxRowsPerFile: 1_000_000 });

    expect({ rowCount, files: files.length }).toEqual({ rowCount: ROWS, files: 2 });
    // A header of 8 bytes and lines of 9.
    expect(files.map(({ byteCount }) => byteCount)).toEqual(['9000008', '900008']);
    for (const [fragment, rows] of [1_000_000, 100_000].entries()) {
      const [header, ...lines] = await linesOf(id, fragment);
      const nth = (index: number) => `v${String(fragment * 1_000_000 + index).padStart(7, '0')}`;
      expect([header, lines.length, lines[0], lines.at(-1)]).toEqual(['visitId', rows, nth(0), nth(rows - 1)]);
    }
  });
});
