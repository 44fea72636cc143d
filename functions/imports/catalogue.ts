import type { Context, EventBridgeEvent } from 'aws-lambda';
import { importFiles } from '#lib/books/import/importer';
import { importContext } from '#lib/runtime/books-import';
import { bucket } from '#lib/runtime/books-index';
import { logger } from '#lib/runtime/logger';

interface Uploaded {
  readonly object: { readonly key: string };
}

/** Time to finish a batch and to publish the index. */
const RESERVE_MS = 180_000;
/** On a copy: which upload it goes on with. */
const CONTINUES = 'continues';

/**
 * Imports a file that was uploaded under `catalogue/`. What does not fit into one run goes on in the next: the file is
 * copied onto itself, which is an upload again, and the index knows how many of its records are in.
 */
export async function handler({ detail }: EventBridgeEvent<'Object Created', Uploaded>, { getRemainingTimeInMillis }: Pick<Context, 'getRemainingTimeInMillis'>): Promise<void> {
  const { key } = detail.object;
  const { etag, metadata } = await bucket.describe(key);
  const fingerprint = metadata[CONTINUES] ?? encodeURIComponent(`${key} ${etag}`);
  const context = { ...importContext(), shouldPause: () => getRemainingTimeInMillis() < RESERVE_MS };
  const { isComplete, ...counts } = await importFiles([{ name: key, fingerprint, open: () => bucket.open(key) }], context, {
    onRefused: (file, position, reason) => {
      logger.info('record refused', { file, position, reason });
    },
    onWarning: (file, position, warning) => {
      logger.info('record kept with a warning', { file, position, warning });
    },
  });
  logger.info(isComplete ? 'import complete' : 'import goes on', { file: key, ...counts });
  if (!isComplete) await bucket.touch(key, { [CONTINUES]: fingerprint });
}
