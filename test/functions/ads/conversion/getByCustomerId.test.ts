import { beforeAll, describe, expect, test } from '@jest/globals';
import { conversionsOf, purchase, stores } from '#test/support/ads/advertising';
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

  test('a filter finds what is below it, though the keyword or the ad group has no new id', async () => {
    const { customerId, legacy, modern } = world.accounts[0];
    const keyword = { ...legacy, criterionId: `${legacy.criterionId ?? ''}1` };
    const group = { ...legacy, adGroupId: `${legacy.adGroupId ?? ''}2`, criterionId: `${legacy.criterionId ?? ''}2` };
    const known = { name: 'Only in the previous experience', status: 'Active', networkTimeZone: 'Europe/Berlin' };
    await stores.entities.putAll([
      { ...known, level: 'KEYWORD', legacy: keyword },
      { ...known, level: 'KEYWORD', legacy: group },
    ]);
    const conversion = [keyword, group].map((ids, index) => ({
      ...purchase(world.accounts[0], `old${String(index)}`),
      ...ids,
    }));
    const { status } = await ask('POST', '/doubleclicksearch/v2/conversion', {
      as: world.manager,
      body: { conversion },
    });
    expect(status).toBe(200);

    const idsFor = async (query: Readonly<Record<string, string>>) =>
      (await get(customerId, query)).body.conversion?.map(({ conversionId }) => conversionId).sort();
    expect(await idsFor({ campaignId: modern.campaignId ?? '' })).toEqual(['old0', 'old1', 'one']);
    expect(await idsFor({ adGroupId: modern.adGroupId ?? '' })).toEqual(['old0', 'one']);
    expect(await idsFor({ adGroupId: modern.adGroupId ?? '', criterionId: modern.criterionId ?? '' })).toEqual(['one']);
    expect(await idsFor({ campaignId: '999' })).toBeUndefined();
  });

  test('404 for a customer that is unknown, not an account or another one; 403 without any grant', async () => {
    const { customerId } = world.accounts[0];

    const answers = [
      await get('1112223333'),
      await get(customerId, { engineAccountId: world.accounts[1].engineAccountId }),
      await get(customerId, { agencyId: '1' }),
      await get(customerId, {}, someone('stranger')),
    ];

    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 403]);
  });
});
