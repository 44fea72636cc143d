/** The parts of a local stage, each started as soon as its dependencies are ready. */
import { join } from 'node:path';
import { readDeployment } from '#lib/package/template/deployment';
import { systemClock } from '#lib/runtime/process/clock';
import { openCheckpoints } from './data-folder/checkpoints.ts';
import type { DataFolder } from './data-folder/data-folder.ts';
import { currentDatabase, useDatabase } from './database/current-database.ts';
import { embeddedCheckpoints } from './database/embedded/storage/checkpoints.ts';
import { startExpiry } from './database/expiry.ts';
import type { Database } from './database/start.ts';
import { ensureTables } from './database/tables.ts';
import { localEnvironment, queueUrls } from './environment.ts';
import { injectLocalFaults } from './faults/local-faults.ts';
import { importFormerData } from './former-data/import-former-data.ts';
import { startGateway, type Gateway } from './gateway/gateway.ts';
import type { GoogleHosts } from './gateway/google-hosts/google-hosts.ts';
import { enforceRoles } from './lambda/iam/enforce.ts';
import { refuseOtherServices } from './lambda/iam/other-services.ts';
import { Queue } from './lambda/queues/queue.ts';
import { startQueues } from './lambda/queues/queues.ts';
import { startSqsEndpoint } from './lambda/queues/sqs-endpoint.ts';
import { startSchedules } from './lambda/schedules.ts';
import { usePrettyLog } from './log/pretty-log.ts';
import { startObjectStorage } from './s3.ts';
import type { LocalIssuer } from './sign-in/issuer.ts';
import { startStreams } from './streams/streams.ts';

export interface StackOptions {
  readonly folder: DataFolder;
  readonly issuer: LocalIssuer;
  readonly port: number;
  /** Whether Google's hosts are served, too. */
  readonly https: boolean;
  /** Whether books are served with a key or a token only, as on a stage. */
  readonly isBooksKeyRequired: boolean;
  /** A promise: the database takes longest to start, and the rest does not wait for it. */
  readonly database: Promise<Database>;
  /** Fills the tables before the first request is answered; the environment is already set. */
  prepare(): Promise<void>;
}

export interface Stack {
  readonly gateway: Gateway;
  readonly googleHosts: GoogleHosts | undefined;
  readonly database: Database;
  stop(): Promise<void>;
}

const STAGE = 'local';

/** Loaded where it is asked for: certificates need a package of their own. */
async function serveGoogleHosts({ handler }: Gateway, { path }: DataFolder, port: number): Promise<GoogleHosts> {
  const { startGoogleHosts } = await import('./gateway/google-hosts/google-hosts.ts');
  return startGoogleHosts({ handler, folder: join(path, 'https'), port });
}

export async function startStack({
  folder,
  issuer,
  port,
  https,
  isBooksKeyRequired,
  database: databaseToCome,
  prepare,
}: StackOptions): Promise<Stack> {
  const deployment = readDeployment(STAGE);
  const { functions, tables, bucket, environment } = deployment;
  const ready = Promise.withResolvers<undefined>();
  const log = process.env['LOG'] === 'pretty' ? usePrettyLog(folder.path) : undefined;
  const gateway = await startGateway({ functions, port, ready: ready.promise, log });
  const googleHosts = https ? await serveGoogleHosts(gateway, folder, port) : undefined;
  const queues = deployment.queues.map((definition) => new Queue(definition, systemClock));
  const [s3, sqs, otherServices] = await Promise.all([
    startObjectStorage({ bucket, dataDir: folder.s3 }),
    startSqsEndpoint(queues),
    refuseOtherServices(),
  ]);
  const database = await databaseToCome;

  const env = {
    ...environment,
    ...localEnvironment({
      stage: STAGE,
      bucket,
      issuers: [issuer.issuer],
      database: database.environment,
      s3: s3.endpoint,
      otherServices: otherServices.endpoint,
      outbox: folder.outbox,
      queues: queueUrls(environment, sqs.urlOf),
      importFolder: folder.imports,
    }),
    BOOKS_WITHOUT_KEY: isBooksKeyRequired ? 'refuse' : 'serve',
  };
  Object.assign(process.env, env);
  if (database.name === 'embedded')
    importFormerData(folder, deployment, (line) => {
      console.log(line);
    });
  useDatabase();
  enforceRoles(deployment);
  const created = await ensureTables(tables);
  await prepare();
  await injectLocalFaults(process.env);

  const embedded = currentDatabase();
  // Load these late: their client reads the environment when it is loaded.
  const [{ objects }, { s3DiscardedRecords }] = await Promise.all([
    import('#lib/stores/s3/client'),
    import('#lib/stores/s3/discarded-records'),
  ]);
  const streams = startStreams({
    functions,
    tables: created,
    checkpoints: embedded === undefined ? openCheckpoints(folder) : embeddedCheckpoints(embedded.engine),
    discard: s3DiscardedRecords(objects, bucket).add,
    areAllReaders: true,
  });
  const polling = startQueues(functions, queues);
  const schedules = startSchedules(functions);
  const expiry = startExpiry(systemClock);
  folder.writeJson('endpoints.json', {
    stage: STAGE,
    gateway: gateway.rootUrl,
    ...(googleHosts && { https: { rootUrl: googleHosts.rootUrl, environment: googleHosts.environment } }),
    database: database.name,
    s3: s3.endpoint,
    bucket,
    tables: created.map(({ name }) => name),
    pid: process.pid,
    env,
  });
  ready.resolve(undefined);
  return {
    gateway,
    googleHosts,
    database,
    async stop() {
      await Promise.all([gateway.stop(), googleHosts?.stop()]);
      await Promise.all([streams.stop(), polling.stop(), schedules.stop(), expiry.stop()]);
      await Promise.all([s3.stop(), sqs.stop(), otherServices.stop(), database.stop()]);
      folder.remove('endpoints.json');
    },
  };
}
