/** The parts of a local stage, each started as soon as its dependencies are ready. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Handler } from '#lib/middleware/serve';
import { readDeployment } from '#lib/package/template/deployment';
import { readTimeFrom, systemClock } from '#lib/runtime/process/clock';
import type { Discarded } from '#lib/stores/s3/discarded-records';
import { startBackground } from './control/background.ts';
import { stackClock } from './control/clock.ts';
import { isLoopbackAddress } from './control/guard.ts';
import type { Control } from './control/model/control.ts';
import { FRESH, openControl, openTraffic } from './control/open-control.ts';
import { controlInterceptor } from './control/serve.ts';
import { openWorld } from './control/world.ts';
import { syncTokensSince } from './data-folder/backup/restored.ts';
import { openCheckpoints } from './data-folder/checkpoints.ts';
import type { DataFolder } from './data-folder/data-folder.ts';
import { currentDatabase, useDatabase } from './database/current-database.ts';
import { embeddedCheckpoints } from './database/embedded/storage/checkpoints.ts';
import type { Database } from './database/start.ts';
import { ensureTables } from './database/tables.ts';
import { localEnvironment, queueUrls, useEnvironment } from './environment.ts';
import { injectLocalFaults } from './faults/local-faults.ts';
import { startGateway, type Gateway } from './gateway/gateway.ts';
import type { GoogleHosts } from './gateway/google-hosts/google-hosts.ts';
import { enforceRoles } from './lambda/iam/enforce.ts';
import { refuseOtherServices } from './lambda/iam/other-services.ts';
import { Queue } from './lambda/queues/queue.ts';
import { startSqsEndpoint } from './lambda/queues/sqs-endpoint.ts';
import { usePrettyLog } from './log/pretty-log.ts';
import { startObjectStorage } from './s3/object-storage.ts';
import type { LocalIssuer } from './sign-in/issuer.ts';
import { tokenCommand } from './sign-in/token-command.ts';

export interface StackOptions {
  readonly folder: DataFolder;
  readonly issuer: LocalIssuer;
  readonly port: number;
  /** The address to listen on, and the secret that control operations need unless it is loopback. */
  readonly host: string;
  readonly secret: string;
  /** The time at which the clock begins; undefined for the machine's. */
  readonly startsAt?: { readonly moment: string; readonly isFrozen: boolean } | undefined;
  /** Whether Google's hosts are served, too. */
  readonly https: boolean;
  /** Whether require a key or a token for books, as a stage does. */
  readonly isBooksKeyRequired: boolean;
  /** The zone of new users; undefined for UTC. */
  readonly timeZone?: string | undefined;
  /** The services that are served: folders of `functions`. */
  readonly services: readonly string[];
  /** The services whose data is elsewhere, as a stage's setting. */
  readonly upstream: string;
  /** Whether objects, too, are kept in memory only. */
  readonly isInMemory: boolean;
  /** A promise: the database takes longest to start, and the rest does not wait for it. */
  readonly database: Promise<Database>;
  /**
   * Fills the tables before the first request is answered; the environment is already set. Returns the API key.
   */
  prepare(): Promise<string>;
}

export interface Stack {
  readonly gateway: Gateway;
  readonly googleHosts: GoogleHosts | undefined;
  readonly database: Database;
  stop(): Promise<void>;
}

const STAGE = 'local';

/** Functions that belong to no service, such as those of streams, are always there. */
const isServed = (file: string, services: readonly string[]): boolean => {
  const [, folder = ''] = /[\\/]functions[\\/](calendar|books|ads)[\\/]/.exec(file) ?? [];
  return folder === '' || services.includes(folder);
};

/** Loaded with the first question, after the stack is ready. */
function controlHandler(control: Control): Handler {
  let loaded: Promise<Handler> | undefined;
  return async (event, context) => {
    loaded ??= import('./control/pipeline.ts').then(({ controlPipeline }) => controlPipeline(control));
    return (await loaded)(event, context);
  };
}

