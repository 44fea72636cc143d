import { expect, test } from '@jest/globals';
import { toScopeRows } from '#lib/ads/reports/plan/scope-rows';

const ROW = { agencyId: 1n, advertiserId: 2n, legacyId: 3n, currencyCode: 'EUR', timeZone: 'Asia/Tokyo' };
const EMPTY = { level: '', agencyId: null, advertiserId: null, legacyId: null, currencyCode: '', timeZone: null };

test('rows of the scope are advertisers, accounts and the currency of the agency', () => {
  expect(
    toScopeRows([
      { ...ROW, level: 'AGENCY', currencyCode: 'GBP' },
      { ...ROW, level: 'ADVERTISER', networkTimeZone: 'Europe/Berlin' },
      { ...ROW, level: 'ACCOUNT' },
    ]),
  ).toEqual({
    advertisers: [{ agencyId: '1', advertiserId: '3', currencyCode: 'EUR', timeZone: 'Europe/Berlin' }],
    accounts: [{ advertiserId: '2', accountId: '3', currencyCode: 'EUR', timeZone: 'Asia/Tokyo' }],
    agencyCurrency: 'GBP',
  });
});

test('what is not there has no currency, and the days of UTC', () => {
  expect(toScopeRows([])).toEqual({ advertisers: [], accounts: [], agencyCurrency: undefined });
  expect(
    toScopeRows([
      { ...EMPTY, level: 'ADVERTISER' },
      { ...EMPTY, level: 'ACCOUNT' },
    ]),
  ).toEqual({
    advertisers: [{ agencyId: '', advertiserId: '', currencyCode: undefined, timeZone: 'UTC' }],
    accounts: [{ advertiserId: '', accountId: '', currencyCode: undefined, timeZone: undefined }],
    agencyCurrency: undefined,
  });
});
