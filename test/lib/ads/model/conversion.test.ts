import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { detailsOf, newDsConversionId, toWire, type Conversion } from '#lib/ads/model/conversion';

const conversion: Conversion = {
  advertiserId: '2',
  conversionId: 'order-1',
  timestampMs: 1_773_479_400_000,
  dsConversionId: '99',
  modifiedMs: 1_773_479_500_000,
  type: 'ACTION',
  state: 'ACTIVE',
  legacy: {
    agencyId: '1',
    advertiserId: '2',
    engineAccountId: '3',
    campaignId: '4',
    adGroupId: '5',
    criterionId: '6',
    adId: '0',
  },
  modern: { customerId: '1231231234', campaignId: '44', adGroupId: '55', criterionId: '66', adId: '0' },
  details: { segmentationType: 'FLOODLIGHT', segmentationId: '7', segmentationName: 'Signup' },
};

const common = {
  conversionId: 'order-1',
  dsConversionId: '99',
  conversionTimestamp: '1773479400000',
  conversionModifiedTimestamp: '1773479500000',
  type: 'ACTION',
  state: 'ACTIVE',
  segmentationType: 'FLOODLIGHT',
  segmentationId: '7',
  segmentationName: 'Signup',
};

test('details are what no field of its own holds', () => {
  expect(detailsOf(toWire(conversion, { space: 'legacy' }))).toEqual(conversion.details);
  expect(detailsOf({ ...conversion.modern, deviceType: 'MOBILE' })).toEqual({ deviceType: 'MOBILE' });
});

describe('toWire', () => {
  test('in the previous space', () => {
    expect(toWire(conversion, { space: 'legacy' })).toEqual({ ...common, ...conversion.legacy });
  });

  test('in the new space, the customer as it was asked for', () => {
    expect(toWire(conversion, { space: 'new', customerId: '123-123-1234' })).toEqual({
      ...common,
      ...conversion.modern,
      customerId: '123-123-1234',
    });
  });
});

describe('newDsConversionId', () => {
  test('fits 63 bits and sorts by time', () => {
    const randomly = fc.stringMatching(/^[0-9a-f]{5}$/);
    const moment = fc.integer({ min: Date.UTC(2013, 0, 1), max: Date.UTC(2199, 0, 1) });
    fc.assert(
      fc.property(moment, moment, randomly, randomly, (one, other, hex, otherHex) => {
        const [a, b] = [
          BigInt(newDsConversionId(one, { hex: () => hex })),
          BigInt(newDsConversionId(other, { hex: () => otherHex })),
        ];
        return a > 0n && a < 2n ** 63n && (one === other || one < other === a < b);
      }),
    );
  });
});
