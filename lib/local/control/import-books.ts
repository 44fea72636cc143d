/** A file for the catalogue, out of a browser: the same import as `npm run books -- import`, with every line told. */
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { badRequest, conflict } from '#lib/api/errors';
import type { ImportLine, ImportReport } from './model/records.ts';

/** More are counted, but not told. */
const MAX_LINES = 1000;

export interface UploadedFile {
  readonly name: string;
  readonly bytes: Buffer;
}

/** Loaded where it is asked for: the stores read the environment of the stack. */
export async function importBooks({ name, bytes }: UploadedFile): Promise<ImportReport> {
  const [{ importFiles }, { UnusableFile }, { importContext }, { booksIndex }, indexing] = await Promise.all([
    import('#lib/books/import/importer'),
    import('#lib/books/import/file/unusable-file'),
    import('#lib/runtime/books/import'),
    import('#lib/runtime/books/index'),
    import('#lib/stores/search-index/index-publisher'),
  ]);
  const lines: ImportLine[] = [];
  const tell = (kind: ImportLine['kind'], position: number, text: string): void => {
    if (lines.length < MAX_LINES) lines.push({ kind, position, text });
  };
  const file = { name, fingerprint: randomUUID(), open: () => Readable.from([bytes]) };
  try {
    const { isComplete: _, ...counts } = await importFiles([file], importContext(), {
      onRefused: (_file, position, reason) => {
        tell('refused', position, reason);
      },
      onWarning: (_file, position, warning) => {
        tell('warning', position, warning);
      },
      onNote: (_file, note) => {
        tell('note', 0, note);
      },
    });
    // Searches of this stack see it at once.
    await booksIndex.refresh();
    return { counts, lines };
  } catch (error) {
    if (error instanceof UnusableFile) throw badRequest('invalid', error.message, { cause: error });
    if (error instanceof indexing.DraftInUse || error instanceof indexing.OtherFormat)
      throw conflict('conflict', error.message);
    throw error;
  }
}
