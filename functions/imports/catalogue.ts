import { CopyObjectCommand, HeadObjectCommand } from '@aws-sdk/client-s3';
import type { Context, EventBridgeEvent } from 'aws-lambda';
import { importFiles } from '#lib/books/import/importer';
import { importContext, openObject } from '#lib/runtime/books-import';
import { config } from '#lib/runtime/config';
import { logger } from '#lib/runtime/logger';
import { objects } from '#lib/stores/s3/client';

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
  const { bucket: Bucket } = config;
  const { key: Key } = detail.object;
  const { ETag = '', Metadata = {} } = await objects.send(new HeadObjectCommand({ Bucket, Key }));
  const fingerprint = Metadata[CONTINUES] ?? `${Key} ${ETag}`;
  const context = { ...importContext(), shouldPause: () => getRemainingTimeInMillis() < RESERVE_MS };
  const { isComplete, ...counts } = await importFiles([{ name: Key, fingerprint, open: () => openObject(Key) }], context, {
    onRefused: (file, position, reason) => {
      logger.info('record refused', { file, position, reason });
    },
    onWarning: (file, position, warning) => {
      logger.info('record kept with a warning', { file, position, warning });
    },
  });
  logger.info(isComplete ? 'import complete' : 'import goes on', { file: Key, ...counts });
  if (isComplete) return;
  const source = `${Bucket}/${Key.split('/').map(encodeURIComponent).join('/')}`;
  await objects.send(new CopyObjectCommand({ Bucket, Key, CopySource: source, MetadataDirective: 'REPLACE', Metadata: { [CONTINUES]: fingerprint } }));
}
