import { describe, expect, test } from '@jest/globals';
import { refuse } from '#lib/ads/batch/batch';
import type { Lines, Warehouse } from '#lib/ads/reports/plan/warehouse';
import { orderReport } from '#lib/ads/reports/run/order';
import type { Failure, Report, ReportResult } from '#lib/ads/reports/run/report';
import { runDue } from '#lib/ads/reports/run/run-due';
import { runReport, type RunDependencies } from '#lib/ads/reports/run/run-report';
import type { ReportStores } from '#lib/ads/reports/run/stores';
import { duckDialect } from '#lib/stores/duckdb/report-dialect';
import type { SomeStores } from '#test/support/ads/local-warehouse';

const NOW = Date.parse('2026-03-15T12:00:00Z');
const REQUEST = {
  reportType: 'account',
  columns: [{ columnName: 'accountId' }, { columnName: 'clicks', headerText: 'Klicks' }],
  reportScope: { agencyId: '1' },
  timeRange: { startDate: '2026-03-01', endDate: '2026-03-02' },
  statisticsCurrency: 'usd',
  downloadFormat: 'csv',
  maxRowsPerFile: 2,
};
const REPORT: Report = {
  id: 'r1',
  owner: 'ann@example.com',
  state: 'QUEUED',
  request: REQUEST,
  subjects: [{ agencyId: '1' }],
  requestedMs: NOW - 5,
  attempts: 0,
  errors: 0,
  leaseUntilMs: 0,
};

interface Given {
  readonly rows?: readonly string[];
  readonly mostRows?: number;
  readonly attempts?: number;
  readonly errors?: number;
  readonly refused?: readonly string[];
  readonly problem?: Error | undefined;
  readonly turn?: 'reportUnavailableQuotaExceeded';
  readonly timeZone?: string;
  readonly open?: readonly Report[];
}

/** Stores that note what a runner does. */
function world({ rows = ['3,5\n'], mostRows = 100, refused = [], ...given }: Given = {}) {
  const notes: unknown[][] = [];
  const files: string[] = [];
  const logged: string[] = [];
  const added: Report[] = [];
  const claims: unknown[] = [];
  const taken = new Set<string>();
  const allows = (name: string): boolean => !refused.includes(name);
  const warehouse = {
    dialect: duckDialect,
    ratedCurrencies: () => Promise.resolve(new Set()),
    scopeRows: () =>
      Promise.resolve({
        agencyCurrency: undefined,
        advertisers: [{ agencyId: '1', advertiserId: '2', currencyCode: undefined, timeZone: 'UTC' }],
        accounts: [{ advertiserId: '2', accountId: '3', currencyCode: undefined, timeZone: given.timeZone }],
      }),
    lines<T>(_question: unknown, _format: unknown, use: (lines: Lines) => Promise<T>): Promise<T> {
      if (given.problem !== undefined) throw given.problem;
      async function* bytes(): AsyncGenerator<Uint8Array> {
        for (const row of rows) yield await Promise.resolve(Buffer.from(row));
      }
      return use({ rows: rows.length, bytes: bytes() });
    },
  } as Partial<Warehouse> as Warehouse;
  const stores = {
    warehouse,
    grants: { listFor: () => Promise.resolve([{ subject: 'ann@example.com', agencyId: '1', role: 'READ' as const }]) },
    entities: { findAll: () => Promise.resolve([]) },
    reportSettings: { leastRowsPerFile: 2, mostRows, generateMs: 1_000, guardsFormulas: false },
    reportFiles: {
      async write(key, bytes) {
        let text = '';
        for await (const chunk of bytes) text += Buffer.from(chunk).toString();
        files.push(`${key}: ${text}`);
        return text.length;
      },
      removeAll(folder) {
        notes.push(['remove', folder]);
        return Promise.resolve();
      },
    },
    reports: {
      add(report) {
        added.push(report);
        return Promise.resolve();
      },
      find: (id) => Promise.resolve(given.open?.find((report) => report.id === id)),
      open: () => Promise.resolve([...(given.open ?? [])]),
      lastTurns: () => Promise.resolve(new Map()),
      claim(report, lease) {
        claims.push(lease);
        const { attempts = 0, errors = 0 } = given;
        const isFree = allows('claim') && !taken.has(report.id);
        taken.add(report.id);
        return Promise.resolve(isFree ? { ...report, attempts: attempts + 1, errors } : undefined);
      },
      takeTurn: () => Promise.resolve(given.turn),
      complete(report, token, result: ReportResult) {
        notes.push(['complete', report.id, token, result]);
        return Promise.resolve(allows('complete'));
      },
      fail(id, token, failure: Failure) {
        notes.push(['fail', id, token, failure]);
        return Promise.resolve(allows('fail'));
      },
      release(id, token) {
        notes.push(['release', id, token]);
        return Promise.resolve(allows('release'));
      },
    },
  } as SomeStores<ReportStores>;
  const dependencies: RunDependencies = {
    stores: stores as ReportStores,
    clock: { now: () => new Date(NOW) },
    ids: { next: () => 'token', hex: (characters: number) => 'f'.repeat(characters) },
    log: { info: () => undefined, error: (message: string) => logged.push(message) },
  };
  return { dependencies, notes, files, logged, added, claims };
}
const FOLDER = 'reports/r1/token/';
const run = async (given: Given = {}, report: Report = REPORT) => {
  const made = world(given);
  return { ...made, outcome: await runReport(report, made.dependencies) };
};

