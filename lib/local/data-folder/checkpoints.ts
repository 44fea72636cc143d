/** How far each function has read each stream, so that the next start continues from there. */
import type { DataFolder } from './data-folder.ts';

export interface Checkpoints {
  get(key: string): string | undefined;
  set(key: string, sequenceNumber: string): void;
  /** Writes values that were set but not yet written. */
  flush?(): void;
}

const FILE = 'streams.json';

export function openCheckpoints(folder: Pick<DataFolder, 'readJson' | 'writeJson'>): Checkpoints {
  const kept = new Map(Object.entries((folder.readJson(FILE) ?? {}) as Record<string, string>));
  return {
    get: (key) => kept.get(key),
    set(key, sequenceNumber) {
      kept.set(key, sequenceNumber);
      folder.writeJson(FILE, Object.fromEntries(kept));
    },
  };
}
