import { beforeAll, describe, expect, test } from '@jest/globals';
import { handler } from '#functions/ads/savedColumns/index';
import { stores } from '#test/support/ads/advertising';
import { useAdvertising } from '#test/support/ads/use-advertising';
import { requestsTo } from '#test/support/ask';
import { someone } from '#test/support/people';

const ask = requestsTo(handler);

const world = useAdvertising();
beforeAll(async () => {
  const [{ advertiserId }] = world.accounts;
  await stores.advertisers.putSavedColumns([
    { advertiserId, name: 'Shoe sales', type: 'Money', definition: { kind: 'floodlight', metric: 'revenue' } },
    {
      advertiserId,
      name: 'Margin, net',
      type: 'Number',
      definition: { kind: 'formula', formula: 'dfaRevenue / cost' },
    },
  ]);
});

const list = (advertiserId: string, as = world.manager, agencyId = world.agencyId) =>
  ask('GET', `/doubleclicksearch/v2/agency/${agencyId}/advertiser/${advertiserId}/savedcolumns`, { as });

describe('doubleclicksearch.savedColumns.list', () => {
  test('ADS-53 columns are listed with kind, name and type', async () => {
    const { status, body } = await list(world.accounts[0].advertiserId);

    expect(status).toBe(200);
    expect(body).toEqual({
      kind: 'doubleclicksearch#savedColumnList',
      items: [
        { kind: 'doubleclicksearch#savedColumn', savedColumnName: 'Margin, net', type: 'Number' },
        { kind: 'doubleclicksearch#savedColumn', savedColumnName: 'Shoe sales', type: 'Money' },
      ],
    });
  });

  test('an advertiser without columns has no items', async () => {
    const { body } = await list(world.accounts[2].advertiserId);

    expect(body).toEqual({ kind: 'doubleclicksearch#savedColumnList' });
  });

  test('404 for an advertiser that is unknown or of another agency; 403 without any grant', async () => {
    const { advertiserId } = world.accounts[0];

    const answers = [
      await list('12'),
      await list(advertiserId, world.manager, '13'),
      await list(advertiserId, someone('stranger')),
    ];

    expect(answers.map(({ status }) => status)).toEqual([404, 404, 403]);
  });
});
