import '#test/support/own-bucket';
import { beforeAll, describe, expect, jest, test } from '@jest/globals';
import { ordersAt } from '#test/support/report-orders';
import { openReportService, type ReportService } from '#test/support/report-service';

jest.setTimeout(600_000);

let service: ReportService;
let orders: ReturnType<typeof ordersAt>;
beforeAll(async () => {
  service = await openReportService();
  orders = ordersAt(service);
});

const order: typeof orders.order = (fields, as) => orders.order(fields, as);
const get: typeof orders.get = (id, as) => orders.get(id, as);
const file: typeof orders.file = (...args) => orders.file(...args);
const made: typeof orders.made = (fields) => orders.made(fields);

describe('doubleclicksearch.reports.getFile', () => {
  test('ADS-40 what is not there, not ready or not yours', async () => {
    const { id } = await made();
    const { body: waiting } = await order();

    expect((await file(id, 99)).status).toBe(404);
    expect((await file(id, -1)).status).toBe(400);
    expect((await file(id, 'x')).status).toBe(400);
    expect(await file(waiting.id)).toMatchObject({ status: 404, body: { error: { message: 'Report is not ready.' } } });
    expect([(await get(id, service.gardener)).status, (await file(id, 0, service.gardener)).status, (await get('AAAnOdc9I_GnxAB0')).status]).toEqual([404, 404, 404]);
  });

  test('ranges of a file', async () => {
    const { id, files } = await made();
    const { text } = await file(id);
    const part = await file(id, 0, service.viewer, { range: 'bytes=3-9' });
    expect(part).toMatchObject({ status: 206, text: text.slice(3, 10), headers: { 'content-range': `bytes 3-9/${String(files[0]?.byteCount)}` } });
    expect((await file(id, 0, service.viewer, { range: 'bytes=-5' })).text).toBe(Buffer.from(text).subarray(-5).toString());
    expect((await file(id, 0, service.viewer, { range: 'bytes=9999999-' })).status).toBe(416);
  });
});
