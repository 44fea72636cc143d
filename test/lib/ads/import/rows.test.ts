import { describe, expect, test } from '@jest/globals';
import {
  activityOfRow,
  entityOf,
  grantOf,
  idOf,
  jsonOf,
  savedColumnOf,
  textOf,
  variableOf,
  visitOf,
} from '#lib/ads/import/rows';

const LINE = { agencyId: '1', advertiserId: '2', accountId: '3', campaignId: '4', adGroupId: '5' };
const NEW_LINE = { customerId: '1231231234', newCampaignId: '40', newAdGroupId: '50' };
const ROW = { ...LINE, ...NEW_LINE, name: 'Boots', status: 'Paused', networkTimeZone: 'Asia/Tokyo', newId: '60' };
const entity = (level: string, row: object) => entityOf({ ...ROW, level, legacyId: '6', ...row });
const legacy = { agencyId: '1', advertiserId: '2', engineAccountId: '3', campaignId: '4', adGroupId: '5' };
const modern = { customerId: '1231231234', campaignId: '40', adGroupId: '50' };

describe('a cell', () => {
  test('is an id, a text or JSON, and absent when it is empty', () => {
    const row = { id: '7', none: null, json: '{"a": null, "b": [1, {"c": null}], "d": 12345678901234567890}' };

    expect([idOf(row, 'id'), idOf(row, 'none'), idOf(row, 'other')]).toEqual(['7', undefined, undefined]);
    expect([textOf(row, 'id'), textOf(row, 'none'), textOf(row, 'other')]).toEqual(['7', '', '']);
    expect(jsonOf(row, 'json')).toEqual({ b: [1, {}], d: expect.anything() });
    expect(jsonOf(row, 'none')).toBeUndefined();
  });

  test('JSON may be a value or a list of them', () => {
    expect(jsonOf({ json: '"x"' }, 'json')).toBe('x');
    expect(jsonOf({ json: '[null, 1]' }, 'json')).toEqual([null, 1]);
  });
});

describe('an entity', () => {
  test.each([
    ['KEYWORD', { criterionId: '6' }, { criterionId: '60' }],
    ['PRODUCT_GROUP', { criterionId: '6' }, { criterionId: '60' }],
    ['TARGET', { criterionId: '6' }, { criterionId: '60' }],
    ['AD', { adId: '6' }, { adId: '60' }],
  ])('%s has its line in both spaces', (level, lowest, newLowest) => {
    expect(entity(level, {})).toEqual({
      level,
      legacy: { ...legacy, ...lowest },
      modern: { ...modern, ...newLowest },
      name: 'Boots',
      status: 'Paused',
      networkTimeZone: 'Asia/Tokyo',
    });
  });

  test('above keywords and ads, the line has all of it', () => {
    expect(entity('AD_GROUP', {})).toMatchObject({ legacy, modern });
    expect(entity('CAMPAIGN', { adGroupId: null, newAdGroupId: null })).toEqual({
      ...entity('CAMPAIGN', {}),
      legacy: { agencyId: '1', advertiserId: '2', engineAccountId: '3', campaignId: '4' },
      modern: { customerId: '1231231234', campaignId: '40' },
    });
    for (const level of ['ADVERTISER', 'ACCOUNT'])
      expect(entity(level, { newId: null, newCampaignId: null }).modern).toEqual({ customerId: '1231231234' });
  });

  test.each([
    ['AGENCY', {}],
    ['KEYWORD', { customerId: null }],
    ['KEYWORD', { newId: null }],
    ['KEYWORD', { newCampaignId: null }],
    ['KEYWORD', { newAdGroupId: null }],
    ['AD_GROUP', { newAdGroupId: null }],
    ['CAMPAIGN', { newId: null }],
    ['ACCOUNT', { customerId: null }],
  ])('%s with %j is in the previous space alone', (level, row) => {
    expect(entity(level, row)).not.toHaveProperty('modern');
  });
});

test('a visit has the path of its click, as far as the file knows it', () => {
  const row = { ...LINE, clickId: 'c1', timestampMs: '1773480413000', keywordId: '6', adId: '7', device: 'Mobile' };

  expect(visitOf(row)).toEqual({
    clickId: 'c1',
    timestampMs: 1_773_480_413_000,
    device: 'Mobile',
    legacy: { ...legacy, criterionId: '6', adId: '7' },
  });
  expect(visitOf({ ...row, adGroupId: null, keywordId: null, adId: null, device: null })).toEqual({
    clickId: 'c1',
    timestampMs: 1_773_480_413_000,
    legacy: { agencyId: '1', advertiserId: '2', engineAccountId: '3', campaignId: '4' },
  });
});

test('an activity, a variable, a saved column', () => {
  const activity = { advertiserId: '2', activityId: '7', activityName: 'Order', groupId: '8', groupName: 'Sales' };
  const texts = { advertiserId: '2', activityId: '7', activityName: 'Order', groupId: '8', groupName: 'Sales' };

  expect(activityOfRow({ ...activity, conversionType: 'ACTION' })).toEqual({ ...texts, conversionType: 'ACTION' });
  expect(activityOfRow({ ...activity, conversionType: 'TRANSACTION' }).conversionType).toBe('TRANSACTION');
  expect(variableOf({ advertiserId: '2', name: 'sales', use: 'METRIC' })).toEqual({
    advertiserId: '2',
    name: 'sales',
    use: 'METRIC',
  });
  expect(variableOf({ use: 'DIMENSION' }).use).toBe('DIMENSION');
  expect(savedColumnOf({ advertiserId: '2', name: 'CPA', type: 'Money', definition: '{"kind": "formula"}' })).toEqual({
    advertiserId: '2',
    name: 'CPA',
    type: 'Money',
    definition: { kind: 'formula' },
  });
  expect(savedColumnOf({ definition: null }).definition).toEqual({});
});

test('a grant is to an address or a domain, to read where the file does not say', () => {
  expect(grantOf({ subject: ' Ann@Example.com ', agencyId: '1', advertiserId: '2', role: 'WRITE' })).toEqual({
    subject: 'ann@example.com',
    agencyId: '1',
    advertiserId: '2',
    role: 'WRITE',
  });
  expect(grantOf({ subject: '@example.com', agencyId: '1', advertiserId: null, role: null })).toEqual({
    subject: 'example.com',
    agencyId: '1',
    role: 'READ',
  });
});
