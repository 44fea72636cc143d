/**
 * Compresses the guests of a large meeting: an item is written to the table and three indexes, and again in the
 * calendar of every guest whenever somebody responds.
 */
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { StoredItem } from '#lib/calendar/model/event';

type Guests = Pick<StoredItem, 'attendees' | 'heard'>;

/** Fewer rows than this fit into what is paid for anyway. */
const FEWEST_PACKED = 10;

/** The event with its guests packed, where that is worth it. */
export function packGuests<T extends Guests>(
  event: T,
): { readonly event: Omit<T, keyof Guests> | T; readonly guests?: Uint8Array } {
  const { attendees, heard, ...rest } = event;
  if ((attendees ?? []).length < FEWEST_PACKED) return { event };
  return { event: rest, guests: deflateRawSync(JSON.stringify({ attendees, heard } satisfies Guests)) };
}

/** A stream hands bytes over as base64 where Lambda reads it. */
export function unpackGuests(guests: Uint8Array | string | undefined): Guests {
  if (guests === undefined) return {};
  const bytes = typeof guests === 'string' ? Buffer.from(guests, 'base64') : guests;
  return JSON.parse(inflateRawSync(bytes).toString()) as Guests;
}
