/** @modules own */
import '#test/support/ads/own-bucket';
import { describe, expect, test } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import { pollOnce } from '#test/support/ads/report-service';
import { useReportOrders } from '#test/support/ads/use-report-orders';

const { service, order, get, file } = useReportOrders();

describe('doubleclicksearch.reports.get', () => {
  test('ADS-36, ADS-37 from 202 to files on the own host, which are as long as announced', async () => {
    const { body: ordered } = await order();
    const early = await get(ordered.id);
    expect({ status: early.status, ready: early.body.isReportReady }).toEqual({ status: 202, ready: false });

    await pollOnce();

    const { status, body } = await get(ordered.id);
    const inReport = service.world.entities.filter(
      ({ level, status: state }) => level === 'KEYWORD' && state !== 'Removed',
    );
    expect({ status, ready: body.isReportReady, rows: body.rowCount, currency: body.statisticsCurrencyCode }).toEqual({
      status: 200,
      ready: true,
      rows: inReport.length,
      currency: 'USD',
    });
    expect(body.files).toEqual([
      {
        byteCount: expect.stringMatching(/^\d+$/),
        url: `https://almanac.test/doubleclicksearch/v2/reports/${body.id}/files/0`,
      },
    ]);
    const download = await file(body.id);
    expect(download.status).toBe(200);
    expect(download.headers['content-type']).toBe('text/csv; charset=UTF-8');
    expect(download.headers['content-disposition']).toBe(`attachment; filename="report-${body.id}-0.csv"`);
    expect(Buffer.byteLength(download.text)).toBe(Number(body.files[0]?.byteCount));
    const [header, ...rows] = parse(download.text) as string[][];
    expect(header).toEqual(['keywordId', 'keywordText', 'clicks', 'cost']);
    expect(rows).toHaveLength(body.rowCount);
  });
});
