/**
 * The archive of an upstream's reports: what is asked for, and what is in the bucket afterwards.
 * @modules own
 */
import '#test/support/ads/own-bucket';
import { createHash } from 'node:crypto';
import { CreateBucketCommand, GetObjectCommand, ListObjectsV2Command } from '@aws-sdk/client-s3';
import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { daysOf, readSpec } from '#lib/ads/reports/archive/archive';
import { pullDays, type PullDependencies } from '#lib/ads/reports/archive/pull-days';
import { asFunction, enforceRoles } from '#lib/local/lambda/iam/enforce';
import { bucket } from '#lib/runtime/bucket';
import { config } from '#lib/runtime/process/config';
import { s3ReportArchive } from '#lib/stores/s3/report-archive';
import { objects } from '#test/support/http/objects';
import { testStage } from '#test/support/run/test-stage';

const SPEC = {
  reportType: 'keyword',
  reportScope: { agencyId: '1' },
  columns: [{ columnName: 'keywordId' }, { columnName: 'clicks' }],
  timeRange: { startDate: '2026-03-29' },
};

let names = 0;
let spec: ReturnType<typeof readSpec>;
let nowMs: number;
let isReady: boolean;
let files: readonly string[];
let refusal: { readonly status: number; readonly message: string } | undefined;
let ordered: { readonly startDate: string; readonly endDate: string }[];
let pauses: number[];
let rounds: number;
let isShort = false;

beforeAll(async () => {
  await objects.send(new CreateBucketCommand({ Bucket: config.bucket }));
  const ads = { rootUrl: 'https://api.example.com/', credentials: 'service', secret: 'key' };
  enforceRoles({ ...testStage, environment: { ...testStage.environment, UPSTREAM: JSON.stringify({ ads }) } });
});
beforeEach(() => {
  names += 1;
  spec = readSpec(`specs/keywords-${String(names)}.json`, JSON.stringify(SPEC), 'ann@example.com');
  [nowMs, isReady, files, refusal] = [Date.parse('2026-04-01T10:00:00Z'), true, ['id,clicks\n1,2\n'], undefined];
  [ordered, pauses, rounds] = [[], [], Infinity];
});

const answerTo: PullDependencies['ask'] = ({ method, path, body = '' }) => {
  const reply = (status: number, value: unknown) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    return Promise.resolve({ status, headers: {}, body: Buffer.from(text) });
  };
  if (refusal !== undefined) return reply(refusal.status, { error: { message: refusal.message } });
  if (method === 'POST') {
    const { timeRange } = JSON.parse(body) as { timeRange: { startDate: string; endDate: string } };
    ordered.push(timeRange);
    return reply(200, { id: `r-${timeRange.startDate}` });
  }
  const file = /\/files\/(\d)$/.exec(path)?.[1];
  if (file !== undefined) return reply(200, (files[Number(file)] ?? '').slice(isShort ? 1 : 0));
  const made = { isReportReady: true, rowCount: 1, files: files.map((text) => ({ byteCount: String(text.length) })) };
  return reply(200, isReady ? made : { isReportReady: false });
};

/** Under the role of the schedule's function. */
const pull = (again: readonly string[] = []) =>
  asFunction('pullReports', () =>
    pullDays(
      spec,
      {
        ask: answerTo,
        archive: s3ReportArchive(bucket),
        clock: { now: () => new Date(nowMs) },
        wait: (ms) => Promise.resolve(pauses.push(ms)),
        hasTime: () => (rounds -= 1) > 0,
      },
      { again },
    ),
  );

async function keys(): Promise<string[]> {
  const { Contents = [] } = await objects.send(
    new ListObjectsV2Command({ Bucket: config.bucket, Prefix: `archive/${spec.name}/` }),
  );
  return Contents.map(({ Key = '' }) => Key.replace(`archive/${spec.name}/`, '')).toSorted();
}
async function textOf(key: string): Promise<string> {
  const { Body } = await objects.send(
    new GetObjectCommand({ Bucket: config.bucket, Key: `archive/${spec.name}/${key}` }),
  );
  return (await Body?.transformToString()) ?? '';
}

