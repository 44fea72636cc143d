/** One duration class of the index by time, read in pages. */
import type { IndexedItem } from '#lib/calendar/stores/events';
import type { Page } from '#lib/calendar/stores/page';
import type { Source } from './merge-sorted.ts';
import { comparePositions, type PositionedRow } from './position.ts';
import { startOfLaterKeys } from './time-index.ts';

export class ClassCursor implements Source<PositionedRow> {
  /** Everything that starts before this instant has been read. */
  readUpTo = -Infinity;
  readonly #read: (after: string | undefined) => Promise<Page<IndexedItem>>;
  readonly #accept: (item: IndexedItem) => PositionedRow | undefined;
  readonly #zone: string;
  #next: string | undefined;
  #rows: PositionedRow[] = [];
  #at = 0;

  constructor(
    read: (after: string | undefined) => Promise<Page<IndexedItem>>,
    accept: (item: IndexedItem) => PositionedRow | undefined,
    zone: string,
  ) {
    this.#read = read;
    this.#accept = accept;
    this.#zone = zone;
  }

  async fetch(): Promise<readonly IndexedItem[]> {
    const { items, next } = await this.#read(this.#next);
    this.#next = next;
    return items;
  }

  /** Adds what was fetched, once the series of its exceptions are known. */
  take(items: readonly IndexedItem[]): void {
    const rows = this.#rows.slice(this.#at);
    for (const item of items) {
      const row = this.#accept(item);
      if (row !== undefined) rows.push(row);
    }
    // Rows of one start come in any order: the last start is complete only when the next one has been seen.
    const last = items.at(-1)?.timeKey;
    if (this.#next === undefined) this.readUpTo = Infinity;
    else if (last !== undefined) this.readUpTo = startOfLaterKeys(last, this.#zone);
    this.#rows = rows.sort(comparePositions);
    this.#at = 0;
  }

  peek(): PositionedRow | undefined {
    return this.#rows[this.#at];
  }

  advance(): void {
    this.#at += 1;
  }
}
