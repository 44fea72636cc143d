/**
 * A backup of a data folder, also while its stack runs. The database is copied by SQLite's online backup in one step,
 * which is one moment of it. Objects are files that are replaced and never changed, so links to them are their copies;
 * when the list of objects is the same before and after, both belong to that moment. Else it begins again.
 */
import { cpSync, existsSync, linkSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { StartupError } from '#lib/command/startup-error';
import { VERSION_FILE } from '#lib/local/data-folder/data-folder';
import { hasErrorCode } from '#lib/local/process/has-error-code';
import { OBJECTS_DATABASE } from '#lib/local/s3/object-index';
import { packFolder } from './archive.ts';
import { MANIFEST, newManifest, type Manifest } from './manifest.ts';
import { RESTORED_FILE } from './restored.ts';

/** Beside the database and the objects. `endpoints.json` is of the running process, `imports` of a running import. */
const FILES = [VERSION_FILE, 'issuer.json', 'api-key.json', 'seeded.json', RESTORED_FILE, 'outbox'];
export const DATABASE_FILE = 'database.sqlite';
const ATTEMPTS = 5;
/** All of it in one step: between steps, other writers would make it begin again. */
const ALL_PAGES = 2 ** 30;

interface ObjectFile {
  readonly bucket: string;
  readonly path: string;
  readonly object: string;
}

function copyDatabase(from: string, to: string): Promise<number> {
  const database = new DatabaseSync(from, { readOnly: true, timeout: 5_000 });
  return backup(database, to, { rate: ALL_PAGES }).finally(() => {
    database.close();
  });
}

function listObjects(folder: string): ObjectFile[] {
  const database = new DatabaseSync(join(folder, 's3', OBJECTS_DATABASE), { readOnly: true, timeout: 5_000 });
  try {
    return database
      .prepare('SELECT bucket, path, object FROM objects ORDER BY bucket, key')
      .all()
      .map(({ bucket, path, object }) => ({ bucket: String(bucket), path: String(path), object: String(object) }));
  } finally {
    database.close();
  }
}

/** False if one of them is gone by now. */
function linkObjects(folder: string, draft: string, objects: readonly ObjectFile[]): boolean {
  for (const { bucket, path } of objects) {
    const to = join(draft, 's3', bucket, path);
    mkdirSync(dirname(to), { recursive: true });
    try {
      linkSync(join(folder, 's3', bucket, path), to);
    } catch (error) {
      if (hasErrorCode(error, { code: 'ENOENT' })) return false;
      throw error;
    }
  }
  return true;
}

function contentsOf(file: string): Pick<Manifest, 'database' | 'items'> {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    const tables = database.prepare('SELECT id, name FROM tables ORDER BY name').all();
    const items = Object.fromEntries(
      tables.map(({ id, name }) => [
        String(name),
        Number(database.prepare(`SELECT count(*) AS items FROM items_${String(id)}`).get()?.['items']),
      ]),
    );
    return { database: Number(database.prepare('PRAGMA user_version').get()?.['user_version']), items };
  } finally {
    database.close();
  }
}

/** Undefined when objects were changed meanwhile. */
async function tryCopy(folder: string, draft: string): Promise<Manifest | undefined> {
  const objects = listObjects(folder);
  mkdirSync(join(draft, 's3'));
  if (!linkObjects(folder, draft, objects)) return undefined;
  await copyDatabase(join(folder, DATABASE_FILE), join(draft, DATABASE_FILE));
  const takenAt = new Date().toISOString();
  await copyDatabase(join(folder, 's3', OBJECTS_DATABASE), join(draft, 's3', OBJECTS_DATABASE));
  if (JSON.stringify(listObjects(folder)) !== JSON.stringify(objects)) return undefined;
  for (const name of FILES)
    if (existsSync(join(folder, name))) cpSync(join(folder, name), join(draft, name), { recursive: true });
  return newManifest({ takenAt, ...contentsOf(join(draft, DATABASE_FILE)), objects: objects.length });
}

/** Writes the archive; answers what is in it. */
export async function takeBackup(folder: string, file: string): Promise<Manifest> {
  if (!existsSync(join(folder, DATABASE_FILE)))
    throw new StartupError(
      existsSync(join(folder, 'dynamodb'))
        ? `${folder} is kept by DynamoDB Local: stop the stack and copy the folder.`
        : `There is no data in ${folder}: name its folder with --data DIR, or a deployed stage with --stage.`,
    );
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    // In the folder itself: links need the same disk.
    const draft = mkdtempSync(join(folder, 'backup-'));
    try {
      const manifest = await tryCopy(folder, draft);
      if (manifest === undefined) continue;
      writeFileSync(join(draft, MANIFEST), `${JSON.stringify(manifest, undefined, 2)}\n`);
      await packFolder(draft, file);
      return manifest;
    } finally {
      rmSync(draft, { recursive: true, force: true });
    }
  }
  throw new StartupError('Objects keep changing because an import is running. Make the backup when it has ended.');
}
