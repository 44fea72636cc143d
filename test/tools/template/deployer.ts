/** Whether whoever has `lib/package/template/deployer-policy.json` and nothing else may deploy a template, and remove it. */
import { readFileSync } from 'node:fs';
import { isFields, type Template } from './template.ts';

interface Statement {
  readonly Action: string | readonly string[];
  readonly Resource: string | readonly string[];
}

const POLICY = JSON.parse(
  readFileSync(new URL('../../../lib/package/template/deployer-policy.json', import.meta.url), 'utf8'),
) as { readonly Statement: readonly Statement[] };

interface Needs {
  readonly actions: readonly string[];
  /** The property that holds its name, and the ARN that the name makes; without one, CloudFormation makes the name. */
  readonly named?: readonly [property: string, arn: (name: string) => string];
}

const needs = (service: string, names: string, named?: Needs['named']): Needs => ({
  actions: names.split(' ').map((name) => `${service}:${name}`),
  ...(named !== undefined && { named }),
});

const api = needs('apigateway', 'POST PATCH DELETE GET', ['', () => 'arn:aws:apigateway:eu-west-1::/apis/a1b2c3']);

/** What CloudFormation calls for each type, from the handlers that AWS publishes for it. */
const NEEDS: Readonly<Record<string, Needs>> = {
  'AWS::ApiGatewayV2::Api': api,
  'AWS::ApiGatewayV2::Integration': api,
  'AWS::ApiGatewayV2::Route': api,
  'AWS::ApiGatewayV2::Stage': api,
  'AWS::CloudWatch::Alarm': needs('cloudwatch', 'PutMetricAlarm DeleteAlarms DescribeAlarms'),
  'AWS::CloudWatch::Dashboard': needs('cloudwatch', 'PutDashboard DeleteDashboards GetDashboard'),
  'AWS::DynamoDB::Table': needs(
    'dynamodb',
    'CreateTable UpdateTable DeleteTable DescribeTable UpdateTimeToLive UpdateContinuousBackups',
    ['TableName', (name) => `arn:aws:dynamodb:eu-west-1:1:table/${name}`],
  ),
  'AWS::Events::Rule': needs('events', 'PutRule DeleteRule DescribeRule PutTargets RemoveTargets', [
    'Name',
    (name) => `arn:aws:events:eu-west-1:1:rule/${name}`,
  ]),
  'AWS::IAM::Role': needs('iam', 'CreateRole DeleteRole GetRole PutRolePolicy DeleteRolePolicy PassRole', [
    'RoleName',
    (name) => `arn:aws:iam::1:role/${name}`,
  ]),
  'AWS::Lambda::EventSourceMapping': needs(
    'lambda',
    'CreateEventSourceMapping UpdateEventSourceMapping DeleteEventSourceMapping GetEventSourceMapping',
  ),
  'AWS::Lambda::Function': needs(
    'lambda',
    'CreateFunction UpdateFunctionCode UpdateFunctionConfiguration DeleteFunction GetFunction',
    ['FunctionName', (name) => `arn:aws:lambda:eu-west-1:1:function:${name}`],
  ),
  'AWS::Lambda::Permission': needs('lambda', 'AddPermission RemovePermission', [
    'FunctionName',
    (name) => `arn:aws:lambda:eu-west-1:1:function:${name}`,
  ]),
  'AWS::Logs::LogGroup': needs('logs', 'CreateLogGroup DeleteLogGroup PutRetentionPolicy DescribeLogGroups'),
  'AWS::Logs::MetricFilter': needs('logs', 'PutMetricFilter DeleteMetricFilter DescribeMetricFilters'),
  'AWS::Logs::QueryDefinition': needs('logs', 'PutQueryDefinition DeleteQueryDefinition DescribeQueryDefinitions'),
  'AWS::OpenSearchService::Domain': needs(
    'es',
    'CreateDomain DeleteDomain DescribeDomain UpdateDomainConfig UpgradeDomain ListTags',
    ['DomainName', (name) => `arn:aws:es:eu-west-1:1:domain/${name.toLowerCase()}`],
  ),
  'AWS::S3::Bucket': needs(
    's3',
    'CreateBucket DeleteBucket PutBucketNotification PutEncryptionConfiguration PutLifecycleConfiguration ' +
      'PutBucketPublicAccessBlock PutBucketOwnershipControls PutBucketCORS PutObject GetObject',
    ['BucketName', (name) => `arn:aws:s3:::${name}`],
  ),
  'AWS::S3::BucketPolicy': needs('s3', 'PutBucketPolicy DeleteBucketPolicy GetBucketPolicy', [
    'BucketName',
    (name) => `arn:aws:s3:::${name}`,
  ]),
  'AWS::SNS::Subscription': needs('sns', 'Subscribe Unsubscribe', ['', (name) => `arn:aws:sns:eu-west-1:1:${name}`]),
  'AWS::SNS::Topic': needs('sns', 'CreateTopic DeleteTopic GetTopicAttributes', [
    'TopicName',
    (name) => `arn:aws:sns:eu-west-1:1:${name}`,
  ]),
  'AWS::SQS::Queue': needs('sqs', 'CreateQueue DeleteQueue SetQueueAttributes GetQueueAttributes', [
    'QueueName',
    (name) => `arn:aws:sqs:eu-west-1:1:${name}`,
  ]),
  'AWS::SQS::QueuePolicy': needs('sqs', 'SetQueueAttributes', ['', (name) => `arn:aws:sqs:eu-west-1:1:${name}`]),
};

const listOf = (value: string | readonly string[]): readonly string[] => (typeof value === 'string' ? [value] : value);

const fits = (pattern: string, text: string): boolean =>
  new RegExp(`^${pattern.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*')}$`).test(text);

const isAllowed = (action: string, arn: string): boolean =>
  POLICY.Statement.some(
    ({ Action, Resource }) =>
      listOf(Action).some((pattern) => fits(pattern, action)) && listOf(Resource).some((pattern) => fits(pattern, arn)),
  );

/** What CloudFormation makes of a stack's name where a resource has none. */
const GENERATED = 'almanac-prod-Resource-1A2B3C';

/** Ids of resources, each with what the policy does not allow for it. */
export const notDeployable = ({ Resources }: Template): string[] =>
  Object.entries(Resources).flatMap(([id, { Type, Properties }]) => {
    const needed = NEEDS[Type];
    if (needed === undefined) return [`${id}: nobody has said what ${Type} needs`];
    const [property = '', arnOf = () => 'arn:any'] = needed.named ?? [];
    const name = isFields(Properties) ? Properties[property] : undefined;
    const arn = arnOf(typeof name === 'string' ? name : GENERATED);
    return needed.actions.filter((action) => !isAllowed(action, arn)).map((action) => `${id}: ${action} on ${arn}`);
  });
