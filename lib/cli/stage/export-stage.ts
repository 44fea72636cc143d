/**
 * The backup of a deployed stage: DynamoDB exports every table, as it was at one moment, into the stage's bucket, while
 * requests go on and at no cost in read units. Needs point-in-time recovery, which the template switches on.
 */
import { writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  DescribeExportCommand,
  DescribeTableCommand,
  DynamoDBClient,
  ExportTableToPointInTimeCommand,
  ResourceNotFoundException,
} from '@aws-sdk/client-dynamodb';
import { openProgress } from '#lib/command/progress';
import { StartupError } from '#lib/command/startup-error';
import { SIGN_IN_TABLE } from '#lib/package/sign-in';
import { readDeployment, type TableDefinition } from '#lib/package/template/deployment';
import { newStageManifest, type TableExport } from './stage-manifest.ts';

export interface StageBackup {
  readonly stage: string;
  /** Where it is not the stage's usual one. */
  readonly bucket?: string | undefined;
  /** Between two looks at an export, which takes minutes. */
  readonly everyMs?: number;
}

const LOOK_EVERY_MS = 10_000;

/** Undefined for the table of sign-in on a stage without it. */
async function arnOf(db: DynamoDBClient, { create, logicalId }: TableDefinition): Promise<string | undefined> {
  try {
    const { Table } = await db.send(new DescribeTableCommand({ TableName: create.TableName }));
    return Table?.TableArn;
  } catch (error) {
    if (error instanceof ResourceNotFoundException && logicalId === SIGN_IN_TABLE) return undefined;
    if (error instanceof ResourceNotFoundException)
      throw new StartupError(`There is no table ${create.TableName} in this account and region.`, { cause: error });
    throw error;
  }
}

/** Resolves when its files are whole. */
async function ended(db: DynamoDBClient, ExportArn: string, everyMs: number): Promise<number> {
  for (;;) {
    const { ExportDescription: found } = await db.send(new DescribeExportCommand({ ExportArn }));
    if (found?.ExportStatus === 'COMPLETED') return found.ItemCount ?? 0;
    if (found?.ExportStatus === 'FAILED')
      throw new StartupError(`The export failed: ${String(found.FailureCode)} ${String(found.FailureMessage)}`);
    await sleep(everyMs);
  }
}

export async function exportStage(
  file: string,
  { stage, bucket, everyMs = LOOK_EVERY_MS }: StageBackup,
): Promise<void> {
  const deployment = readDeployment(stage);
  const S3Bucket = bucket ?? deployment.bucket;
  const ExportTime = new Date();
  const takenAt = ExportTime.toISOString();
  const S3Prefix = `backups/${takenAt.replaceAll(':', '-')}`;
  const db = new DynamoDBClient();
  const progress = openProgress();
  progress.show(`exporting ${String(deployment.tables.length)} tables, which takes minutes`);
  try {
    const exports = deployment.tables.map(async (definition): Promise<TableExport[]> => {
      const TableArn = await arnOf(db, definition);
      if (TableArn === undefined) return [];
      const { logicalId, create } = definition;
      const prefix = `${S3Prefix}/${create.TableName}`;
      const { ExportDescription } = await db.send(
        new ExportTableToPointInTimeCommand({
          TableArn,
          ExportTime,
          S3Bucket,
          S3Prefix: prefix,
          ExportFormat: 'DYNAMODB_JSON',
          ClientToken: `${takenAt}-${logicalId}`,
        }),
      );
      const items = await ended(db, ExportDescription?.ExportArn ?? '', everyMs);
      return [{ logicalId, table: create.TableName, prefix, items }];
    });
    const tables = (await Promise.all(exports)).flat();
    const manifest = newStageManifest({ stage, bucket: S3Bucket, takenAt, tables });
    writeFileSync(file, `${JSON.stringify(manifest, undefined, 2)}\n`, { mode: 0o600 });
  } finally {
    progress.clear();
    db.destroy();
  }
  console.log(`${file} names the exports under s3://${S3Bucket}/${S3Prefix}/, as of ${takenAt}.`);
  console.log(`The bucket's own objects: aws s3 sync s3://${S3Bucket}/ s3://COPY/`);
}
