/** The reader of each format. */
import type { ReferenceStore, Saved, VolumeDraft } from '#lib/books/stores/all';
import { readCsv } from './csv.ts';
import type { ByteInput } from './file/encoding.ts';
import type { Format } from './file/formats.ts';
import type { OpenedFile } from './file/open-file.ts';
import { readGoogleBooks } from './json/googlebooks.ts';
import { readOpenLibrary } from './json/openlibrary.ts';
import { importLibraryLines, type LibraryImport } from './library-lines.ts';
import { readMarc } from './marc/iso2709.ts';
import { readMarcXml } from './marc/marcxml.ts';
import { readOnix } from './xml/onix.ts';

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

const READERS: Readonly<Record<Format, (file: OpenedFile, options: ReadingOptions) => AsyncIterable<ImportStep>>> = {
  csv: (file, { map, onNote }) => readCsv(file.text(onNote), { map, onNote }),
  googlebooks: (file, { onNote }) => readGoogleBooks(file.text(onNote)),
  library: (file, { context, onNote }) => importLibraryLines(file.text(onNote), context),
  marc: (file) => readMarc(file.bytes as ByteInput),
  marcxml: (file, { onNote }) => readMarcXml(file.text(onNote)),
  onix: (file, { onNote }) => readOnix(file.text(onNote)),
  openlibrary: (file, { references, onNote }) => readOpenLibrary(file.text(onNote), references),
};

export const stepsIn = (file: OpenedFile, options: ReadingOptions): AsyncIterable<ImportStep> =>
  READERS[options.format](file, options);
