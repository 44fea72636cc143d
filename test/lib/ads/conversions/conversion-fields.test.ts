import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  checkMoney,
  checkSize,
  conversionIdOf,
  readConversion,
  requireForInsert,
  stateOf,
  timestampOf,
  typeOf,
} from '#lib/ads/conversions/conversion-fields';
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

  const takes = (field: string, value: string, allowed: string): string =>
    `Field '${field}' has the value '${value}' but takes ${allowed}`;

  test.each([
    [{ type: 'action' }, takes('type', 'action', 'ACTION or TRANSACTION')],
    [{ state: 'GONE' }, takes('state', 'GONE', 'ACTIVE or REMOVED')],
    [{ segmentationType: 'OTHER' }, takes('segmentationType', 'OTHER', 'FLOODLIGHT')],
    [{ currencyCode: 'EURO' }, takes('currencyCode', 'EURO', 'an ISO 4217 code')],
    [{ currencyCode: 'eur' }, takes('currencyCode', 'eur', 'an ISO 4217 code')],
    [{ deviceType: 'WATCH' }, takes('deviceType', 'WATCH', 'DESKTOP, MOBILE, TABLET, OTHER')],
    [{ productCountry: 'Germany' }, takes('productCountry', 'Germany', 'an ISO 3166 code')],
    [{ productCountry: 'D' }, takes('productCountry', 'D', 'an ISO 3166 code')],
    [{ productCountry: 'D1' }, takes('productCountry', 'D1', 'an ISO 3166 code')],
    [{ productLanguage: 'german' }, takes('productLanguage', 'german', 'an ISO 639 code')],
    [{ productLanguage: 'de-' }, takes('productLanguage', 'de-', 'an ISO 639 code')],
    [{ productLanguage: 'x de' }, takes('productLanguage', 'x de', 'an ISO 639 code')],
    [{ channel: 'shop' }, takes('channel', 'shop', 'local or online')],
    [{ revenueMicros: '-1' }, takes('revenueMicros', '-1', 'a whole number from 0')],
    [{ quantityMillis: '-1' }, takes('quantityMillis', '-1', 'a whole number from 0')],
    [{ countMillis: '-1' }, takes('countMillis', '-1', 'a whole number from 0')],
    [{ customMetric: [{ value: 1 }] }, "Field 'customMetric.name' is required"],
    [{ customMetric: [{ name: '', value: 1 }] }, "Field 'customMetric.name' is required"],
    [{ customMetric: [{ name: 'a' }] }, "Field 'customMetric.value' is required"],
    [{ customDimension: [{ name: 'a', value: 'b' }, { value: 'b' }] }, "Field 'customDimension.name' is required"],
    [{ customDimension: [{ name: 'a' }] }, "Field 'customDimension.value' is required"],
    [{ storeId: '1' }, "Field 'storeId' needs the channel 'local'"],
    [{ storeId: '1', channel: 'online' }, "Field 'storeId' needs the channel 'local'"],
  ])('%j is refused: %s', (entry, message) => {
    expect(() => readConversion(entry)).toThrow(new Fault(message));
  });

  test.each([
    [{ type: 'ACTION' }],
    [{ type: 'TRANSACTION' }],
    [{ segmentationType: 'FLOODLIGHT' }],
    [{ currencyCode: 'CHF' }],
    [{ productCountry: 'DE', productLanguage: 'de' }],
    [{ productCountry: 'DEU', productLanguage: 'deu' }],
    [{ productLanguage: 'zh-Hant' }],
    [{ productLanguage: 'pt_BR' }],
    [{ channel: 'online' }],
    [{ channel: 'local', storeId: '1' }],
    [{ deviceType: 'DESKTOP' }],
    [{ deviceType: 'OTHER' }],
    [{ customMetric: [{ name: 'a', value: 0 }], customDimension: [{ name: 'a', value: '' }] }],
  ])('%j is taken as it is', (entry) => {
    expect(readConversion(entry)).toEqual(entry);
  });

  test.each(['mobile', 'Tablet'])('the device %s is spelled in capitals', (deviceType) => {
    expect(readConversion({ deviceType })).toEqual({ deviceType: deviceType.toUpperCase() });
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

test('an absent state and type are absent', () => {
  expect([stateOf({}), typeOf({}), typeOf({ type: 'ACTION' })]).toEqual([undefined, undefined, 'ACTION']);
});

describe('an insert', () => {
  test.each([
    [{}, 'segmentationType'],
    [{ segmentationType: 'FLOODLIGHT' }, 'segmentationId or segmentationName'],
  ])('of %j lacks %s', (fields, field) => {
    expect(() => {
      requireForInsert(fields);
    }).toThrow(`Field '${field}' is required`);
  });

  test.each([{ segmentationId: '7' }, { segmentationName: 'Signup' }])('names its activity by %j', (activity) => {
    expect(() => {
      requireForInsert({ segmentationType: 'FLOODLIGHT', ...activity });
    }).not.toThrow();
  });

  test('has an id of at most 512 bytes', () => {
    expect(() => conversionIdOf({})).toThrow("Field 'conversionId' is required");
    expect(conversionIdOf({ conversionId: 'ä'.repeat(256) })).toBe('ä'.repeat(256));
    expect(() => conversionIdOf({ conversionId: `a${'ä'.repeat(256)}` })).toThrow('but takes at most 512 bytes');
  });

  test('has at most 300,000 bytes', () => {
    const attributionModel = 'x'.repeat(300_000 - '{"attributionModel":""}'.length);

    expect(checkSize({ attributionModel })).toEqual({ attributionModel });
    expect(() => checkSize({ attributionModel: `${attributionModel}x` })).toThrow(
      'A conversion has at most 300000 bytes, not 300001',
    );
  });
});

describe('timestampOf', () => {
  test.each([
    [undefined, "Field 'conversionTimestamp' is required"],
    ['1e12', 'milliseconds since 1970, from 2013-01-01 to a day ahead'],
    ['1773446400000.5', 'milliseconds since 1970, from 2013-01-01 to a day ahead'],
    ['-1773446400000', "Field 'conversionTimestamp' has the value '-1773446400000'"],
  ])('%j is refused: %s', (conversionTimestamp, message) => {
    expect(() => timestampOf({ conversionTimestamp }, now)).toThrow(message);
  });

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

  test.each([
    ["Field 'revenueMicros' is for TRANSACTION only", { revenueMicros: '1', currencyCode: 'EUR' }, 'ACTION'],
    ["Field 'revenueMicros' is required", {}, 'TRANSACTION'],
    ["Field 'currencyCode' is required", { revenueMicros: '1' }, 'TRANSACTION'],
  ] as const)('%s', (message, fields, type) => {
    expect(() => {
      checkMoney(fields, type, 'ACTIVE');
    }).toThrow(message);
  });
});
