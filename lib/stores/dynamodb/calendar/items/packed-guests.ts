/** The guests of a large meeting as versions before 0.3 stored them: deflated, in an attribute of their own. */
import { inflateRawSync } from 'node:zlib';
import type { StoredItem } from '#lib/calendar/model/event';

type Guests = Pick<StoredItem, 'attendees' | 'heard'>;

/** A stream hands bytes over as base64 where Lambda reads it. */
export function unpackGuests(guests: Uint8Array | string | undefined): Guests {
  if (guests === undefined) return {};
  const bytes = typeof guests === 'string' ? Buffer.from(guests, 'base64') : guests;
  return JSON.parse(inflateRawSync(bytes).toString()) as Guests;
}
