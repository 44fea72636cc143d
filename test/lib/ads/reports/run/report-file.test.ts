import { describe, expect, test } from '@jest/globals';
import type { Grant } from '#lib/ads/model/grant';
import { failureError, newReportId, requireReport, toWire, type Report } from '#lib/ads/reports/run/report';
import { reportFile } from '#lib/ads/reports/run/report-file';
import type { ReportStores } from '#lib/ads/reports/run/stores';
import { MAX_BINARY_BYTES } from '#lib/api/process/answer-size';
import type { SomeStores } from '#test/support/ads/local-warehouse';
import { thrownBy } from '#test/support/thrown';

const GRANTS: Grant[] = [{ subject: 'ann@example.com', agencyId: '1', role: 'READ' }];
const REPORT: Report = {
  id: 'r1',
  owner: 'ann@example.com',
  state: 'READY',
  request: { downloadFormat: 'csv' },
  subjects: [{ agencyId: '1' }],
  requestedMs: 0,
  attempts: 1,
  errors: 0,
  leaseUntilMs: 0,
};
const withFile = (bytes: number, more: Partial<Report> = {}): Report => ({
  ...REPORT,
  result: {
    files: [
      { key: 'k0', bytes: 1 },
      { key: 'k1', bytes },
    ],
    rowCount: 1,
    currencyCode: 'USD',
  },
  ...more,
});

/** The second file of a report, and what else is answered. */
async function ask(report: Report | undefined, text: string, range?: string, isHead = false, fragment = 1) {
  const reply = { status: 200, headers: {} as Record<string, string> };
  const stores = {
    reports: { find: () => Promise.resolve(report) },
    grants: { listFor: () => Promise.resolve(GRANTS) },
    reportFiles: {
      read: (_key: string, part?: { readonly first: number; readonly last: number }) =>
        Promise.resolve(Buffer.from(part === undefined ? text : text.slice(part.first, part.last + 1))),
      link: (key: string, as: { readonly contentType: string; readonly name: string }) =>
        Promise.resolve(`https://bucket.example/${key}?${as.name}&${as.contentType}`),
    },
  } as SomeStores<ReportStores>;
  const asked = {
    caller: { email: 'ann@example.com' },
    reply,
    request: { isHead, headers: range === undefined ? {} : { range } },
    stores,
  } as Parameters<typeof reportFile>[2];
  const { contentType, body } = await reportFile('r1', fragment, asked);
  return { ...reply, contentType, text: Buffer.from(body).toString() };
}
const TEXT = '0123456789';
const part = (range: string) => ask(withFile(10), TEXT, range);

