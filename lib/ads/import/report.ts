/** The result of importing a file. */

export interface BadLine {
  readonly line: number;
  readonly problem: string;
}

export interface ImportReport {
  readonly kind: string;
  /** Good rows. */
  readonly rows: number;
  readonly badLines: number;
  /** The first of them, by line. */
  readonly problems: readonly BadLine[];
}

/** A file that cannot be read at all. */
export class UnreadableFile extends Error {}