describe('a report that is run', () => {
  test('is cut into files, each with the headers, and then is ready', async () => {
    const { outcome, files, notes, claims } = await run({ rows: ['3,5\n', '4,6\n', '5,7\n'], timeZone: 'Asia/Tokyo' });

    expect(outcome).toBe('ready');
    expect(claims).toEqual([{ token: 'token', untilMs: NOW + 60_000, nowMs: NOW }]);
    expect(files).toEqual([`${FOLDER}0.csv: accountId,Klicks\n3,5\n4,6\n`, `${FOLDER}1.csv: accountId,Klicks\n5,7\n`]);
    const file = (index: number, bytes: number) => ({ key: `${FOLDER}${String(index)}.csv`, bytes });
    expect(notes).toEqual([
      [
        'complete',
        'r1',
        'token',
        { files: [file(0, 25), file(1, 21)], rowCount: 3, currencyCode: 'USD', timeZone: 'Asia/Tokyo' },
      ],
    ]);
  });

  test('in tsv, and in one file where nothing else is said', async () => {
    const request = { ...REQUEST, downloadFormat: 'tsv', maxRowsPerFile: undefined };
    const { files } = await run({ rows: ['3\t5\n', '4\t6\n', '5\t7\n'] }, { ...REPORT, request });

    expect(files).toEqual([`${FOLDER}0.tsv: accountId\tKlicks\n3\t5\n4\t6\n5\t7\n`]);
  });

  test.each<[string, Given, Failure]>([
    [
      'with more rows than the stage allows',
      { rows: ['1\n', '2\n'], mostRows: 1 },
      {
        reason: 'reportUnavailableRequestTooLarge',
        message: 'The report is too large. Ask for fewer days, fewer columns or a narrower scope.',
      },
    ],
    [
      'whose request is wrong by now',
      { problem: refuse('No.') },
      { reason: 'reportUnavailableRequestError', message: 'The request was not valid. Details: [No.]' },
    ],
    [
      'whose owner had enough',
      { turn: 'reportUnavailableQuotaExceeded' },
      {
        reason: 'reportUnavailableQuotaExceeded',
        message: 'The reports of today hold as much data as a day allows. Order this one again tomorrow.',
      },
    ],
    [
      'that fails for the third time',
      { problem: new Error('disk'), attempts: 2 },
      {
        reason: 'reportUnavailableInternalServerError',
        message: 'The report could not be produced. Order it again.',
      },
    ],
    [
      'whose runners vanished three times',
      { attempts: 3 },
      {
        reason: 'reportUnavailableRequestTooLarge',
        message: 'The report is too large. Ask for fewer days, fewer columns or a narrower scope.',
      },
    ],
    [
      'whose runners vanished after an error',
      { attempts: 3, errors: 1 },
      {
        reason: 'reportUnavailableInternalServerError',
        message: 'The report could not be produced. Order it again.',
      },
    ],
  ])('%s has failed for good', async (_, given, failure) => {
    const { outcome, notes, logged } = await run(given);

    expect(outcome).toBe('failed');
    expect(notes[0]).toEqual(['fail', 'r1', 'token', failure]);
    expect(logged.at(-1)).toBe('report given up');
  });

  test('that fails is tried again, and leaves no files', async () => {
    const { outcome, notes, logged } = await run({ problem: new Error('disk'), attempts: 1 });

    expect([outcome, logged]).toEqual(['again', ['report failed']]);
    expect(notes).toEqual([
      ['release', 'r1', 'token'],
      ['remove', FOLDER],
    ]);
  });

  test.each<[string, Given, unknown[]]>([
    ['claimed', { refused: ['claim'] }, []],
    ['completed', { refused: ['complete'] }, ['complete', 'remove']],
    ['released', { refused: ['release'], problem: new Error('disk') }, ['release']],
    ['failed', { refused: ['fail'], problem: refuse('No.') }, ['fail']],
  ])('another runner has it when it cannot be %s', async (_, given, done) => {
    const { outcome, notes } = await run(given);

    expect([outcome, notes.map(([name]) => name)]).toEqual(['taken', done]);
  });
});

