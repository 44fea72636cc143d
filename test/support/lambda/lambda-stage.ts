/** A stage for functions in processes of their own, which know DynamoDB and S3 by Amazon's SDK. Their roles hold. */
import { join } from 'node:path';
import type { DynamoDBRecord } from 'aws-lambda';
import { refusalOf } from '#lib/api/process/outgoing-calls';
import { startHttpEndpoint, type Call, type HttpEndpoint } from '#lib/local/database/embedded/http-endpoint';
import { openEmbedded } from '#lib/local/database/embedded/open';
import { streamArnOf } from '#lib/local/database/tables';
import { queueUrls } from '#lib/local/environment';
import { asFunction, enforceRoles } from '#lib/local/lambda/iam/enforce';
import { refuseOtherServices } from '#lib/local/lambda/iam/other-services';
import { Queue } from '#lib/local/lambda/queues/queue';
import { startSqsEndpoint, type CallerCheck } from '#lib/local/lambda/queues/sqs-endpoint';
import { startObjectStorage } from '#lib/local/s3/object-storage';
import { ALL_SCOPES } from '#lib/local/sign-in/all-scopes';
import { openIssuer } from '#lib/local/sign-in/issuer';
import { changeRecord } from '#lib/local/streams/changes';
import { readDeployment } from '#lib/package/template/deployment';
import { systemClock } from '#lib/runtime/process/clock';
import { guardStorage } from '#test/support/http/guarded-storage';
import { newFolder } from '#test/support/run/folders/new-folder';

type Around = (call: Call, work: () => Promise<unknown>) => Promise<unknown>;

const STAGE = 'prod';
/** How the template names a function: `almanac-prod-calendarEvents`. */
export const PREFIX = `almanac-${STAGE}-`;
export const deployment = readDeployment(STAGE);
enforceRoles(deployment);

export interface LambdaStage {
  /** What leads functions to the servers of this stage, in place of Amazon's. */
  readonly environment: Readonly<Record<string, string>>;
  readonly database: Pick<HttpEndpoint, 'closeIdle'>;
  token(email: string): Promise<string>;
  upload(key: string, text: string): Promise<void>;
  /** What changed in a table since the last time. */
  changes(table: 'calendar' | 'ads'): DynamoDBRecord[];
  /** Stands around the calls to the database from now on; without one, they are carried out. */
  interfere(around?: Around): void;
  stop(): Promise<void>;
}

const inOwnName: Around = ({ accessKeyId }, work) =>
  accessKeyId.startsWith(PREFIX) ? asFunction(accessKeyId.slice(PREFIX.length), work) : work();

const checkRole: CallerCheck = (accessKeyId, call, input) =>
  accessKeyId.startsWith(PREFIX)
    ? asFunction(accessKeyId.slice(PREFIX.length), () => refusalOf('sqs', call, input))
    : undefined;

export async function openLambdaStage(): Promise<LambdaStage> {
  const folder = newFolder();
  const { bucket, tables, queues } = deployment;
  const { engine, close } = openEmbedded({ file: join(folder, 'database.sqlite') });
  for (const { create, ttlAttribute } of tables) engine.createTable(create, ttlAttribute);
  let interference: Around | undefined;
  const around: Around = (call, work) => interference?.(call, () => inOwnName(call, work)) ?? inOwnName(call, work);
  const [front, s3, sqs, otherServices, issuer] = await Promise.all([
    startHttpEndpoint({ engine, around }),
    startObjectStorage({ bucket }),
    startSqsEndpoint(
      queues.map((definition) => new Queue(definition, systemClock)),
      checkRole,
    ),
    refuseOtherServices(),
    openIssuer(folder),
  ]);
  const guarded = await guardStorage(s3.endpoint, PREFIX);
  const seen = new Map<string, number>();
  return {
    environment: {
      ISSUERS: JSON.stringify([issuer.issuer]),
      ...queueUrls(deployment.environment, sqs.urlOf),
      AWS_ENDPOINT_URL_DYNAMODB: front.endpoint,
      AWS_ENDPOINT_URL_S3: guarded.endpoint,
      AWS_ENDPOINT_URL: otherServices.endpoint,
    },
    database: front,
    token: (email) => issuer.sign({ email, scopes: ALL_SCOPES, ttlSeconds: 3600 }),
    async upload(key, text) {
      const { ok, status } = await fetch(`${s3.endpoint}/${bucket}/${key}`, { method: 'PUT', body: text });
      if (!ok) throw new Error(`${key} was not uploaded: ${String(status)}`);
    },
    changes(table) {
      const name = `${PREFIX}${table}`;
      const found = engine.readChanges(name, seen.get(name) ?? 0, 1_000);
      seen.set(name, found.at(-1)?.sequenceNumber ?? seen.get(name) ?? 0);
      return found.map((change) => changeRecord(change, streamArnOf(name)));
    },
    interfere: (other) => {
      interference = other;
    },
    async stop() {
      await Promise.all([front.stop(), guarded.stop(), sqs.stop(), otherServices.stop()]);
      await s3.stop();
      close();
    },
  };
}
