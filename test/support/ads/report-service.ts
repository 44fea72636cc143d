/** A world of reports in the run's database and storage, and the functions that serve it. */
import { randomInt } from 'node:crypto';
import { CreateBucketCommand } from '@aws-sdk/client-s3';
import { handler as poll } from '#functions/schedules/poll-reports';
import type { ReportRequest } from '#lib/ads/reports/request/request';
import { importDependencies } from '#lib/runtime/ads/import';
import { config } from '#lib/runtime/process/config';
import { objects } from '#test/support/http/objects';
import { someone } from '#test/support/people';
import { underRole } from '#test/support/run/under-role';
import { importWorld } from './import-world.ts';
import { reportWorld, type ReportWorld } from './report-world.ts';

export interface ReportService {
  readonly world: ReportWorld;
  /** May see the whole agency. */
  readonly viewer: string;
  /** May see the second advertiser only. */
  readonly gardener: string;
}

/** `shape` changes the world before it is brought in. */
export async function openReportService(
  shape: (world: ReportWorld) => ReportWorld = (world) => world,
): Promise<ReportService> {
  await objects.send(new CreateBucketCommand({ Bucket: config.bucket }));
  const world = shape(reportWorld(randomInt(9_999_999)));
  await importWorld(world, importDependencies);
  const [viewer, gardener] = [someone('viewer'), someone('gardener')];
  const { grants } = importDependencies.stores;
  await grants.put({ subject: viewer, agencyId: world.agencyId, role: 'READ' });
  await grants.put({ subject: gardener, agencyId: world.agencyId, advertiserId: world.advertiserIds[1], role: 'READ' });
  return { world, viewer, gardener };
}

/** What the schedule does every minute. */
export const pollOnce = () =>
  underRole(
    'pollReports',
    poll,
  )({
    version: '0',
    id: '1',
    'detail-type': 'Scheduled Event',
    source: 'aws.events',
    account: '1',
    time: '',
    region: 'us-east-1',
    resources: [],
    detail: {},
  });

/** A request of an account report over all days; fields replace its own. */
export const accountReport = (world: ReportWorld, fields: ReportRequest = {}): ReportRequest => ({
  reportType: 'account',
  reportScope: { agencyId: world.agencyId },
  columns: [{ columnName: 'accountId' }, { columnName: 'clicks' }],
  timeRange: { startDate: world.firstDay, endDate: world.lastDay },
  statisticsCurrency: 'usd',
  ...fields,
});

export const keywordReport = (world: ReportWorld, fields: ReportRequest = {}): ReportRequest =>
  accountReport(world, {
    reportType: 'keyword',
    columns: [
      { columnName: 'keywordId' },
      { columnName: 'keywordText' },
      { columnName: 'clicks' },
      { columnName: 'cost' },
    ],
    downloadFormat: 'csv',
    maxRowsPerFile: 1_000_000,
    ...fields,
  });
