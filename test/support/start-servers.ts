/** Starts one database and one S3 endpoint for the whole run; what they serve is thrown away at the end. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { startDatabase } from '#lib/local/database';
import { readDeployment } from '#lib/local/deployment';
import { localEnvironment } from '#lib/local/environment';
import { startObjectStorage } from '#lib/local/s3';
import { ensureTables } from '#lib/local/tables';
import { servers } from './running.ts';

const STAGE = 'test';
const ROOT = join(import.meta.dirname, '../..');

export default async function startServers(): Promise<void> {
  const root = existsSync(join(ROOT, 'serverless.yml')) ? ROOT : join(import.meta.dirname, 'until-deployment');
  const bucket = `almanac-${STAGE}`;
  const [database, s3] = await Promise.all([
    startDatabase({ choice: process.env['ALMANAC_TEST_DATABASE'] }),
    startObjectStorage({ bucket }),
  ]);
  servers.push(database, s3);
  Object.assign(process.env, localEnvironment({ stage: STAGE, bucket, dynamodb: database.endpoint, s3: s3.endpoint, issuers: [] }));
  await ensureTables(readDeployment({ root, stage: STAGE }).tables);
}
