/** How events and overlays are stored. */
import { isOutlined } from '#lib/calendar/events/order/outline';
import { OUTLINES } from '#lib/calendar/events/order/time-index';
import type { Clearing } from '#lib/calendar/model/calendar';
import type { Overlay, StoredItem } from '#lib/calendar/model/event';
import { asCleared } from '#lib/calendar/stores/cleared';
import type { EventWrite, HeldOverlay, IndexedItem, ChangeNotice } from '#lib/calendar/stores/events';
import { packBody, unpackBody, type Body } from '#lib/stores/dynamodb/body';
import type { Item } from '#lib/stores/dynamodb/item';
import { quietMark, reminderMark, SCHEMA_VERSION } from './items.ts';
import { changeKey, eventKey, holderKey, overlayKey, seqOf, uidKey } from './keys.ts';
import { unpackGuests } from './packed-guests.ts';

/** The notice of a change is stored once, on the item that it is about; the notice of an import on all its items. */
const isToldWith = ({ eventId, isImport }: ChangeNotice, id: string): boolean => isImport === true || eventId === id;

export const eventItem = (
  calendarId: string,
  { event, timeKey, seriesType, keepsPlace, expiresAtMs }: EventWrite,
  seq: number,
  telling?: ChangeNotice,
): Item => ({
  ...eventKey(calendarId, event.id),
  v: SCHEMA_VERSION,
  version: event.version,
  changeKey: changeKey('E', keepsPlace?.seq ?? seq),
  sharedSeq: keepsPlace?.sharedSeq ?? seq,
  ...(timeKey !== undefined && { timeKey }),
  uid: uidKey(event.iCalUID),
  eventType: event.eventType ?? seriesType,
  ...(expiresAtMs !== undefined && { expires: Math.ceil(expiresAtMs / 1000) }),
  ...(telling !== undefined && isToldWith(telling, event.id) && { telling }),
  ...quietMark(telling),
  event: packBody({ ...event, ...NOT_IN_BODY }),
});

/** What reading an item adds to the event in its body. */
const NOT_IN_BODY = { version: undefined, seq: undefined, sharedSeq: undefined, timeKey: undefined };

interface Kept {
  readonly event: Body;
  /** Of a large meeting, from before version 0.3. */
  readonly guests?: Uint8Array | string;
  readonly version: number;
  readonly changeKey: string;
  readonly sharedSeq: number;
  readonly timeKey?: string;
}

export function readEvent(item: Item, clearing: Clearing = {}): IndexedItem {
  const { event, guests, version, changeKey: change, sharedSeq, timeKey } = item as Item & Kept;
  const stored = unpackBody<StoredItem>(event);
  return asCleared({ ...stored, ...unpackGuests(guests), version, seq: seqOf(change), sharedSeq, timeKey }, clearing);
}

const classOf = ({ event, timeKey }: EventWrite): string[] =>
  timeKey === undefined ? (isOutlined(event) ? [OUTLINES] : []) : [timeKey.slice(0, timeKey.indexOf('#'))];

/** `Eh#2026-...` -> `Eh`: where events stand in the index by time. */
export const classesOf = (writes: readonly EventWrite[]): string[] => [...new Set(writes.flatMap(classOf))];

/** DynamoDB removes expired items with a delay. */
export const isExpired = (item: Item, nowMs: number): boolean =>
  typeof item['expires'] === 'number' && item['expires'] * 1000 <= nowMs;

export const overlayItem = (email: string, calendarId: string, { eventId, ...value }: Overlay, seq: number): Item => ({
  ...overlayKey(email, calendarId, eventId),
  v: SCHEMA_VERSION,
  eventId,
  ...value,
  seq,
  ...reminderMark(value.reminders?.overrides),
});

/** The same beside the event, with the address of its holder. */
export const holderItem = (email: string, calendarId: string, { eventId, ...value }: Overlay): Item => ({
  ...holderKey(email, calendarId, eventId),
  v: SCHEMA_VERSION,
  email,
  eventId,
  ...value,
});

export function readHolder(item: Item): HeldOverlay {
  const { email, ...overlay } = item;
  return { email: String(email), value: { ...readOverlay(overlay), seq: 0 } };
}

export function readOverlay(item: Item): Overlay {
  const { pk: _pk, sk: _sk, v: _v, eventType: _type, isQuiet: _quiet, remindsByMail: _mark, ...overlay } = item;
  return overlay as Item & Overlay;
}
