/** Data folders before version 3 have their objects in rows of `fauxqs.db`: they become files. */
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { newStore, openRows, type Persistence } from './fauxqs.ts';

const FORMER = 'fauxqs.db';

/** Cut short, it begins again: the rows go when every object is a file. */
export async function moveFormerObjects(folder: string, files: Persistence): Promise<void> {
  const former = join(folder, FORMER);
  if (!existsSync(former)) return;
  const rows = await openRows(folder);
  const store = await newStore();
  rows.loadS3(store);
  store.persistence = rows;
  for (const { name, creationDate } of store.listBuckets()) {
    files.insertBucket(name, creationDate, 'general-purpose');
    for (const { key } of store.listObjects(name, { maxKeys: Infinity }).objects)
      files.upsertObject(name, store.getObject(name, key));
  }
  rows.close();
  for (const end of ['', '-wal', '-shm']) rmSync(`${former}${end}`, { force: true });
}
