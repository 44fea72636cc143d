import { describe, expect, test } from '@jest/globals';
import type { ConversionFields } from '#lib/ads/model/conversion';
import { conversionsOf, purchase, purchaseByClick } from '#test/support/ads/advertising';
import { ask, type ConversionList } from '#test/support/ads/conversions';
import { useAdvertising } from '#test/support/ads/use-advertising';
import type { ErrorBody } from '#test/support/ask';
import { someone } from '#test/support/people';

const URL = '/doubleclicksearch/v2/conversion';

const world = useAdvertising();

const stored = async (conversionId: string, account = world.accounts[0]): Promise<ConversionFields> => {
  const { body } = await ask<ConversionList>('GET', conversionsOf(account), { as: world.manager });
  return body.conversion?.find((conversion) => conversion.conversionId === conversionId) ?? {};
};

const inserted = async (conversionId: string, fields: ConversionFields = {}): Promise<ConversionFields> => {
  const conversion = purchase(world.accounts[0], conversionId, fields);
  const { status, body } = await ask<ConversionList>('POST', URL, {
    as: world.manager,
    body: { conversion: [conversion] },
  });
  expect(status).toBe(200);
  expect(body.conversion).toHaveLength(1);
  return conversion;
};

const update = <Body = ConversionList>(conversion: readonly object[], as = world.manager) =>
  ask<Body>('PUT', URL, { as, body: { conversion } });

