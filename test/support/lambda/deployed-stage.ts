/** A deployed stage, by the answers that AWS gives about it. */
import { createServer } from 'node:http';
import { CloudWatchClient, GetMetricStatisticsCommand } from '@aws-sdk/client-cloudwatch';
import {
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  DynamoDBClient,
  type TableDescription,
} from '@aws-sdk/client-dynamodb';
import {
  GetAccountSettingsCommand,
  GetFunctionCommand,
  LambdaClient,
  ListEventSourceMappingsCommand,
} from '@aws-sdk/client-lambda';
import {
  GetBucketEncryptionCommand,
  GetBucketLifecycleConfigurationCommand,
  GetPublicAccessBlockCommand,
  HeadBucketCommand,
  type LifecycleRule,
  S3Client,
} from '@aws-sdk/client-s3';
import { GetAccountCommand, GetEmailIdentityCommand, NotFoundException, SESv2Client } from '@aws-sdk/client-sesv2';
import { afterAll, afterEach, beforeAll, beforeEach } from '@jest/globals';
import { mockClient } from 'aws-sdk-client-mock';
import { readDeployment, type TableDefinition } from '#lib/package/template/deployment';
import { listen, type Listening } from '#test/support/http/listen';

export const STAGE = 'prod';
export const { tables, queues, functions, bucketRules } = readDeployment(STAGE);
export const [cloudWatch, db, lambda, s3, ses] = [
  mockClient(CloudWatchClient),
  mockClient(DynamoDBClient),
  mockClient(LambdaClient),
  mockClient(S3Client),
  mockClient(SESv2Client),
];
export const $metadata = {};

let address: string;
/** What the issuer's address answers. */
export const keys = { status: 200, body: '', date: new Date() };
const issuer = createServer((_request, response) => {
  response.writeHead(keys.status, { date: keys.date.toUTCString() }).end(keys.body);
});

const streamArn = (table: string): string => `arn:aws:dynamodb:eu-west-1:1:table/${table}/stream/new`;
const described = ({ create }: TableDefinition): TableDescription => ({
  TableStatus: 'ACTIVE',
  KeySchema: create.KeySchema,
  LocalSecondaryIndexes: create.LocalSecondaryIndexes,
  GlobalSecondaryIndexes: create.GlobalSecondaryIndexes?.map((index) => ({ ...index, IndexStatus: 'ACTIVE' })),
  StreamSpecification: create.StreamSpecification,
  LatestStreamArn: streamArn(create.TableName),
});
export const tableOf = (logicalId: string): TableDefinition => {
  const table = tables.find((definition) => definition.logicalId === logicalId);
  if (table === undefined) throw new Error(logicalId);
  return table;
};
export const nameOf = (logicalId: string): string => tableOf(logicalId).create.TableName;

/** The settings of the deployed functions. */
export const settings = (more: Readonly<Record<string, string>> = {}): void => {
  const Variables = {
    BUCKET: 'my-almanac',
    MAIL_SENDER: 'cal@example.com',
    ISSUERS: JSON.stringify([{ issuer: 'https://id.example.com', jwksUri: address }]),
    ...more,
  };
  lambda
    .on(GetFunctionCommand, { FunctionName: 'almanac-prod-discovery' })
    .resolves({ Configuration: { State: 'Active', Environment: { Variables } } });
};
export const mapping = (logicalId: string, more: object = {}): object => ({
  UUID: 'u-1',
  State: 'Enabled',
  LastProcessingResult: 'OK',
  EventSourceArn: streamArn(nameOf(logicalId)),
  ...more,
});
export const queueMapping = (logicalId: string, more: object = {}): object => ({
  UUID: 'q-1',
  State: 'Enabled',
  EventSourceArn: `arn:aws:sqs:eu-west-1:1:${queues.find((queue) => queue.logicalId === logicalId)?.name ?? ''}`,
  ...more,
});
export const describeAs = (logicalId: string, more: Partial<TableDescription>): void => {
  db.on(DescribeTableCommand, { TableName: nameOf(logicalId) }).resolves({
    Table: { ...described(tableOf(logicalId)), ...more },
  });
};

