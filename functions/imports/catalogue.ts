import type { Context, SQSEvent } from 'aws-lambda';
import { UnusableFile } from '#lib/books/import/file/unusable-file';
import { importFiles } from '#lib/books/import/importer';
import { importContext } from '#lib/runtime/books/import';
import { bucket } from '#lib/runtime/bucket';
import { invocation } from '#lib/runtime/process/invocation';
import { logger } from '#lib/runtime/process/logger';
import { FILE_REFUSED, uploadedKeys } from '#lib/runtime/uploads';
import { Refused } from '#lib/stores/s3/signed-requests';

/** Time to finish a batch and to publish the index. */
const RESERVE_MS = 180_000;
/** On a copy: the upload that it continues. */
const CONTINUES = 'continues';

/** The file was deleted or replaced while it was read; the replacement is an upload of its own. */
const isReplaced = (error: unknown): boolean =>
  error instanceof Refused && (error.status === 404 || error.status === 412);

type Remaining = Pick<Context, 'getRemainingTimeInMillis'>;

async function importUpload(key: string, shouldPause: () => boolean): Promise<void> {
  const described = await bucket.describe(key);
  if (described === undefined) return;
  const { etag, metadata } = described;
  const fingerprint = metadata[CONTINUES] ?? encodeURIComponent(`${key} ${etag}`);
  const { isComplete, ...counts } = await importFiles(
    [{ name: key, fingerprint, open: () => bucket.open(key, etag) }],
    { ...importContext(), shouldPause },
    {
      onRefused: (file, position, reason) => {
        logger.info('record refused', { file, position, reason });
      },
      onWarning: (file, position, warning) => {
        logger.info('record kept with a warning', { file, position, warning });
      },
      onNote: (file, note) => {
        logger.info('note about an imported file', { file, note });
      },
    },
  );
  logger.info(isComplete ? 'import complete' : 'import goes on', { file: key, ...counts });
  if (!isComplete && (await bucket.describe(key))?.etag === etag)
    await bucket.touch(key, etag, { [CONTINUES]: fingerprint });
}

async function importOrRefuse(key: string, { getRemainingTimeInMillis }: Remaining): Promise<void> {
  try {
    await importUpload(key, () => getRemainingTimeInMillis() < RESERVE_MS);
  } catch (error) {
    if (isReplaced(error)) logger.info('file replaced while it was imported', { file: key });
    // A retry would fail again.
    else if (error instanceof UnusableFile) logger.error(FILE_REFUSED, { file: key, problem: error.message });
    else throw error;
  }
}

/**
 * Imports a file that was uploaded under `catalogue/`. If one run is not enough, the file is copied onto itself, which
 * triggers the next run; the index knows how many of its records are imported.
 */
export const handler = invocation(async (event: SQSEvent, remaining: Remaining): Promise<void> => {
  for (const key of uploadedKeys(event)) await importOrRefuse(key, remaining);
});
