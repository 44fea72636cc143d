/** Files that were uploaded, as the queue between the bucket and the importers hands them over. */
import type { EventBridgeEvent, SQSEvent } from 'aws-lambda';

export type Uploaded = EventBridgeEvent<'Object Created', { readonly object: { readonly key: string } }>;

/** Their keys, in the order of the uploads. */
export const uploadedKeys = ({ Records }: Pick<SQSEvent, 'Records'>): string[] =>
  Records.map(({ body }) => (JSON.parse(body) as Uploaded).detail.object.key);

/**
 * What is logged of a file that no further attempt would bring in; an alarm counts it (lib/package/log-metrics.ts).
 */
export const FILE_REFUSED = 'file refused';
