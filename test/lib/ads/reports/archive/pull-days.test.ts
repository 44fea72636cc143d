import { describe, expect, test } from '@jest/globals';
import type { ArchiveSpec, ArchiveStore, OrderedDay } from '#lib/ads/reports/archive/archive';
import { pullDays, type PullDependencies } from '#lib/ads/reports/archive/pull-days';
import type { UpstreamAnswer, UpstreamRequest } from '#lib/ads/reports/upstream/upstream';

const NOW = Date.parse('2026-03-03T12:00:00Z');
const SPEC: ArchiveSpec = {
  name: 'campaign/daily',
  email: 'ann@example.com',
  request: { reportType: 'campaign', timeRange: { startDate: '2026-03-01' } },
};
const answer = (status: number, body: unknown): UpstreamAnswer => ({
  status,
  headers: {},
  body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
});
const READY = { isReportReady: true, rowCount: 2, files: [{}] };

interface World {
  readonly there?: readonly string[];
  readonly ordered?: Readonly<Record<string, OrderedDay>>;
  readonly order?: UpstreamAnswer;
  readonly state?: (asked: number) => UpstreamAnswer;
  readonly hasTime?: () => boolean;
  readonly spec?: Partial<ArchiveSpec['request']>;
  readonly again?: readonly string[];
}

async function pull({ there = [], ordered = {}, order, state = () => answer(200, READY), ...given }: World = {}) {
  const requests: UpstreamRequest[] = [];
  const pauses: number[] = [];
  const notes: unknown[][] = [];
  const progress: number[][] = [];
  const files: string[] = [];
  let asked = 0;
  const archive: ArchiveStore = {
    days: () => Promise.resolve(new Set(there)),
    ordered: (_, day) => Promise.resolve(ordered[day]),
    order(...args) {
      notes.push(['order', ...args]);
      return Promise.resolve();
    },
    async write(...[name, day, file, bytes, format]) {
      let text = '';
      for await (const chunk of bytes) text += Buffer.from(chunk).toString();
      files.push([name, day, file, format, text].join(' '));
      return text.length;
    },
    finish(...args) {
      notes.push(['finish', ...args]);
      return Promise.resolve();
    },
  };
  const dependencies: PullDependencies = {
    archive,
    clock: { now: () => new Date(NOW) },
    wait(ms) {
      pauses.push(ms);
      return Promise.resolve();
    },
    hasTime: given.hasTime ?? (() => true),
    ask(request) {
      requests.push(request);
      if (request.method === 'POST')
        return Promise.resolve(order ?? answer(200, { id: `u${String(requests.length)}` }));
      if (request.path.includes('/files/')) return Promise.resolve(answer(200, 'h\n1\n'));
      asked += 1;
      return Promise.resolve(state(asked));
    },
  };
  const spec = { ...SPEC, request: { ...SPEC.request, ...given.spec } };
  const result = await pullDays(spec, dependencies, {
    ...(given.again !== undefined && { again: given.again }),
    onDay: (...done) => progress.push(done),
  });
  return { result, requests, pauses, notes, progress, files };
}
const ONE = { there: ['2026-03-01'] };

