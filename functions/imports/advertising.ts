import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { Context, SQSEvent } from 'aws-lambda';
import { kindOfFile } from '#lib/ads/import/file-names';
import { UnreadableFile } from '#lib/ads/import/report';
import { importDependencies } from '#lib/runtime/ads/import';
import { invocation } from '#lib/runtime/process/invocation';
import { logger } from '#lib/runtime/process/logger';
import { FILE_REFUSED, uploadedKeys } from '#lib/runtime/uploads';
import { importFile } from '#lib/stores/duckdb/importer';

type Remaining = Pick<Context, 'getRemainingTimeInMillis'>;

/** Time that an import needs once nobody else writes; the queue delivers a file again if it had less. */
const RESERVE_MS = 600_000;

async function importUpload(key: string, { getRemainingTimeInMillis }: Remaining): Promise<void> {
  const kind = kindOfFile(key);
  if (kind === undefined) {
    logger.error(FILE_REFUSED, { file: key, problem: 'Neither its name nor its folder says of which kind it is.' });
    return;
  }
  const folder = await mkdtemp(join(tmpdir(), 'almanac-upload-'));
  try {
    const path = join(folder, basename(key));
    if (!(await importDependencies.files.download(key, path))) return;
    const { problems, ...counts } = await importFile(path, kind, {
      ...importDependencies,
      mayWait: () => getRemainingTimeInMillis() > RESERVE_MS,
    });
    for (const problem of problems) logger.info('line refused', { file: key, ...problem });
    logger.info('import complete', { file: key, ...counts });
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    logger.error(FILE_REFUSED, { file: key, problem: error.message });
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Imports a file that was uploaded under `ads-import/`; bad lines are logged, the others are imported. */
export const handler = invocation(async (event: SQSEvent, remaining: Remaining): Promise<void> => {
  for (const key of uploadedKeys(event)) await importUpload(key, remaining);
});
