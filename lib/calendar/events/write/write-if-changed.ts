/** Writes that leave out what is stored already, for those who bring items to a state: guests' copies and pulls. */
import { isDeepStrictEqual } from 'node:util';
import type { StoredEvent, StoredItem } from '#lib/calendar/model/event';
import type { EventWrite, IndexedItem } from '#lib/calendar/stores/events';
import { writeOf } from './item-write.ts';

type Content = Record<string, unknown>;

/** The item without versions, times of change and index keys. */
function contentOf(item: StoredItem): Content {
  const {
    version: _version,
    updatedAtMs: _updated,
    seq: _seq,
    sharedSeq: _shared,
    timeKey: _key,
    copy,
    ...content
  } = { seq: 0, sharedSeq: 0, timeKey: '', ...item };
  const marks = copy && { ...copy, version: 0 };
  return Object.fromEntries(Object.entries({ ...content, copy: marks }).filter(([, value]) => value !== undefined));
}

/** Fields that no client sees. */
const BOOKKEEPING = new Set(['exceptions', 'reachesUntilMs', 'formerly', 'copy', 'isPulled']);

const isSameBut = (a: Content, b: Content, ignored: ReadonlySet<string>): boolean =>
  [...new Set([...Object.keys(a), ...Object.keys(b)])].every(
    (name) => ignored.has(name) || isDeepStrictEqual(a[name], b[name]),
  );

/**
 * The write of an item, if it differs from what is stored. What no client sees of it leaves it at its place among the
 * changes.
 */
export function writeIfChanged(
  item: StoredItem,
  items: readonly IndexedItem[],
  nowMs: number,
  master?: StoredEvent,
): EventWrite[] {
  const known = items.find(({ id }) => id === item.id);
  const write = writeOf(item, nowMs, master, known);
  if (known === undefined) return [write];
  const [before, after] = [contentOf(known), contentOf(item)];
  if (isSameBut(before, after, new Set()) && known.timeKey === write.timeKey) return [];
  if (!isSameBut(before, after, BOOKKEEPING)) return [write];
  return [{ ...write, event: { ...item, updatedAtMs: known.updatedAtMs }, keepsPlace: known }];
}
