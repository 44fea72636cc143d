/**
 * The doctor on a deployed stage, with the answers that AWS would give.
 * @modules own
 */
import { GetMetricStatisticsCommand } from '@aws-sdk/client-cloudwatch';
import { DescribeTableCommand, DescribeTimeToLiveCommand, ResourceNotFoundException } from '@aws-sdk/client-dynamodb';
import {
  GetAccountSettingsCommand,
  GetFunctionCommand,
  ListEventSourceMappingsCommand,
  ResourceNotFoundException as NoFunction,
} from '@aws-sdk/client-lambda';
import {
  GetBucketEncryptionCommand,
  GetPublicAccessBlockCommand,
  HeadBucketCommand,
  NotFound,
} from '@aws-sdk/client-s3';
import { GetAccountCommand, GetEmailIdentityCommand } from '@aws-sdk/client-sesv2';
import { describe, expect, test } from '@jest/globals';
import { examineStage } from '#lib/cli/doctor/deployed';
import type { Finding } from '#lib/cli/doctor/finding';
import {
  $metadata,
  bucketRules,
  cloudWatch,
  db,
  describeAs,
  keys,
  lambda,
  mapping,
  queueMapping,
  nameOf,
  removeByAge,
  s3,
  ses,
  settings,
  STAGE,
  tableOf,
  useDeployedStage,
} from '#test/support/lambda/deployed-stage';

useDeployedStage();

const faults = async (): Promise<Finding[]> => (await examineStage(STAGE)).filter(({ isWrong }) => isWrong);

test('a stage as it was deployed is all right, by the settings that it was deployed with', async () => {
  const findings = await examineStage(STAGE);

  expect(findings.filter(({ isWrong }) => isWrong)).toEqual([]);
  expect(findings.map(({ what }) => what)).toEqual(
    expect.arrayContaining([
      expect.stringContaining('table almanac-prod-ads: '),
      expect.stringContaining('stream of almanac-prod-calendar for propagate is read'),
      'queue almanac-prod-push-retries for deliverNotifications is read',
      expect.stringContaining('bucket my-almanac: '),
      'mail: from cal@example.com',
      'issuer https://id.example.com: 1 key',
      'clock: as that of AWS',
    ]),
  );
});

