import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  detailsOf,
  deviceOf,
  newDsConversionId,
  spaceOf,
  toWire,
  type Conversion,
  type ConversionFields,
} from '#lib/ads/model/conversion';
import { customerDigits } from '#lib/ads/model/entity';
import { savedColumnList } from '#lib/ads/model/saved-column';
import { KEYWORD_PATH, WHOLE_PATH } from '#test/support/ads/lineage';

const conversion: Conversion = {
  advertiserId: '2',
  conversionId: 'order-1',
  timestampMs: 1_773_479_400_000,
  dsConversionId: '99',
  modifiedMs: 1_773_479_500_000,
  type: 'ACTION',
  state: 'ACTIVE',
  legacy: { ...KEYWORD_PATH, adId: '0' },
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

test('nothing that stands elsewhere is a detail', () => {
  const own: ConversionFields = {
    ...WHOLE_PATH,
    customerId: '9',
    conversionId: 'a',
    dsConversionId: '8',
    conversionTimestamp: '1',
    conversionModifiedTimestamp: '2',
    type: 'ACTION',
    state: 'ACTIVE',
  };

  expect(detailsOf({ ...own, clickId: 'c', storeId: '1' })).toEqual({ clickId: 'c', storeId: '1' });
});

test('an answer is in the space of its question', () => {
  expect(spaceOf({ agencyId: '1' })).toEqual({ space: 'legacy' });
  expect(spaceOf({ customerId: '123-4' })).toEqual({ space: 'new', customerId: '123-4' });
  expect(customerDigits('123-123-1234')).toBe('1231231234');
});

test.each([
  ['MOBILE', 'Mobile'],
  ['DESKTOP', 'Desktop'],
  [undefined, undefined],
])('the device %s of an upload is %s in reports', (deviceType, device) => {
  expect(deviceOf(deviceType)).toBe(device);
});

test('saved columns are listed by name and type; none are no items', () => {
  const column = { advertiserId: '2', name: 'CPA', type: 'Money', definition: {} } as const;

  expect(savedColumnList([column])).toEqual({
    kind: 'doubleclicksearch#savedColumnList',
    items: [{ kind: 'doubleclicksearch#savedColumn', savedColumnName: 'CPA', type: 'Money' }],
  });
  expect(savedColumnList([])).toEqual({ kind: 'doubleclicksearch#savedColumnList' });
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

describe('toWire in the new space', () => {
  test('of another customer than the question names, the customer is its own', () => {
    expect(toWire(conversion, { space: 'new', customerId: '9' }).customerId).toBe('1231231234');
    expect(toWire(conversion, { space: 'new' }).customerId).toBe('1231231234');
  });

  test('of a keyword without new ids, there is the customer alone', () => {
    const old: Conversion = { ...conversion, modern: undefined };

    expect(toWire(old, { space: 'new', customerId: '9' })).toEqual({ ...common, customerId: '9' });
  });
});

describe('newDsConversionId', () => {
  test('is the milliseconds since 2010 and five random digits', () => {
    const asked: number[] = [];
    const hex = (characters: number) => {
      asked.push(characters);
      return '0000f';
    };

    expect(newDsConversionId(Date.UTC(2010, 0, 1) + 1, { hex })).toBe(String(2 ** 20 + 15));
    expect(asked).toEqual([5]);
  });

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
