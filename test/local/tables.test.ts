import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { DescribeTableCommand, DescribeTimeToLiveCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { readDeployment } from '#lib/local/deployment';
import { ensureTables } from '#lib/local/tables';

const db = new DynamoDBClient();
const s3 = new S3Client({ forcePathStyle: true });
afterAll(() => {
  db.destroy();
  s3.destroy();
});

describe('the tables of serverless.yml', () => {
  beforeAll(() => ensureTables(readDeployment('whole').tables));

  test.each([
    ['almanac-whole-calendar', ['byChange', 'byTime', 'byUid'], []],
    ['almanac-whole-books', [], ['byAlternate']],
    ['almanac-whole-ads', [], ['byAlternate']],
  ])('%s exists with its indexes, stream and time to live', async (TableName, local, global) => {
    const { Table } = await db.send(new DescribeTableCommand({ TableName }));
    const { TimeToLiveDescription } = await db.send(new DescribeTimeToLiveCommand({ TableName }));

    expect((Table?.LocalSecondaryIndexes ?? []).map(({ IndexName }) => IndexName).sort()).toEqual(local);
    expect((Table?.GlobalSecondaryIndexes ?? []).map(({ IndexName }) => IndexName).sort()).toEqual(global);
    expect(Table?.StreamSpecification).toEqual({ StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' });
    expect(TimeToLiveDescription?.AttributeName).toBe('expires');
  });
});

describe('the bucket', () => {
  test('keeps an object as it was put', async () => {
    const object = { Bucket: process.env['BUCKET'], Key: 'test/local/ä b.bin' };

    await s3.send(new PutObjectCommand({ ...object, Body: Buffer.from([0, 255, 13, 10]) }));

    const { Body } = await s3.send(new GetObjectCommand(object));
    expect(await Body?.transformToByteArray()).toEqual(Uint8Array.from([0, 255, 13, 10]));
  });
});