const BREAKS: readonly [string, () => void, RegExp, RegExp][] = [
  [
    'a table that is not there',
    () => {
      db.on(DescribeTableCommand, { TableName: nameOf('BooksTable') }).rejects(
        new ResourceNotFoundException({ message: '', $metadata }),
      );
    },
    /^table almanac-prod-books is not there$/,
    /npm run deploy -- --stage prod/,
  ],
  [
    'a missing global index',
    () => {
      describeAs('BooksTable', { GlobalSecondaryIndexes: [] });
    },
    /books has no index byAlternate$/,
    /npm run deploy/,
  ],
  [
    'a missing local index',
    () => {
      describeAs('CalendarTable', {
        LocalSecondaryIndexes: tableOf('CalendarTable').create.LocalSecondaryIndexes?.slice(1),
      });
    },
    /calendar has no index byTime$/,
    /cannot be changed in place/,
  ],
  [
    'an index that is being built',
    () => {
      describeAs('AdsTable', {
        GlobalSecondaryIndexes: [
          { ...tableOf('AdsTable').create.GlobalSecondaryIndexes?.[0], IndexStatus: 'CREATING' },
        ],
      });
    },
    /byAlternate is CREATING$/,
    /Wait/,
  ],
  [
    'other keys',
    () => {
      describeAs('AdsTable', { KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }] });
    },
    /ads has other keys \(HASH id\)$/,
    /cannot be changed in place/,
  ],
  [
    'a stream that is off',
    () => {
      describeAs('BooksTable', { StreamSpecification: undefined });
    },
    /books has no stream/,
    /StreamViewType=NEW_AND_OLD_IMAGES/,
  ],
  [
    'time to live that is off',
    () => {
      db.on(DescribeTimeToLiveCommand, { TableName: nameOf('AdsTable') }).resolves({
        TimeToLiveDescription: { TimeToLiveStatus: 'DISABLED' },
      });
    },
    /ads does not remove items/,
    /update-time-to-live --table-name almanac-prod-ads/,
  ],
  [
    'an event source that is off',
    () => {
      lambda
        .on(ListEventSourceMappingsCommand, { FunctionName: 'almanac-prod-notify' })
        .resolves({ EventSourceMappings: [mapping('CalendarTable', { State: 'Disabled' })] });
    },
    /for notify is Disabled$/,
    /update-event-source-mapping --uuid u-1 --enabled/,
  ],
  [
    'an event source that fails',
    () => {
      lambda.on(ListEventSourceMappingsCommand, { FunctionName: 'almanac-prod-notify' }).resolves({
        EventSourceMappings: [mapping('CalendarTable', { LastProcessingResult: 'PROBLEM: Function call failed' })],
      });
    },
    /for notify falls behind: PROBLEM/,
    /npm run channels -- list/,
  ],
  [
    'an event source that is not there',
    () => {
      lambda.on(ListEventSourceMappingsCommand, { FunctionName: 'almanac-prod-propagate' }).resolves({});
    },
    /for propagate: nothing reads it$/,
    /npm run deploy/,
  ],
  [
    'a queue that nothing reads',
    () => {
      lambda
        .on(ListEventSourceMappingsCommand, { FunctionName: 'almanac-prod-deliverNotifications' })
        .resolves({ EventSourceMappings: [] });
    },
    /^queue almanac-prod-push-retries for deliverNotifications: nothing reads it$/,
    /npm run deploy -- --stage prod/,
  ],
  [
    'a queue whose reader is off',
    () => {
      lambda
        .on(ListEventSourceMappingsCommand, { FunctionName: 'almanac-prod-deliverNotifications' })
        .resolves({ EventSourceMappings: [queueMapping('PushRetries', { State: 'Disabled' })] });
    },
    /^queue almanac-prod-push-retries for deliverNotifications is Disabled$/,
    /--uuid q-1 --enabled/,
  ],
  [
    'the stream of a table before it was restored',
    () => {
      lambda.on(ListEventSourceMappingsCommand, { FunctionName: 'almanac-prod-propagate' }).resolves({
        EventSourceMappings: [
          mapping('CalendarTable', {
            EventSourceArn: 'arn:aws:dynamodb:eu-west-1:1:table/almanac-prod-calendar/stream/old',
          }),
        ],
      });
    },
    /a stream that the table no longer has$/,
    /calendarStream=ARN/,
  ],
  [
    'a function that is not there',
    () => {
      lambda
        .on(GetFunctionCommand, { FunctionName: 'almanac-prod-batch' })
        .rejects(new NoFunction({ message: '', $metadata }));
    },
    /^function almanac-prod-batch is not there$/,
    /npm run deploy/,
  ],
  [
    'a function that was stopped',
    () => {
      lambda
        .on(GetFunctionCommand, { FunctionName: 'almanac-prod-batch' })
        .resolves({ Concurrency: { ReservedConcurrentExecutions: 0 } });
    },
    /batch may not run/,
    /delete-function-concurrency --function-name almanac-prod-batch/,
  ],
  [
    'the concurrency of a new account',
    () => {
      lambda.on(GetAccountSettingsCommand).resolves({ AccountLimit: { UnreservedConcurrentExecutions: 10 } });
    },
    /^Lambda: 10 runs at once/,
    /Service Quotas/,
  ],
  [
    'a quota that one user can use up',
    () => {
      settings({ QUOTA_USER_PER_MINUTE: '0', QUOTA_STAGE_PER_MINUTE: '100' });
    },
    /^quota: no ceiling for a user/,
    /quotaUserPerMinute/,
  ],
  [
    'a quota that is no number',
    () => {
      settings({ QUOTA_USER_PER_MINUTE: 'many' });
    },
    /^settings: could not be checked: A quota must be/,
    /Put it right/,
  ],
  [
    'a bucket that is not there',
    () => {
      s3.on(HeadBucketCommand).rejects(new NotFound({ message: '', $metadata }));
    },
    /^bucket my-almanac is not there$/,
    /npm run deploy/,
  ],
  [
    'a bucket that may become public',
    () => {
      s3.on(GetPublicAccessBlockCommand).resolves({
        PublicAccessBlockConfiguration: { ...bucketRules.publicAccessBlock, BlockPublicPolicy: false },
      });
    },
    /may become public: BlockPublicPolicy off$/,
    /Block public access/,
  ],
  [
    'a bucket without encryption',
    () => {
      s3.on(GetBucketEncryptionCommand).rejects(
        Object.assign(new Error(), { name: 'ServerSideEncryptionConfigurationNotFoundError' }),
      );
    },
    /does not encrypt by AES256$/,
    /default encryption/,
  ],
  [
    'a lifecycle rule that is off',
    () => {
      removeByAge((rule) => ({ ...rule, Status: rule.ID === 'old-reports' ? 'Disabled' : 'Enabled' }));
    },
    /lacks the lifecycle rule old-reports/,
    /serverless\.yml/,
  ],
  [
    'a lifecycle rule with other days',
    () => {
      removeByAge((rule) => (rule.ID === 'old-reports' ? { ...rule, Expiration: { Days: 3 } } : rule));
    },
    /rule old-reports removes objects after 3 days, not after 30 days$/,
    /serverless\.yml/,
  ],
  [
    'a lifecycle rule for another place',
    () => {
      removeByAge((rule) => (rule.ID === 'changes-put-aside' ? { ...rule, Filter: { Prefix: 'aws/' } } : rule));
    },
    /rule changes-put-aside is for objects below aws\/, not for objects below aws\/lambda\/$/,
    /serverless\.yml/,
  ],
  [
    'a lifecycle rule for objects with a tag only',
    () => {
      const And = { Prefix: 'reports/', Tags: [{ Key: 'old', Value: 'yes' }] };
      removeByAge((rule) => (rule.ID === 'old-reports' ? { ...rule, Filter: { And } } : rule));
    },
    /rule old-reports is for some of the objects only$/,
    /serverless\.yml/,
  ],
  [
    'a lifecycle rule that leaves abandoned uploads',
    () => {
      removeByAge(({ AbortIncompleteMultipartUpload: _abort, ...rule }) => rule);
    },
    /rule abandoned-uploads ends abandoned uploads never, not after a day$/,
    /serverless\.yml/,
  ],
  [
    'a lifecycle rule of somebody else that removes the search index',
    () => {
      removeByAge((rule) => rule, { ID: 'tidy', Status: 'Enabled', Filter: { Prefix: '' }, Expiration: { Days: 90 } });
    },
    /rule tidy removes all objects; the stage needs search\/, warehouse\/, id-mappings\/, scheduled-reports\/$/,
    /Remove it/,
  ],
  [
    'a stream function that is far behind',
    () => {
      const Dimensions = [{ Name: 'FunctionName', Value: 'almanac-prod-propagate' }];
      cloudWatch
        .on(GetMetricStatisticsCommand, { MetricName: 'IteratorAge', Dimensions })
        .resolves({ Datapoints: [{ Timestamp: new Date(), Maximum: 1_260_000 }] });
    },
    /^stream of almanac-prod-calendar for propagate is 21 minutes behind$/,
    /query `failures`/,
  ],
  [
    'metrics that the credentials may not read',
    () => {
      const Dimensions = [{ Name: 'FunctionName', Value: 'almanac-prod-notify' }];
      cloudWatch
        .on(GetMetricStatisticsCommand, { Dimensions })
        .rejects(Object.assign(new Error('no'), { name: 'AccessDenied' }));
    },
    /^age of the stream of almanac-prod-calendar for notify: could not be checked: no$/,
    /credentials that may read this/,
  ],
  [
    'a sender that is not verified',
    () => {
      ses.on(GetEmailIdentityCommand).resolves({ VerifiedForSendingStatus: false });
    },
    /SES has not verified cal@example\.com$/,
    /Verify it/,
  ],
  [
    'the sandbox of SES',
    () => {
      ses.on(GetAccountCommand).resolves({ SendingEnabled: true, ProductionAccessEnabled: false });
    },
    /sandbox/,
    /production access/,
  ],
  [
    'no issuer',
    () => {
      settings({ ISSUERS: '[]' });
    },
    /^no issuer/,
    /--param 'issuers=/,
  ],
  [
    'an issuer that is not reached',
    () => {
      settings({ ISSUERS: '[{"issuer":"https://id.example.com","jwksUri":"http://127.0.0.1:1/"}]' });
    },
    /^issuer https:\/\/id\.example\.com: could not be checked/,
    /reachable/,
  ],
  [
    'what the credentials may not read',
    () => {
      lambda.on(GetAccountSettingsCommand).rejects(Object.assign(new Error('no'), { name: 'AccessDeniedException' }));
    },
    /^Lambda: could not be checked: no$/,
    /credentials that may read this/,
  ],
];

