import type { EventWrite } from '#lib/calendar/stores/events';

/** Leaves room for two counters, an overlay and a list entry in a transaction of a hundred. */
const MAX_WRITES_TOGETHER = 96;

/** A transaction may hold 4 MB; in UTF-8 text can take more bytes than the characters counted here. */
const MAX_BYTES_TOGETHER = 2_000_000;

/** Splits writes, in their order, into groups that fit into one transaction. */
export function writtenTogether(writes: readonly EventWrite[]): EventWrite[][] {
  if (writes.length === 1) return [[...writes]];
  const chunks: EventWrite[][] = [[]];
  let bytes = 0;
  for (const write of writes) {
    const size = JSON.stringify(write.event).length;
    const last = chunks.at(-1) ?? [];
    const fits = last.length < MAX_WRITES_TOGETHER && (last.length === 0 || bytes + size <= MAX_BYTES_TOGETHER);
    if (fits) last.push(write);
    else chunks.push([write]);
    bytes = fits ? bytes + size : size;
  }
  return chunks;
}
