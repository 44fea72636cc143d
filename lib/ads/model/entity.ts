/** Entities of advertising (accounts, campaigns, keywords, ...), and their ids in two spaces. */

export const LEVELS = [
  'AGENCY',
  'ADVERTISER',
  'ACCOUNT',
  'CAMPAIGN',
  'AD_GROUP',
  'KEYWORD',
  'AD',
  'PRODUCT_GROUP',
  'TARGET',
  'BID_STRATEGY',
] as const;
export type Level = (typeof LEVELS)[number];

/**
 * `legacy`: ids of the previous experience, unique everywhere. `new`: ids below a customer, the lowest unique in their
 * ad group only.
 */
export type IdSpace = 'legacy' | 'new';

/** Where an entity stands below its account; `criterionId` is a keyword, a product group or a target. */
export interface Branch {
  readonly campaignId?: string | undefined;
  readonly adGroupId?: string | undefined;
  readonly criterionId?: string | undefined;
  readonly adId?: string | undefined;
}

export interface LegacyPath extends Branch {
  readonly agencyId: string;
  readonly advertiserId?: string | undefined;
  readonly engineAccountId?: string | undefined;
}

export interface NewPath extends Branch {
  /** Digits only. */
  readonly customerId: string;
}

/** Bid strategies stand beside the tree: no conversion is ever attributed to one. */
export type TreeLevel = Exclude<Level, 'BID_STRATEGY'>;

/** An entity with its whole line of ancestors, as far as conversions need to know it. */
export interface Entity {
  readonly level: TreeLevel;
  readonly legacy: LegacyPath;
  /** Absent when the entity exists in the previous experience alone. */
  readonly modern?: NewPath | undefined;
  readonly name: string;
  readonly status: string;
  /** Zone of the advertiser's network: conversions are counted in its days. */
  readonly networkTimeZone: string;
}

/** `123-123-1234` and `1231231234` are the same customer. */
export const customerDigits = (customerId: string): string => customerId.replaceAll('-', '');
