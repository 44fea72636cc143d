import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

const BUSY = 5;

/**
 * Takes a folder for this process alone; the system gives it back when the process ends, however it ends. Undefined
 * when another has it.
 */
export function lockFolder(folder: string): { release(): void } | undefined {
  const database = new DatabaseSync(join(folder, 'lock'));
  try {
    database.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    if (typeof error === 'object' && error !== null && 'errcode' in error && error.errcode === BUSY) return undefined;
    throw error;
  }
  return {
    release() {
      database.close();
    },
  };
}
