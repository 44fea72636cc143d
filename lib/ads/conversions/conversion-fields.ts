/** What one uploaded conversion must look like, before anything is looked up. */
import { readEntry } from '#lib/ads/batch/batch';
import type { ConversionDetails, ConversionFields, ConversionState, ConversionType } from '#lib/ads/model/conversion';
import { CURRENCIES } from '#lib/ads/model/currencies';
import { Fault, missingField, wrongValue } from '#lib/ads/model/fault';
import { ConversionResource } from '#lib/ads/resources/conversion';

const FIRST_TIMESTAMP = Date.UTC(2013, 0, 1);
const DAY_MS = 86_400_000;
const INT64_MAX = 2n ** 63n - 1n;

const TYPES: readonly string[] = ['ACTION', 'TRANSACTION'] satisfies ConversionType[];
const STATES = new Map<string, ConversionState>([
  ['ACTIVE', 'ACTIVE'],
  ['REMOVED', 'REMOVED'],
  // The old name of REMOVED.
  ['DELETED', 'REMOVED'],
]);
const DEVICES: readonly string[] = ['DESKTOP', 'MOBILE', 'TABLET', 'OTHER'];
const COUNTRY = /^[A-Za-z]{2,3}$/;
const LANGUAGE = /^[A-Za-z]{2,3}(?:[-_][A-Za-z]{2,4})?$/;

type Field = keyof ConversionFields;

const AMOUNTS = ['revenueMicros', 'quantityMillis', 'countMillis'] as const;

/** The amounts that are given, in digits without leading zeros. */
function amountsOf(fields: ConversionFields): Pick<ConversionFields, (typeof AMOUNTS)[number]> {
  const given = AMOUNTS.flatMap((field) => {
    const value = fields[field];
    if (value === undefined) return [];
    if (!/^\d{1,19}$/.test(value) || BigInt(value) > INT64_MAX) throw wrongValue(field, value, 'a whole number from 0');
    return [[field, BigInt(value).toString()]];
  });
  return Object.fromEntries(given) as Pick<ConversionFields, (typeof AMOUNTS)[number]>;
}

/** An empty text counts as absent; an empty amount is an invalid number. */
const withoutEmpty = (fields: ConversionFields): ConversionFields =>
  Object.fromEntries(Object.entries(fields).filter(([name, value]) => value !== '' || name === 'revenueMicros'));

function matching(fields: ConversionFields, field: Field, fits: (value: string) => boolean, allowed: string): void {
  const value = fields[field];
  if (typeof value === 'string' && !fits(value)) throw wrongValue(field, value, allowed);
}

function namedValues(fields: ConversionFields, field: 'customMetric' | 'customDimension'): void {
  for (const { name, value } of fields[field] ?? []) {
    if (name === undefined || name === '') throw missingField(`${field}.name`);
    if (value === undefined) throw missingField(`${field}.value`);
  }
}

function shop({ channel, storeId }: ConversionFields): void {
  if (storeId !== undefined && channel !== 'local') throw new Fault("Field 'storeId' needs the channel 'local'");
}

/** Milliseconds of a conversion's time; refuses what is too old, too far ahead or no number. */
export function timestampOf({ conversionTimestamp }: ConversionFields, nowMs: number): number {
  if (conversionTimestamp === undefined) throw missingField('conversionTimestamp');
  const timestampMs = /^\d{1,15}$/.test(conversionTimestamp) ? Number(conversionTimestamp) : NaN;
  if (!(timestampMs >= FIRST_TIMESTAMP && timestampMs <= nowMs + DAY_MS)) {
    throw wrongValue(
      'conversionTimestamp',
      conversionTimestamp,
      'milliseconds since 1970, from 2013-01-01 to a day ahead',
    );
  }
  return timestampMs;
}

export function conversionIdOf({ conversionId }: ConversionFields): string {
  if (conversionId === undefined) throw missingField('conversionId');
  if (Buffer.byteLength(conversionId) > 512) throw wrongValue('conversionId', conversionId, 'at most 512 bytes');
  return conversionId;
}

export const stateOf = ({ state }: ConversionFields): ConversionState | undefined =>
  state === undefined ? undefined : STATES.get(state);
export const typeOf = ({ type }: ConversionFields): ConversionType | undefined => type as ConversionType | undefined;

/** An entry of a batch with every field in its declared form and spelling. */
export function readConversion(entry: unknown): ConversionFields {
  const fields = withoutEmpty(readEntry(ConversionResource, entry));
  matching(fields, 'type', (value) => TYPES.includes(value), 'ACTION or TRANSACTION');
  matching(fields, 'state', (value) => STATES.has(value), 'ACTIVE or REMOVED');
  matching(fields, 'segmentationType', (value) => value === 'FLOODLIGHT', 'FLOODLIGHT');
  matching(fields, 'currencyCode', (value) => CURRENCIES.has(value), 'an ISO 4217 code');
  matching(fields, 'deviceType', (value) => DEVICES.includes(value.toUpperCase()), DEVICES.join(', '));
  matching(fields, 'productCountry', (value) => COUNTRY.test(value), 'an ISO 3166 code');
  matching(fields, 'productLanguage', (value) => LANGUAGE.test(value), 'an ISO 639 code');
  matching(fields, 'channel', (value) => value === 'local' || value === 'online', 'local or online');
  const amounts = amountsOf(fields);
  namedValues(fields, 'customMetric');
  namedValues(fields, 'customDimension');
  shop(fields);
  return {
    ...fields,
    ...amounts,
    ...(fields.deviceType !== undefined && { deviceType: fields.deviceType.toUpperCase() }),
  };
}

/** Checks that apply to new conversions only. */
export function requireForInsert({ segmentationType, segmentationId, segmentationName }: ConversionFields): void {
  if (segmentationType === undefined) throw missingField('segmentationType');
  if (segmentationId === undefined && segmentationName === undefined)
    throw missingField('segmentationId or segmentationName');
}

/** Amounts are for transactions only, and need a currency. */
export function checkMoney(
  { revenueMicros, currencyCode }: ConversionFields,
  type: ConversionType,
  state: ConversionState,
): void {
  if (type === 'ACTION' && revenueMicros !== undefined && BigInt(revenueMicros) > 0n)
    throw new Fault("Field 'revenueMicros' is for TRANSACTION only");
  if (type === 'TRANSACTION' && revenueMicros === undefined && state === 'ACTIVE') throw missingField('revenueMicros');
  if (revenueMicros !== undefined && currencyCode === undefined) throw missingField('currencyCode');
}

const MAX_BYTES = 300_000;

/** A conversion that is too large to be stored fails alone, not with its batch. */
export function checkSize(details: ConversionDetails): ConversionDetails {
  const bytes = Buffer.byteLength(JSON.stringify(details));
  if (bytes > MAX_BYTES) throw new Fault(`A conversion has at most ${String(MAX_BYTES)} bytes, not ${String(bytes)}`);
  return details;
}
