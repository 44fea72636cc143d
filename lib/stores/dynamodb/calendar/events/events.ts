/**
 * Events in DynamoDB. All items of a calendar share its partition; an event is one item, with sort keys for three local
 * indexes: `byTime`, `byChange` and `byUid`. This file lists events, `event-view.ts` reads single ones with their
 * calendar, `event-writes.ts` changes them; keys and attributes are in `../items/`.
 */
import type { Clock } from '#lib/api/context';
import { firstOutlineMonth } from '#lib/calendar/events/order/time-index';
import type { Calendar } from '#lib/calendar/model/calendar';
import type { Overlay } from '#lib/calendar/model/event';
import type { EventStore, HeldOverlay, IndexedItem, Milestones, ReadCalendar } from '#lib/calendar/stores/events';
import type { Page } from '#lib/calendar/stores/page';
import type { Instant } from '#lib/calendar/time/civil';
import { readHolder, readOverlay } from '#lib/stores/dynamodb/calendar/items/event-items';
import {
  changesAfter,
  calendarKey,
  eventKey,
  eventPrefix,
  holderPrefixes,
  milestoneRanges,
  outlinesFrom,
  overlayPrefix,
  userKey,
} from '#lib/stores/dynamodb/calendar/items/keys';
import { readOutlines } from '#lib/stores/dynamodb/calendar/items/outline-items';
import type { DocumentClient } from '#lib/stores/dynamodb/client/commands';
import { afterPrefix, parsePosition, queryAll, queryPage } from '#lib/stores/dynamodb/commands/query';
import type { SequencedWrites } from '#lib/stores/dynamodb/commands/sequenced-writes';
import { allEvents, type EventTable, exceptionRange, pageOfEvents, readEvents, uidRange } from './event-table.ts';
import { viewEvents, viewInEach } from './event-view.ts';
import { putOverlays, writeBothChanges, writeChange } from './event-writes.ts';

const AFTER_EVERY_ID = `${eventPrefix}~`;

async function listSeries(table: EventTable, calendar: Calendar, masterId: string): Promise<IndexedItem[]> {
  const { sk } = eventKey(calendar.id, masterId);
  const [master, exceptions] = await Promise.all([
    allEvents(table, calendar, { by: 'sk', from: sk, to: sk }),
    allEvents(table, calendar, exceptionRange(calendar.id, masterId)),
  ]);
  return [...master, ...exceptions];
}

async function list(
  table: EventTable,
  calendar: ReadCalendar,
  after: string | undefined,
  limit: number,
): Promise<Page<IndexedItem>> {
  const { items, last } = await queryPage(table.db, table.TableName, {
    pk: calendar.id,
    by: 'sk',
    from: eventPrefix,
    to: AFTER_EVERY_ID,
    limit,
    after: after === undefined ? undefined : { ...eventKey(calendar.id, after) },
  });
  return { items: readEvents(table, items, calendar), next: last && String(last['sk']).slice(eventPrefix.length) };
}

async function listOverlays({ db, TableName }: EventTable, email: string, calendarId: string): Promise<Overlay[]> {
  const prefix = overlayPrefix(calendarId);
  const items = await queryAll(db, TableName, { pk: userKey(email).pk, by: 'sk', from: prefix, to: `${prefix}~` });
  return items.map(readOverlay);
}

async function listHeldOverlays(
  { db, TableName }: EventTable,
  calendarId: string,
  eventId: string,
): Promise<HeldOverlay[]> {
  const { pk } = calendarKey(calendarId);
  const lists = await Promise.all(
    holderPrefixes(eventId).map((from) => queryAll(db, TableName, { pk, by: 'sk', from, to: afterPrefix(from) })),
  );
  return lists.flat().map(readHolder);
}

async function findMilestones({ db, TableName }: EventTable, pk: string, at: Instant): Promise<Milestones> {
  const { before, after } = milestoneRanges(at);
  const [[last], [next]] = await Promise.all([
    queryPage(db, TableName, { pk, by: 'sk', ...before, limit: 1, isDescending: true }).then(({ items }) => items),
    queryPage(db, TableName, { pk, by: 'sk', ...after, limit: 1 }).then(({ items }) => items),
  ]);
  return { before: last && Number(last['seq']), after: next && Number(next['seq']) };
}

export function dynamoEvents(db: DocumentClient, TableName: string, writes: SequencedWrites, clock: Clock): EventStore {
  const table: EventTable = { db, TableName, writes, clock };
  return {
    view: (...request) => viewEvents(table, ...request),
    viewInEach: (...request) => viewInEach(table, ...request),
    write: (calendar, change) => writeChange(table, calendar, change),
    writeBoth: (one, other) => writeBothChanges(table, one, other),
    listSeries: (calendar, masterId) => listSeries(table, calendar, masterId),
    list: (calendar, after, limit) => list(table, calendar, after, limit),
    listByTime: (calendar, { from, to }, limit, after) =>
      pageOfEvents(table, calendar, {
        by: 'timeKey',
        index: 'byTime',
        from,
        to,
        limit,
        after: parsePosition(after),
      }),
    listOutlines: async ({ id }, after) =>
      readOutlines(await queryAll(db, TableName, { pk: id, by: 'sk', ...outlinesFrom(firstOutlineMonth(after)) })),
    listChanges: (calendar, seq, after, limit) =>
      pageOfEvents(table, calendar, { ...changesAfter('E', seq), limit, after: parsePosition(after) }),
    listLatestChanges: (calendar, limit) =>
      pageOfEvents(table, calendar, { ...changesAfter('E', 0), limit, isDescending: true }),
    findMilestones: (calendar, at) => findMilestones(table, calendar.id, at),
    listByUid: (calendar, iCalUID) => allEvents(table, calendar, uidRange(calendar.id, iCalUID)),
    listHeldOverlays: (calendarId, eventId) => listHeldOverlays(table, calendarId, eventId),
    putOverlays: (...request) => putOverlays(table, ...request),
    listOverlays: (email, calendarId) => listOverlays(table, email, calendarId),
  };
}
