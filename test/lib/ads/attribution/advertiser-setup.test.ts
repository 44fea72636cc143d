import { describe, expect, test } from '@jest/globals';
import { activityOf, checkVariables, setupsOf } from '#lib/ads/attribution/advertiser-setup';
import type { Activity, AdvertiserSetup } from '#lib/ads/model/advertiser';
import type { AdvertiserStore } from '#lib/ads/stores/all';

const activity = (activityId: string, activityName: string): Activity => ({
  advertiserId: '2',
  activityId,
  activityName,
  conversionType: 'ACTION',
  groupId: '1',
  groupName: 'Leads',
});
const [SIGNUP, ORDER] = [activity('7', 'Signup'), activity('8', 'Order')];
const SETUP: AdvertiserSetup = {
  activities: [SIGNUP, ORDER],
  variables: [
    { advertiserId: '2', name: 'sales', use: 'METRIC' },
    { advertiserId: '2', name: 'colour', use: 'DIMENSION' },
  ],
};

describe('the activity that an upload means', () => {
  test.each([
    ['by id', { segmentationId: '8' }],
    ['by name', { segmentationName: 'Order' }],
    ['by both', { segmentationId: '8', segmentationName: 'Order' }],
  ])('%s', (_, given) => {
    expect(activityOf(SETUP, given)).toEqual(ORDER);
  });

  test.each([
    ["activity ID '9' is not found (0x0000010E)", { segmentationId: '9' }],
    ["activity ID '9' is not found (0x0000010E)", { segmentationId: '9', segmentationName: 'Order' }],
    ["activity name 'order' is not found (0x0000010E)", { segmentationName: 'order' }],
    ["activity name 'Signup' is not found (0x0000010E)", { segmentationId: '8', segmentationName: 'Signup' }],
    ["activity name '' is not found (0x0000010E)", {}],
  ])('%s', (message, given) => {
    expect(() => activityOf(SETUP, given)).toThrow(message);
  });
});

describe('custom variables', () => {
  test('those that are set up may be used', () => {
    const check = () => {
      checkVariables(SETUP, { customMetric: [{ name: 'sales' }], customDimension: [{ name: 'colour' }] });
    };

    expect(check).not.toThrow();
    expect(() => {
      checkVariables(SETUP, {});
    }).not.toThrow();
  });

  test.each([
    ["Custom metric 'colour' is not found (0x00000116)", { customMetric: [{ name: 'sales' }, { name: 'colour' }] }],
    ["Custom dimension 'sales' is not found (0x00000115)", { customDimension: [{ name: 'sales' }] }],
    ["Custom metric '' is not found (0x00000116)", { customMetric: [{ value: 1 }] }],
    ["Custom dimension '' is not found (0x00000115)", { customDimension: [{ value: 'x' }] }],
  ])('%s', (message, fields) => {
    expect(() => {
      checkVariables(SETUP, fields);
    }).toThrow(message);
  });
});

test('what several advertisers have set up is looked up once each', async () => {
  const asked: string[] = [];
  const setup = (advertiserId: string): Promise<AdvertiserSetup> => {
    asked.push(advertiserId);
    return Promise.resolve(advertiserId === '2' ? SETUP : { activities: [], variables: [] });
  };
  const setupOf = await setupsOf(['2', '3', '2'], {
    advertisers: { setup } as Partial<AdvertiserStore> as AdvertiserStore,
  });

  expect([asked, setupOf('2'), setupOf('3')?.activities, setupOf('4')]).toEqual([['2', '3'], SETUP, [], undefined]);
});
