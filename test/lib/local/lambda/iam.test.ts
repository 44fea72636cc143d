import { describe, expect, test } from '@jest/globals';
import { dynamodbAccesses, s3Accesses, sesAccesses } from '#lib/local/lambda/iam/accesses';
import { findAllowingStatement, type Statement } from '#lib/local/lambda/iam/policy';
import { roleStatements } from '#lib/local/lambda/iam/role-statements';
import { readDeployment } from '#lib/package/template/deployment';

const statement = (given: Partial<Statement>): Statement => ({
  actions: ['s3:GetObject'],
  resources: ['arn:aws:s3:::b/*'],
  conditions: {},
  ...given,
});

describe('a statement', () => {
  test.each([
    ['of another action', { action: 's3:PutObject', resource: 'arn:aws:s3:::b/a' }, {}],
    ['of another resource', { action: 's3:GetObject', resource: 'arn:aws:s3:::c/a' }, {}],
    ['of a resource that only begins like it', { action: 's3:GetObject', resource: 'arn:aws:s3:::b' }, {}],
    [
      'whose condition is not met',
      { action: 's3:GetObject', resource: 'arn:aws:s3:::b/a', context: { 's3:prefix': 'x/' } },
      { conditions: { StringLike: { 's3:prefix': ['a/*'] } } },
    ],
    [
      'whose condition asks for what is not there',
      { action: 's3:GetObject', resource: 'arn:aws:s3:::b/a' },
      { conditions: { StringEquals: { 's3:prefix': ['a/'] } } },
    ],
  ])('%s allows nothing', (_name, access, given) => {
    expect(findAllowingStatement([statement(given)], access)).toBeUndefined();
  });

  test('allows what its patterns cover', () => {
    const listed = statement({
      actions: ['s3:List*'],
      resources: ['arn:aws:s3:::b'],
      conditions: { StringLike: { 's3:prefix': ['a/*'] } },
    });

    expect(
      findAllowingStatement([statement({}), listed], {
        action: 's3:ListBucket',
        resource: 'arn:aws:s3:::b',
        context: { 's3:prefix': 'a/1' },
      }),
    ).toBe(listed);
  });

  test('with a condition of an unknown kind is an error, not a yes', () => {
    const odd = statement({ conditions: { NumericLessThan: { 's3:max-keys': ['10'] } } });

    expect(() => findAllowingStatement([odd], { action: 's3:GetObject', resource: 'arn:aws:s3:::b/a' })).toThrow(
      'NumericLessThan',
    );
  });
});

describe('a call', () => {
  const TABLE = 'arn:aws:dynamodb:us-east-1:000000000000:table/t';

  test.each([
    ['GetItem', { TableName: 't' }, [['dynamodb:GetItem', TABLE]]],
    ['Query', { TableName: 't', IndexName: 'byTime' }, [['dynamodb:Query', `${TABLE}/index/byTime`]]],
    ['BatchGetItem', { RequestItems: { t: {} } }, [['dynamodb:BatchGetItem', TABLE]]],
    [
      'TransactWriteItems',
      { TransactItems: [{ Put: { TableName: 't' } }, { ConditionCheck: { TableName: 't' } }] },
      [
        ['dynamodb:PutItem', TABLE],
        ['dynamodb:ConditionCheckItem', TABLE],
      ],
    ],
    [
      'BatchExecuteStatement',
      { Statements: [{ Statement: 'INSERT INTO "t" VALUE {}' }] },
      [['dynamodb:PartiQLInsert', TABLE]],
    ],
  ])('%s of DynamoDB asks for its rights', (name, input, expected) => {
    expect(dynamodbAccesses(name, input).map(({ action, resource }) => [action, resource])).toEqual(expected);
  });

  test.each([
    ['HeadObject', { Bucket: 'b', Key: 'a/1' }, [['s3:GetObject', 'arn:aws:s3:::b/a/1']]],
    ['UploadPart', { Bucket: 'b', Key: 'a/1' }, [['s3:PutObject', 'arn:aws:s3:::b/a/1']]],
    [
      'DeleteObjects',
      { Bucket: 'b', Delete: { Objects: [{ Key: 'x' }, { Key: 'y' }] } },
      [
        ['s3:DeleteObject', 'arn:aws:s3:::b/x'],
        ['s3:DeleteObject', 'arn:aws:s3:::b/y'],
      ],
    ],
    [
      'CopyObject',
      { Bucket: 'b', Key: 'a/1', CopySource: '/b/old%20ones/1' },
      [
        ['s3:PutObject', 'arn:aws:s3:::b/a/1'],
        ['s3:GetObject', 'arn:aws:s3:::b/old ones/1'],
      ],
    ],
    ['ListObjectsV2', { Bucket: 'b', Prefix: 'a/' }, [['s3:ListBucket', 'arn:aws:s3:::b']]],
  ])('%s of S3 asks for its rights', (name, input, expected) => {
    expect(s3Accesses(name, input).map(({ action, resource }) => [action, resource])).toEqual(expected);
  });

  test('that nobody thought of is an error, not a yes', () => {
    expect(() => s3Accesses('PutBucketPolicy', { Bucket: 'b' })).toThrow('PutBucketPolicy');
  });

  test('of SES with a raw message asks for that right as well', () => {
    expect(
      sesAccesses({ FromEmailAddress: 'Almanac <a@example.com>', Content: { Raw: {} } }).map(({ action }) => action),
    ).toEqual(['ses:SendEmail', 'ses:SendRawEmail']);
  });
});

test('roles name the tables and the bucket of the stage', () => {
  const stage = readDeployment('local');
  const resources = roleStatements('booksVolumes', stage).flatMap((one) => one.resources);

  expect(resources).toContain('arn:aws:dynamodb:us-east-1:000000000000:table/almanac-local-books');
  expect(resources).toContain('arn:aws:s3:::almanac-local/search/*');
});
