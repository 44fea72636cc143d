/** One file of an import: its records in batches, each saved, indexed, and counted. */
import type { Readable } from 'node:stream';
import type { IndexDraft, ReferenceStore, SaveOutcome } from '#lib/books/stores/all';
import type { Format } from './file/formats.ts';
import { type OpenedFile, openFile } from './file/open-file.ts';
import { UnusableFile } from './file/unusable-file.ts';
import type { LibraryImport } from './library-lines.ts';
import { type ImportStep, stepsIn } from './readers.ts';

export interface ImportFile {
  readonly name: string;
  /** Tells one content from another, so that an interrupted import is taken up only for the very same file. */
  readonly fingerprint: string;
  /** Without them, they are found out. */
  readonly format?: Format | undefined;
  readonly encoding?: string | undefined;
  /** Headers of a table by the names of our columns. */
  readonly map?: Readonly<Record<string, string>> | undefined;
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
  /** Something about the file as a whole: its encoding, its columns. */
  onNote?(file: string, note: string): void;
  /** After each batch: records handled in this run. */
  onProgress?(records: number): void;
}

/** What became of a record; `applied` is a line about a person. */
type Outcome = SaveOutcome | 'applied' | 'refused';
type Counts = Record<Outcome | 'warnings' | 'records', number>;
export type ImportSummary = Readonly<Counts> & { readonly isComplete: boolean };

const OUTCOMES = ['added', 'updated', 'unchanged', 'older', 'removed', 'absent', 'applied', 'refused'] as const;

export const emptyCounts = (): Counts => ({
  added: 0,
  updated: 0,
  unchanged: 0,
  older: 0,
  removed: 0,
  absent: 0,
  applied: 0,
  refused: 0,
  warnings: 0,
  records: 0,
});

/** Every record is in, or told. */
function checkSum(file: ImportFile, counts: Counts): void {
  const told = OUTCOMES.reduce((sum, outcome) => sum + counts[outcome], 0);
  if (told !== counts.records)
    throw new Error(
      `${file.name}: ${String(counts.records)} records were read, and what became of ${String(told)} is known. Import it again.`,
    );
}

const BATCH = 400;

/** Throws `UnusableFile` where the format is neither named nor recognised. */
export async function openImport(file: ImportFile): Promise<{ opened: OpenedFile; format: Format }> {
  const opened = await openFile(await file.open(), file.encoding);
  const format = file.format ?? (file.map === undefined ? opened.format : 'csv');
  if (format === undefined)
    throw new UnusableFile(`${file.name}: the format is not recognised; name it with --format.`);
  return { opened, format };
}

export interface Import {
  readonly draft: IndexDraft;
  readonly references: ReferenceStore;
  readonly context: ImportContext;
  readonly events: ImportEvents;
  readonly counts: Counts;
}

async function saveBatch(
  steps: readonly ImportStep[],
  progress: { readonly file: string; readonly records: number },
  { draft, context, events, counts }: Import,
): Promise<void> {
  const drafts = steps.flatMap((step) => ('draft' in step ? step.draft : []));
  const saved = await context.catalogue.save(drafts);
  const carriedOut = steps.flatMap((step) => ('saved' in step ? [step.saved] : []));
  await draft.apply([...saved, ...carriedOut.flat()], progress);
  for (const { outcome } of saved) counts[outcome] += 1;
  counts.applied += carriedOut.length;
  counts.refused += steps.filter((step) => 'refused' in step).length;
  counts.records += steps.length;
  events.onProgress?.(counts.records);
}

function report(step: ImportStep, { name }: ImportFile, { events, counts }: Import): void {
  if ('refused' in step) events.onRefused?.(name, step.position, step.refused);
  if (!('warnings' in step)) return;
  counts.warnings += step.warnings.length;
  for (const warning of step.warnings) events.onWarning?.(name, step.position, warning);
}

/** False when it was paused before the end. */
export async function importFile(file: ImportFile, into: Import): Promise<boolean> {
  const { draft, references, context, events, counts } = into;
  const { opened, format } = await openImport(file);
  const onNote = (note: string): void => events.onNote?.(file.name, note);
  const done = await draft.progressOf(file.fingerprint);
  let records = 0;
  let batch: ImportStep[] = [];
  /**
   * The next batch is read while this one is written; two are never written at once, since they may hold the same
   * volume.
   */
  let saving: Promise<void> = Promise.resolve();
  const flush = async (): Promise<void> => {
    await saving;
    saving = saveBatch(batch, { file: file.fingerprint, records }, into);
    // The next await of it reports a failure.
    saving.catch(() => undefined);
    batch = [];
  };

  try {
    for await (const step of await stepsIn(opened, { format, context, references, map: file.map, onNote })) {
      records += 1;
      if (records <= done) continue;
      report(step, file, into);
      batch.push(step);
      if (batch.length < BATCH) continue;
      await flush();
      if (context.shouldPause?.() !== true) continue;
      await saving;
      return false;
    }
  } catch (error) {
    throw error instanceof UnusableFile ? new UnusableFile(`${file.name}: ${error.message}`, { cause: error }) : error;
  }
  if (batch.length > 0) await flush();
  await saving;
  checkSum(file, counts);
  await draft.finish(file.fingerprint);
  return true;
}
