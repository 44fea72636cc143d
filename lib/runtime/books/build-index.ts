/** Builds the search index of the stage anew, and shows how far it is. */
import { counted } from '#lib/api/text/counted';
import { reindex } from '#lib/books/import/importer';
import { openProgress } from '#lib/command/progress';
import { importContext } from './import.ts';

/** Gives a line for people: how many volumes, and how long it took. */
export async function buildIndex(): Promise<string> {
  const progress = openProgress();
  const startedAt = performance.now();
  const indexing = reindex(importContext(), (volumes, expected = 0) => {
    if (volumes > expected) progress.show(`${volumes.toLocaleString('en')} volumes`);
    else progress.show('volumes', volumes, expected);
  });
  const volumes = await indexing.finally(progress.clear);
  return `${counted(volumes, 'volume')} indexed in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`;
}
