/**
 * Benchmarks of the ads service. This file: reports over millions of facts and visits compared with plain SQL, one
 * small report from request to file, and a hundred queued reports.
 * `ads-conversions.ts` measures conversion requests, `ads-import.ts` the import of facts.
 */
import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { entities, factsDaily, visits } from '#lib/ads/import/kinds';
import { LINEAGE_COLUMNS } from '#lib/ads/import/lineage-sql';
import { SQL_TYPES } from '#lib/ads/import/staging-sql';
import { advertiserKey, monthKey } from '#lib/ads/import/warehouse-keys';
import { textCells } from '#lib/ads/reports/compile/cells';
import { compileReport } from '#lib/ads/reports/compile/statement';
import type { ConversionRow } from '#lib/ads/reports/plan/conversion-rows';
import type { Question } from '#lib/ads/reports/plan/warehouse';
import { readRequest } from '#lib/ads/reports/request/request';
import { fragmentsOf, headerLine } from '#lib/ads/reports/run/fragments';
import { SAMPLE } from '#lib/ads/sample/sample-accounts';
import { duckDialect } from '#lib/stores/duckdb/report-dialect';
import { duckWarehouse } from '#lib/stores/duckdb/report-warehouse';
import { openDuck } from '#lib/stores/duckdb/session';
import { median, type Bench, type Report } from '#test/tools/measure/bench';
import { request, sampleOnce } from '#test/tools/measure/measure';
import { openBenchStack } from '#test/tools/measure/stack';

const FACTS = 5_000_000;
const VISITS = 1_000_000;
const ROUNDS = 7;
const [ADVERTISER, ACCOUNT, CAMPAIGNS, KEYWORDS] = ['21', '70', 200, 20_000] as const;
const MONTHS = ['2026-01', '2026-02', '2026-03'] as const;

const nulls = (columns: readonly (readonly [string, string])[], given: Readonly<Record<string, string>>): string =>
  columns.map(([name, type]) => `CAST(${given[name] ?? 'NULL'} AS ${type}) AS "${name}"`).join(', ');

/** A warehouse of one account with five million facts, written by DuckDB. */
async function createWarehouse(folder: string): Promise<void> {
  const duck = await openDuck();
  const entityColumns = [
    ...entities.columns.map(({ name, type }) => [name, SQL_TYPES[type]] as const),
    ...LINEAGE_COLUMNS.map((name) => [name, name === 'networkTimeZone' ? 'VARCHAR' : 'BIGINT'] as const),
  ];
  const line = { agencyId: '20', advertiserId: ADVERTISER, networkTimeZone: "'UTC'", status: "'Active'" };
  const level = (name: string, id: string, more: Readonly<Record<string, string>>, source: string): string =>
    `SELECT ${nulls(entityColumns, { ...line, level: `'${name}'`, legacyId: id, name: `'${name} ' || ${id}`, ...more })} FROM ${source}`;
  const tree = [
    level('ADVERTISER', ADVERTISER, { currencyCode: "'USD'", timeZone: "'UTC'" }, 'range(1)'),
    level('ACCOUNT', ACCOUNT, { accountId: ACCOUNT, currencyCode: "'USD'", timeZone: "'UTC'" }, 'range(1)'),
    level(
      'CAMPAIGN',
      '1000 + range',
      { accountId: ACCOUNT, campaignId: '1000 + range' },
      `range(${String(CAMPAIGNS)})`,
    ),
  ];
  try {
    const entityFile = join(folder, advertiserKey(entities, ADVERTISER));
    await mkdir(join(entityFile, '..'), { recursive: true });
    await duck.run(`COPY (${tree.join(' UNION ALL ')}) TO '${entityFile}' (FORMAT parquet)`);
    for (const month of MONTHS) {
      const factFile = join(folder, monthKey(factsDaily, { advertiserId: ADVERTISER, month }));
      await mkdir(join(factFile, '..'), { recursive: true });
      const columns = factsDaily.columns.map(({ name, type }) => [name, SQL_TYPES[type]] as const);
      const fact = {
        date: `DATE '${month}-01' + CAST(hash(range) % 28 AS INTEGER)`,
        accountId: ACCOUNT,
        campaignId: `1000 + hash(range * 3) % ${String(CAMPAIGNS)}`,
        keywordId: `hash(range * 5) % ${String(KEYWORDS)}`,
        device: "['Desktop', 'Mobile', 'Tablet'][1 + CAST(hash(range * 7) % 3 AS INTEGER)]",
        impr: 'hash(range * 11) % 500',
        clicks: 'hash(range * 13) % 50',
        costMicros: 'hash(range * 17) % 9000000',
      };
      await duck.run(
        `COPY (SELECT ${nulls(columns, fact)} FROM range(${String(Math.ceil(FACTS / MONTHS.length))})) TO '${factFile}' (FORMAT parquet, COMPRESSION zstd)`,
      );
    }
    const [month] = MONTHS;
    const visitFile = join(folder, monthKey(visits, { advertiserId: ADVERTISER, month }));
    await mkdir(join(visitFile, '..'), { recursive: true });
    const visit = {
      clickId: "'v' || lpad(CAST(range AS VARCHAR), 7, '0')",
      timestampMs: `epoch_ms(DATE '${month}-01') + CAST(hash(range) % 2419200000 AS BIGINT)`,
      agencyId: '20',
      advertiserId: ADVERTISER,
      accountId: ACCOUNT,
      campaignId: `1000 + hash(range * 3) % ${String(CAMPAIGNS)}`,
    };
    const visitColumns = visits.columns.map(({ name, type }) => [name, SQL_TYPES[type]] as const);
    await duck.run(
      `COPY (SELECT ${nulls(visitColumns, visit)} FROM range(${String(VISITS)})) TO '${visitFile}' (FORMAT parquet)`,
    );
  } finally {
    await duck.close();
  }
}

