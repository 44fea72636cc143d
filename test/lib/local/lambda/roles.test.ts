import { LambdaClient, ListFunctionsCommand } from '@aws-sdk/client-lambda';
import { describe, expect, test } from '@jest/globals';
import { asFunction } from '#lib/local/lambda/iam/enforce';
import { bucket } from '#lib/runtime/bucket';
import { config } from '#lib/runtime/process/config';
import { documents } from '#lib/stores/dynamodb/client/client';
import { GetCommand, QueryCommand } from '#lib/stores/dynamodb/client/commands';

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
  ])('is refused %s, as AWS refuses it', async (_name, call, name, action) => {
    const refused = asFunction('calendarColors', call);

    await expect(refused).rejects.toMatchObject({ name, $fault: 'client' });
    await expect(refused).rejects.toThrow(`is not authorized to perform: ${action} on resource: arn:aws:`);
  });

  test.each<[string, () => Promise<unknown>, string]>([
    ['an object', () => bucket.open('reports/1'), 's3:GetObject'],
    ['a new one', () => bucket.write('reports/1', '', { contentType: 'text/csv' }), 's3:PutObject'],
    ['its removal', () => bucket.remove('reports/1'), 's3:DeleteObject'],
    ['a list', () => bucket.list('reports/'), 's3:ListBucket'],
    ['a link to what it may not read', () => bucket.link('reports/1'), 's3:GetObject'],
  ])('is refused %s of the storage', async (_name, call, action) => {
    const refused = asFunction('calendarColors', call);

    await expect(refused).rejects.toMatchObject({ status: 403 });
    await expect(refused).rejects.toThrow(`is not authorized to perform: ${action} on resource: arn:aws:`);
  });

  test('is refused a service that no role names', async () => {
    const refused = asFunction('calendarColors', () => new LambdaClient().send(new ListFunctionsCommand()));

    await expect(refused).rejects.toMatchObject({ name: 'AccessDeniedException', $fault: 'client' });
    await expect(refused).rejects.toThrow('is not authorized to perform: lambda:');
  });
});

describe('an object that is missing', () => {
  test('is missing for those who may list where it would be', async () => {
    expect(await asFunction('adsReports', () => bucket.read('id-mappings/nobody.csv'))).toBeUndefined();
    expect(await asFunction('adsReports', () => bucket.describe('id-mappings/nobody.csv'))).toBeUndefined();
    expect(await asFunction('importCatalogue', () => bucket.describe('catalogue/none.csv'))).toBeUndefined();
  });

  test('is refused to all others, as S3 refuses it', async () => {
    for (const ask of [bucket.read, bucket.describe])
      await expect(asFunction('booksVolumes', () => ask('search/none.sqlite'))).rejects.toMatchObject({ status: 403 });
  });
});
