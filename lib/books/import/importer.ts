/**
 * Brings files into the catalogue and its search index, in one pass and batch by batch. `formats.ts` chooses the reader
 * of a file (`csv.ts`, `onix.ts`, `marcxml.ts`, `openlibrary.ts`); each of them yields records, which `record.ts`
 * checks and turns into drafts of volumes.
 */
import type { Readable } from 'node:stream';
import type { IndexDraft, ReferenceStore, Saved, SaveOutcome, VolumeDraft } from '#lib/books/stores/all';
import { readCsv } from './csv.ts';
import { type Format, openText } from './formats.ts';
import { importLibraryLines, type LibraryImport } from './library-lines.ts';
import { readMarcXml } from './marcxml.ts';
import { readOnix } from './onix.ts';
import { collectReferences, readOpenLibrary } from './openlibrary.ts';
import type { ReadRecord } from './record.ts';

export interface ImportFile {
  readonly name: string;
  /** Tells one content from another, so that an interrupted import is taken up only for the very same file. */
  readonly fingerprint: string;
  readonly format?: Format | undefined;
  open(): Readable | Promise<Readable>;
}

export interface ImportContext extends LibraryImport {
  /** A copy of the index in force, or an empty one. */
  openDraft(options?: { readonly isEmpty: boolean }): Promise<IndexDraft>;
  openReferences(): ReferenceStore;
  /** Asked between batches; true stops there, to be taken up later. */
  shouldPause?(): boolean;
}

export interface ImportEvents {
  onRefused?(file: string, position: number, reason: string): void;
  onWarning?(file: string, position: number, warning: string): void;
  /** After each batch: records handled in this run. */
  onProgress?(records: number): void;
}

export type ImportSummary = Readonly<Record<SaveOutcome | 'refused' | 'warnings' | 'records', number>> & {
  readonly isComplete: boolean;
};

const BATCH = 400;
const MAX_ATTEMPTS = 5;

const emptyCounts = (): Record<SaveOutcome | 'refused' | 'warnings' | 'records', number> => ({
  added: 0,
  updated: 0,
  unchanged: 0,
  older: 0,
  removed: 0,
  absent: 0,
  refused: 0,
  warnings: 0,
  records: 0,
});

type Step = { readonly position: number } & (
  | { readonly draft: VolumeDraft; readonly warnings: readonly string[] }
  | { readonly saved: readonly Saved[] }
  | { readonly refused: string }
);

const READERS: Readonly<
  Record<Exclude<Format, 'library' | 'openlibrary'>, (input: Readable) => AsyncIterable<ReadRecord>>
> = { csv: readCsv, marcxml: readMarcXml, onix: readOnix };

export class UnknownFormat extends Error {}

export async function importFiles(
  files: readonly ImportFile[],
  context: ImportContext,
  events: ImportEvents = {},
): Promise<ImportSummary> {
  const references = context.openReferences();
  try {
    for (const file of files) {
      const { stream, format } = await opened(file);
      if (format === 'openlibrary') await collectReferences(stream, references);
      else stream.destroy();
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
    for await (const batch of catalogue.batches()) {
      draft.apply(batch);
      volumes += batch.length;
      onProgress?.(volumes, draft.volumesInForce);
    }
    if (await draft.publish()) return volumes;
  }
  throw new Error('Imports kept replacing the search index; run it again when they are done.');
}

async function opened(file: ImportFile): Promise<{ stream: Readable; format: Format }> {
  const { stream, format: seen } = await openText(await file.open());
  const format = file.format ?? seen;
  if (format === undefined)
    throw new UnknownFormat(`${file.name}: the format is not recognised; name it with --format.`);
  return { stream, format };
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
      const isWhole = await importFile(draft, file, references, context, events, counts);
      if (!isWhole) return { ...counts, isComplete: false };
    }
    return { ...counts, isComplete: true };
  } catch (error) {
    draft.leave();
    throw error;
  }
}

/** False when it was paused before the end. */
async function importFile(
  draft: IndexDraft,
  file: ImportFile,
  references: ReferenceStore,
  context: ImportContext,
  events: ImportEvents,
  counts: ReturnType<typeof emptyCounts>,
): Promise<boolean> {
  const { stream, format } = await opened(file);
  const steps: AsyncIterable<Step> =
    format === 'library'
      ? importLibraryLines(stream, context)
      : format === 'openlibrary'
        ? readOpenLibrary(stream, references)
        : READERS[format](stream);
  const done = draft.progressOf(file.fingerprint);
  let records = 0;
  let batch: Step[] = [];

  const save = async (steps: readonly Step[], until: number): Promise<void> => {
    const drafts = steps.flatMap((step) => ('draft' in step ? step.draft : []));
    const saved = [
      ...(await context.catalogue.save(drafts)),
      ...steps.flatMap((step) => ('saved' in step ? step.saved : [])),
    ];
    draft.apply(saved, { file: file.fingerprint, records: until });
    for (const { outcome } of saved) counts[outcome] += 1;
    counts.records += steps.length;
    events.onProgress?.(counts.records);
  };
  /**
   * The next batch is read while this one is written; two are never written at once, since they may hold the same
   * volume.
   */
  let saving: Promise<void> = Promise.resolve();
  const flush = async (): Promise<void> => {
    await saving;
    saving = save(batch, records);
    // The next await of it reports a failure.
    saving.catch(() => undefined);
    batch = [];
  };
  const report = (step: Step): void => {
    if ('refused' in step) {
      counts.refused += 1;
      events.onRefused?.(file.name, step.position, step.refused);
    }
    if (!('warnings' in step)) return;
    counts.warnings += step.warnings.length;
    for (const warning of step.warnings) events.onWarning?.(file.name, step.position, warning);
  };

  for await (const step of steps) {
    records += 1;
    if (records <= done) continue;
    report(step);
    batch.push(step);
    if (batch.length < BATCH) continue;
    await flush();
    if (context.shouldPause?.() !== true) continue;
    await saving;
    return false;
  }
  if (batch.length > 0) await flush();
  await saving;
  draft.finish(file.fingerprint);
  return true;
}
