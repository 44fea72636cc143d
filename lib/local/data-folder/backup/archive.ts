/** A folder as one `.tar.gz` file, and back. */
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { constants, createGunzip, createGzip } from 'node:zlib';
import { extract, pack } from 'tar-fs';
import { StartupError } from '#lib/command/startup-error';
import { hasErrorCode } from '#lib/local/process/has-error-code';

/** Only its owner can read it. A file that was there stays until the new one is whole. */
export async function packFolder(folder: string, file: string): Promise<void> {
  const draft = `${file}.new`;
  try {
    await pipeline(
      pack(folder),
      createGzip({ level: constants.Z_BEST_SPEED }),
      createWriteStream(draft, { mode: 0o600 }),
    );
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/** Files and folders only, inside the folder: links in an archive could lead out of it. */
export async function unpackFile(file: string, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  try {
    await pipeline(
      createReadStream(file),
      createGunzip(),
      extract(folder, { ignore: (_name, header) => !['file', 'directory'].includes(header?.type ?? '') }),
    );
  } catch (error) {
    if (hasErrorCode(error, { code: 'ENOENT' })) throw new StartupError(`There is no file ${file}.`, { cause: error });
    throw new StartupError(`${file} is no archive, or is damaged: ${String(error)}`, { cause: error });
  }
}
