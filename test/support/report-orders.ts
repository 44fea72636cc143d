/** Reports as their owner orders, follows and fetches them. */
import { expect } from '@jest/globals';
import { handler } from '#functions/ads/reports/index';
import type { ReportRequest } from '#lib/ads/reports/request';
import { asking, type ErrorBody } from './ask.ts';
import { keywordReport, pollOnce, type ReportService } from './report-service.ts';

export interface Wire {
  readonly id: string;
  readonly isReportReady: boolean;
  readonly rowCount: number;
  readonly files: { byteCount: string; url: string }[];
  readonly request: ReportRequest;
  readonly statisticsCurrencyCode?: string;
}

const BASE = '/doubleclicksearch/v2/reports';
const ask = asking(handler);

export function ordersAt(service: ReportService) {
  const order = (fields: ReportRequest = {}, as = service.viewer) => ask<Wire>('POST', BASE, { as, body: keywordReport(service.world, fields) });
  const get = <T = Wire>(id: string, as = service.viewer) => ask<T>('GET', `${BASE}/${id}`, { as });
  return {
    order,
    get,
    file: (id: string, fragment: number | string = 0, as = service.viewer, headers: Record<string, string> = {}) =>
      ask<ErrorBody>('GET', `${BASE}/${id}/files/${String(fragment)}`, { as, headers }),
    /** Ordered, made and ready. */
    async made(fields: ReportRequest = {}): Promise<Wire> {
      const { body } = await order(fields);
      await pollOnce();
      const { status, body: report } = await get(body.id);
      expect(status).toBe(200);
      return report;
    },
    /** The words with which a request is refused. */
    async refusal(fields: ReportRequest): Promise<string> {
      const { status, body } = await ask<ErrorBody>('POST', BASE, { as: service.viewer, body: keywordReport(service.world, fields) });
      expect({ status, reason: body.error.errors[0]?.['reason'] }).toEqual({ status: 400, reason: 'requestValidation' });
      return body.error.message;
    },
  };
}
