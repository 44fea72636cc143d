/** How far each stream has been read, kept in a file so that the next start goes on from there. */
import { readFileSync, renameSync, writeFileSync } from 'node:fs';

export interface Checkpoints {
  get(key: string): string | undefined;
  set(key: string, sequenceNumber: string): void;
}

export function openCheckpoints(path: string): Checkpoints {
  const kept = new Map<string, string>(Object.entries(readKept(path)));
  return {
    get: (key) => kept.get(key),
    set(key, sequenceNumber) {
      kept.set(key, sequenceNumber);
      // Whole or not at all, whenever the process ends.
      writeFileSync(`${path}.new`, JSON.stringify(Object.fromEntries(kept)));
      renameSync(`${path}.new`, path);
    },
  };
}

function readKept(path: string): Record<string, string> {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Record<string, string>;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {};
    throw error;
  }
}
