/**
 * Reads `serverless.yml` as data: functions with routes and event sources, tables, queues, bucket, environment.
 * The local stack, the doctor and the bundler use the result instead of the template. `variables.ts` replaces `${...}`
 * first.
 */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CreateTableInput } from '@aws-sdk/client-dynamodb';
import { readYaml } from './read-yaml.ts';
import { resolveVariables } from './variables.ts';

export interface TableDefinition {
  /** The table's logical id in the template. */
  readonly logicalId: string;
  readonly create: CreateTableInput & { readonly TableName: string };
  readonly ttlAttribute: string | undefined;
  /** False if no function reads its stream. */
  readonly isFollowed?: boolean;
}

export interface StreamSource {
  /** The table's logical id in the template. */
  readonly table: string;
  readonly batchSize: number;
  readonly maximumRetryAttempts: number;
  readonly bisectBatchOnFunctionError: boolean;
  /** Records that fit none of them are passed over; absent where all are handed over. */
  readonly filterPatterns?: readonly FilterPattern[] | undefined;
}

/** Values that a field may have; here texts and beginnings of texts. */
export type WantedValues = readonly (string | { readonly prefix: string })[];

/** Fields, however deep, that all have to be as wanted. */
export type FilterPattern = WantedValues | { readonly [field: string]: FilterPattern };

export interface QueueDefinition {
  /** The queue's logical id in the template. */
  readonly logicalId: string;
  readonly name: string;
  /** How long a message that was handed out stays hidden from others. */
  readonly visibilitySeconds: number;
  /** How often a message is handed out before it goes to the dead letters; undefined for a queue without any. */
  readonly maxReceives: number | undefined;
}

export interface QueueSource {
  /** The queue's logical id in the template. */
  readonly queue: string;
  readonly batchSize: number;
}

export interface DeployedFunction {
  readonly name: string;
  /** The source file that exports `handler`. */
  readonly file: string;
  /** `ANY /calendar/v3/colors`, or `$default` for requests without another route. */
  readonly routes: readonly string[];
  readonly streams: readonly StreamSource[];
  readonly queues: readonly QueueSource[];
  /** `rate(1 minute)` */
  readonly schedules: readonly string[];
}

/** A lifecycle rule of the bucket: deletes objects by age. */
export interface AgeRule {
  readonly id: string;
  /** Empty for the whole bucket. */
  readonly prefix: string;
  /** Days until an object is deleted. */
  readonly days: number | undefined;
  /** Days until an unfinished multipart upload is aborted. */
  readonly abortDays: number | undefined;
}

export interface BucketRules {
  readonly publicAccessBlock: Readonly<Record<string, boolean>>;
  /** `AES256` */
  readonly encryption: string;
  readonly lifecycle: readonly AgeRule[];
}

export interface Deployment {
  readonly tables: readonly TableDefinition[];
  readonly queues: readonly QueueDefinition[];
  readonly bucket: string;
  readonly bucketRules: BucketRules;
  readonly environment: Readonly<Record<string, string>>;
  readonly functions: readonly DeployedFunction[];
}

interface Resource {
  readonly Type: string;
  readonly Properties?: unknown;
}

interface TableResource extends Resource {
  readonly Properties: Omit<CreateTableInput, 'TableName'> & {
    readonly TableName: string;
    readonly TimeToLiveSpecification?: { readonly AttributeName: string };
  };
}

interface QueueResource extends Resource {
  readonly Properties: {
    readonly QueueName: string;
    readonly VisibilityTimeout?: number;
    readonly RedrivePolicy?: { readonly maxReceiveCount: number };
  };
}

interface BucketResource extends Resource {
  readonly Properties: {
    readonly PublicAccessBlockConfiguration: Readonly<Record<string, boolean>>;
    readonly BucketEncryption: {
      readonly ServerSideEncryptionConfiguration: readonly [
        { readonly ServerSideEncryptionByDefault: { readonly SSEAlgorithm: string } },
      ];
    };
    readonly LifecycleConfiguration: {
      readonly Rules: readonly {
        readonly Id: string;
        readonly Prefix?: string;
        readonly ExpirationInDays?: number;
        readonly AbortIncompleteMultipartUpload?: { readonly DaysAfterInitiation: number };
      }[];
    };
  };
}

interface EventSource {
  readonly httpApi?: string;
  readonly stream?: {
    readonly arn: { readonly GetAtt: string };
    readonly batchSize?: number;
    readonly maximumRetryAttempts?: number;
    readonly bisectBatchOnFunctionError?: boolean;
    readonly filterPatterns?: readonly FilterPattern[];
  };
  readonly sqs?: { readonly arn: { readonly GetAtt: string }; readonly batchSize?: number };
  readonly schedule?: string;
}

interface FunctionEntry {
  readonly handler: string;
  readonly environment?: Readonly<Record<string, unknown>>;
  readonly events?: readonly EventSource[];
}

interface ServerlessFile {
  readonly provider: { readonly environment: Readonly<Record<string, unknown>> };
  readonly functions: readonly Readonly<Record<string, FunctionEntry>>[];
  readonly resources: { readonly Resources: Readonly<Record<string, Resource>> };
}

