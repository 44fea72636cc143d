/**
 * How reports of an upstream are brought here, whatever the upstream does.
 * @modules own
 */
import '#test/support/ads/own-bucket';
import { createHash } from 'node:crypto';
import { CreateBucketCommand } from '@aws-sdk/client-s3';
import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { reportsGetIdMappingFile } from '#functions/ads/reports/getIdMappingFile';
import type { Report } from '#lib/ads/reports/run/report';
import { follow, type FollowDependencies } from '#lib/ads/reports/upstream/follow';
import { followDue, followOnRequest } from '#lib/ads/reports/upstream/follow-due';
import { mappingFromUpstream } from '#lib/ads/reports/upstream/id-mapping';
import { OutOfTime, type AskUpstream, type UpstreamAnswer } from '#lib/ads/reports/upstream/upstream';
import type { Operation } from '#lib/api/operation';
import { ForwardedAnswer, type CheckedRequest } from '#lib/api/upstream';
import { actingAs } from '#lib/runtime/acting-as';
import { bucket } from '#lib/runtime/bucket';
import { config } from '#lib/runtime/process/config';
import { randomIds } from '#lib/runtime/process/ids';
import { dynamoReports } from '#lib/stores/dynamodb/ads/reports';
import { documents } from '#lib/stores/dynamodb/client/client';
import { s3FetchedMappings } from '#lib/stores/s3/fetched-mappings';
import { s3IdMappings } from '#lib/stores/s3/id-mappings';
import { s3ReportFiles } from '#lib/stores/s3/report-files';
import { objects } from '#test/support/http/objects';
import { someone } from '#test/support/people';

const FIRST = 'keywordId,clicks\n1,2\n';
const SECOND = `keywordId,clicks\n${'3,4\n'.repeat(1_500_000)}`;
const NOT_READY = { isReportReady: false };
const READY = {
  isReportReady: true,
  rowCount: 3,
  statisticsCurrencyCode: 'EUR',
  files: [FIRST, SECOND].map((text) => ({ byteCount: String(text.length), url: 'elsewhere' })),
};
const NO_LIMITS = { bytesPerDay: 0, reportsPerMinute: 0 };

let nowMs: number;
let asked: string[];
let answer: (path: string, range: string) => Partial<Omit<UpstreamAnswer, 'body'>> & { readonly body: unknown };
let dependencies: FollowDependencies;

