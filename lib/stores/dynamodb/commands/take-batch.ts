/** Which of the changes that wait go into one transaction. */
import type { Change, Waiting } from './change.ts';
import type { TransactItem } from './conditional.ts';

const MAX_ITEMS = 100;

/** A transaction may hold 4 MB; in UTF-8 text can take more bytes than the characters counted here. */
const MAX_BYTES = 2_000_000;

/** For the name of an attribute, and for a value that is neither text nor bytes nor made of others. */
const SMALL = 16;

function sizeOfValue(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (ArrayBuffer.isView(value)) return value.byteLength;
  return typeof value === 'object' && value !== null ? JSON.stringify(value).length : SMALL;
}

function sizeOf({ Put, Update, Delete, ConditionCheck }: TransactItem): number {
  const values = { ...(Put?.Item ?? (Update ?? Delete ?? ConditionCheck)?.Key), ...Update?.ExpressionAttributeValues };
  let size = 0;
  for (const name in values) size += SMALL + sizeOfValue(values[name]);
  return size;
}

const keyOf = ({ Put, Update, Delete, ConditionCheck }: TransactItem): string => {
  const key = Put?.Item ?? (Update ?? Delete ?? ConditionCheck)?.Key;
  return `${String(key?.['pk'])}\0${String(key?.['sk'])}`;
};

/** A change that marks the counter stands alone; the others share a transaction with those that read the same of it. */
const mayShare = (a: Change, b: Change): boolean =>
  a.mark === undefined && b.mark === undefined && JSON.stringify(a.asRead ?? {}) === JSON.stringify(b.asRead ?? {});

interface Batch {
  readonly batch: Waiting[];
  /** The writes of each, with the numbers that follow on `from`. */
  readonly numbered: TransactItem[][];
}

/** Undefined for a change that cannot be written at all, which has then failed by itself: it is too large. */
function itemsOf(change: Waiting, seq: number): TransactItem[] | undefined {
  try {
    return change.items(seq);
  } catch (error) {
    change.fail(error);
    return undefined;
  }
}

/**
 * As many changes as fit into one transaction beside the counter; two that touch the same item go one after the other.
 */
export function takeBatch(waiting: Waiting[], from: number): Batch {
  const touched = new Set<string>();
  const numbered: TransactItem[][] = [];
  let bytes = 0;
  for (const change of waiting.slice()) {
    const items = itemsOf(change, from + numbered.length + 1);
    if (items === undefined) {
      waiting.splice(waiting.indexOf(change), 1);
      continue;
    }
    for (const item of items) bytes += sizeOf(item);
    const isTooMuch =
      touched.size + items.length >= MAX_ITEMS || bytes > MAX_BYTES || items.some((item) => touched.has(keyOf(item)));
    if (numbered.length > 0 && (isTooMuch || !mayShare(waiting[0] ?? change, change))) break;
    for (const item of items) touched.add(keyOf(item));
    numbered.push(items);
  }
  return { batch: waiting.splice(0, numbered.length), numbered };
}
