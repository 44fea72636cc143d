/**
 * The local API key: stays the same as long as the data folder exists, and works for every service that accepts keys.
 */
import { hashKey, isKeyShaped, newKey } from '#lib/api/api-keys';
import type { DataFolder } from '#lib/local/data-folder/data-folder';
import type { Seeder } from '#lib/local/sample/seeder';
import { systemClock } from '#lib/runtime/process/clock';
import { config } from '#lib/runtime/process/config';
import { randomIds } from '#lib/runtime/process/ids';
import { documents } from '#lib/stores/dynamodb/client/client';
import { dynamoApiKeys } from '#lib/stores/dynamodb/platform/api-keys';

const FILE = 'api-key.json';

export function localApiKey(folder: Pick<DataFolder, 'readJson' | 'writeJson'>): string {
  const kept = folder.readJson(FILE);
  if (typeof kept === 'string' && isKeyShaped(kept)) return kept;
  const made = newKey(randomIds);
  folder.writeJson(FILE, made);
  return made;
}

export const storeApiKey = (key: string): Seeder => ({
  name: 'api key',
  async seed() {
    const kept = { hash: hashKey(key), label: 'npm start', created: systemClock.now().toISOString() };
    await Promise.all(
      [config.calendarTable, config.booksTable].map((table) => dynamoApiKeys(documents, table).add(kept)),
    );
  },
});
