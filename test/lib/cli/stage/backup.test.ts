/** The backup of a deployed stage. There is no AWS here: its answers are those of its documents. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { mock } from 'node:test';
import { gzipSync } from 'node:zlib';
import {
  BatchWriteItemCommand,
  DescribeExportCommand,
  DescribeTableCommand,
  DynamoDBClient,
  ExportTableToPointInTimeCommand,
  ResourceNotFoundException,
  ScanCommand,
  UpdateTableCommand,
} from '@aws-sdk/client-dynamodb';
import { GetObjectCommand, ListObjectsV2Command, S3Client, type GetObjectCommandOutput } from '@aws-sdk/client-s3';
import { afterAll, afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { mockClient } from 'aws-sdk-client-mock';
import { exportStage } from '#lib/cli/stage/export-stage';
import { importStage } from '#lib/cli/stage/import-stage';
import { brokenOff } from '#test/support/http/broken-off';
import { newFolder } from '#test/support/run/folders/new-folder';

const db = mockClient(DynamoDBClient);
const s3 = mockClient(S3Client);
let printed: string[];
let file: string;

afterAll(() => {
  db.restore();
  s3.restore();
});
beforeEach(() => {
  db.reset();
  s3.reset();
  printed = [];
  file = join(newFolder(), 'prod.json');
  mock.method(console, 'log', (line: string) => void printed.push(line));
});
afterEach(() => {
  mock.restoreAll();
});

/** A stage without sign-in; its exports take one look each. */
async function takeBackup(): Promise<void> {
  db.on(DescribeTableCommand).callsFake(({ TableName }: { TableName: string }) => {
    if (TableName.endsWith('sign-in')) throw new ResourceNotFoundException({ message: '', $metadata: {} });
    return { Table: { TableArn: `arn:${TableName}`, TableStatus: 'ACTIVE', LatestStreamArn: `stream:${TableName}` } };
  });
  db.on(ExportTableToPointInTimeCommand).callsFake(({ TableArn }: { TableArn: string }) => ({
    ExportDescription: { ExportArn: `export:${TableArn}` },
  }));
  db.on(DescribeExportCommand)
    .resolvesOnce({ ExportDescription: { ExportStatus: 'IN_PROGRESS' } })
    .resolves({ ExportDescription: { ExportStatus: 'COMPLETED', ItemCount: 2 } });
  await exportStage(file, { stage: 'prod', everyMs: 1 });
}

describe('npm run backup -- --stage', () => {
  test('exports every table as of one moment, and names the exports in the file', async () => {
    await takeBackup();

    const asked = db.commandCalls(ExportTableToPointInTimeCommand).map(({ args: [{ input }] }) => input);
    const { tables, takenAt, bucket } = JSON.parse(readFileSync(file, 'utf8')) as {
      tables: { table: string; items: number }[];
      takenAt: string;
      bucket: string;
    };
    expect(tables.map(({ table, items }) => [table, items])).toEqual([
      ['almanac-prod-calendar', 2],
      ['almanac-prod-books', 2],
      ['almanac-prod-ads', 2],
    ]);
    expect(new Set(asked.map(({ ExportTime }) => ExportTime?.toISOString()))).toEqual(new Set([takenAt]));
    expect(new Set(asked.map(({ S3Bucket }) => S3Bucket))).toEqual(new Set([bucket]));
    expect(asked.every(({ S3Prefix = '' }) => S3Prefix.startsWith('backups/'))).toBe(true);
  });

  test('says why an export failed', async () => {
    db.on(DescribeTableCommand).resolves({ Table: { TableArn: 'arn:table' } });
    db.on(ExportTableToPointInTimeCommand).resolves({ ExportDescription: { ExportArn: 'arn:export' } });
    db.on(DescribeExportCommand).resolves({
      ExportDescription: { ExportStatus: 'FAILED', FailureCode: 'S3AccessDenied', FailureMessage: 'no' },
    });

    await expect(exportStage(file, { stage: 'prod', everyMs: 1 })).rejects.toThrow('S3AccessDenied no');
  });
});

describe('npm run restore -- FILE --stage', () => {
  const LINES = [1, 2].map((number) => JSON.stringify({ Item: { pk: { S: 'a' }, sk: { S: String(number) } } }));

  beforeEach(async () => {
    await takeBackup();
    db.on(ScanCommand).resolves({ Items: [] });
    db.on(UpdateTableCommand).resolves({});
    db.on(BatchWriteItemCommand)
      .resolvesOnce({
        UnprocessedItems: { 'almanac-next-calendar': [{ PutRequest: { Item: { pk: { S: 'a' }, sk: { S: '2' } } } }] },
      })
      .resolves({});
    s3.on(ListObjectsV2Command).callsFake(({ Prefix }: { Prefix: string }) => ({
      Contents: ['data/part.json.gz', 'manifest-summary.json'].map((name) => ({
        Key: `${Prefix}AWSDynamoDB/1/${name}`,
      })),
    }));
    s3.on(GetObjectCommand).callsFake(() => ({
      Body: Readable.from([gzipSync(LINES.join('\n'))]) as GetObjectCommandOutput['Body'],
    }));
  });

  test('puts every item into the tables, those that were not taken again, and says how to deploy', async () => {
    await importStage(file, { stage: 'next', everyMs: 1 });

    const written = db
      .commandCalls(BatchWriteItemCommand)
      .map(({ args: [{ input }] }) =>
        Object.entries(input.RequestItems ?? {}).map(([name, puts]) => [name, puts.length]),
      );
    expect(written.flat()).toEqual([
      ['almanac-next-calendar', 2],
      ['almanac-next-calendar', 1],
      ['almanac-next-books', 2],
      ['almanac-next-ads', 2],
    ]);
    expect(printed.join('\n')).toMatch(
      /npm run deploy -- --stage next --param adsStream=stream:almanac-next-ads --param calendarStream=stream:almanac-next-calendar --param syncTokensSince=20/,
    );
  });

  test('has the streams off meanwhile: nobody is told of what was changed long ago', async () => {
    let isOn = true;
    db.on(DescribeTableCommand).callsFake(() => ({
      Table: { TableStatus: 'ACTIVE', StreamSpecification: { StreamEnabled: isOn } },
    }));
    db.on(UpdateTableCommand).callsFake(
      ({ StreamSpecification }: { StreamSpecification: { StreamEnabled: boolean } }) => {
        isOn = StreamSpecification.StreamEnabled;
        return {};
      },
    );
    const whileWriting: boolean[] = [];
    db.on(BatchWriteItemCommand).callsFake(() => {
      whileWriting.push(isOn);
      return {};
    });

    await importStage(file, { stage: 'next', everyMs: 1 });

    expect([whileWriting, isOn]).toEqual([[false, false, false], true]);
  });

  test('ends with what breaks the connection to the export', async () => {
    const packed = gzipSync(LINES.join('\n'));
    s3.on(GetObjectCommand).callsFake(() => ({
      Body: Readable.from(brokenOff(packed.subarray(0, 20))) as GetObjectCommandOutput['Body'],
    }));

    await expect(importStage(file, { stage: 'next', everyMs: 1 })).rejects.toThrow('The connection has broken.');
  });

  test('refuses a table that holds something, unless that is meant', async () => {
    db.on(ScanCommand).resolves({ Items: [{ pk: { S: 'a' } }] });

    await expect(importStage(file, { stage: 'next', everyMs: 1 })).rejects.toThrow('is not empty');
    expect(db.commandCalls(BatchWriteItemCommand)).toEqual([]);
  });
});
