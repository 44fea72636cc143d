/** Puts a backup in the place of a data folder's contents; what was there is kept beside it. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StartupError } from '#lib/command/startup-error';
import { CONTENTS, openDataFolder } from '#lib/local/data-folder/data-folder';
import { unpackFile } from './archive.ts';
import { checkManifest, MANIFEST, type Manifest } from './manifest.ts';
import { RESTORED_FILE } from './restored.ts';
import { DATABASE_FILE } from './take.ts';

/** What a restore replaced, until the next one. */
export const REPLACED = 'before-restore';

function requireWhole(file: string, database: string): void {
  const opened = new DatabaseSync(database, { readOnly: true });
  const found = opened.prepare('PRAGMA quick_check(1)').get()?.['quick_check'];
  opened.close();
  if (found !== 'ok') throw new StartupError(`${file} is damaged: ${String(found)}`);
}

function readManifest(file: string, draft: string, databaseFormat: number): Manifest {
  const path = join(draft, MANIFEST);
  return checkManifest(file, existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined, databaseFormat);
}

export const hasContents = (folder: string): boolean => existsSync(join(folder, DATABASE_FILE));

/** `databaseFormat` is the newest that this version reads. Refused while a stack runs on the folder: its lock is taken. */
export async function restoreBackup(
  file: string,
  path: string,
  { now, databaseFormat }: { readonly now: Date; readonly databaseFormat: number },
): Promise<Manifest> {
  if (!existsSync(file)) throw new StartupError(`There is no file ${file}.`);
  mkdirSync(path, { recursive: true });
  const folder = openDataFolder(path, { fresh: false });
  const draft = mkdtempSync(join(path, 'restore-'));
  try {
    await unpackFile(file, draft);
    const manifest = readManifest(file, draft, databaseFormat);
    requireWhole(file, join(draft, DATABASE_FILE));
    rmSync(join(draft, MANIFEST));
    writeFileSync(join(draft, RESTORED_FILE), `${JSON.stringify({ at: now.toISOString(), from: manifest.takenAt })}\n`);
    rmSync(join(path, REPLACED), { recursive: true, force: true });
    mkdirSync(join(path, REPLACED));
    for (const name of [...CONTENTS, 'issuer.json', 'api-key.json'])
      if (existsSync(join(path, name))) renameSync(join(path, name), join(path, REPLACED, name));
    for (const name of readdirSync(draft)) renameSync(join(draft, name), join(path, name));
    return manifest;
  } finally {
    rmSync(draft, { recursive: true, force: true });
    folder.release();
  }
}
