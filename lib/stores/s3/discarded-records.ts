/**
 * Changes that a function failed on until the stream gave them up, kept to be looked at and tried again. Lambda leaves
 * them in the stage's bucket as the destination of failures in `serverless.yml` says; the local stack does the same.
 */
import { randomUUID } from 'node:crypto';
import { text } from 'node:stream/consumers';
import type { DynamoDBRecord } from 'aws-lambda';
import type { SignedBucket } from './signed-bucket.ts';

export interface Discarded {
  /** `propagate`, whatever the service and the stage. */
  readonly functionName: string;
  readonly atMs: number;
  readonly reason: string;
  readonly records: readonly DynamoDBRecord[];
}

export interface DiscardedStore {
  add(discarded: Discarded): Promise<void>;
  /** Oldest first. */
  list(): Promise<(Discarded & { readonly key: string })[]>;
  remove(key: string): Promise<void>;
}

/** The part of Lambda's own format that is used here. */
interface InvocationRecord {
  readonly requestContext: { readonly functionArn: string; readonly condition: string };
  readonly timestamp: string;
  /** The event, as text. */
  readonly payload: string;
}

const PREFIX = 'aws/lambda/';

/** `arn:aws:lambda:eu-west-1:123456789012:function:almanac-prod-propagate:$LATEST` */
const functionNameIn = (arn: string): string => (arn.split(':')[6] ?? '').replace(/^.*-/, '');

function read({ requestContext, timestamp, payload }: InvocationRecord): Discarded {
  const { Records = [] } = JSON.parse(payload) as { Records?: DynamoDBRecord[] };
  return {
    functionName: functionNameIn(requestContext.functionArn),
    atMs: Date.parse(timestamp),
    reason: requestContext.condition,
    records: Records,
  };
}

export function s3DiscardedRecords(bucket: Pick<SignedBucket, 'list' | 'open' | 'write' | 'remove'>): DiscardedStore {
  return {
    async add({ functionName, atMs, reason, records }) {
      const at = new Date(atMs).toISOString();
      const record: InvocationRecord = {
        requestContext: {
          functionArn: `arn:aws:lambda:us-east-1:000000000000:function:${functionName}`,
          condition: reason,
        },
        timestamp: at,
        payload: JSON.stringify({ Records: records }),
      };
      const key = `${PREFIX}${functionName}/${at.slice(0, 10).replaceAll('-', '/')}/${at.slice(0, 19).replaceAll(':', '.')}-${randomUUID()}`;
      await bucket.write(key, JSON.stringify(record), { contentType: 'application/json' });
    },
    async list() {
      const keys = await bucket.list(PREFIX);
      const found = await Promise.all(
        keys.map(async (key) => ({
          ...read(JSON.parse(await text(await bucket.open(key))) as InvocationRecord),
          key,
        })),
      );
      return found.sort((a, b) => a.atMs - b.atMs);
    },
    remove: (key) => bucket.remove(key),
  };
}
