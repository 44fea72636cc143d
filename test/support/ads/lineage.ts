/** Ids of one ad and its keyword, from the agency down, for tests of rules that need any. */
import type { LegacyPath } from '#lib/ads/model/entity';

export const TOP = { agencyId: '1', advertiserId: '2', engineAccountId: '3' } as const satisfies LegacyPath;

export const KEYWORD_PATH = { ...TOP, campaignId: '4', adGroupId: '5', criterionId: '6' } as const satisfies LegacyPath;

export const WHOLE_PATH = { ...KEYWORD_PATH, adId: '7' } as const satisfies LegacyPath;
