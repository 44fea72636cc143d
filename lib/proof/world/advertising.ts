/** What one person has in the ads service: an agency with one advertiser and account, and a marked conversion. */
import type { Entity, LegacyPath, NewPath, TreeLevel } from '#lib/ads/entity';
import type { AdsStores } from '#lib/ads/stores';
import type { Caller } from './calendars.ts';

export interface AdsHoldings {
  readonly agencyId: string;
  readonly advertiserId: string;
  readonly engineAccountId: string;
  readonly customerId: string;
  readonly campaignId: string;
  readonly adGroupId: string;
  readonly criterionId: string;
  readonly clickId: string;
  readonly conversionId: string;
  readonly conversionTimestamp: string;
  readonly segmentationName: string;
  readonly reportId: string;
}

const HOUR_MS = 3_600_000;
const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

const entity = (mark: string, level: TreeLevel, legacy: LegacyPath, modern: NewPath): Entity => ({ level, legacy, modern, name: `${mark} ${level}`, status: 'Active', networkTimeZone: 'UTC' });

/** `number` makes the ids: six digits that nobody else uses. */
export async function fillAdvertising(stores: AdsStores, call: Caller, email: string, mark: string, number: number): Promise<AdsHoldings> {
  const id = (prefix: string): string => `${prefix}${String(number).padStart(6, '0')}`;
  const now = Date.now();
  const [agencyId, advertiserId, engineAccountId, customerId] = [id('201'), id('217'), id('700'), id('1234')];
  const branch = { campaignId: id('71'), adGroupId: id('58'), criterionId: id('43') };
  const advertiser = { agencyId, advertiserId };
  const account = { ...advertiser, engineAccountId };
  const keyword = { ...account, ...branch };
  await Promise.all([
    stores.entities.putAll([
      entity(mark, 'ADVERTISER', advertiser, { customerId: id('31') }),
      entity(mark, 'ACCOUNT', account, { customerId }),
      entity(mark, 'KEYWORD', keyword, { customerId, ...branch }),
    ]),
    stores.advertisers.putActivities([{ advertiserId, activityId: id('25'), activityName: `${mark} activity`, conversionType: 'TRANSACTION', groupId: id('26'), groupName: `${mark} group` }]),
    stores.advertisers.putSavedColumns([{ advertiserId, name: `${mark} column`, type: 'Integer', definition: {} }]),
    stores.visits.putAll([{ clickId: `click-${id('9')}`, timestampMs: now - 24 * HOUR_MS, legacy: keyword, device: 'Mobile' }]),
    stores.grants.put({ subject: email, agencyId, role: 'WRITE' }),
  ]);
  const conversionTimestamp = String(now - HOUR_MS);
  const conversionId = `conversion-${id('8')}`;
  const conversion = { ...keyword, conversionId, conversionTimestamp, segmentationType: 'FLOODLIGHT', segmentationName: `${mark} activity`, type: 'TRANSACTION', revenueMicros: '1000000', currencyCode: 'EUR' };
  await call('POST', '/doubleclicksearch/v2/conversion', { conversion: [conversion] });
  const report = await call('POST', '/doubleclicksearch/v2/reports', {
    reportType: 'conversion',
    columns: ['conversionId', 'floodlightActivity'].map((columnName) => ({ columnName })),
    reportScope: advertiser,
    timeRange: { startDate: dayOf(now - 48 * HOUR_MS), endDate: dayOf(now) },
    statisticsCurrency: 'agency',
    downloadFormat: 'csv',
    maxRowsPerFile: 1_000_000,
  });
  return { agencyId, advertiserId, engineAccountId, customerId, ...branch, clickId: `click-${id('9')}`, conversionId, conversionTimestamp, segmentationName: `${mark} activity`, reportId: String(report['id']) };
}
