/** A stored conversion, and how it looks in each space of ids. */
import type { ConversionResource } from '#lib/ads/resources/conversion';
import type { Static } from '#lib/api/schema';
import { customerDigits, type IdSpace, type LegacyPath, type NewPath } from './entity.ts';

/** As it travels. */
export type ConversionFields = Static<typeof ConversionResource>;

export type IdField =
  | 'agencyId'
  | 'advertiserId'
  | 'engineAccountId'
  | 'customerId'
  | 'campaignId'
  | 'adGroupId'
  | 'criterionId'
  | 'adId';
type OwnField =
  | IdField
  | 'conversionId'
  | 'dsConversionId'
  | 'conversionTimestamp'
  | 'conversionModifiedTimestamp'
  | 'type'
  | 'state';

/** What the uploader said besides ids, time, type and state. */
export type ConversionDetails = Omit<ConversionFields, OwnField>;

export type ConversionType = 'ACTION' | 'TRANSACTION';
export type ConversionState = 'ACTIVE' | 'REMOVED';

/** One product of an order, as a tag saw it. */
export interface LineItem {
  readonly productId: string;
  readonly productCountry?: string | undefined;
  readonly productLanguage?: string | undefined;
  readonly quantityMillis?: string | undefined;
  readonly revenueMicros?: string | undefined;
}

/** What only the tag on the advertiser's page knows. */
export interface TagRecord {
  /** Seen on another device than the click. */
  readonly isCrossEnv: boolean;
  readonly lineItems?: readonly LineItem[] | undefined;
  readonly searchTerm?: string | undefined;
  readonly eventRequestString?: string | undefined;
  readonly referrer?: string | undefined;
  /** Of the imported line: a file that says the same again changes nothing. */
  readonly fingerprint: string;
}

export interface Conversion {
  readonly advertiserId: string;
  readonly conversionId: string;
  readonly timestampMs: number;
  readonly dsConversionId: string;
  readonly modifiedMs: number;
  readonly type: ConversionType;
  readonly state: ConversionState;
  readonly legacy: LegacyPath;
  readonly modern?: NewPath | undefined;
  /** Where the click came from and when, for reports. */
  readonly device?: string | undefined;
  readonly visitMs?: number | undefined;
  readonly details: ConversionDetails;
  /** Absent in what was uploaded. */
  readonly tag?: TagRecord | undefined;
}

const OWN_FIELDS: ReadonlySet<string> = new Set<OwnField>([
  'agencyId',
  'advertiserId',
  'engineAccountId',
  'customerId',
  'campaignId',
  'adGroupId',
  'criterionId',
  'adId',
  'conversionId',
  'dsConversionId',
  'conversionTimestamp',
  'conversionModifiedTimestamp',
  'type',
  'state',
]);

export const detailsOf = (fields: ConversionFields): ConversionDetails =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !OWN_FIELDS.has(name)));

/** What tells conversions of one advertiser apart. */
export type ConversionKey = Pick<Conversion, 'advertiserId' | 'conversionId' | 'timestampMs'>;

/** Ids in the space of the question; a customer id is spelled as in the question, too. */
export interface AnswerSpace {
  readonly space: IdSpace;
  readonly customerId?: string | undefined;
}

export const spaceOf = ({ customerId }: ConversionFields): AnswerSpace =>
  customerId === undefined ? { space: 'legacy' } : { space: 'new', customerId };

function idsIn(conversion: Conversion, { space, customerId }: AnswerSpace): ConversionFields {
  if (space === 'legacy') return conversion.legacy;
  const { modern } = conversion;
  if (modern === undefined) return { customerId };
  return {
    ...modern,
    customerId:
      customerId !== undefined && customerDigits(customerId) === modern.customerId ? customerId : modern.customerId,
  };
}

export const toWire = (conversion: Conversion, answer: AnswerSpace): ConversionFields => ({
  ...conversion.details,
  ...idsIn(conversion, answer),
  conversionId: conversion.conversionId,
  dsConversionId: conversion.dsConversionId,
  conversionTimestamp: String(conversion.timestampMs),
  conversionModifiedTimestamp: String(conversion.modifiedMs),
  type: conversion.type,
  state: conversion.state,
});

/** Uploads spell devices in capitals, visits and reports do not. */
export const deviceOf = (deviceType: string | undefined): string | undefined =>
  deviceType && `${deviceType.charAt(0)}${deviceType.slice(1).toLowerCase()}`;

const EPOCH = Date.UTC(2010, 0, 1);
const RANDOM_DIGITS = 5;

/** 63 bits: the milliseconds since 2010, then 20 random bits, so that ids sort by time and need no counter. */
export const newDsConversionId = (nowMs: number, ids: { hex(characters: number): string }): string =>
  ((BigInt(nowMs - EPOCH) << 20n) | BigInt(`0x${ids.hex(RANDOM_DIGITS)}`)).toString();
