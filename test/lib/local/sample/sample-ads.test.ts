import { expect, test } from '@jest/globals';
import { SAMPLE } from '#lib/ads/sample/sample-accounts';
import { sampleData } from '#lib/ads/sample/sample-data';
import { sampleAds } from '#lib/local/sample/sample-ads';
import { stores } from '#test/support/ads/advertising';

async function conversionsOf(advertiserId: string): Promise<string[]> {
  const ids: string[] = [];
  for await (const { conversionId } of stores.conversions.list({ advertiserId, fromMs: 0, untilMs: Date.now() }))
    ids.push(conversionId);
  return ids;
}

test('the sample is stored whole, and a second time changes nothing', async () => {
  await sampleAds.seed();
  await sampleAds.seed();

  const stored = [...(await conversionsOf(SAMPLE.shoes)), ...(await conversionsOf(SAMPLE.garden))];
  expect(stored.sort()).toEqual(
    sampleData(new Date())
      .conversions.map(({ conversionId }) => conversionId)
      .sort(),
  );
  expect(await stores.entities.find({ space: 'new', kind: 'ACCOUNT', customerId: '1231231234' })).toMatchObject({
    name: 'Shoes on Google',
    networkTimeZone: 'Europe/Berlin',
  });
  expect((await stores.advertisers.savedColumns(SAMPLE.shoes)).map(({ name }) => name)).toEqual([
    'Purchases',
    'Return on ad spend',
  ]);
});
