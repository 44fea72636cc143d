/** The cost of reads and writes, in DynamoDB's capacity units. */

const READ_BYTES = 4_096;
const WRITE_BYTES = 1_024;
/** Overhead of an entry in a local index. */
const LOCAL_ENTRY_BYTES = 100;

/** An eventually consistent read costs half. */
export const readUnits = (bytes: number, isConsistent: boolean): number =>
  Math.max(1, Math.ceil(bytes / READ_BYTES)) * (isConsistent ? 1 : 0.5);

export const unitsToWrite = (bytes: number): number => Math.max(1, Math.ceil(bytes / WRITE_BYTES));

export interface WriteSizes {
  /** Sizes of the old and new item; undefined if there is none. */
  readonly before: number | undefined;
  readonly after: number | undefined;
  /** Whether the item did not change. */
  readonly isSame: boolean;
  /** The item's entry in each index; undefined if it has none. */
  readonly indexes: readonly {
    readonly isGlobal: boolean;
    readonly before: string | undefined;
    readonly after: string | undefined;
    /** Of an index that contains less than the whole item. */
    readonly sizes?: { readonly before: number; readonly after: number; readonly isSame: boolean } | undefined;
  }[];
}

/** The table is charged for the larger of both items; an index for each entry added, removed or changed. */
export function writeUnits({ before = 0, after = 0, isSame, indexes }: WriteSizes): number {
  const table = unitsToWrite(Math.max(before, after));
  return indexes.reduce((sum, index) => {
    const more = index.isGlobal ? 0 : LOCAL_ENTRY_BYTES;
    const sizes = index.sizes ?? { before, after, isSame };
    if (index.before === index.after) {
      return index.before === undefined || sizes.isSame || isSame
        ? sum
        : sum + unitsToWrite(Math.max(sizes.before, sizes.after) + more);
    }
    const removed = index.before === undefined ? 0 : unitsToWrite(sizes.before + more);
    const added = index.after === undefined ? 0 : unitsToWrite(sizes.after + more);
    return sum + removed + added;
  }, table);
}
