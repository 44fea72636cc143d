/** What a stage can set about reports. */
import type { ReportSettings } from '#lib/ads/reports/run/stores';
import type { ReportLimits } from '#lib/stores/dynamodb/ads/report-items';

const MB = 1024 * 1024;

function count(name: string, otherwise: number): number {
  const value = process.env[name];
  const parsed = value === undefined || value === '' ? otherwise : Number(value);
  if (!Number.isSafeInteger(parsed) || parsed < 0)
    throw new Error(`${name} must be a whole number, not '${String(value)}'.`);
  return parsed;
}

export const reportSettings: ReportSettings = {
  leastRowsPerFile: count('REPORT_LEAST_ROWS_PER_FILE', 1_000_000),
  mostRows: count('REPORT_MOST_ROWS', 20_000_000),
  generateMs: count('REPORT_GENERATE_MS', 20_000),
  guardsFormulas: process.env['REPORT_GUARD_FORMULAS'] === 'on',
};

export const reportLimits: ReportLimits = {
  reportsPerMinute: count('REPORTS_PER_MINUTE', 0),
  bytesPerDay: count('REPORT_BYTES_PER_DAY', 0),
  keptMs: count('REPORT_DAYS', 30) * 86_400_000,
};

/** Copies of warehouse files that stay on the local disk for the next report. */
export const localCopyBytes = count('REPORT_DISK_MB', 256) * MB;

/** How old a table of ids may be that came from an upstream. */
export const idMappingMaxAgeMs = count('UPSTREAM_ID_MAPPING_HOURS', 24) * 3_600_000;

export const warehouseKind = process.env['WAREHOUSE'] === 'athena' ? 'athena' : 'duckdb';