/** In the npm package, functions are compiled. */
const SOURCE = new URL(import.meta.url).pathname.endsWith('.ts') ? '.ts' : '.js';
const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const readFile = (path: string): unknown => readYaml(join(ROOT, path));

export function readDeployment(stage: string): Deployment {
  const source = readFile('serverless.yml') as { params: Record<string, object | undefined> };
  const file = resolveVariables(source, {
    stage,
    params: { ...source.params['default'], ...source.params[stage] },
    readFile,
  }) as ServerlessFile;
  const functions = file.functions.flatMap((group) => Object.entries(group));
  const resources = Object.entries(file.resources.Resources);
  const { NODE_OPTIONS: _, ...environment } = Object.assign(
    {},
    file.provider.environment,
    ...functions.map(([, entry]) => entry.environment),
  );
  const queues = resources.flatMap(queueDefinition);
  /** Of a reference to a queue, its name. */
  const textOf = (value: unknown): string => {
    const { Ref: id } = (value ?? {}) as { readonly Ref?: string };
    return queues.find(({ logicalId }) => logicalId === id)?.name ?? String(value);
  };
  const deployed = functions.map(deployedFunction);
  const followed = new Set(deployed.flatMap(({ streams }) => streams.map(({ table }) => table)));
  return {
    tables: resources
      .flatMap(tableDefinition)
      .map((table) => ({ ...table, isFollowed: followed.has(table.logicalId) })),
    queues,
    bucket: String(environment['BUCKET']),
    bucketRules: bucketRules(file.resources.Resources['Bucket'] as BucketResource),
    environment: Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, textOf(value)])),
    functions: deployed,
  };
}

const isQueue = (resource: Resource): resource is QueueResource => resource.Type === 'AWS::SQS::Queue';

/** SQS's own for a queue that says nothing. */
const DEFAULT_VISIBILITY_SECONDS = 30;

function queueDefinition([logicalId, resource]: [string, Resource]): QueueDefinition[] {
  if (!isQueue(resource)) return [];
  const { QueueName: name, VisibilityTimeout, RedrivePolicy } = resource.Properties;
  const visibilitySeconds = VisibilityTimeout ?? DEFAULT_VISIBILITY_SECONDS;
  return [{ logicalId, name, visibilitySeconds, maxReceives: RedrivePolicy?.maxReceiveCount }];
}

const isTable = (resource: Resource): resource is TableResource => resource.Type === 'AWS::DynamoDB::Table';

const bucketRules = ({ Properties }: BucketResource): BucketRules => ({
  publicAccessBlock: Properties.PublicAccessBlockConfiguration,
  encryption:
    Properties.BucketEncryption.ServerSideEncryptionConfiguration[0].ServerSideEncryptionByDefault.SSEAlgorithm,
  lifecycle: Properties.LifecycleConfiguration.Rules.map((rule) => ({
    id: rule.Id,
    prefix: rule.Prefix ?? '',
    days: rule.ExpirationInDays,
    abortDays: rule.AbortIncompleteMultipartUpload?.DaysAfterInitiation,
  })),
});

function tableDefinition([logicalId, resource]: [string, Resource]): TableDefinition[] {
  if (!isTable(resource)) return [];
  const {
    TableName,
    AttributeDefinitions,
    KeySchema,
    LocalSecondaryIndexes,
    GlobalSecondaryIndexes,
    StreamSpecification,
    TimeToLiveSpecification,
  } = resource.Properties;
  return [
    {
      logicalId,
      create: {
        TableName,
        AttributeDefinitions,
        KeySchema,
        BillingMode: 'PAY_PER_REQUEST',
        ...(LocalSecondaryIndexes && { LocalSecondaryIndexes }),
        ...(GlobalSecondaryIndexes && { GlobalSecondaryIndexes }),
        ...(StreamSpecification && { StreamSpecification: { ...StreamSpecification, StreamEnabled: true } }),
      },
      ttlAttribute: TimeToLiveSpecification?.AttributeName,
    },
  ];
}

function deployedFunction([name, { handler, events = [] }]: [string, FunctionEntry]): DeployedFunction {
  return {
    name,
    // Deployed functions are the bundles in dist/; local ones run from their sources.
    file: join(ROOT, handler.replace(/^dist\//, '').replace(/\.handler$/, SOURCE)),
    routes: events.flatMap(({ httpApi }) => (httpApi === undefined ? [] : [httpApi === '*' ? '$default' : httpApi])),
    streams: events.flatMap(({ stream }) => {
      if (stream === undefined) return [];
      const { arn, filterPatterns } = stream;
      const { batchSize = 100, maximumRetryAttempts = Infinity, bisectBatchOnFunctionError = false } = stream;
      const table = arn.GetAtt.replace(/\.StreamArn$/, '');
      return [{ table, batchSize, maximumRetryAttempts, bisectBatchOnFunctionError, filterPatterns }];
    }),
    queues: events.flatMap(({ sqs }) =>
      sqs === undefined ? [] : [{ queue: sqs.arn.GetAtt.replace(/\.Arn$/, ''), batchSize: sqs.batchSize ?? 10 }],
    ),
    schedules: events.flatMap(({ schedule }) => schedule ?? []),
  };
}
