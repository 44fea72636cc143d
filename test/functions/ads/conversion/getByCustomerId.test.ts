import { beforeAll, describe, expect, test } from '@jest/globals';
import { conversionsOf, purchase } from '#test/support/ads/advertising';
import { ask, type ConversionList } from '#test/support/ads/conversions';
import { useAdvertising } from '#test/support/ads/use-advertising';
import { someone } from '#test/support/people';

const world = useAdvertising();
beforeAll(async () => {
  await ask('POST', '/doubleclicksearch/v2/conversion', {
    as: world.manager,
    body: { conversion: [purchase(world.accounts[0], 'one')] },
  });
});

const get = (customerId: string, query: Readonly<Record<string, string>> = {}, as = world.manager) => {
  const parameters = conversionsOf(world.accounts[0], query).split('?')[1] ?? '';
  return ask<ConversionList>('GET', `/doubleclicksearch/v2/customer/${customerId}/conversion?${parameters}`, { as });
};

describe('doubleclicksearch.conversion.getByCustomerId', () => {
  test('ADS-25 a customer is the same with and without dashes, and is echoed as asked for', async () => {
    const { customerId } = world.accounts[0];
    const dashed = `${customerId.slice(0, 3)}-${customerId.slice(3, 6)}-${customerId.slice(6)}`;

    const [plain, withDashes] = [await get(customerId), await get(dashed)];

    expect(plain.body.conversion).toHaveLength(1);
    expect(plain.body.conversion?.[0]).toMatchObject({ ...world.accounts[0].modern, conversionId: 'one' });
    expect(withDashes.body.conversion).toEqual([{ ...plain.body.conversion?.[0], customerId: dashed }]);
  });

  test('filters are ids of the new space', async () => {
    const { customerId, modern, legacy } = world.accounts[0];

    expect((await get(customerId, { campaignId: modern.campaignId ?? '' })).body.conversion).toHaveLength(1);
    expect((await get(customerId, { campaignId: legacy.campaignId ?? '' })).body).not.toHaveProperty('conversion');
  });

  test('404 for a customer that is unknown, not an account, another one or not visible', async () => {
    const { customerId } = world.accounts[0];

    const answers = [
      await get('1112223333'),
      await get(customerId, { engineAccountId: world.accounts[1].engineAccountId }),
      await get(customerId, { agencyId: '1' }),
      await get(customerId, {}, someone('stranger')),
    ];

    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  });
});
