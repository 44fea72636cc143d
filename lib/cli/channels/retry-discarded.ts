/** Processes changes again that the stream discarded because a function kept failing. */
import type { DynamoDBBatchResponse, DynamoDBStreamEvent } from 'aws-lambda';
import type { Discarded } from '#lib/stores/s3/discarded-records';

type Handler = (event: DynamoDBStreamEvent) => Promise<DynamoDBBatchResponse>;

/** Loaded on demand, after the environment is set. */
const FUNCTIONS: Readonly<Record<string, () => Promise<{ readonly handler: Handler }>>> = {
  notify: () => import('#functions/streams/notify'),
  propagate: () => import('#functions/streams/propagate'),
};

/**
 * Returns undefined if the function processed all of them, else the reason. The functions compare states, so late or
 * repeated processing does no harm.
 */
export async function processAgain({ functionName, records }: Discarded): Promise<string | undefined> {
  const load = FUNCTIONS[functionName];
  if (load === undefined) return `there is no function ${functionName}`;
  try {
    const { handler } = await load();
    const { batchItemFailures } = await handler({ Records: [...records] });
    return batchItemFailures.length === 0 ? undefined : 'it failed again; the log says why';
  } catch (error) {
    return String(error);
  }
}

/** The changes may lead to mail, and only the deployed stage knows its sender. */
export const mayNeedMail = ({ functionName, records }: Discarded): boolean =>
  functionName === 'propagate' &&
  records.some(({ dynamodb }) => dynamodb?.NewImage?.['telling']?.M?.['mail']?.S !== undefined);
