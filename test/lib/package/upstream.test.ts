/** What a stage gets that has services in front of others. */
import { describe, expect, test } from '@jest/globals';
import type { Variables } from '#lib/package/iam-statements';
import { roleOf } from '#lib/package/roles';
import { upstreamAlarms } from '#lib/package/upstream';

const setting = (secret: string): string =>
  JSON.stringify({ calendar: { rootUrl: 'https://api.example.com/', credentials: 'serviceAccount', secret } });

const secretsOf = (
  functionName: string,
  secret: string,
  variables: Variables = { UPSTREAM: setting(secret) },
): unknown[] => {
  const { Properties } = roleOf(functionName, 'Some', variables) as {
    Properties: { Policies: { PolicyDocument: { Statement: { Action: string[]; Resource: unknown }[] } }[] };
  };
  return (Properties.Policies[0]?.PolicyDocument.Statement ?? [])
    .filter(({ Action }) => Action.includes('secretsmanager:GetSecretValue'))
    .map(({ Resource }) => Resource);
};

describe('the key of the service account', () => {
  test('may be read by the functions of its service, and by no others', () => {
    const arn = 'arn:aws:secretsmanager:eu-west-1:1:secret:upstream-AbCdEf';
    expect(secretsOf('calendarEvents', arn)).toEqual([[{ 'Fn::Sub': arn }]]);
    expect(secretsOf('batch', 'upstream')).toEqual([
      [{ 'Fn::Sub': 'arn:${AWS::Partition}:secretsmanager:${AWS::Region}:${AWS::AccountId}:secret:upstream-??????' }],
    ]);
    expect([secretsOf('booksVolumes', arn), secretsOf('notify', arn)]).toEqual([[], []]);
  });
});

test('the credentials of pulls may be read by the function that pulls', () => {
  const arn = 'arn:aws:secretsmanager:eu-west-1:1:secret:movers-AbCdEf';
  const variables = { UPSTREAM: '{}', PULL_CREDENTIALS: arn };
  expect(secretsOf('pullCalendars', arn, variables)).toEqual([[{ 'Fn::Sub': arn }]]);
  expect(secretsOf('sweepCalendars', arn, variables)).toEqual([]);
  expect(secretsOf('pullCalendars', '', { ...variables, PULL_CREDENTIALS: '' })).toEqual([]);
});

describe('an upstream that keeps failing', () => {
  const functions = [
    { name: 'calendarEvents', prefix: 'CalendarEvents' },
    { name: 'booksVolumes', prefix: 'BooksVolumes' },
  ];

  test('has an alarm, in the logs of the functions that ask it', () => {
    const resources = upstreamAlarms('prod', functions, setting('upstream'));
    expect(Object.keys(resources)).toEqual(['UpstreamsPausedInCalendarEventsLogGroup', 'UpstreamsPausedAlarm']);
    expect(resources['UpstreamsPausedInCalendarEventsLogGroup']?.Properties).toMatchObject({
      FilterPattern: '{ $.message = "upstream paused" }',
    });
  });

  test('is none of a stage without one', () => {
    expect(upstreamAlarms('prod', functions, '{}')).toEqual({});
  });
});
