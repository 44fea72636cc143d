/** Events and list entries of versions before 0.3: maps and attributes in place of one text. */
import type { StoredItem } from '#lib/calendar/model/event';
import type { ListEntry } from '#lib/calendar/model/list-entry';
import { isFormerBody, packFormerBody } from '#lib/stores/dynamodb/body';
import { FORMER_ENTRY_FIELDS } from '#lib/stores/dynamodb/calendar/entries';
import { SCHEMA_VERSION } from '#lib/stores/dynamodb/calendar/items/items';
import { entryPrefix, userKey } from '#lib/stores/dynamodb/calendar/items/keys';
import { unpackGuests } from '#lib/stores/dynamodb/calendar/items/packed-guests';
import type { Item } from '#lib/stores/dynamodb/item';
import type { RewriteOf } from './rewrite-table.ts';

const isEntry = ({ pk, sk }: Item): boolean =>
  String(pk).startsWith(userKey('').pk) && String(sk).startsWith(entryPrefix);

export const rewriteCalendarItem: RewriteOf = (item) => {
  const { event, entry, guests, seriesType, version, changeKey } = item;
  if (isFormerBody(event)) {
    const stored = { ...event, ...unpackGuests(guests as Uint8Array | undefined) } as StoredItem;
    return {
      set: { v: SCHEMA_VERSION, event: packFormerBody(stored), eventType: stored.eventType ?? seriesType },
      remove: ['guests', 'seriesType'],
      asRead: { version },
    };
  }
  if (!isEntry(item) || entry !== undefined) return undefined;
  const fields = Object.fromEntries(FORMER_ENTRY_FIELDS.map((name) => [name, item[name]])) as Partial<ListEntry>;
  return {
    set: { v: SCHEMA_VERSION, entry: packFormerBody(fields) },
    remove: FORMER_ENTRY_FIELDS,
    asRead: { changeKey },
  };
};
