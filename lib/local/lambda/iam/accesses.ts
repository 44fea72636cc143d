/**
 * The IAM actions and resources that a call to DynamoDB, S3, SES or SQS needs:
 * https://docs.aws.amazon.com/service-authorization/latest/reference/
 */
import { bucketArn, identityArn, originalOf, queueArn, SEARCH_DOMAIN_ARN, secretArn, tableArn } from './arns.ts';
import type { Access } from './policy.ts';

interface DynamodbInput {
  readonly TableName?: string;
  readonly IndexName?: string;
  readonly RequestItems?: Readonly<Record<string, unknown>>;
  readonly TransactItems?: readonly Readonly<Record<string, { readonly TableName?: string } | undefined>>[];
  readonly Statements?: readonly { readonly Statement?: string }[];
}

const tableAccess = (action: string, name = ''): Access => ({
  action: `dynamodb:${action}`,
  resource: tableArn(originalOf(name)),
});

/** A transaction needs the permission of each of its parts. */
const PARTS: Readonly<Record<string, string>> = {
  Get: 'GetItem',
  Put: 'PutItem',
  Update: 'UpdateItem',
  Delete: 'DeleteItem',
  ConditionCheck: 'ConditionCheckItem',
};

/** `name` is DynamoDB's command name: `TransactWriteItems`. */
export function dynamodbAccesses(name: string, input: DynamodbInput): Access[] {
  const { TableName, IndexName, RequestItems, TransactItems, Statements } = input;
  if (TransactItems !== undefined) {
    return TransactItems.flatMap((item) =>
      Object.entries(item).flatMap(([kind, part]) =>
        part === undefined ? [] : [tableAccess(PARTS[kind] ?? kind, part.TableName)],
      ),
    );
  }
  if (RequestItems !== undefined) return Object.keys(RequestItems).map((table) => tableAccess(name, table));
  if (Statements !== undefined) {
    return Statements.map(({ Statement = '' }) => {
      const [, verb = '', table = ''] = /^\s*(\w+)\s+INTO\s+"([^"]+)"/i.exec(Statement) ?? [];
      return tableAccess(`PartiQL${verb.slice(0, 1).toUpperCase()}${verb.slice(1).toLowerCase()}`, table);
    });
  }
  const access = tableAccess(name, TableName);
  return [IndexName === undefined ? access : { ...access, resource: `${access.resource}/index/${IndexName}` }];
}

interface ObjectInput {
  readonly Bucket?: string;
  readonly Key?: string;
  readonly Prefix?: string;
  readonly Delete?: { readonly Objects?: readonly { readonly Key?: string }[] };
  readonly CopySource?: string;
}

const OBJECT_ACTIONS: Readonly<Record<string, string>> = {
  GetObject: 'GetObject',
  HeadObject: 'GetObject',
  PutObject: 'PutObject',
  CopyObject: 'PutObject',
  CreateMultipartUpload: 'PutObject',
  UploadPart: 'PutObject',
  UploadPartCopy: 'PutObject',
  CompleteMultipartUpload: 'PutObject',
  AbortMultipartUpload: 'AbortMultipartUpload',
  DeleteObject: 'DeleteObject',
};

const objectAccess = (action: string, bucket: string, key: string): Access => ({
  action: `s3:${action}`,
  resource: `${bucketArn(originalOf(bucket))}/${key}`,
});

/** `name` is the SDK's command without `Command`: `GetObject`. */
export function s3Accesses(
  name: string,
  { Bucket = '', Key = '', Prefix = '', Delete, CopySource }: ObjectInput,
): Access[] {
  if (name === 'ListObjectsV2' || name === 'ListObjects' || name === 'HeadBucket') {
    return [{ action: 's3:ListBucket', resource: bucketArn(originalOf(Bucket)), context: { 's3:prefix': Prefix } }];
  }
  if (name === 'DeleteObjects')
    return (Delete?.Objects ?? []).map(({ Key: key = '' }) => objectAccess('DeleteObject', Bucket, key));
  const action = OBJECT_ACTIONS[name];
  if (action === undefined) throw new Error(`The local stack does not know which right ${name} asks of S3.`);
  const source =
    CopySource === undefined
      ? []
      : [objectAccess('GetObject', Bucket, decodeURIComponent(CopySource.replace(/^\/?[^/]+\//, '')))];
  return [objectAccess(action, Bucket, Key), ...source];
}

/** Raw messages need a separate permission besides sending. */
export function sesAccesses({
  FromEmailAddress = '',
  Content,
}: {
  readonly FromEmailAddress?: string;
  readonly Content?: { readonly Raw?: unknown };
}): Access[] {
  const address = /<([^>]+)>/.exec(FromEmailAddress)?.[1] ?? FromEmailAddress;
  const actions = Content?.Raw === undefined ? ['ses:SendEmail'] : ['ses:SendEmail', 'ses:SendRawEmail'];
  return actions.map((action) => ({ action, resource: identityArn(address) }));
}

/** The last part of a queue's URL is its name. */
export const sqsAccesses = (name: string, { QueueUrl = '' }: { readonly QueueUrl?: string }): Access[] => [
  { action: `sqs:${name}`, resource: queueArn(QueueUrl.slice(QueueUrl.lastIndexOf('/') + 1)) },
];

export const secretAccesses = (name: string, { SecretId = '' }: { readonly SecretId?: string }): Access[] => [
  { action: `secretsmanager:${name}`, resource: secretArn(SecretId) },
];

/** `name` is by the method, `ESHttpPost`; permissions are by path. */
export const opensearchAccesses = (name: string, { path = '' }: { readonly path?: string }): Access[] => [
  { action: `es:${name}`, resource: `${SEARCH_DOMAIN_ARN}${path}` },
];
