import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';

/**
 * Waits until the running stack has processed and deleted the changes. Those of tables without a stream reader stay.
 */
export async function waitForStreams(folder: string): Promise<void> {
  const database = new DatabaseSync(join(folder, 'database.sqlite'), { readOnly: true, timeout: 10_000 });
  try {
    const count = database.prepare(
      "SELECT COUNT(*) AS left FROM changes JOIN tables ON tables.id = table_id WHERE tables.name LIKE '%-calendar'",
    );
    while (Number(count.get()?.['left']) > 0) await pause(500);
  } finally {
    database.close();
  }
}