describe('what is broken', () => {
  test.each(BREAKS)('%s', async (_name, breakIt, what, advice) => {
    breakIt();

    expect(await faults()).toEqual([
      { what: expect.stringMatching(what), isWrong: true, advice: expect.stringMatching(advice) },
    ]);
  });

  test.each([
    ['an error', { status: 500 }, /answers 500$/],
    ['no keys', { body: '{"keys":[]}' }, /holds no keys$/],
    ['no JSON', { body: '<html>' }, /could not be checked/],
  ])('an issuer that answers with %s', async (_name, answer, what) => {
    Object.assign(keys, answer);

    expect((await faults()).map((finding) => finding.what)).toEqual([expect.stringMatching(what)]);
  });

  test('a call without credentials, in one sentence', async () => {
    const name = 'CredentialsProviderError';
    lambda.on(GetFunctionCommand).rejects(Object.assign(new Error('none'), { name }));
    lambda
      .on(GetFunctionCommand, { FunctionName: 'almanac-prod-discovery' })
      .rejects(Object.assign(new Error('none'), { name }));

    expect(await examineStage(STAGE)).toEqual([
      {
        what: 'AWS: could not be checked: none',
        isWrong: true,
        advice: expect.stringContaining('Give it credentials'),
      },
    ]);
  });

  test('a clock that is an hour ahead', async () => {
    keys.date = new Date(Date.now() - 3_600_000);

    expect((await faults()).map(({ what }) => what)).toEqual([
      expect.stringMatching(/^clock: this machine is 3\d{3} s ahead of issuer https:\/\/id\.example\.com$/),
      expect.stringMatching(/^clock: this machine is 3\d{3} s ahead of AWS$/),
    ]);
  });
});
