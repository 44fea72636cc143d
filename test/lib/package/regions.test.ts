import { describe, expect, test } from '@jest/globals';
import type { Resources } from '#lib/package/alarm';
import { removeReplicated, replicate } from '#lib/package/regions';
import { roleOf } from '#lib/package/roles';
import { danglingReferences, faultsOfProperties } from '#test/tools/template/descriptions';

const key = (sort: string) => [
  { AttributeName: 'pk', KeyType: 'HASH' },
  { AttributeName: sort, KeyType: 'RANGE' },
];
const TABLE = {
  Type: 'AWS::DynamoDB::Table',
  Properties: {
    TableName: 'almanac-prod-calendar',
    BillingMode: 'PAY_PER_REQUEST',
    DeletionProtectionEnabled: true,
    PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
    SSESpecification: { SSEEnabled: true },
    StreamSpecification: { StreamViewType: 'NEW_AND_OLD_IMAGES' },
    TimeToLiveSpecification: { AttributeName: 'expires', Enabled: true },
    AttributeDefinitions: ['pk', 'sk', 'timeKey'].map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
    KeySchema: key('sk'),
    LocalSecondaryIndexes: [{ IndexName: 'byTime', KeySchema: key('timeKey'), Projection: { ProjectionType: 'ALL' } }],
  },
};
const resources = (): Resources => ({ CalendarTable: TABLE, AdsTable: TABLE });

describe('a stage with regions', () => {
  test('has its calendar and its books in each of them, protected and backed up, and ads at home', () => {
    const template = resources();

    replicate(template, 'us-east-1', 'eu-west-1, us-east-1');

    const protectedIn = (Region: string) => ({
      Region,
      DeletionProtectionEnabled: true,
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
    });
    expect(template['AdsTable']).toEqual(TABLE);
    expect(template['CalendarTable']).toMatchObject({
      Type: 'AWS::DynamoDB::GlobalTable',
      Properties: {
        LocalSecondaryIndexes: TABLE.Properties.LocalSecondaryIndexes,
        Replicas: [protectedIn('us-east-1'), protectedIn('eu-west-1')],
      },
    });
    expect(faultsOfProperties({ Resources: template })).toEqual([]);
  });

  test.each([[''], ['us-east-1']])("and none but its own ('%s') is as it was", (regions) => {
    const template = resources();

    replicate(template, 'us-east-1', regions);

    expect(template).toEqual(resources());
  });
});

describe('tables that exist already', () => {
  test('are left out, and meant by their names', () => {
    const group = { Type: 'AWS::Logs::LogGroup', Properties: {} };
    const template = {
      ...resources(),
      Role: roleOf('calendarEvents', 'CalendarEvents'),
      CalendarEventsLogGroup: group,
    } as Resources;

    removeReplicated(template, 'CalendarTable');

    expect(Object.keys(template)).toEqual(['AdsTable', 'Role', 'CalendarEventsLogGroup']);
    expect(danglingReferences({ Resources: template })).toEqual([]);
    const table = 'arn:${AWS::Partition}:dynamodb:${AWS::Region}:${AWS::AccountId}:table/almanac-prod-calendar';
    expect(JSON.stringify(template['Role'])).toContain(JSON.stringify({ 'Fn::Sub': `${table}/index/byTime` }));
    expect(JSON.stringify(template['Role'])).toContain(JSON.stringify({ 'Fn::Sub': table }));
  });

  test('have to be tables of the stage', () => {
    expect(() => removeReplicated(resources(), 'Calendar')).toThrow('there is no table Calendar');
  });
});
