/** A small world of advertising with ids of its own: one agency, two advertisers, three accounts in two zones. */
import { randomInt } from 'node:crypto';
import type { Activity } from '#lib/ads/model/advertiser';
import type { ConversionFields } from '#lib/ads/model/conversion';
import type { Entity, LegacyPath, NewPath, TreeLevel } from '#lib/ads/model/entity';
import type { Visit } from '#lib/ads/model/visit';
import { config } from '#lib/runtime/process/config';
import { dynamoAdsStores } from '#lib/stores/dynamodb/ads/stores';
import { documents } from '#lib/stores/dynamodb/client/client';
import { someone } from '#test/support/people';

export const DAY_MS = 86_400_000;
export const stores = dynamoAdsStores(documents, config.adsTable, { now: () => new Date() });

export interface Account {
  readonly advertiserId: string;
  readonly engineAccountId: string;
  readonly customerId: string;
  readonly legacy: LegacyPath & { readonly advertiserId: string };
  /** Ids of the keyword in the new space. */
  readonly modern: NewPath;
}

export interface Advertising {
  readonly agencyId: string;
  /** May change everything of the agency. */
  readonly manager: string;
  /** Two accounts of the first advertiser (Berlin), one of the second (New York). */
  readonly accounts: readonly [Account, Account, Account];
  /** A click on the keyword of an account, so many days ago. */
  click(account: Account, daysAgo?: number): Promise<string>;
}

const entity = (
  level: TreeLevel,
  legacy: LegacyPath,
  modern: NewPath | undefined,
  networkTimeZone: string,
): Entity => ({
  level,
  legacy,
  modern,
  name: `${level} of the test`,
  status: 'Active',
  networkTimeZone,
});

function accountWith(
  agencyId: string,
  advertiserId: string,
  seed: number,
  zone: string,
): { account: Account; entities: Entity[] } {
  const id = (prefix: string): string => `${prefix}${String(seed).padStart(11, '0')}`;
  const engineAccountId = id('7');
  const customerId = String(1_000_000_000 + (seed % 8_000_000_000)).slice(0, 10);
  const top = { agencyId, advertiserId, engineAccountId };
  const campaign = { ...top, campaignId: id('71') };
  const group = { ...campaign, adGroupId: id('58') };
  const legacy = { ...group, criterionId: id('43') };
  const modernGroup = { customerId, campaignId: id('9'), adGroupId: id('8') };
  const modern = { ...modernGroup, criterionId: id('5') };
  return {
    account: { advertiserId, engineAccountId, customerId, legacy, modern },
    entities: [
      entity('ACCOUNT', top, { customerId }, zone),
      entity('CAMPAIGN', campaign, { customerId, campaignId: modern.campaignId }, zone),
      entity('AD_GROUP', group, modernGroup, zone),
      entity('KEYWORD', legacy, modern, zone),
      entity('AD', { ...group, adId: id('44') }, { ...modernGroup, adId: id('6') }, zone),
    ],
  };
}

const activity = (
  advertiserId: string,
  activityId: string,
  activityName: string,
  conversionType: Activity['conversionType'],
): Activity => ({
  advertiserId,
  activityId,
  activityName,
  conversionType,
  groupId: `${activityId}9`,
  groupName: 'Shop',
});

export async function advertising(): Promise<Advertising> {
  const seed = randomInt(10_000_000_000);
  const agencyId = `201${String(seed)}`;
  const [first, second] = [`2171${String(seed)}`, `2172${String(seed)}`];
  const [berlin, munich, york] = [
    accountWith(agencyId, first, seed, 'Europe/Berlin'),
    accountWith(agencyId, first, seed + 10_000_000_001, 'Europe/Berlin'),
    accountWith(agencyId, second, seed + 20_000_000_002, 'America/New_York'),
  ];
  const manager = someone('manager');
  await Promise.all([
    stores.entities.putAll([
      entity('AGENCY', { agencyId }, undefined, 'UTC'),
      entity(
        'ADVERTISER',
        { agencyId, advertiserId: first },
        { customerId: `31${String(seed).padStart(10, '0')}` },
        'Europe/Berlin',
      ),
      entity('ADVERTISER', { agencyId, advertiserId: second }, undefined, 'America/New_York'),
      ...[berlin, munich, york].flatMap(({ entities }) => entities),
    ]),
    stores.advertisers.putActivities(
      [first, second].flatMap((id) => [
        activity(id, `2571${String(seed)}`, 'Purchase', 'TRANSACTION'),
        activity(id, `2572${String(seed)}`, 'Signup', 'ACTION'),
      ]),
    ),
    stores.advertisers.putVariables([
      { advertiserId: first, name: 'sales', use: 'METRIC' },
      { advertiserId: first, name: 'product_type', use: 'DIMENSION' },
    ]),
    stores.grants.put({ subject: manager, agencyId, role: 'WRITE' }),
  ]);
  let clicks = 0;
  return {
    agencyId,
    manager,
    accounts: [berlin.account, munich.account, york.account],
    async click(account, daysAgo = 1) {
      clicks += 1;
      const visit: Visit = {
        clickId: `click-${String(seed)}-${String(clicks)}`,
        timestampMs: Date.now() - daysAgo * DAY_MS,
        legacy: account.legacy,
        device: 'Mobile',
      };
      await stores.visits.putAll([visit]);
      return visit.clickId;
    },
  };
}

/** A purchase on the keyword of an account, ids in the previous space. */
export const purchase = (
  { legacy }: Account,
  conversionId: string,
  fields: ConversionFields = {},
): ConversionFields => ({
  ...legacy,
  adId: '0',
  conversionId,
  conversionTimestamp: String(Date.now() - 3_600_000),
  segmentationType: 'FLOODLIGHT',
  segmentationName: 'Purchase',
  type: 'TRANSACTION',
  revenueMicros: '59900000',
  currencyCode: 'EUR',
  ...fields,
});

/** The same purchase by a click. */
export function purchaseByClick(
  account: Account,
  clickId: string,
  conversionId: string,
  fields: ConversionFields = {},
): ConversionFields {
  const {
    agencyId: _1,
    advertiserId: _2,
    engineAccountId: _3,
    campaignId: _4,
    adGroupId: _5,
    criterionId: _6,
    adId: _7,
    ...rest
  } = purchase(account, conversionId);
  return { ...rest, clickId, ...fields };
}

const yyyymmdd = (ms: number): string => new Date(ms).toISOString().slice(0, 10).replaceAll('-', '');

/** The address of conversion.get for the last days of an account. */
export function conversionsOf({ legacy }: Account, query: Readonly<Record<string, string>> = {}): string {
  const parameters = {
    startDate: yyyymmdd(Date.now() - 3 * DAY_MS),
    endDate: yyyymmdd(Date.now() + DAY_MS),
    startRow: '0',
    rowCount: '1000',
    ...query,
  };
  const { agencyId, advertiserId, engineAccountId = '' } = legacy;
  return `/doubleclicksearch/v2/agency/${agencyId}/advertiser/${advertiserId}/engine/${engineAccountId}/conversion?${new URLSearchParams(parameters).toString()}`;
}
