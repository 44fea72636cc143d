import { describe, expect, test } from '@jest/globals';
import { changed } from '#lib/ads/conversions/update-conversions';
import type { Conversion, ConversionFields } from '#lib/ads/model/conversion';
import { KEYWORD_PATH } from '#test/support/ads/lineage';

const NOW = Date.UTC(2026, 2, 14);
const SALE = { revenueMicros: '1000000', currencyCode: 'EUR', quantityMillis: '1000' };
const STORED: Conversion = {
  advertiserId: '2',
  conversionId: 'order-1',
  timestampMs: NOW - 5_000,
  dsConversionId: '99',
  modifiedMs: NOW - 4_000,
  type: 'TRANSACTION',
  state: 'ACTIVE',
  legacy: KEYWORD_PATH,
  modern: { customerId: '1231231234', campaignId: '40', adGroupId: '50', criterionId: '60' },
  details: {
    segmentationType: 'FLOODLIGHT',
    segmentationId: '7',
    segmentationName: 'Order',
    clickId: 'c1',
    customMetric: [{ name: 'sales', value: 1 }],
    ...SALE,
  },
};
const change = (fields: ConversionFields, stored = STORED): Conversion => changed(stored, { ...SALE, ...fields }, NOW);

describe('an update', () => {
  test('that says nothing new leaves the conversion as it is', () => {
    const same = {
      conversionId: 'order-1',
      dsConversionId: '99',
      conversionTimestamp: String(NOW - 5_000),
      type: 'TRANSACTION',
      state: 'ACTIVE',
      segmentationId: '7',
      segmentationName: 'Order',
      clickId: 'c1',
      criterionId: '6',
      customMetric: [{ value: 1, name: 'sales' }],
    };

    expect(change(same)).toBe(STORED);
    expect(change({ customerId: '123-123-1234', criterionId: '60' })).toBe(STORED);
  });

  test('changes what it names and keeps the rest', () => {
    expect(change({ revenueMicros: '5', floodlightOrderId: 'o' })).toEqual({
      ...STORED,
      modifiedMs: NOW,
      details: { ...STORED.details, revenueMicros: '5', floodlightOrderId: 'o' },
    });
  });

  test('may remove, and bring back', () => {
    const removed = change({ state: 'REMOVED' });

    expect(removed).toEqual({ ...STORED, state: 'REMOVED', modifiedMs: NOW });
    expect(change({ state: 'ACTIVE' }, removed)).toEqual({ ...STORED, modifiedMs: NOW + 1 });
    expect(change({}, removed)).toBe(removed);
  });

  test('is always later than the one before', () => {
    expect(change({ revenueMicros: '5' }, { ...STORED, modifiedMs: NOW + 7 }).modifiedMs).toBe(NOW + 8);
  });

  test.each([
    'dsConversionId',
    'conversionId',
    'conversionTimestamp',
    'type',
    'segmentationId',
    'segmentationName',
    'clickId',
    'agencyId',
    'advertiserId',
    'engineAccountId',
    'campaignId',
    'adGroupId',
    'criterionId',
    'adId',
    'customerId',
  ])('cannot change %s', (field) => {
    expect(() => change({ [field]: '8' })).toThrow(
      `Field '${field}' cannot be changed; remove the conversion and insert another`,
    );
  });

  test.each(['revenueMicros', 'currencyCode', 'quantityMillis'])('names %s again', (field) => {
    expect(() => change({ [field]: undefined })).toThrow(`Field '${field}' is required`);
  });

  test('needs no amount that was not there', () => {
    const { quantityMillis: _, ...details } = STORED.details;

    expect(change({ quantityMillis: undefined }, { ...STORED, details })).toMatchObject({ details });
  });

  test.each<[string, ConversionFields, string]>([
    ['a store without its channel', { storeId: '12' }, "Field 'storeId' needs the channel 'local'"],
    ['a store that is online', { storeId: '12', channel: 'online' }, "Field 'storeId' needs the channel 'local'"],
    ['too many bytes', { attributionModel: 'x'.repeat(300_000) }, 'A conversion has at most 300000 bytes, not 300'],
  ])('%s is refused', (_, fields, message) => {
    expect(() => change(fields)).toThrow(message);
  });

  test('a store of a local shop may change, and its channel need not be said again', () => {
    const local = { ...STORED, details: { ...STORED.details, channel: 'local', storeId: '11' } };

    expect(change({ storeId: '12' }, local).details.storeId).toBe('12');
  });

  test('an action has no revenue', () => {
    const action = { ...STORED, type: 'ACTION' as const };

    expect(() => change({}, action)).toThrow("Field 'revenueMicros' is for TRANSACTION only");
  });
});
