/**
 * Brings files into the catalogue and its search index, in one pass and batch by batch. `open-file.ts` decodes a file
 * and sees its format, `readers.ts` has a reader for each; they yield records, which `record.ts` checks and turns into
 * drafts of volumes. Every record that is read is counted once, as saved or as refused, and the sum is checked.
 */
import type { IndexDraft, ReferenceStore } from '#lib/books/stores/all';
import {
  emptyCounts,
  type ImportContext,
  type ImportEvents,
  type ImportFile,
  importFile,
  type ImportSummary,
  openImport,
} from './import-file.ts';

export type { ImportContext, ImportEvents, ImportFile, ImportSummary } from './import-file.ts';

const MAX_ATTEMPTS = 5;

export async function importFiles(
  files: readonly ImportFile[],
  context: ImportContext,
  events: ImportEvents = {},
): Promise<ImportSummary> {
  const references = context.openReferences();
  try {
    for (const file of files) {
      const { opened, format } = await openImport(file);
      if (format === 'openlibrary') {
        const { collectReferences } = await import('./json/openlibrary.ts');
        await collectReferences(opened.text(), references);
      } else opened.bytes.destroy();
    }
    let summary: ImportSummary | undefined;
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      const draft = await context.openDraft();
      // A second attempt only brings the index up to date: what it would report has been reported.
      const result = await importInto(draft, files, references, context, summary === undefined ? events : {});
      summary ??= result;
      if (await draft.publish()) return summary;
    }
    throw new Error(
      'Other imports kept replacing the search index. The volumes are saved; run the import again to make them searchable.',
    );
  } finally {
    references.close();
  }
}

/** How many volumes are in, and about how many there are: those of the index in force, where there is one. */
export type ReindexProgress = (volumes: number, expected: number | undefined) => void;

/** Builds the index anew from what the catalogue holds; gives the number of volumes. */
export async function reindex(
  { catalogue, openDraft }: Pick<ImportContext, 'catalogue' | 'openDraft'>,
  onProgress?: ReindexProgress,
): Promise<number> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const draft = await openDraft({ isEmpty: true });
    let volumes = 0;
    try {
      for await (const batch of catalogue.batches()) {
        await draft.apply(batch);
        volumes += batch.length;
        onProgress?.(volumes, draft.volumesInForce);
      }
    } catch (error) {
      await draft.leave();
      throw error;
    }
    if (await draft.publish()) return volumes;
  }
  throw new Error('Imports kept replacing the search index; run it again when they are done.');
}

async function importInto(
  draft: IndexDraft,
  files: readonly ImportFile[],
  references: ReferenceStore,
  context: ImportContext,
  events: ImportEvents,
): Promise<ImportSummary> {
  const counts = emptyCounts();
  try {
    for (const file of files) {
      const isWhole = await importFile(file, { draft, references, context, events, counts });
      if (!isWhole) return { ...counts, isComplete: false };
    }
    return { ...counts, isComplete: true };
  } catch (error) {
    await draft.leave();
    throw error;
  }
}
