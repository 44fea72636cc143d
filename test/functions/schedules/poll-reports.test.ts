/** @modules own */
import '#test/support/ads/own-bucket';
import { InternalServerError } from '@aws-sdk/client-dynamodb';
import { ListObjectsV2Command } from '@aws-sdk/client-s3';
import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { DynamoDBStreamEvent } from 'aws-lambda';
import { handler as api } from '#functions/ads/reports/index';
import { handler as poll } from '#functions/schedules/poll-reports';
import type { ReportRequest } from '#lib/ads/reports/request/request';
import { GIVEN_UP } from '#lib/ads/reports/run/report';
import { runDue as runAllDue } from '#lib/ads/reports/run/run-due';
import { LEASE_MS, runReport as run, type RunDependencies } from '#lib/ads/reports/run/run-report';
import type { ReportStores } from '#lib/ads/reports/run/stores';
import { importDependencies } from '#lib/runtime/ads/import';
import { adsReports } from '#lib/runtime/ads/reports';
import { config } from '#lib/runtime/process/config';
import { randomIds } from '#lib/runtime/process/ids';
import { dynamoReports } from '#lib/stores/dynamodb/ads/reports';
import { documents } from '#lib/stores/dynamodb/client/client';
import type { DocumentClient, UpdateCommand } from '#lib/stores/dynamodb/client/commands';
import { importWorld } from '#test/support/ads/import-world';
import { keywordReport, pollOnce } from '#test/support/ads/report-service';
import { reportWorld, type ReportWorld } from '#test/support/ads/report-world';
import { useReportService } from '#test/support/ads/use-report-service';
import { requestsTo, type ErrorBody } from '#test/support/ask';
import { objects } from '#test/support/http/objects';
import { someone } from '#test/support/people';
import { newFolder } from '#test/support/run/folders/new-folder';
import { underRole } from '#test/support/run/under-role';

// Runners that vanish leave their files behind, which go with the run.
process.env['TMPDIR'] = newFolder();
const ask = requestsTo(api);
const handler = underRole('pollReports', poll);
// What the function does, with parts that break.
const runReport = underRole('pollReports', run);
const runDue = underRole('pollReports', runAllDue);
const BASE = '/doubleclicksearch/v2/reports';
const service = useReportService();
let world: ReportWorld;

beforeAll(() => {
  ({ world } = service);
});
// Nothing of one test is due in the next.
beforeEach(() => pollOnce());

const { stores } = adsReports;
const silent = { info: () => undefined, error: () => undefined };

interface Wire {
  readonly id: string;
  readonly rowCount: number;
}
const order = async (fields: ReportRequest = {}, as = service.viewer): Promise<string> =>
  (await ask<Wire>('POST', BASE, { as, body: keywordReport(world, fields) })).body.id;
const get = <T = Wire & ErrorBody>(id: string, as = service.viewer) => ask<T>('GET', `${BASE}/${id}`, { as });
const fileOf = (id: string) => ask<ErrorBody>('GET', `${BASE}/${id}/files/0`, { as: service.viewer });

/** A runner at a time of its own; what it is given may break in the middle. */
const runner = (changes: Partial<ReportStores> = {}, laterMs = 0): RunDependencies => ({
  stores: { ...stores, ...changes },
  clock: { now: () => new Date(Date.now() + laterMs) },
  ids: randomIds,
  log: silent,
});

async function due(id: string) {
  const report = await stores.reports.find(id);
  if (report === undefined) throw new Error('There is no such report.');
  return report;
}

/** A runner that vanishes: the step never ends, and nothing after it is done. `reached` says that it has got there. */
function vanishing() {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const never = <T>(): Promise<T> => {
    resolve(undefined);
    return new Promise<T>(() => undefined);
  };
  return { reached: promise, never };
}
type Never = ReturnType<typeof vanishing>['never'];

const filesBelow = async (id: string): Promise<string[]> => {
  const { Contents = [] } = await objects.send(
    new ListObjectsV2Command({ Bucket: config.bucket, Prefix: `reports/${id}/` }),
  );
  return Contents.map(({ Key = '' }) => Key);
};

