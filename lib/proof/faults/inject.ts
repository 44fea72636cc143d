/** Puts faults below the retries of the SDK's clients: every attempt may go wrong, as on a real network. */
import { ProvisionedThroughputExceededException } from '@aws-sdk/client-dynamodb';
import { S3ServiceException, type S3Client } from '@aws-sdk/client-s3';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { meddler, type FaultOptions } from './faults.ts';

const BELOW_RETRIES = { step: 'deserialize', priority: 'high', name: 'faults' } as const;

export function injectIntoDatabase(client: DynamoDBDocumentClient, options: FaultOptions): void {
  const meddle = meddler(options, () => new ProvisionedThroughputExceededException({ message: 'The level of configured provisioned throughput was exceeded.', $metadata: { httpStatusCode: 400 } }));
  client.middlewareStack.add((next) => (args) => meddle(() => next(args)), BELOW_RETRIES);
}

const slowDown = (): Error => new S3ServiceException({ name: 'SlowDown', $fault: 'server', message: 'Please reduce your request rate.', $metadata: { httpStatusCode: 503 } });

export function injectIntoStorage(client: S3Client, options: FaultOptions): void {
  const meddle = meddler(options, slowDown);
  client.middlewareStack.add((next) => (args) => meddle(() => next(args)), BELOW_RETRIES);
}

/** Requests to an address that do not go through the SDK's clients. */
export function injectIntoFetch(origin: string, options: FaultOptions): void {
  const meddle = meddler(options, resetFetch);
  const { fetch } = globalThis;
  globalThis.fetch = (input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    return url.startsWith(origin) ? meddle(() => fetch(input, init)) : fetch(input, init);
  };
}

const resetFetch = (): Error => new TypeError('fetch failed');
