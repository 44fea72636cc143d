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
  /** Left out where there are none. */
  readonly unknownIds?: readonly UnknownIds[];
}

/** Ids of good rows that nothing imported so far has. */
export interface UnknownIds {
  readonly column: string;
  readonly count: number;
  /** The first of them. */
  readonly ids: readonly string[];
}

/** A file that cannot be read at all. */
export class UnreadableFile extends Error {}
