/** The parts of a local stage, each started as soon as what it needs is there. */
import { injectLocalFaults } from '#lib/proof/faults/local-faults';
import { openCheckpoints } from './checkpoints.ts';
import type { DataFolder } from './data-folder.ts';
import type { Database } from './database.ts';
import { readDeployment } from './deployment.ts';
import { localEnvironment } from './environment.ts';
import { startGateway, type Gateway } from './gateway.ts';
import type { LocalIssuer } from './issuer.ts';
import { startObjectStorage } from './s3.ts';
import { startSchedules } from './schedules.ts';
import { startStreams } from './streams.ts';
import { ensureTables } from './tables.ts';

export interface StackOptions {
  readonly folder: DataFolder;
  readonly issuer: LocalIssuer;
  readonly port: number;
  /** On its way: it takes longest to start, so the rest does not wait for it. */
  readonly database: Promise<Database>;
  /** Fills the tables before the first request is answered; the environment is set by then. */
  prepare(): Promise<void>;
}

export interface Stack {
  readonly gateway: Gateway;
  readonly database: Database;
  stop(): Promise<void>;
}

const STAGE = 'local';

export async function startStack({ folder, issuer, port, database: databaseToCome, prepare }: StackOptions): Promise<Stack> {
  const { functions, tables, bucket, environment } = readDeployment(STAGE);
  const ready = Promise.withResolvers<undefined>();
  const gateway = await startGateway({ functions, port, ready: ready.promise });
  const s3 = await startObjectStorage({ bucket, dataDir: folder.s3 });
  const database = await databaseToCome;

  const env = { ...environment, ...localEnvironment({ stage: STAGE, bucket, issuers: [issuer.issuer], dynamodb: database.endpoint, s3: s3.endpoint, outbox: folder.outbox }) };
  Object.assign(process.env, env);
  const created = await ensureTables(tables);
  await prepare();
  await injectLocalFaults(process.env);

  // Not before: their client reads the environment when it is loaded.
  const [{ objects }, { s3DiscardedRecords }] = await Promise.all([import('#lib/stores/s3/client'), import('#lib/stores/s3/discarded-records')]);
  const streams = startStreams({ functions, tables: created, checkpoints: openCheckpoints(folder), discard: s3DiscardedRecords(objects, bucket).add });
  const schedules = startSchedules(functions);
  folder.writeJson('endpoints.json', {
    stage: STAGE,
    gateway: gateway.rootUrl,
    dynamodb: database.endpoint,
    s3: s3.endpoint,
    bucket,
    tables: created.map(({ name }) => name),
    pid: process.pid,
    env,
  });
  ready.resolve(undefined);
  return {
    gateway,
    database,
    async stop() {
      await gateway.stop();
      await Promise.all([streams.stop(), schedules.stop()]);
      await Promise.all([s3.stop(), database.stop()]);
      folder.remove('endpoints.json');
    },
  };
}
