/** Merges sorted sources lazily: a value is taken from its source only when it is its turn. */

export interface Source<T> {
  /** The next value; undefined when there is none, or none yet. */
  peek(): T | undefined;
  /** Moves on. */
  advance(): void;
}

export type Before<T> = (a: T, b: T) => boolean;

export function sourceOf<T>(values: Iterable<T>): Source<T> {
  const iterator = values[Symbol.iterator]();
  let current: T | undefined;
  let isRead = false;
  return {
    peek() {
      if (!isRead) {
        const result = iterator.next();
        current = result.done === true ? undefined : result.value;
        isRead = true;
      }
      return current;
    },
    advance() {
      isRead = false;
    },
  };
}

interface HeapEntry<T> {
  readonly source: Source<T>;
  value: T;
}

/** Moves the first entry of a binary heap down to its place. */
function sink<T>(heap: HeapEntry<T>[], before: Before<T>): void {
  for (let parent = 0; ;) {
    let least = parent;
    for (const child of [2 * parent + 1, 2 * parent + 2]) {
      const candidate = heap[child];
      const leader = heap[least];
      if (candidate !== undefined && leader !== undefined && before(candidate.value, leader.value)) least = child;
    }
    const [upper, lower] = [heap[parent], heap[least]];
    if (least === parent || upper === undefined || lower === undefined) return;
    heap[parent] = lower;
    heap[least] = upper;
    parent = least;
  }
}

/**
 * All values that the sources have now, in order, while `shouldContinue` is true. Other values stay in their source.
 */
export function* mergeSorted<T>(
  sources: readonly Source<T>[],
  before: Before<T>,
  shouldContinue: (value: T) => boolean = () => true,
): Generator<T, void> {
  const heap = sources
    .flatMap((source): HeapEntry<T>[] => {
      const value = source.peek();
      return value === undefined ? [] : [{ source, value }];
    })
    .sort((a, b) => (before(a.value, b.value) ? -1 : 1));
  for (let first = heap[0]; first !== undefined && shouldContinue(first.value); first = heap[0]) {
    yield first.value;
    first.source.advance();
    const next = first.source.peek();
    if (next !== undefined) first.value = next;
    else {
      const last = heap.pop();
      if (last !== undefined && last !== first) heap[0] = last;
    }
    sink(heap, before);
  }
}