/** Loaded where it is asked for: certificates need a package of their own. */
async function serveGoogleHosts({ handler }: Gateway, { path }: DataFolder, port: number): Promise<GoogleHosts> {
  const { startGoogleHosts } = await import('./gateway/google-hosts/google-hosts.ts');
  return startGoogleHosts({ handler, folder: join(path, 'https'), port });
}

/** Loaded with the first change that is given up. */
async function discard(discarded: Discarded): Promise<void> {
  const [{ bucket }, { s3DiscardedRecords }] = await Promise.all([
    import('#lib/runtime/bucket'),
    import('#lib/stores/s3/discarded-records'),
  ]);
  await s3DiscardedRecords(bucket).add(discarded);
}

export async function startStack({
  folder,
  issuer,
  port,
  host,
  secret,
  startsAt,
  https,
  isBooksKeyRequired,
  timeZone = '',
  services,
  upstream,
  isInMemory,
  database: databaseToCome,
  prepare,
}: StackOptions): Promise<Stack> {
  const deployment = readDeployment(STAGE);
  const { tables, bucket, environment } = deployment;
  const functions = deployment.functions.filter(({ file }) => isServed(file, services));
  const ready = Promise.withResolvers<undefined>();
  const log = process.env['LOG'] === 'pretty' ? usePrettyLog(folder.path) : undefined;
  const clock = stackClock();
  if (startsAt !== undefined) clock.set(startsAt.moment, startsAt.isFrozen);
  readTimeFrom(() => clock.now().getTime());
  const traffic = openTraffic();
  const handler = Promise.withResolvers<Handler>();
  const intercept = controlInterceptor({
    ...traffic,
    handler: handler.promise,
    secret: isLoopbackAddress(host) ? undefined : secret,
    tokenCommand: tokenCommand(folder.path),
  });
  const gateway = await startGateway({ functions, port, host, ready: ready.promise, log, intercept });
  const googleHosts = https ? await serveGoogleHosts(gateway, folder, port) : undefined;
  const queues = deployment.queues.map((definition) => new Queue(definition, systemClock));
  const [s3, sqs, otherServices] = await Promise.all([
    startObjectStorage({ bucket, dataDir: isInMemory ? undefined : folder.s3 }),
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
    DEFAULT_TIME_ZONE: timeZone,
    UPSTREAM: upstream,
    SYNC_TOKENS_SINCE: syncTokensSince(folder),
  };
  useEnvironment(env);
  if (database.name === 'embedded' && existsSync(folder.dynamodb)) {
    const { importFormerData } = await import('./former-data/import-former-data.ts');
    importFormerData(folder, deployment, (line) => {
      console.log(line);
    });
  }
  useDatabase();
  enforceRoles({ ...deployment, environment: { ...environment, UPSTREAM: upstream } });
  const created = await ensureTables(tables);
  const key = await prepare();
  await injectLocalFaults(process.env);

  const embedded = currentDatabase();
  const background = startBackground({
    functions,
    tables: created,
    checkpoints: embedded === undefined ? openCheckpoints(folder) : embeddedCheckpoints(embedded.engine),
    discard,
    areAllReaders: true,
    queues,
    hasFormerWork: !isInMemory,
  });
  const world = openWorld({ objects: s3, outbox: folder.outbox });
  const control = openControl({ ...traffic, clock, world, background, issuer, outbox: folder.outbox, key });
  handler.resolve(controlHandler(control));
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
  if (world.isSmall()) await control.snapshot(FRESH);
  ready.resolve(undefined);
  return {
    gateway,
    googleHosts,
    database,
    async stop() {
      await Promise.all([gateway.stop(), googleHosts?.stop()]);
      await background.stop();
      await Promise.all([s3.stop(), sqs.stop(), otherServices.stop(), database.stop()]);
      folder.remove('endpoints.json');
    },
  };
}