describe('poll-reports', () => {
  test('a new report is made at once when the stream brings it, and other changes are passed over', async () => {
    const id = await order();
    const record = (eventName: 'INSERT' | 'MODIFY', pk: string) => ({
      eventName,
      dynamodb: { Keys: { pk: { S: pk }, sk: { S: 'REPORT' } } },
    });

    await handler({
      Records: [record('MODIFY', `REPORT#${id}`), record('INSERT', 'CONVERSIONS#1')],
    } as DynamoDBStreamEvent);
    expect((await get(id)).status).toBe(202);
    await handler({ Records: [record('INSERT', `REPORT#${id}`)] } as DynamoDBStreamEvent);
    expect((await get(id)).status).toBe(200);
  });

  const DEATHS: readonly (readonly [string, (never: Never) => Partial<ReportStores>])[] = [
    ['after it took the report', (never) => ({ reports: { ...stores.reports, takeTurn: () => never() } })],
    [
      'while it reads conversions',
      (never) => ({
        conversions: {
          ...stores.conversions,
          list: () => ({ [Symbol.asyncIterator]: () => ({ next: () => never() }) }),
        },
      }),
    ],
    ['before it writes a file', (never) => ({ reportFiles: { ...stores.reportFiles, write: () => never() } })],
    [
      'in the middle of its files',
      (never) => {
        let written = 0;
        return {
          reportFiles: {
            ...stores.reportFiles,
            write: (...file: Parameters<ReportStores['reportFiles']['write']>) =>
              (written += 1) > 1 ? never<number>() : stores.reportFiles.write(...file),
          },
        };
      },
    ],
    [
      'before it says that the report is ready',
      (never) => ({ reports: { ...stores.reports, complete: () => never() } }),
    ],
  ];

  test.each(DEATHS)(
    'a runner that dies %s is replaced when its lease ends; there is one whole result',
    async (_, death) => {
      const fields: ReportRequest = {
        columns: [{ columnName: 'keywordId' }, { columnName: 'dfaRevenue' }],
        maxRowsPerFile: 20,
      };
      const id = await order(fields);
      const { reached, never } = vanishing();
      void runReport(await due(id), runner(death(never)));
      await reached;

      expect(await runDue(runner(), () => true, [id])).toEqual({ ready: 0, failed: 0 });
      expect((await get(id)).status).toBe(202);
      expect(await runDue(runner({}, LEASE_MS + 1), () => true, [id])).toEqual({ ready: 1, failed: 0 });

      const { status, body } = await get(id);
      expect({ status, rows: body.rowCount, attempts: (await due(id)).attempts }).toEqual({
        status: 200,
        rows: 30,
        attempts: 2,
      });
      expect((await fileOf(id)).text.split('\n')).toHaveLength(22);
    },
  );

  test('a runner that was thought dead and comes back leaves nothing behind', async () => {
    const id = await order();
    const [arrive, resume] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
    const slow = runReport(
      await due(id),
      runner({
        reportFiles: {
          ...stores.reportFiles,
          async write(...file) {
            arrive.resolve(undefined);
            await resume.promise;
            return stores.reportFiles.write(...file);
          },
        },
      }),
    );
    await arrive.promise;
    expect(await runReport(await due(id), runner({}, LEASE_MS + 1))).toBe('ready');
    const files = await filesBelow(id);

    resume.resolve(undefined);

    expect(await slow).toBe('taken');
    expect(await filesBelow(id)).toEqual(files);
    expect(files).toHaveLength(1);
  });

  test('ten runners at once make one result', async () => {
    const id = await order();
    const report = await due(id);
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => runReport(report, runner())));

    expect(outcomes.sort()).toEqual([...Array.from({ length: 9 }, () => 'taken'), 'ready'].sort());
    expect(await filesBelow(id)).toHaveLength(1);
  });

  test('ADS-41 a report that fails three times is 410 for good, and so are its files', async () => {
    const id = await order();
    const lines: unknown[] = [];
    const log = {
      info: () => undefined,
      error: (message: string, fields = {}) => void lines.push({ message, ...fields }),
    };
    const broken = runner({
      reportFiles: { ...stores.reportFiles, write: () => Promise.reject(new Error('The disk is full.')) },
    });
    for (let attempt = 0; attempt < 3; attempt += 1) await runReport(await due(id), { ...broken, log });
    await pollOnce();

    expect(lines.at(-1)).toEqual({ message: GIVEN_UP, report: id, reason: 'reportUnavailableInternalServerError' });

    for (const answer of [await get(id), await fileOf(id), await get(id)]) {
      expect(answer).toMatchObject({
        status: 410,
        body: { error: { code: 410, errors: [{ reason: 'reportUnavailableInternalServerError' }] } },
      });
    }
    expect(JSON.stringify((await get(id)).body)).not.toContain('disk');
  });

  test.each([
    ['and the state was written all the same', true],
    ['and nothing was written', false],
  ])('the database fails while a report is said to be ready, %s: its files are there', async (_, isWritten) => {
    const id = await order();
    const outcome = await runReport(
      await due(id),
      runner({
        reports: {
          ...stores.reports,
          async complete(...done) {
            if (isWritten) await stores.reports.complete(...done);
            throw new Error('The database is down.');
          },
        },
      }),
    );

    expect(outcome).toBe(isWritten ? 'taken' : 'again');
    expect((await get(id)).status).toBe(isWritten ? 200 : 202);
    await pollOnce();
    expect((await get(id)).status).toBe(200);
    expect((await fileOf(id)).status).toBe(200);
    expect(await filesBelow(id)).toHaveLength(1);
  });

  test('a change of a report that the database fails on is an error, and not a lease that was lost', async () => {
    const id = await order();
    const fault = new InternalServerError({ message: 'Try again.', $metadata: {} });
    const failing = (failures: number): DocumentClient => {
      let left = failures;
      const send = (command: UpdateCommand) => ((left -= 1) >= 0 ? Promise.reject(fault) : documents.send(command));
      return { send } as object as DocumentClient;
    };
    const reports = (failures: number) =>
      dynamoReports(failing(failures), config.adsTable, () => Date.now(), { reportsPerMinute: 0, bytesPerDay: 0 });
    const lease = { token: 'token', untilMs: Date.now() + LEASE_MS, nowMs: Date.now() };

    await expect(reports(1).claim(await due(id), lease)).rejects.toBe(fault);
    expect(await reports(0).claim(await due(id), lease)).toMatchObject({ id, state: 'RUNNING' });
    await expect(reports(1).renew(id, 'token', lease.untilMs)).rejects.toBe(fault);
    await expect(reports(1).release(id, 'token')).rejects.toBe(fault);
    expect((await due(id)).state).toBe('RUNNING');
    expect(await reports(0).release(id, 'token')).toBe(true);
  });

  test('a report whose runners all vanish is too large', async () => {
    const id = await order();
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      const { reached, never } = vanishing();
      void runReport(
        await due(id),
        runner({ reports: { ...stores.reports, takeTurn: () => never() } }, attempt * (LEASE_MS + 1)),
      );
      await reached;
    }
    await runReport(await due(id), runner({}, 5 * LEASE_MS));

    expect((await get(id)).body.error.errors[0]).toMatchObject({ reason: 'reportUnavailableRequestTooLarge' });
  });

  test('more rows than the stage allows are too large', async () => {
    const id = await order();
    await runReport(await due(id), runner({ reportSettings: { ...stores.reportSettings, mostRows: 5 } }));

    expect((await get(id)).body.error.errors[0]).toMatchObject({ reason: 'reportUnavailableRequestTooLarge' });
  });

  test('what changed after the order is a fault of the request: a saved column that is gone', async () => {
    const scope = { agencyId: world.agencyId, advertiserId: world.advertiserIds[0] };
    const id = await order({ reportScope: scope, columns: [{ savedColumnName: 'Cost per sale' }] });
    await runReport(
      await due(id),
      runner({ advertisers: { ...stores.advertisers, savedColumns: () => Promise.resolve([]) } }),
    );

    expect((await get(id)).body.error.errors[0]).toMatchObject({
      reason: 'reportUnavailableRequestError',
      message: expect.stringContaining('Cost per sale'),
    });
  });

  test.each([
    ['reportUnavailableRateLimitExceeded', { reportsPerMinute: 1, bytesPerDay: 0 }],
    ['reportUnavailableQuotaExceeded', { reportsPerMinute: 0, bytesPerDay: 1 }],
  ])('%s: the second report of an owner', async (reason, limits) => {
    const owner = someone('eager');
    await importDependencies.stores.grants.put({ subject: owner, agencyId: world.agencyId, role: 'READ' });
    const [first, second] = [await order({}, owner), await order({}, owner)];
    // In one minute, of one day.
    const now = new Date();
    const reports = dynamoReports(documents, config.adsTable, () => now.getTime(), limits);
    const limited = { ...runner({ reports }), clock: { now: () => now } };
    await runReport(await due(first), limited);
    await runReport(await due(second), limited);

    expect((await get(first, owner)).status).toBe(200);
    expect((await get(second, owner)).body.error.errors[0]).toMatchObject({ reason });
  });

  test('20 reports at once: whoever orders one is not behind all of somebody else', async () => {
    const [greedy, modest] = [someone('greedy'), someone('modest')];
    for (const subject of [greedy, modest])
      await importDependencies.stores.grants.put({ subject, agencyId: world.agencyId, role: 'READ' });
    for (let count = 0; count < 18; count += 1) await order({ columns: [{ columnName: 'keywordId' }] }, greedy);
    const last = [
      await order({ columns: [{ columnName: 'keywordId' }] }, modest),
      await order({ columns: [{ columnName: 'keywordId' }] }, modest),
    ];
    const turns: string[] = [];
    const watched = runner({
      reports: {
        ...stores.reports,
        takeTurn: (owner, nowMs) => (turns.push(owner), stores.reports.takeTurn(owner, nowMs)),
      },
    });

    expect(await runDue(watched, () => true)).toEqual({ ready: 20, failed: 0 });

    expect(turns.slice(0, 6).filter((owner) => owner === modest)).toHaveLength(2);
    expect((await get(last[1] ?? '', modest)).status).toBe(200);
  });

  test('a report ends after 30 days, and with the right to see its data', async () => {
    const id = await order();
    await pollOnce();
    const inMonths = dynamoReports(documents, config.adsTable, () => Date.now() + 30 * 86_400_000, {
      reportsPerMinute: 0,
      bytesPerDay: 0,
    });
    expect(await inMonths.find(id)).toBeUndefined();
    expect(await stores.reports.find(id)).toMatchObject({ state: 'READY' });

    const guest = someone('guest');
    const grant = { subject: guest, agencyId: world.agencyId, role: 'READ' } as const;
    await importDependencies.stores.grants.put(grant);
    const theirs = await order({}, guest);
    await pollOnce();
    expect((await get(theirs, guest)).status).toBe(200);
    await importDependencies.stores.grants.remove(grant);
    expect((await get(theirs, guest)).status).toBe(404);
  });

  test('ADS-50 after a day was imported again, that day alone has changed', async () => {
    const own = reportWorld(Math.floor(Math.random() * 9_999_999));
    const recent = (day: string): string =>
      new Date(
        Date.parse(`${day}T00:00:00Z`) +
          Math.floor((Date.now() - Date.parse('2026-10-12T00:00:00Z')) / 86_400_000) * 86_400_000,
      )
        .toISOString()
        .slice(0, 10);
    const shifted = {
      ...own,
      facts: own.facts.map((fact) => ({ ...fact, date: recent(fact.date), updatedAt: '2026-01-01T00:00:00Z' })),
      conversions: [],
    };
    await importWorld(shifted, importDependencies);
    await importDependencies.stores.grants.put({ subject: service.viewer, agencyId: own.agencyId, role: 'READ' });
    const changedDay = recent(own.lastDay);
    const again = shifted.facts
      .filter(({ date }) => date === changedDay)
      .map((fact) => ({ ...fact, clicks: fact.clicks + 1, updatedAt: new Date().toISOString() }));
    await importWorld({ ...shifted, facts: again }, importDependencies);
    const since = (ms: number): ReportRequest => ({
      reportType: 'account',
      reportScope: { agencyId: own.agencyId },
      columns: [{ columnName: 'accountId' }, { columnName: 'date' }, { columnName: 'clicks' }],
      timeRange: { changedMetricsSinceTimestamp: new Date(Date.now() - ms).toISOString() },
    });

    const id = await order(since(86_400_000));
    await pollOnce();
    const rows = (await fileOf(id)).text
      .trimEnd()
      .split('\n')
      .slice(1)
      .map((row) => row.split(','));
    expect(rows.length).toBeGreaterThan(0);
    expect(new Set(rows.map(([, date]) => date))).toEqual(new Set([changedDay]));
    const refused = (body: ReportRequest) =>
      ask<ErrorBody>('POST', BASE, { as: service.viewer, body: keywordReport(own, body) });
    expect((await refused({ ...since(86_400_000), columns: [{ columnName: 'clicks' }] })).body.error.message).toContain(
      "needs the column 'date'",
    );
    expect((await refused(since(9 * 86_400_000))).body.error.message).toContain('more than 8 days');
  });
});
