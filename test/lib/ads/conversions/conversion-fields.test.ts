import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { checkMoney, readConversion, stateOf, timestampOf } from '#lib/ads/conversions/conversion-fields';
import type { ConversionFields } from '#lib/ads/model/conversion';
import { Fault } from '#lib/ads/model/fault';

const DAY_MS = 86_400_000;
const now = Date.UTC(2026, 2, 14);

describe('readConversion', () => {
  test('amounts keep every digit up to the largest 64-bit integer', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 63n - 1n }), (amount) => {
        const text = amount.toString();
        expect(readConversion({ revenueMicros: text, quantityMillis: text })).toEqual({
          revenueMicros: text,
          quantityMillis: text,
        });
      }),
    );
  });

  test.each(['-1', '9223372036854775808', '1.5', '1e3', '', ' ', '0x10', 'ten'])(
    'revenueMicros %j is refused',
    (revenueMicros) => {
      expect(() => readConversion({ revenueMicros })).toThrow(Fault);
    },
  );

  test('amounts lose leading zeros, numbers become texts', () => {
    expect(readConversion({ revenueMicros: '0010', quantityMillis: 1500, countMillis: '007' })).toEqual({
      revenueMicros: '10',
      quantityMillis: '1500',
      countMillis: '7',
    });
  });

  test('empty texts are as if they were not there', () => {
    expect(readConversion({ clickId: '', customerId: '', storeId: '', currencyCode: '', conversionId: 'a' })).toEqual({
      conversionId: 'a',
    });
  });

  test('a message shows the beginning of what was too long', () => {
    expect(() => readConversion({ currencyCode: 'x'.repeat(5_000) })).toThrow(new RegExp(`'x{512}\\.\\.\\.'`));
  });

  test('whatever comes, an entry is read or refused with a fault, never anything else', () => {
    const names = [
      'clickId',
      'conversionTimestamp',
      'revenueMicros',
      'state',
      'type',
      'customMetric',
      'channel',
      'storeId',
      'deviceType',
      'adUserDataConsent',
    ];
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), fc.dictionary(fc.constantFrom(...names), fc.jsonValue())), (entry) => {
        try {
          readConversion(entry);
        } catch (error) {
          expect(error).toBeInstanceOf(Fault);
        }
      }),
    );
  });

  test.each([
    [{ currencyCode: 'EURO' }],
    [{ currencyCode: 'eur' }],
    [{ productCountry: 'Germany' }],
    [{ productLanguage: 'german' }],
    [{ customMetric: [{ value: 1 }] }],
    [{ customDimension: [{ name: 'a' }] }],
    [{ storeId: '1' }],
  ])('%j is refused', (entry) => {
    expect(() => readConversion(entry)).toThrow(Fault);
  });
});

test.each([
  ['ACTIVE', 'ACTIVE'],
  ['REMOVED', 'REMOVED'],
  ['DELETED', 'REMOVED'],
])('the state %s is %s', (given, state) => {
  expect(stateOf(readConversion({ state: given }))).toBe(state);
  expect(() => readConversion({ state: given.toLowerCase() })).toThrow('ACTIVE or REMOVED');
});

describe('timestampOf', () => {
  test.each([
    ['the first of 2013', Date.UTC(2013, 0, 1), true],
    ['just before', Date.UTC(2013, 0, 1) - 1, false],
    ['a day ahead', now + DAY_MS, true],
    ['more than a day ahead', now + DAY_MS + 1, false],
  ])('%s', (_, timestamp, isAccepted) => {
    const read = () => timestampOf({ conversionTimestamp: String(timestamp) }, now);

    if (isAccepted) expect(read()).toBe(timestamp);
    else expect(read).toThrow(Fault);
  });
});

describe('checkMoney', () => {
  test.each([
    ['a transaction with revenue', { revenueMicros: '1', currencyCode: 'EUR' }, 'TRANSACTION', 'ACTIVE', true],
    ['a transaction without revenue', {}, 'TRANSACTION', 'ACTIVE', false],
    ['a removed transaction without revenue', {}, 'TRANSACTION', 'REMOVED', true],
    ['revenue without a currency', { revenueMicros: '1' }, 'TRANSACTION', 'ACTIVE', false],
    ['an action without revenue', {}, 'ACTION', 'ACTIVE', true],
    ['an action with revenue', { revenueMicros: '1', currencyCode: 'EUR' }, 'ACTION', 'ACTIVE', false],
    ['an action with a revenue of nothing', { revenueMicros: '0', currencyCode: 'EUR' }, 'ACTION', 'ACTIVE', true],
  ] as [string, ConversionFields, 'ACTION' | 'TRANSACTION', 'ACTIVE' | 'REMOVED', boolean][])(
    '%s',
    (_, fields, type, state, isAccepted) => {
      const check = () => {
        checkMoney(fields, type, state);
      };

      if (isAccepted) expect(check).not.toThrow();
      else expect(check).toThrow(Fault);
    },
  );
});
