import { LambdaClient, ListFunctionsCommand } from '@aws-sdk/client-lambda';
import { GetObjectCommand, HeadObjectCommand } from '@aws-sdk/client-s3';
import { describe, expect, test } from '@jest/globals';
import { asFunction } from '#lib/local/lambda/iam/enforce';
import { config } from '#lib/runtime/process/config';
import { documents } from '#lib/stores/dynamodb/client/client';
import { GetCommand, QueryCommand } from '#lib/stores/dynamodb/client/commands';
import { objects } from '#lib/stores/s3/client';
import { signedBucket } from '#lib/stores/s3/signed-bucket';
import { signedLink } from '#lib/stores/s3/signed-link';

const Key = { pk: 'nobody', sk: 'META' };
const byChange = {
  TableName: config.calendarTable,
  IndexName: 'byChange',
  KeyConditionExpression: 'pk = :pk',
  ExpressionAttributeValues: { ':pk': 'nobody' },
};

describe('a function under its role', () => {
  test('reads the table of its service', async () => {
    expect(
      await asFunction('calendarColors', () =>
        documents.send(new GetCommand({ TableName: config.calendarTable, Key })),
      ),
    ).not.toHaveProperty('Item');
  });

  test.each([
    [
      'a table of another service',
      () => documents.send(new GetCommand({ TableName: config.booksTable, Key })),
      'AccessDeniedException',
      'dynamodb:GetItem',
    ],
    [
      'an index that its role does not name',
      () => documents.send(new QueryCommand(byChange)),
      'AccessDeniedException',
      'dynamodb:Query',
    ],
    [
      'an object',
      () => objects.send(new GetObjectCommand({ Bucket: config.bucket, Key: 'reports/1' })),
      'AccessDenied',
      's3:GetObject',
    ],
  ])('is refused %s, as AWS refuses it', async (_name, call, name, action) => {
    const refused = asFunction('calendarColors', call);

    await expect(refused).rejects.toMatchObject({ name, $fault: 'client' });
    await expect(refused).rejects.toThrow(`is not authorized to perform: ${action} on resource: arn:aws:`);
  });

  test('signs no link to what it may not read', async () => {
    await expect(
      asFunction('calendarColors', () => signedLink(objects, { Bucket: config.bucket, Key: 'reports/1' })),
    ).rejects.toMatchObject({ name: 'AccessDenied' });
  });

  test('is refused a service that no role names', async () => {
    const refused = asFunction('calendarColors', () => new LambdaClient().send(new ListFunctionsCommand()));

    await expect(refused).rejects.toMatchObject({ name: 'AccessDeniedException', $fault: 'client' });
    await expect(refused).rejects.toThrow('is not authorized to perform: lambda:');
  });
});

describe('an object that is missing', () => {
  const mapping = { Bucket: config.bucket, Key: 'id-mappings/nobody.csv' };
  const index = { Bucket: config.bucket, Key: 'search/none.sqlite' };
  const { AWS_REGION: region = '', AWS_ENDPOINT_URL_S3: endpoint } = process.env;
  const bucket = signedBucket({ bucket: config.bucket, region, endpoint });

  test('is missing for those who may list where it would be', async () => {
    await expect(asFunction('adsReports', () => objects.send(new GetObjectCommand(mapping)))).rejects.toMatchObject({
      name: 'NoSuchKey',
    });
    await expect(asFunction('adsReports', () => objects.send(new HeadObjectCommand(mapping)))).rejects.toMatchObject({
      name: 'NotFound',
    });
    expect(await asFunction('importCatalogue', () => bucket.describe('catalogue/none.csv'))).toBeUndefined();
  });

  test('is refused to all others, as S3 refuses it', async () => {
    await expect(asFunction('booksVolumes', () => objects.send(new GetObjectCommand(index)))).rejects.toMatchObject({
      name: 'AccessDenied',
    });
    await expect(asFunction('booksVolumes', () => bucket.describe(index.Key))).rejects.toMatchObject({ status: 403 });
  });
});