const copiesIn = (folder: string) => ({
  async list(prefix: string) {
    const found = await readdir(folder, { recursive: true, withFileTypes: true });
    const keys = found
      .filter((entry) => entry.isFile())
      .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
    return keys.filter((key) => key.startsWith(prefix)).map((key) => ({ key, tag: '' }));
  },
  fetch: (files: readonly { readonly key: string }[]) => Promise.resolve(files.map(({ key }) => join(folder, key))),
});

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

async function* none(): AsyncGenerator<ConversionRow> {
  yield* await Promise.resolve([]);
}

function questionOf(reportType: string, names: readonly string[]): Question {
  const window = { first: '2026-01-01', last: '2026-03-31' };
  const plan = readRequest(
    {
      reportType,
      reportScope: { agencyId: '20', advertiserId: ADVERTISER },
      columns: names.map((columnName) => ({ columnName })),
      statisticsCurrency: 'usd',
      timeRange: { startDate: window.first, endDate: window.last },
    },
    'request',
    0,
  ).plan(undefined);
  const reportAccounts = {
    advertisers: [{ agencyId: '20', advertiserId: ADVERTISER, currencyCode: 'USD', timeZone: 'UTC' }],
    accounts: [{ advertiserId: ADVERTISER, accountId: ACCOUNT, currencyCode: 'USD', timeZone: 'UTC' }],
    currencyCode: 'USD',
  };
  const statement = compileReport(plan, reportAccounts, duckDialect, {
    present: textCells({ format: 'csv', guardsFormulas: false }, duckDialect),
  });
  return { statement, advertiserIds: [ADVERTISER], window, conversions: none };
}

interface Compared {
  /** A report, and the same rows by hand-written SQL. */
  readonly question: Question;
  readonly bareSql: (folder: string) => string;
  readonly maxRatio: number;
}

const COMPARED: Readonly<Record<string, Compared>> = {
  'report over 5 million facts': {
    question: questionOf('campaign', ['campaignId', 'date', 'impr', 'clicks', 'cost', 'ctr']),
    bareSql: (folder) =>
      `SELECT campaignId, date, sum(impr), sum(clicks), sum(costMicros) / 1e6, sum(clicks) / sum(impr) FROM read_parquet('${folder}/warehouse/facts_daily/*/*.parquet') GROUP BY ALL ORDER BY 1, 2`,
    maxRatio: 1.5,
  },
  'report of a million visits': {
    question: questionOf('visit', ['visitId', 'visitDate', 'campaignId', 'deviceSegment']),
    bareSql: (folder) =>
      `SELECT clickId, CAST(make_timestamp(timestampMs * 1000) AS DATE), campaignId, COALESCE(device, 'Other') FROM read_parquet('${folder}/warehouse/visits/*/*.parquet') ORDER BY timestampMs, clickId`,
    maxRatio: 2.5,
  },
};