/** The bucket's rules as S3 tells them, changed. */
export function removeByAge(change: (rule: LifecycleRule) => LifecycleRule, ...others: readonly LifecycleRule[]): void {
  const rules = bucketRules.lifecycle.map(({ id, prefix, days, abortDays }): LifecycleRule => ({
    ID: id,
    Status: 'Enabled',
    Filter: { Prefix: prefix },
    ...(days !== undefined && { Expiration: { Days: days } }),
    ...(abortDays !== undefined && { AbortIncompleteMultipartUpload: { DaysAfterInitiation: abortDays } }),
  }));
  s3.on(GetBucketLifecycleConfigurationCommand).resolves({ Rules: [...rules.map(change), ...others] });
}

function answerWell(): void {
  for (const client of [cloudWatch, db, lambda, s3, ses]) client.reset();
  Object.assign(keys, { status: 200, body: '{"keys":[{"kty":"EC"}]}', date: new Date() });
  Object.assign(process.env, { AWS_REGION: 'eu-west-1', AWS_ENDPOINT_URL_DYNAMODB: address });
  for (const { logicalId } of tables) describeAs(logicalId, {});
  db.on(DescribeTimeToLiveCommand).resolves({
    TimeToLiveDescription: { TimeToLiveStatus: 'ENABLED', AttributeName: 'expires' },
  });
  lambda.on(GetFunctionCommand).resolves({ Configuration: { State: 'Active', LastUpdateStatus: 'Successful' } });
  settings();
  for (const { name, streams, queues: sources } of functions)
    lambda.on(ListEventSourceMappingsCommand, { FunctionName: `almanac-prod-${name}` }).resolves({
      EventSourceMappings: [
        ...streams.map(({ table }) => mapping(table)),
        ...sources.map(({ queue }) => queueMapping(queue)),
      ],
    });
  lambda.on(GetAccountSettingsCommand).resolves({ AccountLimit: { UnreservedConcurrentExecutions: 1000 } });
  s3.on(HeadBucketCommand).resolves({});
  s3.on(GetPublicAccessBlockCommand).resolves({ PublicAccessBlockConfiguration: bucketRules.publicAccessBlock });
  s3.on(GetBucketEncryptionCommand).resolves({
    ServerSideEncryptionConfiguration: { Rules: [{ ApplyServerSideEncryptionByDefault: { SSEAlgorithm: 'AES256' } }] },
  });
  removeByAge((rule) => rule);
  // A minute of the past does not count any more.
  cloudWatch.on(GetMetricStatisticsCommand).resolves({
    Datapoints: [
      { Timestamp: new Date(Date.now() - 120_000), Maximum: 900 },
      { Timestamp: new Date(Date.now() - 600_000), Maximum: 900_000 },
    ],
  });
  ses.on(GetEmailIdentityCommand).rejects(new NotFoundException({ message: '', $metadata }));
  ses.on(GetEmailIdentityCommand, { EmailIdentity: 'example.com' }).resolves({ VerifiedForSendingStatus: true });
  ses.on(GetAccountCommand).resolves({ SendingEnabled: true, ProductionAccessEnabled: true });
}
/** Before each test all is well. */
export function useDeployedStage(): void {
  let listening: Listening;
  beforeAll(async () => {
    listening = await listen(issuer);
    address = `${listening.url}/`;
  });
  beforeEach(answerWell);
  afterEach(() => {
    delete process.env['AWS_ENDPOINT_URL_DYNAMODB'];
    delete process.env['AWS_REGION'];
  });
  afterAll(() => {
    for (const client of [cloudWatch, db, lambda, s3, ses]) client.restore();
    return listening.stop();
  });
}
