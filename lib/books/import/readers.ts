/** The reader of each format. */
import type { ReferenceStore, Saved, VolumeDraft } from '#lib/books/stores/all';
import type { ByteInput } from './file/encoding.ts';
import type { Format } from './file/formats.ts';
import type { OpenedFile } from './file/open-file.ts';
import type { LibraryImport } from './library-lines.ts';

/** One record of a file: to be saved, carried out already, or refused. */
export type ImportStep = { readonly position: number } & (
  | { readonly draft: VolumeDraft; readonly warnings: readonly string[] }
  | { readonly saved: readonly Saved[] }
  | { readonly refused: string }
);

export interface ReadingOptions {
  readonly format: Format;
  readonly context: LibraryImport;
  readonly references: ReferenceStore;
  /** Headers of a table by the names of our columns. */
  readonly map?: Readonly<Record<string, string>> | undefined;
  onNote(note: string): void;
}

type Reader = (file: OpenedFile, options: ReadingOptions) => Promise<AsyncIterable<ImportStep>>;

/** A reader is loaded with the first file that needs it: most imports, and every first start, read tables alone. */
const READERS: Readonly<Record<Format, Reader>> = {
  async csv(file, { map, onNote }) {
    const { readCsv } = await import('./csv.ts');
    return readCsv(file.text(onNote), { map, onNote });
  },
  async googlebooks(file, { onNote }) {
    const { readGoogleBooks } = await import('./json/googlebooks.ts');
    return readGoogleBooks(file.text(onNote));
  },
  async library(file, { context, onNote }) {
    const { importLibraryLines } = await import('./library-lines.ts');
    return importLibraryLines(file.text(onNote), context);
  },
  async marc(file) {
    const { readMarc } = await import('./marc/iso2709.ts');
    return readMarc(file.bytes as ByteInput);
  },
  async marcxml(file, { onNote }) {
    const { readMarcXml } = await import('./marc/marcxml.ts');
    return readMarcXml(file.text(onNote));
  },
  async onix(file, { onNote }) {
    const { readOnix } = await import('./xml/onix.ts');
    return readOnix(file.text(onNote));
  },
  async openlibrary(file, { references, onNote }) {
    const { readOpenLibrary } = await import('./json/openlibrary.ts');
    return readOpenLibrary(file.text(onNote), references);
  },
};

export const stepsIn = (file: OpenedFile, options: ReadingOptions): Promise<AsyncIterable<ImportStep>> =>
  READERS[options.format](file, options);