describe('reports that are due', () => {
  const report = (id: string, fields: Partial<Report> = {}): Report => ({ ...REPORT, id, ...fields });
  const upstream = { id: 'u', pauses: 0, dueAtMs: 0, files: [] };

  test('are run, each once; those of others, and of an upstream, are not', async () => {
    const open = [
      report('a'),
      report('b', { state: 'RUNNING', leaseUntilMs: NOW }),
      report('c', { state: 'RUNNING', leaseUntilMs: NOW + 1 }),
      report('d', { upstream }),
      report('e', { state: 'READY' }),
    ];
    const { dependencies, notes } = world({ open });

    expect(await runDue(dependencies, () => true, ['a', 'gone'])).toEqual({ ready: 2, failed: 0 });
    expect(notes.map(([name, id]) => `${String(name)} ${String(id)}`).toSorted()).toEqual(['complete a', 'complete b']);
  });

  test('are counted by how they end, and wait where there is no time', async () => {
    const failing = world({ open: [report('a'), report('b')], problem: refuse('No.') });

    expect(await runDue(failing.dependencies, () => true)).toEqual({ ready: 0, failed: 2 });
    const late = world({ open: [report('a')] });
    expect(await runDue(late.dependencies, () => false)).toEqual({ ready: 0, failed: 0 });
    expect(late.claims).toEqual([]);
  });

  test('one that is named is run though the queue does not show it yet', async () => {
    const { dependencies, notes } = world({ open: [report('a')] });
    const { reports } = dependencies.stores;
    const hidden = { ...dependencies.stores, reports: { ...reports, open: () => Promise.resolve([]) } };

    expect(await runDue({ ...dependencies, stores: hidden }, () => true, ['a'])).toEqual({ ready: 1, failed: 0 });
    expect(notes).toHaveLength(1);
  });
});

describe('an order', () => {
  const order = async (fields: object, given: Given = {}) => {
    const { dependencies, added } = world(given);
    const answer = await orderReport(
      { ...REQUEST, ...fields },
      { ...dependencies, caller: { email: 'ann@example.com' }, request: { rootUrl: 'https://ads.example/' } },
    );
    return { answer, added };
  };

  test('is queued with its defaults', async () => {
    const { answer, added } = await order({ downloadFormat: 'CSV', includeDeletedEntities: true });
    const request = {
      ...REQUEST,
      includeDeletedEntities: true,
      includeRemovedEntities: true,
      verifySingleTimeZone: false,
    };

    expect(answer).toEqual({ kind: 'doubleclicksearch#report', id: '_'.repeat(16), isReportReady: false, request });
    expect(added).toEqual([
      {
        id: '_'.repeat(16),
        owner: 'ann@example.com',
        state: 'QUEUED',
        request,
        subjects: [{ agencyId: '1', advertiserId: undefined }],
        requestedMs: NOW,
        attempts: 0,
        errors: 0,
        leaseUntilMs: 0,
      },
    ]);
  });

  test.each([
    [{ downloadFormat: undefined }, 'downloadFormat is required.'],
    [{ downloadFormat: 'xlsx' }, "downloadFormat is csv or tsv, not 'xlsx'."],
    [{ maxRowsPerFile: undefined }, 'maxRowsPerFile is required.'],
    [{ maxRowsPerFile: 1 }, 'maxRowsPerFile is 2 to 100000000, not 1.'],
    [{ maxRowsPerFile: 100_000_001 }, 'maxRowsPerFile is 2 to 100000000, not 100000001.'],
  ])('%j: %s', async (fields, message) => {
    await expect(order(fields)).rejects.toThrow(`Details: [${message}]`);
  });

  test('as many rows as allowed are taken, and one zone is looked for where it is asked for', async () => {
    expect((await order({ maxRowsPerFile: 100_000_000, downloadFormat: 'tsv' })).added).toHaveLength(1);
    const columns = [{ columnName: 'clicks' }, { columnName: 'dfaActions' }];
    const zones = { timeZone: 'Asia/Tokyo' };
    expect((await order({ columns }, zones)).added).toHaveLength(1);
    await expect(order({ columns, verifySingleTimeZone: true }, zones)).rejects.toThrow('Asia/Tokyo, UTC');
  });
});
