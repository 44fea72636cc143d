/** Reports as their owner orders, follows and fetches them, in a world of their own. */
import { expect } from '@jest/globals';
import { handler } from '#functions/ads/reports/index';
import type { ReportRequest } from '#lib/ads/reports/request/request';
import { requestsTo, type ErrorBody } from '#test/support/ask';
import { keywordReport, pollOnce } from './report-service.ts';
import { useReportService } from './use-report-service.ts';

export interface Wire {
  readonly id: string;
  readonly isReportReady: boolean;
  readonly rowCount: number;
  readonly files: { byteCount: string; url: string }[];
  readonly request: ReportRequest;
  readonly statisticsCurrencyCode?: string;
}

const BASE = '/doubleclicksearch/v2/reports';
const ask = requestsTo(handler);

interface Download {
  readonly fragment?: number | string;
  readonly as?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly method?: 'GET' | 'HEAD';
}

/** The world is opened before the tests of the file that calls this. */
export function useReportOrders() {
  const service = useReportService();
  const post = <T>(fields: ReportRequest, as = service.viewer) =>
    ask<T>('POST', BASE, { as, body: keywordReport(service.world, fields) });
  const order = (fields: ReportRequest = {}, as?: string) => post<Wire>(fields, as);
  const get = <T = Wire & ErrorBody>(id: string, as = service.viewer) => ask<T>('GET', `${BASE}/${id}`, { as });
  return {
    service,
    order,
    get,
    file: (id: string, { fragment = 0, as = service.viewer, headers = {}, method = 'GET' }: Download = {}) =>
      ask<ErrorBody>(method, `${BASE}/${id}/files/${String(fragment)}`, { as, headers }),
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
      const { status, body } = await post<ErrorBody>(fields);
      expect({ status, reason: body.error.errors[0]?.['reason'] }).toEqual({
        status: 400,
        reason: 'requestValidation',
      });
      return body.error.message;
    },
  };
}
