/** What a new data folder is filled with, once. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DataFolder } from './data-folder.ts';

export interface Seeder {
  /** Remembered in the data folder: a seeder with a new name runs in old folders, too. */
  readonly name: string;
  /** May run a second time when the first was cut short. */
  seed(): Promise<void>;
}

const FILE = 'seeded.json';

/** In this order; each service adds its own. */
export const SAMPLE_DATA: readonly Seeder[] = [
  {
    name: 'calendar',
    async seed() {
      const [{ calendar }, { actingAs }, { SCOPE }, { seedCalendar }] = await Promise.all([
        import('#lib/runtime/calendar'),
        import('#lib/runtime/acting-as'),
        import('#lib/calendar/scopes'),
        import('#lib/calendar/sample/seed'),
      ]);
      await seedCalendar((email) => actingAs(calendar, email, [SCOPE.calendar]));
    },
  },
  {
    name: 'books',
    async seed() {
      const [{ importContext }, { seedBooks }] = await Promise.all([import('#lib/runtime/books-import'), import('#lib/books/sample/seed')]);
      await seedBooks(importContext(mkdtempSync(join(tmpdir(), 'almanac-sample-'))), 'alice@example.com');
    },
  },
];

/** Runs the seeders that this folder has not seen. */
export async function seedOnce(folder: Pick<DataFolder, 'readJson' | 'writeJson'>, seeders: readonly Seeder[]): Promise<void> {
  const known = (folder.readJson(FILE) ?? []) as string[];
  for (const { name, seed } of seeders.filter((seeder) => !known.includes(seeder.name))) {
    await seed();
    known.push(name);
    folder.writeJson(FILE, known);
  }
}
