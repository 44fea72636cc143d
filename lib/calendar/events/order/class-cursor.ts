/** One duration class of the index by time, read in pages. */
import type { Source } from './merge-sorted.ts';
import { inPlace, type Placed } from './position.ts';
import type { Page } from '#lib/calendar/stores/page';
import type { Filed } from '#lib/calendar/stores/events';

export class ClassCursor implements Source<Placed> {
  /** Whatever starts before this has been read. */
  readUpTo = -Infinity;
  readonly #read: (after: string | undefined) => Promise<Page<Filed>>;
  readonly #accept: (item: Filed) => Placed | undefined;
  #next: string | undefined;
  #rows: Placed[] = [];
  #at = 0;

  constructor(read: (after: string | undefined) => Promise<Page<Filed>>, accept: (item: Filed) => Placed | undefined) {
    this.#read = read;
    this.#accept = accept;
  }

  async fetch(): Promise<readonly Filed[]> {
    const { items, next } = await this.#read(this.#next);
    this.#next = next;
    return items;
  }

  /** Takes up what was fetched, once the series of its exceptions are known. */
  take(items: readonly Filed[]): void {
    const rows = this.#rows.slice(this.#at);
    for (const item of items) {
      const row = this.#accept(item);
      if (row !== undefined) rows.push(row);
    }
    // Rows of one start come in any order: the last start is complete only when the next one has been seen.
    this.readUpTo = this.#next === undefined ? Infinity : (rows.at(-1)?.start ?? this.readUpTo);
    this.#rows = rows.sort(inPlace);
    this.#at = 0;
  }

  peek(): Placed | undefined {
    return this.#rows[this.#at];
  }

  advance(): void {
    this.#at += 1;
  }
}
