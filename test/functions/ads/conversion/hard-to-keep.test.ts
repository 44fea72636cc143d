/** What a database does not keep as it comes: it is kept in another form, or fails for itself, by its index. */
import { describe, expect, test } from '@jest/globals';
import { handler } from '#functions/ads/conversion/index';
import type { ConversionFields } from '#lib/ads/model/conversion';
import { conversionsOf, purchase } from '#test/support/ads/advertising';
import { useAdvertising } from '#test/support/ads/use-advertising';
import { requestsTo, type ErrorBody } from '#test/support/ask';

const ask = requestsTo(handler);
const URL = '/doubleclicksearch/v2/conversion';

const world = useAdvertising();

const conversionOf = (id: string, fields: ConversionFields = {}) => purchase(world.accounts[0], id, fields);
const send = (method: 'POST' | 'PUT', ...conversion: readonly ConversionFields[]) =>
  ask<ErrorBody>(method, URL, { as: world.manager, body: { conversion } });
const storedUnder = async (prefix: string): Promise<ConversionFields[]> => {
  const { body } = await ask<{ conversion?: ConversionFields[] }>('GET', conversionsOf(world.accounts[0]), {
    as: world.manager,
  });
  const found = (body.conversion ?? []).filter(({ conversionId }) => conversionId?.startsWith(prefix));
  return found.toSorted((one, other) => (one.conversionId ?? '').localeCompare(other.conversionId ?? ''));
};
const metric = (value: number): ConversionFields => ({ customMetric: [{ name: 'sales', value }] });

describe('conversion.insert', () => {
  test('numbers that no database keeps as numbers come back as they were sent', async () => {
    const values = [1e308, -5e-324, 9007199254740993e3, 0.1, 0];

    const { status, body } = await ask<{ conversion?: ConversionFields[] }>('POST', URL, {
      as: world.manager,
      body: { conversion: values.map((value, index) => conversionOf(`m-${String(index)}`, metric(value))) },
    });

    expect(status).toBe(200);
    expect(body.conversion?.map(({ customMetric }) => customMetric?.[0]?.value)).toEqual(values);
    expect((await storedUnder('m-')).map(({ customMetric }) => customMetric)).toEqual(
      values.map((value) => [{ name: 'sales', value }]),
    );
  });

  test('a conversion as large as a batch', async () => {
    const { status, body } = await send(
      'POST',
      conversionOf('l-0'),
      conversionOf('l-1', { floodlightOrderId: 'x'.repeat(450_000) }),
      conversionOf('l-2', { floodlightOrderId: 'x'.repeat(290_000) }),
    );

    expect(status).toBe(400);
    expect(body.error.errors.map(({ message }) => message)).toEqual([
      expect.stringMatching(/at most 300000 bytes.* index=1 conversionId=l-1\]$/),
    ]);
    expect((await storedUnder('l-')).map(({ conversionId }) => conversionId)).toEqual(['l-0', 'l-2']);
  });
});

describe('conversion.update', () => {
  test('what grows too large with what is stored', async () => {
    const [grown, other] = [conversionOf('u-0', { floodlightOrderId: 'x'.repeat(250_000) }), conversionOf('u-1')];
    await send('POST', grown, other);

    const { status, body } = await send(
      'PUT',
      { ...grown, productId: 'y'.repeat(250_000) },
      { ...other, revenueMicros: '3' },
    );

    expect(status).toBe(400);
    expect(body.error.errors.map(({ message }) => message)).toEqual([
      expect.stringMatching(/at most 300000 bytes.* index=0 conversionId=u-0\]$/),
    ]);
    expect((await storedUnder('u-')).map(({ productId, revenueMicros }) => [productId, revenueMicros])).toEqual([
      [undefined, '59900000'],
      [undefined, '3'],
    ]);
  });
});
