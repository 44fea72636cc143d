/** IAM statements that roles are made of. */
import { athenaNames } from '#lib/stores/athena/names';
import { searchAlias } from '#lib/stores/opensearch/names';

type Arn = Readonly<Record<'Fn::GetAtt', readonly [string, string]>> | Readonly<Record<'Fn::Sub', string>>;

export interface Statement {
  readonly Effect: 'Allow';
  readonly Action: readonly string[];
  readonly Resource: readonly Arn[];
  readonly Condition?: unknown;
}

/** The environment variables of a stage's functions. */
export type Variables = Readonly<Record<string, string | undefined>>;

export const attribute = (resource: string, name: string): Arn => ({ 'Fn::GetAtt': [resource, name] });
const arnBelow = (resource: string, path: string): Arn => ({ 'Fn::Sub': `\${${resource}.Arn}/${path}` });
export const allow = (Action: readonly string[], ...Resource: readonly Arn[]): Statement => ({
  Effect: 'Allow',
  Action,
  Resource,
});
export const dynamodb = (...actions: readonly string[]): string[] => actions.map((action) => `dynamodb:${action}`);

const ofAccount = (service: string, path: string): Arn => ({
  'Fn::Sub': `arn:\${AWS::Partition}:${service}:\${AWS::Region}:\${AWS::AccountId}:${path}`,
});

type Table = 'CalendarTable' | 'BooksTable' | 'AdsTable' | 'SignInTable';
/**
 * The bucket's folders: uploaded book catalogues and their search indexes, uploaded and stored advertising data,
 * finished reports and id tables, the archive of an upstream's reports and what it is to hold.
 */
type Prefix =
  | 'catalogue/'
  | 'search/'
  | 'ads-import/'
  | 'warehouse/'
  | 'reports/'
  | 'scheduled-reports/'
  | 'id-mappings/'
  | 'archive/'
  | 'archive-specs/';

export const table = (name: Table, ...indexes: readonly string[]): Statement[] => [
  allow(
    dynamodb(
      'GetItem',
      'BatchGetItem',
      'Query',
      'ConditionCheckItem',
      'PutItem',
      'UpdateItem',
      'DeleteItem',
      'BatchWriteItem',
    ),
    attribute(name, 'Arn'),
  ),
  ...(indexes.length === 0
    ? []
    : [allow(dynamodb('Query'), ...indexes.map((index) => arnBelow(name, `index/${index}`)))]),
];

/** A restored table has a new stream. */
export const stream = (name: Table): Statement[] => [
  allow(dynamodb('DescribeStream', 'GetRecords', 'GetShardIterator', 'ListStreams'), arnBelow(name, 'stream/*')),
];

type Queue = 'CatalogueUploads' | 'AdvertisingUploads' | 'PushRetries' | 'Letters';

export const consume = (queue: Queue): Statement =>
  allow(
    ['ReceiveMessage', 'DeleteMessage', 'ChangeMessageVisibility', 'GetQueueAttributes'].map(
      (action) => `sqs:${action}`,
    ),
    attribute(queue, 'Arn'),
  );

export const send = (queue: Queue): Statement => allow(['sqs:SendMessage'], attribute(queue, 'Arn'));

const objects = (actions: readonly string[], prefixes: readonly Prefix[]): Statement =>
  allow(
    actions.map((action) => `s3:${action}`),
    ...prefixes.map((prefix) => arnBelow('Bucket', `${prefix}*`)),
  );

export const get = (...prefixes: readonly Prefix[]): Statement => objects(['GetObject'], prefixes);
export const put = (...prefixes: readonly Prefix[]): Statement =>
  objects(['PutObject', 'AbortMultipartUpload'], prefixes);
export const remove = (...prefixes: readonly Prefix[]): Statement => objects(['DeleteObject'], prefixes);

/** Also needed to see that an object is missing: without it S3 answers 403. */
export const list = (...prefixes: readonly Prefix[]): Statement => ({
  ...allow(['s3:ListBucket'], attribute('Bucket', 'Arn')),
  Condition: { StringLike: { 's3:prefix': prefixes.map((prefix) => `${prefix}*`) } },
});

/** With the function's role, Lambda checks the bucket and stores records that failed too often. */
export const storeDiscarded: readonly Statement[] = [
  allow(['s3:PutObject'], arnBelow('Bucket', 'aws/lambda/*')),
  allow(['s3:ListBucket'], attribute('Bucket', 'Arn')),
];

/** Sending from the stage's sender address, verified by itself or by its domain; without a sender there is no mail. */
export function mail(sender: string): Statement[] {
  if (sender === '') return [];
  const identities = [sender, sender.slice(sender.indexOf('@') + 1)];
  return [
    allow(['ses:SendEmail', 'ses:SendRawEmail'], ...identities.map((name) => ofAccount('ses', `identity/${name}`))),
  ];
}

/** Athena reads its catalogue and the warehouse, and writes results, with the caller's permissions. */
export function athena(variables: Variables): Statement[] {
  const { database, workGroup } = athenaNames(variables);
  const calls = ['StartQueryExecution', 'GetQueryExecution', 'StopQueryExecution'];
  return [
    allow(
      calls.map((call) => `athena:${call}`),
      ofAccount('athena', `workgroup/${workGroup}`),
    ),
    allow(
      ['glue:GetDatabase', 'glue:GetTable', 'glue:GetPartitions'],
      ...['catalog', `database/${database}`, `table/${database}/*`].map((path) => ofAccount('glue', path)),
    ),
    allow(['s3:GetBucketLocation'], attribute('Bucket', 'Arn')),
    put('reports/'),
    get('reports/'),
    list('reports/'),
  ];
}

const inDomain = (methods: readonly string[], ...paths: readonly string[]): Statement =>
  allow(
    methods.map((method) => `es:ESHttp${method}`),
    ...paths.map((path) => arnBelow('SearchDomain', path)),
  );

/** Searching books in OpenSearch: the alias alone. */
export const searchDomain = (variables: Variables): Statement =>
  inDomain(['Post'], ...['_search', '_msearch', '_mget'].map((call) => `${searchAlias(variables)}/${call}`));

/** Writing there: the versions of the index, what imports note, and the alias. */
export const writeDomain = (variables: Variables): Statement[] => [
  inDomain(['Get', 'Post', 'Put', 'Delete'], `${searchAlias(variables)}*`),
  inDomain(['Post'], '_aliases'),
];

/** Reading one secret, by its ARN or by its name, to which Secrets Manager adds six characters. */
export const secret = (id: string): Statement =>
  allow(
    ['secretsmanager:GetSecretValue'],
    id.startsWith('arn:') ? { 'Fn::Sub': id } : ofAccount('secretsmanager', `secret:${id}-??????`),
  );
