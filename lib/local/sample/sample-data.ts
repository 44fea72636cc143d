/** The sample data that a new data folder gets, once. */
import type { DataFolder } from '#lib/local/data-folder/data-folder';
import { withTemporaryFolder } from '#lib/runtime/process/temporary-folder';
import type { Seeder } from './seeder.ts';

const FILE = 'seeded.json';

/** One for each service, independent of each other. That of ads is first: it waits for DuckDB, beside the others. */
export const SAMPLE_DATA: readonly Seeder[] = [
  {
    name: 'ads',
    async seed() {
      const { sampleAds } = await import('./sample-ads.ts');
      await sampleAds.seed();
    },
  },
  {
    name: 'calendar',
    async seed() {
      const [{ calendar }, { actingAs }, { SCOPE }, { seedCalendar }] = await Promise.all([
        import('#lib/runtime/calendar/serve'),
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
      const [{ importContext }, { seedBooks }] = await Promise.all([
        import('#lib/runtime/books/import'),
        import('#lib/books/sample/seed'),
      ]);
      await withTemporaryFolder('sample', (folder) => seedBooks(importContext(folder), 'alice@example.com'));
    },
  },
];

/** Runs the seeders that this folder has not had yet, in parallel; `tell` reports which run and which are done. */
export async function seedOnce(
  folder: Pick<DataFolder, 'readJson' | 'writeJson'>,
  seeders: readonly Seeder[],
  tell: (line: string) => void = () => undefined,
): Promise<void> {
  const known = (folder.readJson(FILE) ?? []) as string[];
  const missing = seeders.filter(({ name }) => !known.includes(name));
  if (missing.length > 0) tell(`Adding sample data, once: ${missing.map(({ name }) => name).join(', ')}...`);
  const results = await Promise.allSettled(
    missing.map(async ({ name, seed }) => {
      await seed();
      known.push(name);
      folder.writeJson(FILE, known);
      tell(`  ${name}: done`);
    }),
  );
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}
