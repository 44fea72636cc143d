/** The tombstone of an event whose calendar was cleared. */
import { timeKeyOfItem } from '#lib/calendar/events/order/time-key';
import { isException } from '#lib/calendar/model/event';
import { changeNumber } from '#lib/calendar/model/guest-copy';
import type { EventWrite, IndexedItem } from '#lib/calendar/stores/events';
import { forgottenAtMs } from '#lib/calendar/tokens/retention';

/** The key by time of a tombstone. That of an exception depends on its series: it is the old one, among deleted events. */
const tombstoneKeyOf = (event: IndexedItem): string | undefined =>
  isException(event) ? event.timeKey?.replace(/^[EK]/, 'X') : timeKeyOfItem(event);

/** Whether the event was deleted before its calendar was cleared. */
export const hasTombstoneKey = ({ timeKey }: IndexedItem): boolean => timeKey?.startsWith('X') === true;

/** Clearing a calendar declines its invitations. */
const withDecline = ({ copy, version }: IndexedItem): Pick<IndexedItem, 'copy'> =>
  copy === undefined
    ? {}
    : {
        copy: {
          ...copy,
          isRemoved: true,
          awaiting: { version: changeNumber(copy, version + 1), answer: { responseStatus: 'declined' } },
        },
      };

/** Expects the event as cancelled by the clearing (stores/cleared.ts); it keeps its place among the changes. */
export const tombstoneOf = (event: IndexedItem, atMs: number): EventWrite => ({
  event: { ...event, ...(!isException(event) && withDecline(event)), version: event.version + 1 },
  timeKey: tombstoneKeyOf(event),
  before: { ...event, status: 'confirmed' },
  keepsPlace: event,
  expiresAtMs: forgottenAtMs(atMs),
});