describe('a file of a report', () => {
  test('is answered under a name of its own', async () => {
    expect(await ask(withFile(10), TEXT)).toEqual({
      status: 200,
      headers: { 'accept-ranges': 'bytes', 'content-disposition': 'attachment; filename="report-r1-1.csv"' },
      contentType: 'text/csv; charset=UTF-8',
      text: TEXT,
    });
    expect(await ask(withFile(10, { request: { downloadFormat: 'tsv' } }), TEXT)).toMatchObject({
      headers: { 'content-disposition': 'attachment; filename="report-r1-1.tsv"' },
      contentType: 'text/tab-separated-values; charset=UTF-8',
    });
  });

  test.each([
    ['bytes=3-5', '345', 'bytes 3-5/10'],
    ['bytes=3-', '3456789', 'bytes 3-9/10'],
    ['bytes=9-99', '9', 'bytes 9-9/10'],
    ['bytes=-3', '789', 'bytes 7-9/10'],
    ['bytes=-99', TEXT, 'bytes 0-9/10'],
    ['bytes=0-0', '0', 'bytes 0-0/10'],
    ['bytes=4-4', '4', 'bytes 4-4/10'],
  ])('%s', async (range, text, answered) => {
    expect(await part(range)).toMatchObject({ status: 206, text, headers: { 'content-range': answered } });
  });

  test.each(['bytes=-', 'bytes=5-4', 'bytes=0-1,3-4', 'lines=0-1', 'xbytes=0-1', ''])(
    '%j is all of it',
    async (range) => {
      const whole = await part(range);

      expect(whole).toMatchObject({ status: 200, text: TEXT });
      expect(whole.headers).not.toHaveProperty('content-range');
    },
  );

  test.each(['bytes=10-', 'bytes=-0'])('%s lies behind the end', async (range) => {
    await expect(part(range)).rejects.toMatchObject({
      code: 416,
      reason: 'requestedRangeNotSatisfiable',
      message: 'The file ends before this range.',
      options: { headers: { 'content-range': 'bytes */10' } },
    });
  });

  test('HEAD learns its length alone', async () => {
    expect(await ask(withFile(10), TEXT, 'bytes=0-3', true)).toMatchObject({
      status: 200,
      text: '',
      headers: { 'content-length': '10' },
    });
  });

  test('what no answer can hold is fetched from the storage, also a part of it', async () => {
    const elsewhere = {
      status: 302,
      text: '',
      headers: { location: 'https://bucket.example/k1?report-r1-1.csv&text/csv; charset=UTF-8' },
    };
    const large = withFile(MAX_BINARY_BYTES + 2);

    expect(await ask(withFile(5_000_001), TEXT)).toMatchObject(elsewhere);
    expect(await ask(withFile(5_000_000), TEXT)).toMatchObject({ status: 200, text: TEXT });
    expect(await ask(large, TEXT, `bytes=0-${String(MAX_BINARY_BYTES)}`)).toMatchObject(elsewhere);
    expect(await ask(large, TEXT, `bytes=0-${String(MAX_BINARY_BYTES - 1)}`)).toMatchObject({ status: 206 });
  });

  test.each<[string, Report | undefined, object]>([
    ['none', undefined, { code: 404 }],
    ["somebody else's", withFile(1, { owner: 'bob@example.com' }), { code: 404 }],
    ['on data that may no longer be seen', withFile(1, { subjects: [{ agencyId: '9' }] }), { code: 404 }],
    ['partly so', withFile(1, { subjects: [{ agencyId: '1' }, { agencyId: '9' }] }), { code: 404 }],
    ['not ready', REPORT, { code: 404, message: 'Report is not ready.' }],
    [
      'failed',
      withFile(1, { failure: { reason: 'reportUnavailableRequestError', message: 'No.' } }),
      { code: 410, reason: 'reportUnavailableRequestError', message: 'No.' },
    ],
  ])('a report that is %s has none', async (_, report, error) => {
    await expect(ask(report, TEXT)).rejects.toMatchObject(error);
  });

  test('a file that the report does not have is not found', async () => {
    await expect(ask(withFile(10), TEXT, undefined, false, 2)).rejects.toMatchObject({
      code: 404,
      message: 'Not Found',
    });
  });
});

describe('a report', () => {
  test('is shown without files until it is ready', () => {
    expect(toWire(REPORT, 'https://ads.example/')).toEqual({
      kind: 'doubleclicksearch#report',
      id: 'r1',
      isReportReady: false,
      request: { downloadFormat: 'csv' },
    });
    const ready = withFile(10);
    const shown = {
      kind: 'doubleclicksearch#report',
      id: 'r1',
      isReportReady: true,
      request: { downloadFormat: 'csv' },
      rowCount: 1,
      files: [
        { byteCount: '1', url: 'https://ads.example/doubleclicksearch/v2/reports/r1/files/0' },
        { byteCount: '10', url: 'https://ads.example/doubleclicksearch/v2/reports/r1/files/1' },
      ],
      statisticsCurrencyCode: 'USD',
    };
    expect(toWire(ready, 'https://ads.example/')).toEqual(shown);
    const result = { ...(ready.result as NonNullable<Report['result']>), timeZone: 'UTC' };
    expect(toWire({ ...ready, result }, 'https://ads.example/')).toEqual({ ...shown, statisticsTimeZone: 'UTC' });
  });

  test('has an id of 16 characters', () => {
    expect(newReportId({ hex: (characters) => 'f'.repeat(characters) })).toBe('_'.repeat(16));
  });

  test('is that of its owner, who may see its data', () => {
    expect(requireReport(REPORT, 'ann@example.com', GRANTS)).toBe(REPORT);
    expect(thrownBy(() => requireReport(REPORT, 'ann@example.com', []))).toMatchObject({ code: 404 });
    expect(failureError({ reason: 'reportUnavailableQuotaExceeded', message: 'No.' })).toMatchObject({ code: 410 });
  });
});
