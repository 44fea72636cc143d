/** How far each stream reader has read, stored beside the changes. */
import type { Checkpoints } from '#lib/local/data-folder/checkpoints';
import type { Engine } from './engine.ts';
import { isBusy } from './sqlite-file.ts';

/**
 * Checkpoints of all readers are written together after this delay. After a crash, the changes since then are delivered
 * again.
 */
const WRITE_AFTER_MS = 50;

export function embeddedCheckpoints({ file }: Engine): Required<Checkpoints> {
  const kept = new Map(file.rows<[string, string]>('SELECT reader, seq FROM checkpoints'));
  const unwritten = new Map<string, string>();
  let timer: NodeJS.Timeout | undefined;
  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (unwritten.size === 0) return;
    try {
      file.writeQuietly(() => {
        for (const [name, seq] of unwritten)
          file.run('INSERT OR REPLACE INTO checkpoints (reader, seq) VALUES (?, ?)', name, seq);
      });
      unwritten.clear();
    } catch (error) {
      // Another process is writing: the next flush includes these.
      if (!isBusy(error)) throw error;
    }
  };
  return {
    get: (reader) => kept.get(reader),
    set(reader, sequenceNumber) {
      kept.set(reader, sequenceNumber);
      unwritten.set(reader, sequenceNumber);
      timer ??= setTimeout(flush, WRITE_AFTER_MS);
    },
    flush,
  };
}
