/** One advertiser with a keyword, and uploads of conversions for it. */
import type { Entity } from '#lib/ads/model/entity';
import type { AdsStores } from '#lib/ads/stores/all';

export const TOP = { agencyId: '1', advertiserId: '2', engineAccountId: '3' };
export const KEYWORD = { ...TOP, campaignId: '4', adGroupId: '5', criterionId: '6' };
export const START = Date.UTC(2026, 0, 1);

const entity = (level: Entity['level'], legacy: Entity['legacy']): Entity => ({
  level,
  legacy,
  name: level,
  status: 'Active',
  networkTimeZone: 'UTC',
});

export const batchOf = (size: number, round: string): object => ({
  conversion: Array.from({ length: size }, (_, index) => ({
    ...KEYWORD,
    conversionId: `${round}-${String(index)}`,
    conversionTimestamp: String(START + index),
    segmentationType: 'FLOODLIGHT',
    segmentationName: 'Signup',
  })),
});

export async function putAdvertiser(stores: AdsStores, email: string): Promise<void> {
  await Promise.all([
    stores.entities.putAll([
      entity('ADVERTISER', { agencyId: '1', advertiserId: '2' }),
      entity('ACCOUNT', TOP),
      entity('KEYWORD', KEYWORD),
    ]),
    stores.advertisers.putActivities([
      {
        advertiserId: '2',
        activityId: '8',
        activityName: 'Signup',
        conversionType: 'ACTION',
        groupId: '9',
        groupName: 'Leads',
      },
    ]),
    stores.grants.put({ subject: email, agencyId: '1', role: 'WRITE' }),
  ]);
}
