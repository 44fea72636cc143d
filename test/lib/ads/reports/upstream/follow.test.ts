import { describe, expect, test } from '@jest/globals';
import type { Report, UpstreamReport } from '#lib/ads/reports/run/report';
import type { ReportFiles, ReportStore } from '#lib/ads/reports/run/stores';
import { follow, type FollowDependencies } from '#lib/ads/reports/upstream/follow';
import { followDue, followOnRequest } from '#lib/ads/reports/upstream/follow-due';
import { OutOfTime, type UpstreamAnswer } from '#lib/ads/reports/upstream/upstream';

const NOW = Date.parse('2026-03-15T12:00:00Z');
const DAY_MS = 86_400_000;
const REPORT: Report = {
  id: 'r1',
  owner: 'ann@example.com',
  state: 'QUEUED',
  request: { downloadFormat: 'csv' },
  subjects: [],
  requestedMs: NOW,
  attempts: 0,
  errors: 0,
  leaseUntilMs: 0,
  upstream: { id: 'u/1', pauses: 0, dueAtMs: NOW, files: [] },
};
const answer = (status: number, body: object = {}): UpstreamAnswer => ({
  status,
  headers: {},
  body: Buffer.from(JSON.stringify(body)),
});
const READY = {
  isReportReady: true,
  rowCount: 1,
  statisticsCurrencyCode: 'EUR',
  statisticsTimeZone: 'Asia/Tokyo',
  files: [{ byteCount: '3' }, {}],
};

/** Stores that grant every change and note it. */
function world(ask: (path: string) => UpstreamAnswer, refused: readonly (keyof ReportStore)[] = []) {
  const notes: unknown[][] = [];
  const asked: string[] = [];
  const logged: string[] = [];
  const written: string[] = [];
  const note =
    (name: keyof ReportStore) =>
    (...args: readonly unknown[]) => {
      notes.push([name, ...args]);
      return Promise.resolve(!refused.includes(name));
    };
  const reports = {
    claim: (report: Report) => Promise.resolve(refused.includes('claim') ? undefined : report),
    find: () => Promise.resolve(REPORT),
    renew: note('renew'),
    saveProgress: note('saveProgress'),
    postpone: note('postpone'),
    complete: note('complete'),
    fail: note('fail'),
  } as Partial<ReportStore>;
  const reportFiles = {
    async write(key, bytes) {
      let length = 0;
      for await (const part of bytes) length += part.length;
      written.push(key);
      return length;
    },
  } as Partial<ReportFiles>;
  const dependencies = {
    stores: { reports, reportFiles } as FollowDependencies['stores'],
    clock: { now: () => new Date(NOW) },
    ids: { next: () => 'token' } as FollowDependencies['ids'],
    log: { error: (message: string) => logged.push(message) } as Partial<FollowDependencies['log']>,
    ask: async ({ path }: { readonly path: string }) => {
      asked.push(path);
      return Promise.resolve(ask(path));
    },
  } as FollowDependencies;
  return { dependencies, notes, asked, logged, written };
}
const isFile = (path: string): boolean => path.includes('/files/');
const ready = (path: string): UpstreamAnswer =>
  isFile(path) ? { status: 200, headers: {}, body: Buffer.from('abc') } : answer(200, READY);

