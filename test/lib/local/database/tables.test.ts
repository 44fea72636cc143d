import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { StartupError } from '#lib/command/startup-error';
import type { Table } from '#lib/local/database/table';
import { ensureTables } from '#lib/local/database/tables';
import { readDeployment } from '#lib/package/template/deployment';
import { documents } from '#lib/stores/dynamodb/client/client';
import { PutCommand, QueryCommand } from '#lib/stores/dynamodb/client/commands';
import { streamReader } from '#test/support/streams/stream-reader';

const s3 = new S3Client({ forcePathStyle: true });
afterAll(() => {
  s3.destroy();
});

const { tables } = readDeployment('whole');

describe('the tables of serverless.yml', () => {
  let created: Table[];
  beforeAll(async () => {
    created = await ensureTables(tables);
  });

  test.each([
    ['almanac-whole-calendar', 'byTime', 'pk', 'timeKey'],
    ['almanac-whole-calendar', 'byChange', 'pk', 'changeKey'],
    ['almanac-whole-calendar', 'byUid', 'pk', 'uid'],
    ['almanac-whole-books', 'byAlternate', 'gpk', 'gsk'],
    ['almanac-whole-ads', 'byAlternate', 'gpk', 'gsk'],
  ])('%s has an index %s by %s and %s', async (TableName, IndexName, hash, range) => {
    const item = {
      pk: 'partition',
      sk: `item of ${IndexName}`,
      [range]: 'b',
      ...(hash !== 'pk' && { [hash]: 'partition' }),
    };
    await documents.send(new PutCommand({ TableName, Item: item }));

    const { Items } = await documents.send(
      new QueryCommand({
        TableName,
        IndexName,
        KeyConditionExpression: `${hash} = :hash AND ${range} > :range`,
        ExpressionAttributeValues: { ':hash': 'partition', ':range': 'a' },
      }),
    );

    expect(Items).toEqual([item]);
  });

  test('tell those of their changes that a function follows', async () => {
    const followed = tables.filter(({ isFollowed }) => isFollowed).map(({ logicalId }) => logicalId);
    expect(followed).toEqual(['CalendarTable', 'AdsTable']);
    for (const table of created.filter(({ logicalId }) => followed.includes(logicalId))) {
      await documents.send(new PutCommand({ TableName: table.name, Item: { pk: 'told', sk: 'told' } }));
      const { records, stop } = streamReader(table);

      expect((await records()).at(-1)).toMatchObject({
        eventName: 'INSERT',
        dynamodb: { Keys: { pk: { S: 'told' }, sk: { S: 'told' } } },
      });
      stop();
    }
  });

  test('of an earlier version, whose indexes held everything, are taken as they are', async () => {
    const TableName = 'almanac-earlier-calendar';
    const [calendar] = tables.filter(({ logicalId }) => logicalId === 'CalendarTable');
    if (calendar === undefined) throw new Error('serverless.yml declares no CalendarTable');
    const own = { ...calendar, create: { ...calendar.create, TableName } };
    const indexes = calendar.create.LocalSecondaryIndexes ?? [];
    const LocalSecondaryIndexes = indexes.map((index) => ({
      ...index,
      Projection: { ProjectionType: 'ALL' as const },
    }));
    await ensureTables([{ ...own, create: { ...own.create, LocalSecondaryIndexes } }]);
    const item = { pk: 'a', sk: 'b', uid: 'u', event: '{}', telling: { by: 'somebody' } };
    await documents.send(new PutCommand({ TableName, Item: item }));

    await ensureTables([own]);

    const { Items } = await documents.send(
      new QueryCommand({
        TableName,
        IndexName: 'byUid',
        Select: 'ALL_ATTRIBUTES',
        KeyConditionExpression: 'pk = :pk AND uid = :uid',
        ExpressionAttributeValues: { ':pk': 'a', ':uid': 'u' },
      }),
    );
    expect(Items).toEqual([item]);
  });

  test('are left alone when they have other keys', async () => {
    const others = tables.map(({ create, ...table }) => ({
      ...table,
      create: { ...create, LocalSecondaryIndexes: undefined, GlobalSecondaryIndexes: undefined },
    }));

    await expect(ensureTables(others)).rejects.toThrow(StartupError);
    await expect(ensureTables(others)).rejects.toThrow(/has other keys than serverless.yml.* Start with --fresh/);
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
