import { describe, expect, test } from '@jest/globals';
import type { Entity } from '#lib/ads/model/entity';
import type { Grant } from '#lib/ads/model/grant';
import type { Scope } from '#lib/ads/reports/plan/plan';
import { lowestOf, requireScope } from '#lib/ads/reports/request/scope';
import { thrownBy } from '#test/support/thrown';

const LINE = { agencyId: '1', advertiserId: '2', engineAccountId: '3', campaignId: '4', adGroupId: '5' };
const entity = (legacy: Entity['legacy']): Entity => ({
  level: 'KEYWORD',
  legacy,
  name: '',
  status: 'Active',
  networkTimeZone: 'UTC',
});
const to = (agencyId: string, advertiserId?: string): Grant => ({
  subject: 'ann@example.com',
  agencyId,
  advertiserId,
  role: 'READ',
});

test.each<[Scope, [string, string][]]>([
  [{}, []],
  [{ agencyId: '1' }, []],
  [{ agencyId: '1', advertiserId: '2' }, [['ADVERTISER', '2']]],
  [{ agencyId: '1', advertiserId: '2', engineAccountId: '3' }, [['ACCOUNT', '3']]],
  [{ ...LINE, adGroupId: undefined }, [['CAMPAIGN', '4']]],
  [LINE, [['AD_GROUP', '5']]],
  [{ ...LINE, keywordId: '6' }, [['CRITERION', '6']]],
  [{ ...LINE, adId: '7' }, [['AD', '7']]],
  [
    { ...LINE, keywordId: '6', adId: '7' },
    [
      ['AD', '7'],
      ['CRITERION', '6'],
    ],
  ],
])('%j is looked up by the lowest', (scope, refs) => {
  expect(lowestOf(scope)).toEqual(refs.map(([kind, id]) => ({ space: 'legacy', kind, id })));
});

describe('what a caller may see of a scope', () => {
  test.each<[string, Scope, Grant[], object[]]>([
    [
      'everything granted, without a scope',
      {},
      [to('1'), to('9', '8')],
      [{ agencyId: '1' }, { agencyId: '9', advertiserId: '8' }],
    ],
    ['nothing, without a scope and grants', {}, [], []],
    [
      'of an agency, what is granted there',
      { agencyId: '1' },
      [to('1', '2'), to('9')],
      [{ agencyId: '1', advertiserId: '2' }],
    ],
    [
      'of an advertiser, itself',
      { agencyId: '1', advertiserId: '2' },
      [to('1')],
      [{ agencyId: '1', advertiserId: '2' }],
    ],
  ])('%s', (_, scope, grants, visible) => {
    expect(requireScope(scope, [], grants)).toEqual(visible);
  });

  test.each<[string, Scope, Grant[]]>([
    ['agency 1', { agencyId: '1' }, []],
    ['agency 1', { agencyId: '1' }, [to('9')]],
    ['advertiser 2', { agencyId: '1', advertiserId: '2' }, [to('1', '3')]],
    ['advertiser 2', { agencyId: '1', advertiserId: '2' }, [to('9', '2')]],
  ])('%s is forbidden', (what, scope, grants) => {
    expect(thrownBy(() => requireScope(scope, [], grants))).toMatchObject({
      code: 403,
      reason: 'forbidden',
      message: `User does not have permission to view ${what}.`,
    });
  });

  test('what is there must be of the line that was given', () => {
    expect(requireScope(LINE, [entity({ ...LINE, criterionId: '6' })], [to('1')])).toEqual([
      { agencyId: '1', advertiserId: '2' },
    ]);
    expect(() => requireScope(LINE, [entity(LINE), undefined], [to('1')])).toThrow(
      'Details: [reportScope names something that does not exist.]',
    );
  });

  test.each(['agencyId', 'advertiserId', 'engineAccountId', 'campaignId', 'adGroupId'])(
    '%s of another line is told',
    (level) => {
      expect(() => requireScope(LINE, [entity({ ...LINE, [level]: '99' })], [to('1')])).toThrow(
        `Details: [reportScope: ${level} is not of the same line as the other ids.]`,
      );
    },
  );
});