describe('one look at a report at the upstream', () => {
  test('that is ready brings its files, one noted after another, and what it says of them', async () => {
    const { dependencies, notes, asked, written } = world(ready);

    expect(await follow(REPORT, dependencies)).toBe('ready');
    expect(asked).toEqual([
      'doubleclicksearch/v2/reports/u%2F1',
      'doubleclicksearch/v2/reports/u%2F1/files/0',
      'doubleclicksearch/v2/reports/u%2F1/files/1',
    ]);
    expect(written).toEqual(['reports/r1/upstream/0.csv', 'reports/r1/upstream/1.csv']);
    const file = (index: number) => ({
      key: `reports/r1/upstream/${String(index)}.csv`,
      bytes: 3,
      sha256: expect.stringMatching(/^ba7816bf/),
    });
    const files = [file(0), file(1)];
    expect(notes).toEqual([
      ['saveProgress', 'r1', 'token', { ...REPORT.upstream, files: expect.arrayContaining([file(0)]) }],
      ['saveProgress', 'r1', 'token', { ...REPORT.upstream, files }],
      ['complete', REPORT, 'token', { files, rowCount: 1, currencyCode: 'EUR', timeZone: 'Asia/Tokyo' }],
    ]);
  });

  test('says nothing of rows, currency and zone where the upstream does not', async () => {
    const { dependencies, notes } = world(() => answer(200, { isReportReady: true }));

    expect(await follow(REPORT, dependencies)).toBe('ready');
    expect(notes).toStrictEqual([['complete', REPORT, 'token', { files: [], rowCount: 0, currencyCode: '' }]]);
  });

  test('goes on behind the files that are here, in the format that was asked for', async () => {
    const files = [{ key: 'reports/r1/upstream/0.tsv', bytes: 3 }];
    const report = {
      ...REPORT,
      request: { downloadFormat: 'TSV' },
      upstream: { ...(REPORT.upstream as UpstreamReport), files },
    };
    const { dependencies, written } = world(ready);

    expect(await follow(report, dependencies)).toBe('ready');
    expect(written).toEqual(['reports/r1/upstream/1.tsv']);
  });

  test.each([
    [0, 15_000],
    [1, 30_000],
    [5, 480_000],
    [6, 900_000],
    [40, 900_000],
  ])('that is not ready is asked for later: after %i pauses, in %i ms', async (pauses, later) => {
    const upstream = { id: 'u1', pauses, dueAtMs: NOW, files: [] };
    const { dependencies, notes } = world(() => answer(200, { isReportReady: false }));

    expect(await follow({ ...REPORT, upstream }, dependencies)).toBe('waiting');
    expect(notes).toEqual([['postpone', 'r1', 'token', { ...upstream, pauses: pauses + 1, dueAtMs: NOW + later }]]);
  });

  test('is given up after a day, and not before', async () => {
    const old = (ms: number) => ({ ...REPORT, requestedMs: NOW - ms });
    const { dependencies, notes } = world(() => answer(200));

    expect(await follow(old(DAY_MS), dependencies)).toBe('waiting');
    expect(await follow(old(DAY_MS + 1), dependencies)).toBe('failed');
    expect(notes.at(-1)).toEqual([
      'fail',
      'r1',
      'token',
      {
        reason: 'reportUnavailableInternalServerError',
        message: 'The report was not ready after a day. Order it again.',
      },
    ]);
  });

  test.each([
    [
      answer(410, { error: { message: 'Too large.', errors: [{ reason: 'reportUnavailableRequestTooLarge' }] } }),
      { reason: 'reportUnavailableRequestTooLarge', message: 'Too large.' },
    ],
    [
      answer(404, { error: { message: 'Not Found', errors: [{ reason: 'notFound' }] } }),
      { reason: 'reportUnavailableRequestError', message: 'Not Found' },
    ],
    [
      answer(400),
      {
        reason: 'reportUnavailableRequestError',
        message: 'The report could not be produced from this request.',
      },
    ],
  ])('%j ends it', async (given, failure) => {
    const { dependencies, notes } = world(() => given);

    expect(await follow(REPORT, dependencies)).toBe('failed');
    expect(notes).toEqual([['fail', 'r1', 'token', failure]]);
  });

  test('an upstream that fails is asked again later, and the log says so', async () => {
    const { dependencies, notes, logged } = world(() => answer(503));

    expect(await follow(REPORT, dependencies)).toBe('waiting');
    expect(notes).toEqual([['postpone', 'r1', 'token', { ...REPORT.upstream, pauses: 1, dueAtMs: NOW + 15_000 }]]);
    expect(logged).toEqual(['report not fetched']);
  });

  test('on request it is neither put off nor given up, however old; being out of time is no error', async () => {
    const failing = world(() => {
      throw new OutOfTime();
    });

    expect(await follow({ ...REPORT, requestedMs: 0 }, { ...failing.dependencies, isOnRequest: true })).toBe('waiting');
    expect(failing.notes).toEqual([['postpone', 'r1', 'token', REPORT.upstream]]);
    expect(failing.logged).toEqual([]);
  });

  test('a file of another length than announced is an error', async () => {
    const { dependencies, notes } = world((path) =>
      isFile(path) ? ready(path) : answer(200, { ...READY, files: [{ byteCount: '4' }] }),
    );

    expect(await follow(REPORT, dependencies)).toBe('waiting');
    expect(notes.map(([name]) => name)).toEqual(['postpone']);
  });

  test.each<[string, keyof ReportStore, (path: string) => UpstreamAnswer]>([
    ['claimed', 'claim', ready],
    ['noted', 'saveProgress', ready],
    ['completed', 'complete', ready],
    ['put off', 'postpone', () => answer(200)],
    ['failed', 'fail', () => answer(404)],
  ])('another runner has it when it cannot be %s', async (_, name, ask) => {
    expect(await follow(REPORT, world(ask, [name]).dependencies)).toBe('taken');
  });

  test('a report of our own is none of the upstream', async () => {
    const { dependencies, asked } = world(ready);

    expect(await follow({ ...REPORT, upstream: undefined }, dependencies)).toBe('taken');
    expect(asked).toEqual([]);
  });
});

