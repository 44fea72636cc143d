import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  CreateBucketCommand,
  DeleteBucketLifecycleCommand,
  DeleteObjectCommand,
  GetBucketLifecycleConfigurationCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutBucketLifecycleConfigurationCommand,
  PutObjectCommand,
  RenameObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { sqlText } from '#lib/api/text/sql-text';
import { newStore, openRows } from '#lib/local/s3/fauxqs';
import { startObjectStorage, type ObjectStorage } from '#lib/local/s3/object-storage';
import { newFolder } from '#test/support/run/folders/new-folder';

const Bucket = 'some-bucket';
let dataDir: string;
let storage: ObjectStorage;
let s3: S3Client;

const fileOf = (key: string): string => join(dataDir, Bucket, key);
async function start(): Promise<void> {
  storage = await startObjectStorage({ bucket: Bucket, dataDir });
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  s3 = new S3Client({ endpoint: storage.endpoint, region: 'us-east-1', forcePathStyle: true, credentials });
}
async function restart(): Promise<void> {
  await storage.stop();
  await start();
}
const put = (Key: string, Body: string | Buffer, more = {}) =>
  s3.send(new PutObjectCommand({ Bucket, Key, Body, ...more }));
const read = async (Key: string): Promise<string | undefined> =>
  (await s3.send(new GetObjectCommand({ Bucket, Key }))).Body?.transformToString();
const keys = async (): Promise<(string | undefined)[]> =>
  (await s3.send(new ListObjectsV2Command({ Bucket }))).Contents?.map(({ Key }) => Key) ?? [];

beforeEach(async () => {
  dataDir = newFolder();
  await start();
});

afterEach(async () => {
  s3.destroy();
  await storage.stop();
});

describe('objects of the laptop', () => {
  test('are files that other programs read: DuckDB takes Parquet as it is', async () => {
    const connection = await (await DuckDBInstance.create(':memory:')).connect();
    const draft = join(newFolder(), 'draft.parquet');
    await connection.run(`COPY (SELECT 7 AS clicks) TO ${sqlText(draft)} (FORMAT parquet)`);
    await put('ads/facts/day=2026-01-01/part.parquet', readFileSync(draft));

    const rows = await connection.runAndReadAll(
      `SELECT * FROM ${sqlText(`${dataDir.replaceAll('[', '[[]')}/*/ads/facts/**/*.parquet`)}`,
    );

    expect(rows.getRowsJson()).toEqual([[7, '2026-01-01']]);
    connection.closeSync();
  });

  test('are the same after a restart, with their types, and gone with their folders when they are deleted', async () => {
    await put('a/b/page.html', '<p>', { ContentType: 'text/html', ContentEncoding: 'identity' });
    await restart();

    const { Body, ContentType, ETag } = await s3.send(new GetObjectCommand({ Bucket, Key: 'a/b/page.html' }));
    expect([await Body?.transformToString(), ContentType]).toEqual(['<p>', 'text/html']);
    expect(ETag).toMatch(/^"[\da-f]{32}"$/);

    await s3.send(new DeleteObjectCommand({ Bucket, Key: 'a/b/page.html' }));
    expect(readdirSync(join(dataDir, Bucket))).toEqual([]);
  });

  test('leave their names to others', async () => {
    await put('Report.csv', 'first');
    await s3.send(new DeleteObjectCommand({ Bucket, Key: 'Report.csv' }));
    await put('report.csv', 'second');

    expect(readFileSync(fileOf('report.csv'), 'utf8')).toBe('second');
  });

  test('of a directory bucket that get another name have it alone, after a restart as well', async () => {
    const drafts = { Bucket: 'drafts' };
    await s3.send(new CreateBucketCommand({ ...drafts, CreateBucketConfiguration: { Bucket: { Type: 'Directory' } } }));
    await s3.send(new PutObjectCommand({ ...drafts, Key: 'a/draft.csv', Body: 'clicks', ContentType: 'text/csv' }));
    await s3.send(new RenameObjectCommand({ ...drafts, Key: 'b/final.csv', RenameSource: 'a/draft.csv' }));
    await restart();

    const { Contents } = await s3.send(new ListObjectsV2Command(drafts));
    expect(Contents?.map(({ Key }) => Key)).toEqual(['b/final.csv']);
    const { Body, ContentType } = await s3.send(new GetObjectCommand({ ...drafts, Key: 'b/final.csv' }));
    expect([await Body?.transformToString(), ContentType]).toEqual(['clicks', 'text/csv']);
    expect(readdirSync(join(dataDir, 'drafts'))).toEqual(['b']);
  });

  test('have the life cycle that was set for their bucket, after a restart as well, until it is taken away', async () => {
    const rule = { ID: 'short', Status: 'Enabled', Filter: { Prefix: 'reports/' }, Expiration: { Days: 7 } } as const;
    await s3.send(new PutBucketLifecycleConfigurationCommand({ Bucket, LifecycleConfiguration: { Rules: [rule] } }));
    await restart();
    expect((await s3.send(new GetBucketLifecycleConfigurationCommand({ Bucket }))).Rules).toMatchObject([rule]);

    await s3.send(new DeleteBucketLifecycleCommand({ Bucket }));
    await restart();
    await expect(s3.send(new GetBucketLifecycleConfigurationCommand({ Bucket }))).rejects.toMatchObject({
      name: 'NoSuchLifecycleConfiguration',
    });
  });

  test('that come in parts are one file', async () => {
    const Body = Buffer.alloc(6 * 1024 * 1024, 'x');
    await new Upload({ client: s3, params: { Bucket, Key: 'large.bin', Body } }).done();
    await restart();

    expect(readFileSync(fileOf('large.bin')).equals(Body)).toBe(true);
    expect((await read('large.bin'))?.length).toBe(Body.length);
  });

  test.each([
    ['one is the folder of another', ['a', 'a/b']],
    ['they differ in the size of a letter only', ['Report.csv', 'report.csv']],
    ['they are no paths', ['../../outside', 'a//b', '.', '/', 'a\\b:c?*', `${'long'.repeat(100)}`]],
  ])('are kept apart where %s', async (_name, odd) => {
    for (const key of odd) await put(key, key);
    await restart();

    for (const key of odd) expect(await read(key)).toBe(key);
    expect(new Set(await keys())).toEqual(new Set(odd));
    expect(existsSync(join(dataDir, '..', 'outside'))).toBe(false);
  });

  test('may come from other programs: a file that was put there is an object after the next start', async () => {
    await put('notes/old.txt', 'old');
    await storage.stop();
    writeFileSync(fileOf('notes/new.txt'), 'new');
    writeFileSync(fileOf('notes/old.txt'), 'longer');
    await start();

    expect([await read('notes/new.txt'), await read('notes/old.txt')]).toEqual(['new', 'longer']);
  });

  test('of an earlier version, which were rows of a database, become files', async () => {
    await storage.stop();
    dataDir = newFolder();
    const rows = await openRows(dataDir);
    const store = await newStore();
    store.persistence = rows;
    store.createBucket(Bucket);
    store.putObject(Bucket, 'index/current.sqlite', Buffer.from('bytes'), 'application/x-sqlite3');
    rows.close();

    await start();

    expect(await read('index/current.sqlite')).toBe('bytes');
    expect(readFileSync(fileOf('index/current.sqlite'), 'utf8')).toBe('bytes');
    expect(existsSync(join(dataDir, 'fauxqs.db'))).toBe(false);
    const { ContentType } = await s3.send(new GetObjectCommand({ Bucket, Key: 'index/current.sqlite' }));
    expect(ContentType).toBe('application/x-sqlite3');
  });
});
