/** @modules own */
import '#test/support/ads/own-bucket';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import { describe, expect, test } from '@jest/globals';
import { adsReports } from '#lib/runtime/ads/reports';
import { config } from '#lib/runtime/process/config';
import { useReportOrders } from '#test/support/ads/use-report-orders';
import { objects } from '#test/support/http/objects';

const { service, order, get, file, made } = useReportOrders();

/** A finished report whose one file is this text. */
async function finished(id: string, text: string, requestedMs = Date.now()): Promise<string> {
  const { viewer, world } = service;
  const key = `reports/${id}/token/0.csv`;
  await objects.send(new PutObjectCommand({ Bucket: config.bucket, Key: key, Body: text }));
  await adsReports.stores.reports.add({
    id,
    owner: viewer,
    state: 'READY',
    request: { downloadFormat: 'csv' },
    subjects: [{ agencyId: world.agencyId }],
    requestedMs,
    attempts: 1,
    errors: 0,
    leaseUntilMs: 0,
    result: { files: [{ key, bytes: Buffer.byteLength(text) }], rowCount: 1, currencyCode: 'USD' },
  });
  return id;
}

describe('doubleclicksearch.reports.getFile', () => {
  test('ADS-40 what is not there, not ready or not yours', async () => {
    const { id } = await made();
    const { body: waiting } = await order();
    const { gardener } = service;

    expect(await file(id, { fragment: 99 })).toMatchObject({
      status: 404,
      body: { error: { errors: [{ reason: 'notFound' }] } },
    });
    for (const fragment of [-1, 'x', '1.5', 2 ** 31]) {
      expect(await file(id, { fragment })).toMatchObject({
        status: 400,
        body: { error: { errors: [{ reason: 'invalidParameter', location: 'reportFragment' }] } },
      });
    }
    expect(await file(waiting.id)).toMatchObject({ status: 404, body: { error: { message: 'Report is not ready.' } } });
    expect([(await get(id, gardener)).status, (await file(id, { as: gardener })).status]).toEqual([404, 404]);
    expect([(await get('AAAnOdc9I_GnxAB0')).status, (await file('AAAnOdc9I_GnxAB0')).status]).toEqual([404, 404]);
  });

  test('ranges of a file', async () => {
    const { id, files } = await made();
    const { text } = await file(id);
    const part = await file(id, { headers: { range: 'bytes=3-9', 'accept-encoding': 'gzip' } });
    expect(part).toMatchObject({
      status: 206,
      text: text.slice(3, 10),
      headers: {
        'content-range': `bytes 3-9/${String(files[0]?.byteCount)}`,
        'content-type': 'text/csv; charset=UTF-8',
      },
    });
    expect((await file(id, { headers: { range: 'bytes=-5' } })).text).toBe(Buffer.from(text).subarray(-5).toString());
    expect(await file(id, { headers: { range: 'bytes=9999999-' } })).toMatchObject({
      status: 416,
      headers: { 'content-range': `bytes */${String(files[0]?.byteCount)}` },
    });
    for (const range of ['bytes=5-2', 'bytes=0-1,3-4', 'lines=0-1'])
      expect(await file(id, { headers: { range } })).toMatchObject({ status: 200, text });
  });

  test.each(['csv', 'tsv'] as const)(
    'HEAD says how long a %s file is, whole, and of which type',
    async (downloadFormat) => {
      const { id, files } = await made({ downloadFormat });

      expect(await file(id, { method: 'HEAD', headers: { range: 'bytes=0-3' } })).toMatchObject({
        status: 200,
        text: '',
        headers: {
          'content-length': files[0]?.byteCount,
          'content-type':
            downloadFormat === 'csv' ? 'text/csv; charset=UTF-8' : 'text/tab-separated-values; charset=UTF-8',
          'content-disposition': `attachment; filename="report-${id}-0.${downloadFormat}"`,
          'accept-ranges': 'bytes',
        },
      });
    },
  );

  test('a file that grows in the JSON of an answer arrives all the same', async () => {
    const text = `a\n${'"""\n'.repeat(1_000_000)}`;
    const id = await finished('QuotesQuotesQuot', text);

    const whole = await file(id);

    expect(whole.status).toBe(200);
    expect(whole.text === text).toBe(true);
    expect((await file(id, { headers: { 'accept-encoding': 'gzip' } })).text === text).toBe(true);
  });

  test('a file that no answer can hold is a redirect for GET, and its length for HEAD', async () => {
    const text = '"'.repeat(4_990_000);
    const id = await finished('LargeLargeLarge_', text);

    const redirect = await file(id);

    expect(redirect.status).toBe(302);
    expect(Buffer.from(await (await fetch(redirect.headers['location'] ?? '')).arrayBuffer())).toHaveLength(
      text.length,
    );
    expect(await file(id, { method: 'HEAD' })).toMatchObject({
      status: 200,
      headers: { 'content-length': String(text.length) },
    });
  });

  test('no link outlives its report by more than a minute', async () => {
    const large = 'x'.repeat(6_000_000);
    const location = new URL((await file(await finished('kept', large))).headers['location'] ?? '');
    expect(location.searchParams.get('X-Amz-Expires')).toBe('60');

    const ended = await file(await finished('ended', large, Date.now() - 31 * 86_400_000));
    expect(ended.status).toBe(404);
    expect(ended.headers).not.toHaveProperty('location');
  });
});