describe('which reports are looked at', () => {
  const report = (id: string, fields: Partial<Report> = {}): Report => ({
    ...REPORT,
    id,
    upstream: { id, pauses: 0, dueAtMs: NOW, files: [] },
    ...fields,
  });
  const later = { id: 'later', pauses: 0, dueAtMs: NOW + 1, files: [] };

  async function looked(open: readonly Report[], named: readonly Report[] = [], most = Infinity) {
    const { dependencies, asked } = world(() => answer(200));
    const limits: number[] = [];
    const reports = {
      ...dependencies.stores.reports,
      open(limit: number) {
        limits.push(limit);
        return Promise.resolve([...open]);
      },
      find: (id: string) => Promise.resolve(named.find((one) => one.id === id)),
    };
    const counts = await followDue(
      { ...dependencies, stores: { ...dependencies.stores, reports } },
      () => asked.length < most,
      [...named.map(({ id }) => id), 'gone'],
    );
    return { ids: asked.map((path) => path.split('/').at(-1)), counts, limits };
  }

  test('those that are due, free and at the upstream', async () => {
    const { ids, counts, limits } = await looked([
      report('a'),
      report('b', { upstream: later }),
      report('c', { upstream: undefined }),
      report('d', { state: 'RUNNING', leaseUntilMs: NOW + 1 }),
      report('e', { state: 'RUNNING', leaseUntilMs: NOW }),
      report('f', { state: 'READY' }),
    ]);

    expect(ids).toEqual(['a', 'e']);
    expect(counts).toEqual({ taken: 0, waiting: 2, ready: 0, failed: 0 });
    expect(limits).toEqual([200]);
  });

  test("everybody's oldest first, then everybody's second", async () => {
    const of = (id: string, owner: string) => report(id, { owner });

    expect((await looked([of('a1', 'a'), of('a2', 'a'), of('a3', 'a'), of('b1', 'b'), of('b2', 'b')])).ids).toEqual([
      'a1',
      'b1',
      'a2',
      'b2',
      'a3',
    ]);
  });

  test('those that are named, once; and no more than there is time for', async () => {
    expect((await looked([report('a')], [report('b'), report('a')])).ids).toEqual(['a', 'b']);
    expect((await looked([report('a'), report('b')], [], 1)).ids).toEqual(['a']);
  });

  test('the one that its owner asks for, due or not, but not one that is being brought', async () => {
    const askedFor = async (fields: Partial<Report>, owner = 'ann@example.com') => {
      const { dependencies, asked } = world(() => answer(503));
      const reports = { ...dependencies.stores.reports, find: () => Promise.resolve(report('a', fields)) };
      await followOnRequest('a', owner, { ...dependencies, stores: { ...dependencies.stores, reports } });
      return asked.length;
    };

    expect(await askedFor({ upstream: later })).toBe(1);
    expect(await askedFor({}, 'bob@example.com')).toBe(0);
    expect(await askedFor({ state: 'READY' })).toBe(0);
    expect(await askedFor({ state: 'RUNNING', leaseUntilMs: NOW + 1 })).toBe(0);
    expect(await askedFor({ state: 'RUNNING', leaseUntilMs: NOW })).toBe(1);
  });
});
