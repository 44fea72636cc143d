/** A change of events as numbered transactions (see `SequencedWrites`). */
import { inParallel } from '#lib/api/process/in-parallel';
import type { Calendar } from '#lib/calendar/model/calendar';
import type { CalendarChange, EventChange, EventStore, EventWrite, OverlayWrite } from '#lib/calendar/stores/events';
import { classesOf, eventItem, holderItem, overlayItem } from '#lib/stores/dynamodb/calendar/items/event-items';
import { quietMark, SCHEMA_VERSION } from '#lib/stores/dynamodb/calendar/items/items';
import { calendarKey, entryKey, isMilestone, milestoneKey } from '#lib/stores/dynamodb/calendar/items/keys';
import { outlineUpdates, touchesOutline } from '#lib/stores/dynamodb/calendar/items/outline-items';
import { UpdateCommand } from '#lib/stores/dynamodb/client/commands';
import type { Change } from '#lib/stores/dynamodb/commands/change';
import { transacted, wasWritten } from '#lib/stores/dynamodb/commands/conditional';
import type { TransactItem } from '#lib/stores/dynamodb/commands/sequenced-writes';
import type { EventTable } from './event-table.ts';
import { writeOrShrink } from './shrunk.ts';
import { writtenTogether } from './written-together.ts';

/** An expired item counts as gone, whenever the database removes it. */
const isFree = (nowMs: number) => ({
  ConditionExpression: 'attribute_not_exists(pk) OR expires <= :now',
  ExpressionAttributeValues: { ':now': Math.floor(nowMs / 1000) },
});

const hasVersion = (version: number) => ({
  ConditionExpression: 'version = :before',
  ExpressionAttributeValues: { ':before': version },
});

function eventPut(
  { TableName, clock }: EventTable,
  calendarId: string,
  write: EventWrite,
  seq: number,
  telling: EventChange['telling'],
): TransactItem {
  const { version } = write.event;
  return {
    Put: {
      TableName,
      Item: eventItem(calendarId, write, seq, telling),
      ...(version === 1 ? isFree(clock.now().getTime()) : hasVersion(version - 1)),
    },
  };
}

/** The list entry says that the user has overlays in this calendar. */
const entryMark = (TableName: string, email: string, calendarId: string) => ({
  TableName,
  Key: entryKey(email, calendarId),
  UpdateExpression: 'SET hasOverlays = :yes',
  ConditionExpression: 'attribute_exists(pk)',
  ExpressionAttributeValues: { ':yes': true },
});

const overlayItems = (
  TableName: string,
  calendarId: string,
  { email, value, marksEntry, eventType }: OverlayWrite,
  seq: number,
  telling?: EventChange['telling'],
): TransactItem[] => [
  {
    Put: { TableName, Item: { ...overlayItem(email, calendarId, value, seq), eventType, ...quietMark(telling) } },
  },
  { Put: { TableName, Item: holderItem(email, calendarId, value) } },
  ...(marksEntry ? [{ Update: entryMark(TableName, email, calendarId) }] : []),
];

const HOLDERS_AT_ONCE = 16;

export async function putOverlays(
  { db, TableName }: EventTable,
  ...[calendarId, overlays, eventType]: Parameters<EventStore['putOverlays']>
): Promise<void> {
  await inParallel(overlays, HOLDERS_AT_ONCE, async ({ email, value }) => {
    const items = overlayItems(TableName, calendarId, { email, value, eventType, marksEntry: false }, 0);
    await Promise.all([
      transacted(db, items),
      // Without an entry all overlays are read.
      wasWritten(() => db.send(new UpdateCommand(entryMark(TableName, email, calendarId)))),
    ]);
  });
}

const milestonePut = ({ TableName }: EventTable, calendarId: string, atMs: number, seq: number): TransactItem => ({
  Put: { TableName, Item: { ...milestoneKey(calendarId, atMs, seq), v: SCHEMA_VERSION, seq } },
});

const sequencedChange = (
  table: EventTable,
  calendar: Calendar,
  writes: readonly EventWrite[],
  { overlay, telling, atMs }: EventChange,
): Change => ({
  set: { eventsUpdatedAtMs: atMs },
  // An event that was read before the calendar was cleared must not come back by a change of it.
  ...(writes.some(({ event }) => event.version > 1) && { asRead: { clearedSeq: calendar.clearedSeq } }),
  classes: classesOf(writes),
  ...(writes.some(touchesOutline) && { latest: 'outlineSeq' }),
  items: (seq) => [
    ...writes.map((write) => eventPut(table, calendar.id, write, seq, telling)),
    ...outlineUpdates(table.TableName, calendar.id, writes, seq),
    ...(isMilestone(seq) ? [milestonePut(table, calendar.id, atMs, seq)] : []),
    ...(overlay === undefined ? [] : overlayItems(table.TableName, calendar.id, overlay, seq, telling)),
  ],
});

/** A series with more exceptions than a transaction holds is written in several, in the order given. */
export async function writeChange(table: EventTable, calendar: Calendar, change: EventChange): Promise<number | false> {
  let last: number | false = false;
  for (const [index, together] of writtenTogether(change.writes).entries()) {
    const rest = index === 0 ? change : { ...change, overlay: undefined };
    const outcome = await writeOrShrink(together, (writes) =>
      table.writes.write(calendarKey(calendar.id), calendar.seq, sequencedChange(table, calendar, writes, rest)),
    );
    if (typeof outcome !== 'number') return false;
    last = outcome;
  }
  return last;
}

/** False also when both changes together are too large for one transaction. */
export async function writeBothChanges(
  table: EventTable,
  one: CalendarChange,
  other: CalendarChange,
): Promise<boolean> {
  if (writtenTogether([...one.change.writes, ...other.change.writes]).length > 1) return false;
  const changeOf = ({ calendar, change }: CalendarChange): Change =>
    sequencedChange(table, calendar, change.writes, change);
  const outcome = await table.writes.writeBoth(calendarKey(one.calendar.id), one.calendar.seq, changeOf(one), {
    counter: calendarKey(other.calendar.id),
    seq: other.calendar.seq,
    change: changeOf(other),
  });
  return typeof outcome === 'number';
}