beforeAll(() => objects.send(new CreateBucketCommand({ Bucket: config.bucket })));
beforeEach(() => {
  [nowMs, asked] = [Date.parse('2026-04-01T00:00:00Z'), []];
  const ask: AskUpstream = ({ path, headers = {} }) => {
    asked.push(path.replace(/^.*reports\//, ''));
    const { status = 200, headers: own = {}, body } = answer(path, headers['range'] ?? '');
    const bytes = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
    return Promise.resolve({ status, headers: own, body: bytes });
  };
  dependencies = {
    ask,
    stores: {
      reports: dynamoReports(documents, config.adsTable, () => nowMs, NO_LIMITS),
      reportFiles: s3ReportFiles(bucket),
    },
    clock: { now: () => new Date(nowMs) },
    ids: randomIds,
    log: { info: () => undefined, error: () => undefined },
  };
});

/** A part of a text, as a server answers it that knows ranges. */
function part(text: string, range: string) {
  const [, first = 0, last = 0] = (/^bytes=(\d+)-(\d+)$/.exec(range) ?? []).map(Number);
  const body = text.slice(first, last + 1);
  const end = first + body.length - 1;
  return {
    status: 206,
    headers: { 'content-range': `bytes ${String(first)}-${String(end)}/${String(text.length)}` },
    body,
  };
}
const files = (path: string, range: string) =>
  path.endsWith('files/0') ? { body: FIRST } : path.endsWith('files/1') ? part(SECOND, range) : { body: READY };

async function ordered(owner = someone(), upstreamId = 'u/1'): Promise<Report> {
  const report: Report = {
    id: randomIds.next(),
    owner,
    state: 'QUEUED',
    request: { downloadFormat: 'csv' },
    subjects: [],
    requestedMs: nowMs,
    attempts: 0,
    errors: 0,
    leaseUntilMs: 0,
    upstream: { id: upstreamId, pauses: 0, dueAtMs: nowMs, files: [] },
  };
  await dependencies.stores.reports.add(report);
  return report;
}
const stateOf = async ({ id }: Report): Promise<Report | undefined> => dependencies.stores.reports.find(id);
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

describe('a report of the upstream', () => {
  test('is asked for with growing pauses', async () => {
    answer = () => ({ status: 202, body: NOT_READY });
    let report = await ordered();
    const pauses: number[] = [];
    for (let round = 0; round < 8; round += 1) {
      expect(await follow(report, dependencies)).toBe('waiting');
      report = (await stateOf(report)) as Report;
      const dueAtMs = report.upstream?.dueAtMs ?? 0;
      pauses.push((dueAtMs - nowMs) / 1000);
      await followDue(dependencies, () => true, [report.id]);
      expect(asked).toHaveLength(round + 1);
      nowMs = dueAtMs;
    }
    expect(pauses).toEqual([15, 30, 60, 120, 240, 480, 900, 900]);
  });

  test('does not wait until all of somebody who ordered many have had their turn', async () => {
    answer = () => ({ status: 202, body: NOT_READY });
    const owner = someone();
    const many = await Promise.all(Array.from({ length: 5 }, () => ordered(owner, 'many')));
    nowMs += 1000;
    const other = await ordered();
    const names = [...many, other].map(({ id }) => id);
    await followDue(dependencies, () => asked.filter((path) => path === 'many').length < 2, names);
    expect((await stateOf(other))?.upstream?.pauses).toBe(1);
  });

  test('comes file by file, in parts, with checksums, and is ready after the last', async () => {
    answer = files;
    const report = await ordered();
    expect(await follow(report, dependencies)).toBe('ready');
    expect(asked).toEqual(['u%2F1', 'u%2F1/files/0', 'u%2F1/files/1', 'u%2F1/files/1']);
    const { state, result } = (await stateOf(report)) ?? {};
    expect([state, result?.rowCount, result?.currencyCode]).toEqual(['READY', 3, 'EUR']);
    expect(result?.files.map((file) => [file.bytes, file.sha256])).toEqual(
      [FIRST, SECOND].map((text) => [text.length, sha256(text)]),
    );
    const stored = await dependencies.stores.reportFiles.read(result?.files[1]?.key ?? '');
    expect(sha256(Buffer.from(stored).toString())).toBe(sha256(SECOND));
  });

  test('goes on where it was when a file failed', async () => {
    answer = (path, range) => (path.endsWith('files/1') ? { status: 503, body: {} } : files(path, range));
    const report = await ordered();
    expect(await follow(report, dependencies)).toBe('waiting');
    expect((await stateOf(report))?.upstream?.files).toHaveLength(1);
    asked = [];
    answer = files;
    expect(await follow(report, dependencies)).toBe('ready');
    expect(asked).not.toContain('u%2F1/files/0');
  });

  test.each<[string, typeof answer]>([
    ['shorter than it was said to be', (path) => ({ body: path.endsWith('files/0') ? 'keywordId' : READY })],
    ['of no length', (path) => (path.endsWith('files/0') ? { status: 206, body: FIRST } : { body: READY })],
    ['not there', (path) => (path.endsWith('files/0') ? { status: 404, body: {} } : { body: READY })],
  ])('is not ready with a file that is %s', async (_what, answers) => {
    answer = answers;
    const report = await ordered();
    expect(await follow(report, dependencies)).toBe('waiting');
    expect(await stateOf(report)).toMatchObject({ state: 'QUEUED', upstream: { files: [] } });
  });

  test('is brought by one of two who come at once', async () => {
    answer = files;
    const report = await ordered();
    const outcomes = await Promise.all([follow(report, dependencies), follow(report, dependencies)]);
    expect(outcomes.toSorted()).toEqual(['ready', 'taken']);
    expect(asked.filter((path) => path === 'u%2F1')).toHaveLength(1);
  });

  test('fails here as it failed there, with its reason', async () => {
    const reason = 'reportUnavailableRequestTooLarge';
    answer = () => ({ status: 410, body: { error: { code: 410, message: 'Too large.', errors: [{ reason }] } } });
    const report = await ordered();
    expect(await follow(report, dependencies)).toBe('failed');
    expect((await stateOf(report))?.failure).toEqual({ reason, message: 'Too large.' });
  });

  test.each([
    ['is not ready', () => ({ status: 202, body: NOT_READY })],
    ['cannot be asked for', () => ({ status: 503, body: {} })],
  ])('that %s is given up after a day', async (_what, answers) => {
    answer = answers;
    const report = await ordered();
    nowMs += 86_400_000;
    expect(await follow(report, dependencies)).toBe('waiting');
    nowMs += 1;
    expect(await follow(report, dependencies)).toBe('failed');
    expect((await stateOf(report))?.failure?.message).toBe('The report was not ready after a day. Order it again.');
  });

  test('that is ready is brought, however late', async () => {
    answer = files;
    const report = await ordered();
    nowMs += 2 * 86_400_000;
    expect(await follow(report, dependencies)).toBe('ready');
  });

  test.each(['rateLimitExceeded', 'quotaExceeded'])(
    'is asked for again when that was too much (%s)',
    async (reason) => {
      answer = () => ({ status: 403, body: { error: { code: 403, message: 'Slower.', errors: [{ reason }] } } });
      const report = await ordered();
      expect(await follow(report, dependencies)).toBe('waiting');
      answer = files;
      expect(await follow(report, dependencies)).toBe('ready');
    },
  );
});

describe('a report that its owner asks for', () => {
  const onRequest = (report: Report, owner = report.owner) => followOnRequest(report.id, owner, dependencies);

  test('comes as far as the time of a request allows, and goes on with the next', async () => {
    let left = 3;
    answer = (path, range) => {
      left -= 1;
      if (left < 0) throw new OutOfTime();
      return files(path, range);
    };
    const report = await ordered();
    await onRequest(report);
    expect(await stateOf(report)).toMatchObject({ state: 'QUEUED', upstream: { files: [{ bytes: FIRST.length }] } });
    [left, asked] = [Infinity, []];
    await onRequest(report);
    expect([(await stateOf(report))?.state, asked.includes('u%2F1/files/0')]).toEqual(['READY', false]);
    asked = [];
    await onRequest(report);
    expect(asked).toEqual([]);
  });

  test('is not asked for by others, nor by two at once', async () => {
    answer = files;
    const report = await ordered();
    await onRequest(report, someone());
    expect(asked).toEqual([]);
    await Promise.all([onRequest(report), onRequest(report)]);
    expect([(await stateOf(report))?.state, asked.filter((path) => path === 'u%2F1')]).toEqual(['READY', ['u%2F1']]);
  });

  test('outlives an upstream that fails, and ends with one that has no such report', async () => {
    answer = () => ({ status: 503, body: {} });
    const report = await ordered();
    nowMs += 3 * 86_400_000;
    await onRequest(report);
    expect((await stateOf(report))?.state).toBe('QUEUED');
    answer = () => ({ status: 404, body: { error: { code: 404, message: 'Not Found' } } });
    await onRequest(report);
    expect(await stateOf(report)).toMatchObject({ state: 'FAILED', failure: { message: 'Not Found' } });
  });
});

describe('a table of ids', () => {
  const advertiserId = randomIds.next();

  async function read(refusal?: ForwardedAnswer): Promise<unknown> {
    const request: CheckedRequest = {
      operation: reportsGetIdMappingFile as Operation,
      pathValues: {},
      query: new URLSearchParams(),
      bodyText: '',
      headers: {},
      isHead: false,
      rootUrl: 'https://ours.example.com/',
      caller: { kind: 'user', email: 'ann@example.com', scopes: [], clientId: undefined },
      token: undefined,
      apiKey: undefined,
    };
    const stores = { idMappings: s3IdMappings(bucket) };
    const context = actingAs({ ...dependencies, stores }, 'ann@example.com', []);
    const found = await mappingFromUpstream(request, { agencyId: '1', advertiserId }, context, {
      forward: () => Promise.resolve(refusal ?? new ForwardedAnswer(200, {}, '{}')),
      ask: dependencies.ask,
      mappings: s3FetchedMappings(bucket),
      maxAgeMs: 3_600_000,
    });
    return found instanceof ForwardedAnswer ? found.status : found.body;
  }

  test('is fetched when it is older than the setting, and shown to those who may see it at the upstream', async () => {
    answer = () => ({ body: 'a,b\n' });
    expect(await read()).toBe('a,b\n');
    answer = () => ({ body: 'a,b\n1,2\n' });
    nowMs += 3_599_999;
    expect([await read(), asked.length]).toEqual(['a,b\n', 1]);
    expect(await read(new ForwardedAnswer(404, {}, '{}'))).toBe(404);
    nowMs += 1;
    expect([await read(), asked.length]).toEqual(['a,b\n1,2\n', 2]);
  });
});