describe('the days of an archive', () => {
  test('are ordered, fetched and noted, each for itself', async () => {
    const { result, requests, notes, files, progress } = await pull(ONE);

    expect(result).toEqual({ there: 1, pulled: ['2026-03-02'], waiting: [], failed: [] });
    expect(requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST doubleclicksearch/v2/reports',
      'GET doubleclicksearch/v2/reports/u1',
      'GET doubleclicksearch/v2/reports/u1/files/0',
    ]);
    expect(requests[0]?.headers).toEqual({ 'content-type': 'application/json' });
    expect(JSON.parse(requests[0]?.body ?? '')).toEqual({
      reportType: 'campaign',
      statisticsCurrency: 'usd',
      downloadFormat: 'csv',
      maxRowsPerFile: 100_000_000,
      timeRange: { startDate: '2026-03-02', endDate: '2026-03-02' },
    });
    expect(files).toEqual(['campaign/daily 2026-03-02 part-0.csv csv h\n1\n']);
    expect(notes).toEqual([
      ['order', 'campaign/daily', '2026-03-02', { reportId: 'u1', orderedAtMs: NOW }],
      [
        'finish',
        'campaign/daily',
        '2026-03-02',
        {
          reportId: 'u1',
          rowCount: 2,
          fetchedAt: '2026-03-03T12:00:00.000Z',
          file: { name: 'part-0.csv', bytes: 4, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
        },
      ],
    ]);
    expect(progress).toEqual([[1, 1]]);
  });

  test('what the request says stands over what is asked for by default', async () => {
    const { requests, files } = await pull({
      ...ONE,
      spec: { statisticsCurrency: 'agency', downloadFormat: 'tsv' },
      state: () => answer(200, { isReportReady: true, files: [{}] }),
    });

    expect(JSON.parse(requests[0]?.body ?? '')).toMatchObject({ statisticsCurrency: 'agency', downloadFormat: 'tsv' });
    expect(files).toEqual(['campaign/daily 2026-03-02 part-0.tsv tsv h\n1\n']);
  });

  test('that are there are left alone, unless they are asked for again', async () => {
    const there = ['2026-03-01', '2026-03-02'];

    expect((await pull({ there })).result).toEqual({ there: 2, pulled: [], waiting: [], failed: [] });
    expect((await pull({ there, again: ['2026-03-01'] })).result).toMatchObject({ there: 1, pulled: ['2026-03-01'] });
  });

  test('are waited for with growing pauses, up to a minute', async () => {
    const { result, pauses } = await pull({
      ...ONE,
      state: (asked) => answer(200, asked <= 8 ? { isReportReady: false } : READY),
    });

    expect(result.pulled).toEqual(['2026-03-02']);
    expect(pauses).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000]);
  });

  test('wait for the next run when the time is over', async () => {
    let looks = 0;
    const { result, pauses } = await pull({
      ...ONE,
      state: () => answer(200, { isReportReady: false }),
      hasTime: () => (looks += 1) < 3,
    });

    expect(result).toMatchObject({ pulled: [], waiting: ['2026-03-02'] });
    expect(pauses).toEqual([1_000]);
    expect((await pull({ hasTime: () => false })).result).toMatchObject({
      waiting: ['2026-03-01', '2026-03-02'],
      pulled: [],
    });
  });

  test.each([
    ['less than a day ago are fetched', NOW - 86_399_999, false],
    ['a day ago are ordered anew', NOW - 86_400_000, true],
  ])('that were ordered %s', async (_, orderedAtMs, isNew) => {
    const { requests } = await pull({ ...ONE, ordered: { '2026-03-02': { reportId: 'old/1', orderedAtMs } } });

    expect(requests[0]).toMatchObject(
      isNew ? { method: 'POST' } : { method: 'GET', path: 'doubleclicksearch/v2/reports/old%2F1' },
    );
  });

  test.each<[string, World, string, boolean]>([
    ['a refusal', { order: answer(400, { error: { message: 'No such column.' } }) }, 'No such column.', false],
    ['a refusal without words', { order: answer(404, '') }, 'the upstream answered 404', false],
    ['a failure', { order: answer(503, '') }, 'the upstream answered 503', false],
    ['no JSON', { order: answer(200, 'x') }, 'the upstream answered no JSON', false],
    ['no id', { order: answer(200, {}) }, 'the upstream gave the report no id', false],
    ['a report that is gone', { state: () => answer(410, '') }, 'the upstream answered 410', true],
    ['a report that is not found for now', { state: () => answer(500, '') }, 'the upstream answered 500', false],
  ])('%s is told, and the order forgotten where it is final', async (_, world, reason, isForgotten) => {
    const { result, notes, progress } = await pull({ ...ONE, ...world });

    expect(result).toMatchObject({ pulled: [], failed: [{ day: '2026-03-02', reason }] });
    expect(notes.filter(([, , , ordered]) => ordered === undefined)).toHaveLength(isForgotten ? 1 : 0);
    expect(progress).toEqual([[1, 1]]);
  });
});
