/** The primary key of every table: partition and sort key. */
export interface Key {
  readonly pk: string;
  readonly sk: string;
}

/** An item as the document client reads and writes it. */
export type Item = Record<string, unknown>;
