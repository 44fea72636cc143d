import type { EventWrite } from '#lib/calendar/stores/events';
import { touchesOutline } from '#lib/stores/dynamodb/calendar/items/outline-items';

/** Leaves room for two counters, an overlay, a list entry and milestones in a transaction of a hundred. */
const MAX_ITEMS_TOGETHER = 92;

/** A series comes with its outline, and with the place that it may leave. */
const itemsOf = (write: EventWrite): number => (touchesOutline(write) ? 3 : 1);

/** A transaction may hold 4 MB; in UTF-8 text can take more bytes than the characters counted here. */
const MAX_BYTES_TOGETHER = 2_000_000;

/** Splits writes, in their order, into groups that fit into one transaction. */
export function writtenTogether(writes: readonly EventWrite[]): EventWrite[][] {
  if (writes.length === 1) return [[...writes]];
  const chunks: EventWrite[][] = [[]];
  let [items, bytes] = [0, 0];
  for (const write of writes) {
    const [count, size] = [itemsOf(write), JSON.stringify(write.event).length];
    const last = chunks.at(-1) ?? [];
    const fits = last.length === 0 || (items + count <= MAX_ITEMS_TOGETHER && bytes + size <= MAX_BYTES_TOGETHER);
    if (fits) last.push(write);
    else chunks.push([write]);
    items = fits ? items + count : count;
    bytes = fits ? bytes + size : size;
  }
  return chunks;
}
