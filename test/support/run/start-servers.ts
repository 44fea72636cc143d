/** Starts one database and one S3 endpoint for the whole run; what they serve is thrown away at the end. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '@jest/types';
import { closeDatabase, useDatabase } from '#lib/local/database/current-database';
import { startDatabase } from '#lib/local/database/start';
import { ensureTables } from '#lib/local/database/tables';
import { localEnvironment, queueUrls, useEnvironment } from '#lib/local/environment';
import { refuseOtherServices } from '#lib/local/lambda/iam/other-services';
import { USAGE_VARIABLE } from '#lib/local/lambda/iam/usage';
import { Queue } from '#lib/local/lambda/queues/queue';
import { startSqsEndpoint } from '#lib/local/lambda/queues/sqs-endpoint';
import { startObjectStorage } from '#lib/local/s3/object-storage';
import { openIssuer } from '#lib/local/sign-in/issuer';
import { readDeployment } from '#lib/package/template/deployment';
import { systemClock } from '#lib/runtime/process/clock';
import { NODE_COMPILE_CACHE } from '#test/support/stack/run-program';
import { linkedFolder, removeLinkedFolder } from './folders/new-folder.ts';
import { bucketOf, FEW_COLLECTIONS, ONE_PROCESSOR, servers, useStageOf, withoutStream } from './running.ts';

const STAGE = 'test';

export default async function startServers({ maxWorkers }: Pick<Config.GlobalConfig, 'maxWorkers'>): Promise<void> {
  const deployment = readDeployment(STAGE);
  const { bucket, environment, tables, queues } = deployment;
  const dataDir = linkedFolder('test');
  const [database, s3, sqs, otherServices, { issuer }] = await Promise.all([
    startDatabase({ choice: process.env['ALMANAC_TEST_DATABASE'], file: join(dataDir, 'database.sqlite') }),
    startObjectStorage({ bucket, more: Array.from({ length: maxWorkers }, (_, index) => bucketOf(bucket, index + 1)) }),
    // Nobody reads these queues: tests hand over themselves what is in a queue of theirs.
    startSqsEndpoint(queues.map((definition) => new Queue(definition, systemClock))),
    refuseOtherServices(),
    openIssuer(dataDir),
  ]);
  servers.push(database, s3, sqs, otherServices, { stop: () => Promise.resolve(removeLinkedFolder(dataDir)) });

  const local = localEnvironment({
    stage: STAGE,
    bucket,
    issuers: [issuer],
    database: database.environment,
    s3: s3.endpoint,
    otherServices: otherServices.endpoint,
    queues: queueUrls(environment, sqs.urlOf),
  });
  useEnvironment({
    ...environment,
    ...local,
    ...ONE_PROCESSOR,
    ...FEW_COLLECTIONS,
    // What functions leave there goes with the run.
    TMPDIR: dataDir,
    [USAGE_VARIABLE]: join(dataDir, 'role-usage'),
    NODE_COMPILE_CACHE,
    // For whoever wants to see it: LOG=json npm test -- FILE
    LOG: process.env['LOG'] === 'json' ? 'json' : 'off',
  });
  mkdirSync(join(dataDir, 'role-usage'));
  useStageOf(dataDir, deployment);
  useDatabase();
  await ensureTables(tables.map(withoutStream));
  // Workers take copies of the file.
  closeDatabase();
}
