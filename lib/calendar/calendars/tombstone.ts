/** What becomes of an event whose calendar was cleared. */
import { isException } from '#lib/calendar/model/event';
import { changeNumber } from '#lib/calendar/model/guest-copy';
import type { EventWrite, IndexedItem } from '#lib/calendar/stores/events';
import { forgottenAtMs } from '#lib/calendar/tokens/retention';

/** The place by time of a tombstone: beside its old one, on the shelf of the deleted. */
const onShelfOfDeleted = (timeKey: string): string => timeKey.replace(/^R#/, 'XR#').replace(/^[EK]/, 'X');

/** Deleted before its calendar was cleared. */
export const hasTombstoneKey = ({ timeKey }: IndexedItem): boolean => timeKey?.startsWith('X') === true;

/** Whoever clears a calendar declines what it was invited to. */
const declining = ({ copy, version }: IndexedItem): Pick<IndexedItem, 'copy'> =>
  copy === undefined
    ? {}
    : {
        copy: {
          ...copy,
          isRemoved: true,
          awaiting: { version: changeNumber(copy, version + 1), answer: { responseStatus: 'declined' } },
        },
      };

/** Of an event as its calendar's clearing has left it (see cleared.ts), in the place that it has among the changes. */
export const tombstoneOf = (event: IndexedItem, atMs: number): EventWrite => ({
  event: { ...event, ...(!isException(event) && declining(event)), version: event.version + 1 },
  timeKey: event.timeKey === undefined ? undefined : onShelfOfDeleted(event.timeKey),
  keepsPlace: event,
  expiresAtMs: forgottenAtMs(atMs),
});
