/** A separate database and S3 endpoint, and the environment that the functions read. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { useDatabase } from '#lib/local/database/current-database';
import { startDatabase } from '#lib/local/database/start';
import { ensureTables } from '#lib/local/database/tables';
import { localEnvironment, useEnvironment } from '#lib/local/environment';
import { startObjectStorage } from '#lib/local/s3/object-storage';
import { ALL_SCOPES } from '#lib/local/sign-in/all-scopes';
import { openIssuer, type LocalIssuer } from '#lib/local/sign-in/issuer';
import { readDeployment } from '#lib/package/template/deployment';
import { useStageOf } from '#test/support/run/running';

const STAGE = 'bench';

export interface BenchStack {
  /** Where its issuer and its database are. */
  readonly dataDir: string;
  token(email: string): Promise<string>;
  readonly sign: LocalIssuer['sign'];
  stop(): Promise<void>;
}

async function start(): Promise<BenchStack> {
  const deployment = readDeployment(STAGE);
  const { bucket, environment, tables } = deployment;
  const dataDir = await mkdtemp(join(tmpdir(), 'almanac-bench-'));
  const [database, s3, issuer] = await Promise.all([
    startDatabase({ choice: process.env['ALMANAC_BENCH_DATABASE'], file: join(dataDir, 'database.sqlite') }),
    startObjectStorage({ bucket }),
    openIssuer(dataDir),
  ]);
  const local = localEnvironment({
    stage: STAGE,
    bucket,
    issuers: [issuer.issuer],
    database: database.environment,
    s3: s3.endpoint,
  });
  useEnvironment({ ...environment, ...local, LOG: 'off' });
  useStageOf(dataDir, deployment);
  useDatabase();
  await ensureTables(tables);
  return {
    dataDir,
    token: (email) => issuer.sign({ email, scopes: ALL_SCOPES, ttlSeconds: 3600, clientId: undefined }),
    sign: issuer.sign,
    async stop() {
      await Promise.all([database.stop(), s3.stop(), rm(dataDir, { recursive: true })]);
    },
  };
}

let opened: Promise<BenchStack> | undefined;

/** Started by the first benchmark that needs it; import functions after this. */
export const openBenchStack = (): Promise<BenchStack> => (opened ??= start());
export const closeBenchStack = async (): Promise<void> => {
  await (await opened)?.stop();
};
