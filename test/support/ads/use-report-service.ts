/** The beginning of tests of reports: a world of reports and people who may see all of it or a part. */
import { onceForAll } from '#test/support/run/fixture';
import { openReportService, type ReportService } from './report-service.ts';

export const useReportService = (): ReportService => onceForAll(openReportService);
