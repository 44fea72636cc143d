/** Works again on changes that a function failed on until the stream gave them up. */
import type { DynamoDBBatchResponse, DynamoDBStreamEvent } from 'aws-lambda';
import type { Discarded } from '#lib/stores/s3/discarded-records';

type Handler = (event: DynamoDBStreamEvent) => Promise<DynamoDBBatchResponse>;

/** Loaded when they are needed, after the environment is set. */
const FUNCTIONS: Readonly<Record<string, () => Promise<{ readonly handler: Handler }>>> = {
  notify: () => import('#functions/streams/notify'),
  propagate: () => import('#functions/streams/propagate'),
};

/**
 * Undefined when the function is done with all of them; else why not. They look at states, so that being late or doing
 * it twice does no harm.
 */
export async function workAgain({ functionName, records }: Discarded): Promise<string | undefined> {
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

/** Letters can be among what was not done; who sends them is known to the stage alone. */
export const asksForMail = ({ functionName, records }: Discarded): boolean =>
  functionName === 'propagate' &&
  records.some(({ dynamodb }) => dynamodb?.NewImage?.['telling']?.M?.['mail']?.S !== undefined);
