/** Amazon's DynamoDB Local, with which ours is compared. */
import { randomUUID } from 'node:crypto';
import {
  CreateTableCommand,
  DeleteTableCommand,
  DynamoDBClient,
  TransactionCanceledException as AmazonsCancelled,
} from '@aws-sdk/client-dynamodb';
import {
  DescribeStreamCommand,
  DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
  type AttributeValue,
} from '@aws-sdk/client-dynamodb-streams';
import * as amazon from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { startDatabase } from '#lib/local/database/start';
import { TransactionCanceledException } from '#lib/stores/dynamodb/client/exceptions';
import { refusalOr } from '#lib/stores/dynamodb/client/refusals';
import type { Shape } from '#test/tools/database-fuzz/commands/tables';
import type { Item } from '#test/tools/database-fuzz/commands/values';
import { INTENDED_DIFFERENCES } from './differences.ts';
import { isLast, sender, type Change, type Engine, type Tables } from './engines.ts';

type Image = Record<string, AttributeValue>;

/** Its streams write an empty map as `{}` instead of `{ M: {} }`. */
function withMaps(value: AttributeValue): AttributeValue {
  if (value.M !== undefined) return { M: imageWithMaps(value.M) };
  if (value.L !== undefined) return { L: value.L.map(withMaps) };
  return Object.keys(value).length === 0 ? { M: {} } : value;
}

const imageWithMaps = (image: Image): Image =>
  Object.fromEntries(Object.entries(image).map(([name, value]) => [name, withMaps(value)]));
const plain = (image: Image | undefined): Item | undefined =>
  image === undefined ? undefined : unmarshall(imageWithMaps(image));

async function readStream(client: DynamoDBStreamsClient, StreamArn: string): Promise<Change[]> {
  const { StreamDescription } = await client.send(new DescribeStreamCommand({ StreamArn }));
  const changes: Change[] = [];
  for (const { ShardId } of StreamDescription?.Shards ?? []) {
    let { ShardIterator } = await client.send(
      new GetShardIteratorCommand({ StreamArn, ShardId, ShardIteratorType: 'TRIM_HORIZON' }),
    );
    while (ShardIterator !== undefined && !changes.some(isLast)) {
      const { Records = [], NextShardIterator } = await client.send(new GetRecordsCommand({ ShardIterator }));
      changes.push(
        ...Records.map(({ eventName = '', dynamodb: { Keys, OldImage, NewImage } = {} }) => ({
          eventName,
          keys: plain(Keys) ?? {},
          oldImage: plain(OldImage),
          newImage: plain(NewImage),
        })),
      );
      ShardIterator = NextShardIterator;
    }
  }
  return changes;
}

interface Request {
  readonly headers: Record<string, string>;
}

const MAX_IDLE_MS = 5_000;

/** It checks only the access key's name; a real signature takes a tenth of a command's time. */
function signerOf(accessKey: string): { sign<T extends Request>(request: T): Promise<T> } {
  const authorization = `AWS4-HMAC-SHA256 Credential=${accessKey}/20260101/us-east-1/dynamodb/aws4_request, SignedHeaders=host, Signature=none`;
  return {
    sign(request) {
      request.headers['authorization'] = authorization;
      return Promise.resolve(request);
    },
  };
}

interface Clients {
  readonly client: DynamoDBClient;
  readonly streams: DynamoDBStreamsClient;
}

/** An access key has a database of its own: one that many episodes share gets slower with each, though they drop their tables. */
function newDatabase(endpoint: string): Clients {
  const options = {
    endpoint,
    region: 'us-east-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    maxAttempts: 1,
    // It closes connections that nobody used for half a minute: ours end before that.
    requestHandler: { httpAgent: { keepAlive: true, timeout: MAX_IDLE_MS } },
    signer: signerOf(randomUUID().replaceAll('-', '')),
  };
  const client = new DynamoDBClient(options);
  client.middlewareStack.remove('loggerMiddleware');
  // What only reads can be sent again.
  return { client, streams: new DynamoDBStreamsClient({ ...options, maxAttempts: 10 }) };
}

const ownCancelled = ({ message, CancellationReasons: reasons }: AmazonsCancelled): Error =>
  new TransactionCanceledException({
    message,
    $metadata: { httpStatusCode: 400 },
    ...(reasons !== undefined && { CancellationReasons: reasons }),
  });

async function open({ client, streams }: Clients, shapes: readonly Shape[]): Promise<Tables> {
  const send = sender(
    amazon.DynamoDBDocumentClient.from(client, {
      marshallOptions: { removeUndefinedValues: true, convertClassInstanceToMap: true },
    }),
    amazon,
  );
  const arns = new Map<string, string>();
  for (const { create, tableName } of shapes) {
    const { TableDescription } = await client.send(new CreateTableCommand(create));
    arns.set(tableName, TableDescription?.LatestStreamArn ?? '');
  }
  return {
    send: (name, input) =>
      send(name, input).catch((error: unknown) => {
        throw refusalOr(error instanceof AmazonsCancelled ? ownCancelled(error) : error);
      }),
    changes: (tableName) => readStream(streams, arns.get(tableName) ?? ''),
    async drop() {
      await Promise.all(shapes.map(({ tableName: TableName }) => client.send(new DeleteTableCommand({ TableName }))));
      client.destroy();
      streams.destroy();
    },
  };
}

/** Throws `StartupError` without Java. */
export async function openReference(): Promise<Engine> {
  const { environment, stop } = await startDatabase({ choice: 'dynamodb-local' });
  return {
    intendedDifferences: INTENDED_DIFFERENCES,
    open: (shapes) => open(newDatabase(environment['AWS_ENDPOINT_URL_DYNAMODB'] ?? ''), shapes),
    close: stop,
  };
}