async function bareCopy(sql: string, path: string): Promise<void> {
  const duck = await openDuck();
  try {
    await duck.run(`COPY (${sql}) TO '${path}' (FORMAT csv, HEADER)`);
  } finally {
    await duck.close();
  }
}

async function compare(folder: string, name: string, compared: Compared, report: Report): Promise<void> {
  const { question, bareSql, maxRatio } = compared;
  const warehouse = duckWarehouse(copiesIn(folder));
  const header = headerLine(
    question.statement.columns.map((column) => column.header),
    'csv',
  );
  const ours = () =>
    warehouse.lines(question, 'csv', async (lines) => {
      for (const bytes of fragmentsOf(lines, header, 1_000_000, 'csv'))
        await pipeline(bytes, createWriteStream(join(folder, 'ours.csv')));
    });
  const bare = () => bareCopy(bareSql(folder), join(folder, 'bare.csv'));
  const times = { ours: [] as number[], bare: [] as number[] };
  await Promise.all([ours(), bare()]);
  for (let round = 0; round < ROUNDS; round += 1) {
    times.bare.push(await timed(bare));
    times.ours.push(await timed(ours));
  }
  report.row(`${name}: bare COPY`, median(times.bare), 'ms');
  report.row(name, median(times.ours), 'ms');
  report.row(`${name} against the bare COPY`, median(times.ours) / median(times.bare), 'x', maxRatio);
}

async function largeReports(report: Report): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'almanac-bench-reports-'));
  try {
    report.progress('five million facts, and a million visits');
    await createWarehouse(folder);
    for (const [name, compared] of Object.entries(COMPARED)) await compare(folder, name, compared, report);
  } finally {
    await rm(folder, { recursive: true });
  }
}

const QUEUED = 100;
const SCHEDULED = {
  version: '0',
  id: '1',
  'detail-type': 'Scheduled Event' as const,
  source: 'aws.events',
  account: '1',
  time: '',
  region: 'us-east-1',
  resources: [],
  detail: {},
};

async function queue(report: Report): Promise<void> {
  const { token } = await openBenchStack();
  report.progress('sample data for reports');
  const [{ handler }, { handler: poll }, { sampleAds }] = await Promise.all([
    import('#functions/ads/reports/index'),
    import('#functions/schedules/poll-reports'),
    import('#lib/local/sample/sample-ads'),
  ]);
  await sampleAds.seed();
  const as = await token(SAMPLE.manager);
  const today = new Date();
  const dayBefore = (days: number): string => new Date(today.getTime() - days * 86_400_000).toISOString().slice(0, 10);
  const body = {
    reportType: 'campaign',
    reportScope: { agencyId: SAMPLE.agencyId, advertiserId: SAMPLE.shoes },
    columns: ['campaign', 'date', 'clicks', 'cost', 'dfaRevenue'].map((columnName) => ({ columnName })),
    timeRange: { startDate: dayBefore(30), endDate: dayBefore(1) },
    statisticsCurrency: 'advertiser',
    downloadFormat: 'csv',
    maxRowsPerFile: 1_000_000,
  };
  const order = () => sampleOnce(handler, request('POST', '/doubleclicksearch/v2/reports', as, body));
  const small: number[] = [];
  for (let round = 0; round < 6; round += 1) {
    small.push(
      await timed(async () => {
        await order();
        await poll(SCHEDULED);
      }),
    );
  }
  report.row('small report, from order to file', median(small.slice(1)), 'ms');
  for (let count = 0; count < QUEUED; count += 1) await order();
  report.progress('a hundred reports in the queue');
  const totalMs = await timed(() => poll(SCHEDULED));
  report.row('100 queued reports', totalMs / 1000, 's');
}

export const reports: Bench = {
  name: 'reports',
  usesStack: true,
  async run(report) {
    await largeReports(report);
    await queue(report);
  },
};