describe('doubleclicksearch.conversion.update', () => {
  describe('200', () => {
    test('ADS-18 revenue and quantity change, the id of the service stays, the time of change moves', async () => {
      const conversion = await inserted('revenue', { quantityMillis: '1000' });
      const before = await stored('revenue');

      const { status, body } = await update([{ ...conversion, revenueMicros: '1', quantityMillis: '3000' }]);

      expect(status).toBe(200);
      const after = await stored('revenue');
      expect(body.conversion).toEqual([after]);
      expect(after).toMatchObject({
        revenueMicros: '1',
        quantityMillis: '3000',
        dsConversionId: before.dsConversionId,
      });
      expect(Number(after.conversionModifiedTimestamp)).toBeGreaterThan(Number(before.conversionModifiedTimestamp));
    });

    test('ADS-19 a removed conversion is still listed, and can be restored', async () => {
      const conversion = await inserted('removed');

      await update([{ ...conversion, state: 'REMOVED' }]);
      expect((await stored('removed')).state).toBe('REMOVED');

      await update([{ ...conversion, state: 'ACTIVE' }]);
      expect((await stored('removed')).state).toBe('ACTIVE');
    });

    test('a moment is the same with zeros in front of it, as it is for an insert', async () => {
      const conversion = await inserted('zeros');

      const { status } = await update([
        { ...conversion, conversionTimestamp: `00${conversion.conversionTimestamp ?? ''}`, revenueMicros: '2' },
      ]);

      expect(status).toBe(200);
      expect(await stored('zeros')).toMatchObject({
        revenueMicros: '2',
        conversionTimestamp: conversion.conversionTimestamp,
      });
    });

    test('ADS-21 the same update three times leaves the same state as once', async () => {
      const conversion = await inserted('repeated');
      const change = { ...conversion, revenueMicros: '7000000' };

      const first = await update([change]);
      const others = [await update([change]), await update([change])];

      expect(others.map(({ body }) => body)).toEqual([first.body, first.body]);
      expect(await stored('repeated')).toEqual(first.body.conversion?.[0]);
    });

    test('lists replace as a whole, absent fields stay', async () => {
      const conversion = await inserted('lists', {
        customMetric: [{ name: 'sales', value: 1 }],
        customDimension: [{ name: 'product_type', value: 'Shoes' }],
        floodlightOrderId: '42',
      });
      const { customDimension: _1, floodlightOrderId: _2, ...rest } = conversion;

      await update([{ ...rest, customMetric: [{ name: 'sales', value: 2 }] }]);

      expect(await stored('lists')).toMatchObject({
        customMetric: [{ name: 'sales', value: 2 }],
        customDimension: [{ name: 'product_type', value: 'Shoes' }],
        floodlightOrderId: '42',
      });
    });

    test('a click leads to the conversion, too', async () => {
      const [account] = world.accounts;
      const conversion = purchaseByClick(account, await world.click(account), 'by-click');
      await ask('POST', URL, { as: world.manager, body: { conversion: [conversion] } });

      const { status } = await update([{ ...conversion, revenueMicros: '5' }]);

      expect(status).toBe(200);
      expect((await stored('by-click')).revenueMicros).toBe('5');
    });

    test('the id of the service alone is enough', async () => {
      await inserted('by-ds-id');
      const { dsConversionId } = await stored('by-ds-id');

      const { status } = await update([{ dsConversionId, revenueMicros: '8', currencyCode: 'EUR' }]);

      expect(status).toBe(200);
      expect((await stored('by-ds-id')).revenueMicros).toBe('8');
    });

    test('ids of the new space lead to the conversion and are answered', async () => {
      const [account] = world.accounts;
      const conversion = await inserted('new-space');
      const { agencyId: _1, advertiserId: _2, engineAccountId: _3, adId: _4, ...rest } = conversion;

      const { status, body } = await update([{ ...rest, ...account.modern, revenueMicros: '9' }]);

      expect(status).toBe(200);
      expect(body.conversion?.[0]).toMatchObject({ ...account.modern, revenueMicros: '9' });
      expect(body.conversion?.[0]).not.toHaveProperty('agencyId');
    });

    test('changes at the same time to different fields are all kept', async () => {
      const conversion = await inserted('race');

      await Promise.all([
        ...Array.from({ length: 4 }, () => update([{ ...conversion, floodlightOrderId: 'order-7' }])),
        ...Array.from({ length: 4 }, () => update([{ ...conversion, customMetric: [{ name: 'sales', value: 5 }] }])),
      ]);

      expect(await stored('race')).toMatchObject({
        floodlightOrderId: 'order-7',
        customMetric: [{ name: 'sales', value: 5 }],
      });
    });
  });

  describe('400', () => {
    test('ADS-20 an unknown conversion', async () => {
      const { status, body } = await update<ErrorBody>([purchase(world.accounts[0], 'never-inserted')]);

      expect(status).toBe(400);
      expect(body.error.message).toBe(
        "The request was not valid. Details: [Advertiser conversion ID 'never-inserted' is not found (0x0000011B) index=0 conversionId=never-inserted]",
      );
    });

    test.each([
      ['type', { type: 'ACTION', revenueMicros: '0' }, "'type'"],
      ['timestamp', { conversionTimestamp: String(Date.now() - 99_000) }, '0x0000011B'],
      ['activity by name', { segmentationName: 'Signup' }, "'segmentationName'"],
      ['activity by id', { segmentationId: '1' }, "'segmentationId'"],
    ] as [string, ConversionFields, string][])('ADS-20 the %s cannot change', async (what, fields, named) => {
      const id = `fixed-${what}`;
      const conversion = await inserted(id);
      const before = await stored(id);

      const { status, body } = await update<ErrorBody>([{ ...conversion, ...fields }]);

      expect(status).toBe(400);
      expect(body.error.message).toContain(named);
      expect(await stored(id)).toEqual(before);
    });

    test.each(['revenueMicros', 'currencyCode', 'quantityMillis'] as const)(
      'ADS-21 %s must be said again',
      async (field) => {
        const id = `omitted-${field}`;
        const conversion = await inserted(id, { quantityMillis: '1000' });

        const { status, body } = await update<ErrorBody>([
          Object.fromEntries(Object.entries(conversion).filter(([name]) => name !== field)),
        ]);

        expect(status).toBe(400);
        expect(body.error.message).toContain(`'${field}'`);
      },
    );

    test('a click older than 60 days', async () => {
      const [account] = world.accounts;
      const conversion = purchaseByClick(account, await world.click(account, 61), 'late');
      expect((await ask('POST', URL, { as: world.manager, body: { conversion: [conversion] } })).status).toBe(200);

      const { body } = await update<ErrorBody>([conversion]);

      expect(body.error.message).toContain('older than 60 days');
    });

    test('the good entries of a batch are changed although others fail', async () => {
      const conversion = await inserted('good-one');

      const { body } = await update<ErrorBody>([
        purchase(world.accounts[0], 'bad-one'),
        { ...conversion, revenueMicros: '2' },
        { dsConversionId: '5', revenueMicros: '1' },
      ]);

      expect(body.error.errors.map(({ message }) => /index=\d+/.exec(message ?? '')?.[0])).toEqual([
        'index=0',
        'index=2',
      ]);
      expect((await stored('good-one')).revenueMicros).toBe('2');
    });

    test("another caller's conversion cannot be changed, not even by the id of the service", async () => {
      const conversion = await inserted('foreign');
      const { dsConversionId } = await stored('foreign');

      const { body } = await update<ErrorBody>(
        [conversion, { dsConversionId, revenueMicros: '1', currencyCode: 'EUR' }],
        someone('stranger'),
      );

      expect(body.error.errors.map(({ message }) => /0x\w+/.exec(message ?? '')?.[0])).toEqual([
        '0x0000011D',
        '0x0000011B',
      ]);
      expect((await stored('foreign')).revenueMicros).toBe('59900000');
    });
  });
});
