/** All checks of this machine. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { HeadBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { inShell } from '#lib/command/in-shell';
import type { Endpoints } from '#lib/local/open-stage';
import { isRunning } from '#lib/local/process/is-running';
import { OBJECTS_DATABASE } from '#lib/local/s3/object-index';
import { readDeployment, type Deployment } from '#lib/package/template/deployment';
import { clockFinding } from './clock.ts';
import { checkClockOfFiles, checkDisk, checkFolderVersion, checkIssuerFile, checkWritable } from './data-folder.ts';
import { checkDatabaseFile, quickCheck } from './database-file.ts';
import { checked, passed, unlessMissing, wrong, type Finding } from './finding.ts';
import { checkTables } from './tables.ts';

const TIMEOUT_MS = 5_000;
/** Whatever the person's own account is set to. */
const LOCAL_SERVER = {
  region: 'us-east-1',
  credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  useFipsEndpoint: false,
  useDualstackEndpoint: false,
  maxAttempts: 1,
};

/** What a running stack wrote about itself; undefined if none runs. */
type Running = Endpoints | undefined;

function readEndpoints(folder: string): Running {
  const path = join(folder, 'endpoints.json');
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Endpoints) : undefined;
}

async function checkGateway(folder: string, kept: Running): Promise<Finding[]> {
  const start = `\`npm start -- --data ${inShell(folder)}\``;
  if (kept === undefined) return [wrong('gateway: no stack runs on this folder', start)];
  if (!isRunning(kept.pid))
    return [wrong(`gateway: the stack (process ${String(kept.pid)}) ended without saying so`, start)];
  const url = new URL('/healthz', kept.gateway).href;
  const answer = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(() => undefined);
  if (answer?.status !== 200)
    return [
      wrong(
        `gateway: ${url} ${answer === undefined ? 'does not answer' : `answers ${String(answer.status)}`}`,
        `Stop process ${String(kept.pid)}, then ${start}`,
      ),
    ];
  await answer.body?.cancel();
  return [passed(`gateway: ${url} answers`), ...clockFinding('the stack', answer.headers.get('date'), Date.now())];
}

/** A database without a file of ours is checked over its endpoint, while it runs. */
async function checkDatabase(folder: string, { tables, functions }: Deployment, stack: Running): Promise<Finding[]> {
  const file = join(folder, 'database.sqlite');
  const endpoint = stack?.env['AWS_ENDPOINT_URL_DYNAMODB'];
  const make = 'Start the stack again: it makes tables that are not there.';
  if (endpoint !== undefined) {
    const db = new DynamoDBClient({ ...LOCAL_SERVER, endpoint });
    return checkTables(db, tables, {
      make,
      replace: 'Begin anew with --fresh, or choose another folder with --data DIR.',
    });
  }
  if (existsSync(file))
    return checkDatabaseFile({ file, tables, functions, isRunning: stack !== undefined, nowMs: Date.now() });
  if (existsSync(join(folder, 'dynamodb')))
    return [passed('database: kept by another engine, which is asked while it runs')];
  return [wrong(`database: ${file} is not there`, `\`npm start -- --data ${inShell(folder)}\` makes it`)];
}

async function checkObjects(folder: string, bucket: string, stack: Running): Promise<Finding[]> {
  const file = join(folder, 's3', OBJECTS_DATABASE);
  const advice = 'Stop the stack, put a copy of the folder s3 in its place, or begin anew with `npm start -- --fresh`.';
  if (!existsSync(file))
    return [wrong(`object storage: ${file} is not there`, `\`npm start -- --data ${inShell(folder)}\` makes it`)];
  const database = new DatabaseSync(file, { readOnly: true, timeout: 2_000 });
  const damage = await checked('object storage', () => quickCheck(database, file, advice), advice);
  database.close();
  const endpoint = stack?.env['AWS_ENDPOINT_URL_S3'];
  if (damage.length > 0 || endpoint === undefined)
    return damage.length > 0 ? damage : [passed(`object storage: ${file} is whole`)];
  const s3 = new S3Client({ ...LOCAL_SERVER, endpoint, forcePathStyle: true });
  const there = await unlessMissing(s3.send(new HeadBucketCommand({ Bucket: bucket })));
  if (there !== undefined) return [passed(`object storage: whole, and the bucket ${bucket} answers`)];
  return [wrong(`object storage: there is no bucket ${bucket}`, 'Start the stack again: it makes it.')];
}

const RESTART = 'Stop the stack and start it again.';

export async function examineLaptop(folder: string): Promise<Finding[]> {
  if (!existsSync(folder) || !statSync(folder).isDirectory())
    return [
      wrong(
        `data folder: ${folder} is not there`,
        `Begin with \`npm start -- --data ${inShell(folder)}\`, or name another with --data DIR.`,
      ),
    ];
  const deployment = readDeployment('local');
  let kept: Running;
  const unread = await checked('endpoints.json', () => ((kept = readEndpoints(folder)), []), RESTART);
  const stack = kept !== undefined && isRunning(kept.pid) ? kept : undefined;
  const findings = await Promise.all([
    [passed(`Node ${process.versions.node}`)],
    checked('version of the folder', () => checkFolderVersion(folder)),
    checkWritable(folder, 'data folder'),
    checkWritable(join(folder, 'outbox'), 'outbox'),
    checked('disk', () => checkDisk(folder)),
    checked('clock', () => checkClockOfFiles(folder)),
    checkIssuerFile(folder),
    checked('database', () => checkDatabase(folder, deployment, stack), RESTART),
    checked('object storage', () => checkObjects(folder, deployment.bucket, stack), RESTART),
    unread,
    unread.length > 0 ? [] : checked('gateway', () => checkGateway(folder, kept), RESTART),
  ]);
  return findings.flat();
}
