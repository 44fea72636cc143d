/** How far each reader of changes has come, beside the changes themselves. */
import type { Checkpoints } from '../../checkpoints.ts';
import type { Engine } from './engine.ts';
import { isBusy } from './sqlite-file.ts';

export function embeddedCheckpoints({ file }: Engine): Checkpoints {
  const kept = new Map(file.rows<[string, string]>('SELECT reader, seq FROM checkpoints'));
  const unwritten = new Map<string, string>();
  return {
    get: (reader) => kept.get(reader),
    set(reader, sequenceNumber) {
      kept.set(reader, sequenceNumber);
      unwritten.set(reader, sequenceNumber);
      try {
        file.write(() => {
          for (const [name, seq] of unwritten) file.run('INSERT OR REPLACE INTO checkpoints (reader, seq) VALUES (?, ?)', name, seq);
        });
        unwritten.clear();
      } catch (error) {
        // Another process writes: the next one takes it along. Without it a change is merely told again after a restart.
        if (!isBusy(error)) throw error;
      }
    },
  };
}
