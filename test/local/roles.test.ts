import { describe, expect, test } from '@jest/globals';
import { GetObjectCommand } from '@aws-sdk/client-s3';
import { GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { asFunction } from '#lib/local/iam/enforce';
import { config } from '#lib/runtime/config';
import { documents } from '#lib/stores/dynamodb/client';
import { objects } from '#lib/stores/s3/client';

const Key = { pk: 'nobody', sk: 'META' };
const byChange = { TableName: config.calendarTable, IndexName: 'byChange', KeyConditionExpression: 'pk = :pk', ExpressionAttributeValues: { ':pk': 'nobody' } };

describe('a function under its role', () => {
  test('reads the table of its service', async () => {
    expect(await asFunction('calendarColors', () => documents.send(new GetCommand({ TableName: config.calendarTable, Key })))).not.toHaveProperty('Item');
  });

  test.each([
    ['a table of another service', () => documents.send(new GetCommand({ TableName: config.booksTable, Key })), 'AccessDeniedException', 'dynamodb:GetItem'],
    ['an index that its role does not name', () => documents.send(new QueryCommand(byChange)), 'AccessDeniedException', 'dynamodb:Query'],
    ['an object', () => objects.send(new GetObjectCommand({ Bucket: config.bucket, Key: 'reports/1' })), 'AccessDenied', 's3:GetObject'],
  ])('is refused %s, as AWS refuses it', async (_name, call, name, action) => {
    const refused = asFunction('calendarColors', call);

    await expect(refused).rejects.toMatchObject({ name, $fault: 'client' });
    await expect(refused).rejects.toThrow(`is not authorized to perform: ${action} on resource: arn:aws:`);
  });
});