describe('an archive', () => {
  test('has a folder for each day up to yesterday, by a request for each', async () => {
    expect(await pull()).toEqual({
      there: 0,
      pulled: ['2026-03-29', '2026-03-30', '2026-03-31'],
      waiting: [],
      failed: [],
    });
    expect(ordered.map(({ startDate, endDate }) => [startDate, endDate]).toSorted()).toEqual(
      ['2026-03-29', '2026-03-30', '2026-03-31'].map((day) => [day, day]),
    );
    expect(await keys()).toEqual(
      ['2026-03-29', '2026-03-30', '2026-03-31'].flatMap((day) => [`day=${day}/_done.json`, `day=${day}/part-0.csv`]),
    );
    expect(await textOf('day=2026-03-30/part-0.csv')).toBe(files[0]);
    expect(JSON.parse(await textOf('day=2026-03-30/_done.json'))).toEqual({
      reportId: 'r-2026-03-30',
      rowCount: 1,
      fetchedAt: '2026-04-01T10:00:00.000Z',
      file: {
        name: 'part-0.csv',
        bytes: 14,
        sha256: createHash('sha256')
          .update(files[0] ?? '')
          .digest('hex'),
      },
    });
  });

  test('asks for what is not there yet, and for a day again whose numbers have changed', async () => {
    files = ['id\na\n', 'id\nb\n'];
    await pull();
    [nowMs, files, ordered] = [nowMs + 86_400_000, ['id\nc\n'], []];
    expect(await pull(['2026-03-29'])).toMatchObject({ there: 2, pulled: ['2026-03-29', '2026-04-01'] });
    expect(await textOf('day=2026-03-29/part-0.csv')).toBe('id\nc\n');
    expect((await keys()).filter((key) => key.startsWith('day=2026-03-29'))).toEqual([
      'day=2026-03-29/_done.json',
      'day=2026-03-29/part-0.csv',
    ]);
    expect(await textOf('day=2026-03-30/part-0.csv')).toBe('id\na\nb\n');
  });

  test('goes on with what was ordered when the time is over, and orders it anew after a day', async () => {
    [isReady, rounds] = [false, 6];
    expect((await pull()).waiting).toEqual(['2026-03-29', '2026-03-30', '2026-03-31']);
    expect(pauses.length).toBeGreaterThan(0);
    [isReady, rounds] = [true, Infinity];
    const before = ordered.length;
    expect((await pull()).pulled).toHaveLength(3);
    expect(ordered).toHaveLength(before);
  });

  test('says which day failed and why; the others come', async () => {
    refusal = { status: 400, message: 'There is no such column.' };
    expect((await pull()).failed).toContainEqual({ day: '2026-03-29', reason: 'There is no such column.' });
    refusal = { status: 503, message: 'Backend Error' };
    expect((await pull()).failed).toHaveLength(3);
    refusal = undefined;
    expect((await pull()).pulled).toHaveLength(3);
  });

  test('does not take a file that came in part', async () => {
    isShort = true;
    expect((await pull()).failed).toContainEqual({ day: '2026-03-29', reason: 'file 0 came in part' });
    isShort = false;
    expect((await pull()).pulled).toHaveLength(3);
  });
});

describe('a spec', () => {
  test.each([
    ['weird name.json', '{}', /its name becomes a folder/],
    ['a.json', 'oops', /is no JSON/],
    ['a.json', '{"reportType":"keyword"}', /timeRange.startDate is the first day/],
    ['a.json', '{"timeRange":{"startDate":"2026-01-01"}}', /names no reportType/],
  ])('%s with %s is refused', (file, text, message) => {
    expect(() => readSpec(file, text)).toThrow(message);
  });

  test('names its user, and its last day', () => {
    const text = JSON.stringify({
      ...SPEC,
      user: 'bob@example.com',
      timeRange: { startDate: '2026-03-01', endDate: '2026-03-02' },
    });
    const { email, request, ...rest } = readSpec('x/daily.json', text);
    expect([rest.name, email, 'user' in request]).toEqual(['keyword/daily', 'bob@example.com', false]);
    expect(daysOf({ ...rest, email, request }, nowMs)).toEqual(['2026-03-01', '2026-03-02']);
  });
});
