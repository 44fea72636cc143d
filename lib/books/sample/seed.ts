/**
 * The sample catalogue and a reader with books on her shelves, as `npm start` shows them. What is there already stays.
 */
import { createReadStream, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type ImportContext, importFiles } from '#lib/books/import/importer';
import { SHELF } from '#lib/books/model/bookshelf';
import { volumeId } from '#lib/books/model/ids';

const CATALOGUE = fileURLToPath(new URL('./catalogue.csv', import.meta.url));

const SHELVES: readonly (readonly [shelf: number, keys: readonly string[]])[] = [
  [SHELF.favorites, ['pride-and-prejudice-1813', 'les-miserables-1862', 'hongloumeng-1791']],
  [SHELF.readingNow, ['middlemarch-1871', 'der-prozess-1925']],
  [SHELF.toRead, ['ulysses-1922', 'voyna-i-mir-1869', 'don-quijote-1605', 'genji-monogatari']],
  [SHELF.haveRead, ['emma-1815', 'frankenstein-1818', 'dracula-1897', 'the-time-machine-1895']],
  [SHELF.myEbooks, ['moby-dick-1851', 'walden-or-life-in-the-woods-1854']],
];

export async function seedBooks(context: ImportContext, email: string): Promise<void> {
  const { size } = statSync(CATALOGUE);
  const summary = await importFiles(
    [{ name: 'catalogue.csv', fingerprint: `sample ${String(size)}`, open: () => createReadStream(CATALOGUE) }],
    context,
  );
  if (summary.refused > 0) throw new Error(`${String(summary.refused)} records of the sample catalogue were refused.`);
  const { readers, shelves } = context.stores;
  const userId = await readers.idFor(email, context.now());
  await Promise.all(
    SHELVES.map(async ([shelf, keys]) => {
      for (const key of keys) await shelves.add(userId, shelf, volumeId(`csv:${key}`), { at: context.now() });
    }),
  );
}
