/**
 * Puts the exports of a stage into the tables of one that is deployed and empty. (DynamoDB's own import makes no local
 * indexes, which calendars need: https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_TableCreationParameters.html)
 * Streams are off meanwhile, so that nobody is told of what was changed long ago. Cut short, it can be run again.
 */
import { pipeline, Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { createGunzip } from 'node:zlib';
import {
  BatchWriteItemCommand,
  DescribeTableCommand,
  DynamoDBClient,
  ScanCommand,
  UpdateTableCommand,
  type AttributeValue,
  type StreamSpecification,
} from '@aws-sdk/client-dynamodb';
import { GetObjectCommand, paginateListObjectsV2, S3Client } from '@aws-sdk/client-s3';
import { numberedLines } from '#lib/books/import/file/lines';
import { openProgress } from '#lib/command/progress';
import { StartupError } from '#lib/command/startup-error';
import { readDeployment } from '#lib/package/template/deployment';
import type { StageBackup } from './export-stage.ts';
import { readStageManifest, type TableExport } from './stage-manifest.ts';

type Item = Record<string, AttributeValue>;

const BATCH = 25;
const STREAM_PARAMETERS: Readonly<Record<string, string>> = { CalendarTable: 'calendarStream', AdsTable: 'adsStream' };

/** Resolves with the ARN of the stream when the table has changed. */
async function setStream(
  db: DynamoDBClient,
  TableName: string,
  StreamSpecification: StreamSpecification,
  everyMs: number,
): Promise<string | undefined> {
  const { Table: before } = await db.send(new DescribeTableCommand({ TableName }));
  if ((before?.StreamSpecification?.StreamEnabled ?? false) !== StreamSpecification.StreamEnabled)
    await db.send(new UpdateTableCommand({ TableName, StreamSpecification }));
  for (;;) {
    const { Table } = await db.send(new DescribeTableCommand({ TableName }));
    if (Table?.TableStatus === 'ACTIVE') return Table.LatestStreamArn;
    await sleep(everyMs);
  }
}

/** One JSON document in each line of gzip files: `{"Item": ...}`. */
async function* itemsOf(s3: S3Client, Bucket: string, prefix: string): AsyncGenerator<Item> {
  for await (const { Contents = [] } of paginateListObjectsV2({ client: s3 }, { Bucket, Prefix: `${prefix}/` })) {
    for (const { Key = '' } of Contents) {
      if (!/\/data\/[^/]+\.json\.gz$/.test(Key)) continue;
      const { Body } = await s3.send(new GetObjectCommand({ Bucket, Key }));
      if (!(Body instanceof Readable)) throw new Error(`${Key} has no body.`);
      for await (const { text } of numberedLines(pipeline(Body, createGunzip(), () => undefined)))
        yield (JSON.parse(text) as { Item: Item }).Item;
    }
  }
}

async function putAll(db: DynamoDBClient, table: string, items: readonly Item[], everyMs: number): Promise<void> {
  let requests = items.map((Item) => ({ PutRequest: { Item } }));
  while (requests.length > 0) {
    const { UnprocessedItems } = await db.send(new BatchWriteItemCommand({ RequestItems: { [table]: requests } }));
    requests = (UnprocessedItems?.[table] ?? []).flatMap(({ PutRequest }) =>
      PutRequest?.Item === undefined ? [] : [{ PutRequest: { Item: PutRequest.Item } }],
    );
    if (requests.length > 0) await sleep(everyMs);
  }
}

export async function importStage(
  file: string,
  { stage, bucket: given, everyMs = 1_000, yes = false }: StageBackup & { readonly yes?: boolean },
): Promise<void> {
  const manifest = readStageManifest(file);
  const bucket = given ?? manifest.bucket;
  const names = new Map(readDeployment(stage).tables.map(({ logicalId, create }) => [logicalId, create.TableName]));
  const [db, s3] = [new DynamoDBClient(), new S3Client()];
  const progress = openProgress();

  async function load({ logicalId, prefix, items: all }: TableExport): Promise<string | undefined> {
    const table = names.get(logicalId) ?? '';
    const { Items = [] } = await db.send(new ScanCommand({ TableName: table, Limit: 1 }));
    if (Items.length > 0 && !yes)
      throw new StartupError(`${table} is not empty. Use --yes if its items are from an earlier run.`);
    await setStream(db, table, { StreamEnabled: false }, everyMs);
    let [batch, done] = [[] as Item[], 0];
    const flush = async (): Promise<void> => {
      await putAll(db, table, batch, everyMs);
      done += batch.length;
      batch = [];
      progress.show(`items of ${table}`, done, all);
    };
    for await (const item of itemsOf(s3, bucket, prefix)) {
      batch.push(item);
      if (batch.length === BATCH) await flush();
    }
    if (batch.length > 0) await flush();
    if (done < all) throw new StartupError(`Of ${String(all)} items of ${table}, the export has ${String(done)}.`);
    return setStream(db, table, { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' }, everyMs);
  }

  try {
    const parameters = [`syncTokensSince=${new Date().toISOString()}`];
    for (const exported of manifest.tables) {
      const [stream, parameter] = [await load(exported), STREAM_PARAMETERS[exported.logicalId]];
      if (parameter !== undefined && stream !== undefined) parameters.unshift(`${parameter}=${stream}`);
    }
    progress.clear();
    console.log(
      `The tables of ${stage} are as they were at ${manifest.takenAt}. Now deploy, for they have new streams:`,
    );
    console.log(`npm run deploy -- --stage ${stage} ${parameters.map((text) => `--param ${text}`).join(' ')}`);
    console.log(`and build the search index: npm run books -- reindex --stage ${stage}`);
  } finally {
    progress.clear();
    db.destroy();
    s3.destroy();
  }
}
