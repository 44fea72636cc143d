/**
 * Events and list entries of versions before 0.3: maps and attributes in place of one text, series without outlines
 * (see lib/calendar/events/order/outline.ts), and reminders by mail without a mark.
 */
import { OUTLINES } from '#lib/calendar/events/order/time-index';
import type { StoredItem } from '#lib/calendar/model/event';
import { hasMail, type ListEntry } from '#lib/calendar/model/list-entry';
import { isFormerBody, packFormerBody } from '#lib/stores/dynamodb/body';
import { FORMER_ENTRY_FIELDS } from '#lib/stores/dynamodb/calendar/entries';
import { readEvent, readOverlay } from '#lib/stores/dynamodb/calendar/items/event-items';
import { readEntry, reminderMark, SCHEMA_VERSION } from '#lib/stores/dynamodb/calendar/items/items';
import { calendarKey, entryPrefix, overlaysPrefix, userKey } from '#lib/stores/dynamodb/calendar/items/keys';
import { outlineUpdates } from '#lib/stores/dynamodb/calendar/items/outline-items';
import { unpackGuests } from '#lib/stores/dynamodb/calendar/items/packed-guests';
import { GetCommand } from '#lib/stores/dynamodb/client/commands';
import { SequencedWrites } from '#lib/stores/dynamodb/commands/sequenced-writes';
import type { Item } from '#lib/stores/dynamodb/item';
import type { Rewrite, RewriteOf } from './rewrite-table.ts';

const isOfUser = ({ pk, sk }: Item, prefix: string): boolean =>
  String(pk).startsWith(userKey('').pk) && String(sk).startsWith(prefix);

/** The stream learns of reminders by mail when they get their mark. */
function rewriteOwn(item: Item): Rewrite | undefined {
  const { seq, remindsByMail } = item;
  const isMarked = remindsByMail !== undefined || !hasMail(readOverlay(item).reminders?.overrides);
  return isMarked ? undefined : { set: { remindsByMail: 1 }, remove: [], asRead: { seq } };
}

function rewriteEntry(item: Item): Rewrite | undefined {
  const { entry, changeKey, remindsByMail } = item;
  const { isRemoved, defaultReminders } = readEntry(item);
  const mark = remindsByMail === undefined && !isRemoved ? reminderMark(defaultReminders) : {};
  if (entry !== undefined) return hasNone(mark) ? undefined : { set: mark, remove: [], asRead: { changeKey } };
  const fields = Object.fromEntries(FORMER_ENTRY_FIELDS.map((name) => [name, item[name]])) as Partial<ListEntry>;
  return {
    set: { v: SCHEMA_VERSION, entry: packFormerBody(fields), ...mark },
    remove: FORMER_ENTRY_FIELDS,
    asRead: { changeKey },
  };
}

const hasNone = (item: Item): boolean => Object.keys(item).length === 0;

/**
 * The series leaves the index by time and gets an outline. That takes a number like any change, so that a list which
 * looks for it meanwhile in the one place and then in the other knows that it has missed something.
 */
const outlining =
  (item: Item): NonNullable<Rewrite['send']> =>
  async (update, db, TableName) => {
    const calendarId = String(item['pk']);
    const counter = calendarKey(calendarId);
    const { Item: calendar } = await db.send(new GetCommand({ TableName, Key: counter, ConsistentRead: true }));
    const outcome = await new SequencedWrites(db, TableName).write(counter, Number(calendar?.['seq'] ?? 0), {
      classes: [OUTLINES],
      latest: 'outlineSeq',
      items: (seq) => [
        { Update: update },
        ...outlineUpdates(TableName, calendarId, [{ event: readEvent(item), timeKey: undefined }], seq),
      ],
    });
    return typeof outcome === 'number';
  };

const isFiledByEnd = ({ timeKey, event }: Item): boolean => event !== undefined && String(timeKey).startsWith('R#');

function rewriteBody({ event, guests, seriesType, version }: Item): Rewrite | undefined {
  if (!isFormerBody(event)) return undefined;
  const stored = { ...event, ...unpackGuests(guests as Uint8Array | undefined) } as StoredItem;
  return {
    set: { v: SCHEMA_VERSION, event: packFormerBody(stored), eventType: stored.eventType ?? seriesType },
    remove: ['guests', 'seriesType'],
    asRead: { version },
  };
}

function rewriteEvent(item: Item): Rewrite | undefined {
  const body = rewriteBody(item);
  if (!isFiledByEnd(item)) return body;
  const { version } = item;
  return {
    set: body?.set ?? { v: SCHEMA_VERSION },
    remove: [...(body?.remove ?? []), 'timeKey'],
    asRead: { version },
    send: outlining(item),
  };
}

export const rewriteCalendarItem: RewriteOf = (item) => {
  if (item['event'] !== undefined) return rewriteEvent(item);
  if (isOfUser(item, overlaysPrefix)) return rewriteOwn(item);
  return isOfUser(item, entryPrefix) ? rewriteEntry(item) : undefined;
};
