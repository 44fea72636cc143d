import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Clock } from '#lib/api/context';
import type { Calendar, Clearing } from '#lib/calendar/model/calendar';
import { isException } from '#lib/calendar/model/event';
import type {
  RelatedReads,
  EventChange,
  EventStore,
  EventWrite,
  IndexedItem,
  OverlayWrite,
  ReadCalendar,
} from '#lib/calendar/stores/events';
import type { Page } from '#lib/calendar/stores/page';
import { batchGet } from '#lib/stores/dynamodb/commands/batch-get';
import { parsePosition, positionOf, queryAll, queryPage, type Range } from '#lib/stores/dynamodb/commands/query';
import type { Change, SequencedWrites, TransactItem } from '#lib/stores/dynamodb/commands/sequenced-writes';
import type { Item } from '#lib/stores/dynamodb/item';
import { classesOf, eventItem, isExpired, overlayItem, readEvent, readOverlay } from './items/event-items.ts';
import {
  afterChange,
  calendarKey,
  changeKey,
  entryKey,
  eventKey,
  eventPrefix,
  overlayKey,
  overlayPrefix,
  uidKey,
  userKey,
} from './items/keys.ts';
import { assembleView, keysOfView } from './view.ts';
import { writtenTogether } from './written-together.ts';

const AFTER_EVERY_ID = `${eventPrefix}~`;

/** Whether a series among the events names instances that are not among the items. */
function isAheadOf(events: readonly (IndexedItem | undefined)[], items: readonly Item[]): boolean {
  const found = new Set(items.map(({ sk }) => sk));
  const instancesOf = (event: IndexedItem | undefined): string[] =>
    event === undefined || isException(event) ? [] : (event.exceptions ?? []).map((suffix) => `${event.id}_${suffix}`);
  return events.flatMap(instancesOf).some((id) => !found.has(eventKey('', id).sk));
}

const idOfEvent = (key: Item): string => String(key['sk']).slice(eventPrefix.length);

export function dynamoEvents(
  db: DynamoDBDocumentClient,
  TableName: string,
  writes: SequencedWrites,
  clock: Clock,
): EventStore {
  const read = (items: readonly Item[], clearing: Clearing): IndexedItem[] => {
    const nowMs = clock.now().getTime();
    const found: IndexedItem[] = [];
    for (const item of items) if (!isExpired(item, nowMs)) found.push(readEvent(item, clearing));
    return found;
  };
  const readOne = (item: Item | undefined, calendar: Calendar | undefined): IndexedItem | undefined =>
    item === undefined ? undefined : read([item], calendar ?? {})[0];
  const page = async (calendar: ReadCalendar, range: Omit<Range, 'pk'>): Promise<Page<IndexedItem>> => {
    const { items, last } = await queryPage(db, TableName, { ...range, pk: calendar.id });
    return { items: read(items, calendar), next: positionOf(last) };
  };
  const all = async (calendar: Calendar, range: Omit<Range, 'pk'>): Promise<IndexedItem[]> =>
    read(await queryAll(db, TableName, { ...range, pk: calendar.id }), calendar);

  const exceptionRange = (calendarId: string, masterId: string): Range => {
    const prefix = `${eventKey(calendarId, masterId).sk}_`;
    return { pk: calendarId, by: 'sk', from: prefix, to: `${prefix}~` };
  };
  const uidRange = (calendarId: string, iCalUID: string): Range => ({
    pk: calendarId,
    by: 'uid',
    index: 'byUid',
    from: uidKey(iCalUID),
    to: uidKey(iCalUID),
  });
  const readAlong = async (calendarId: string, { exceptionsOf, uid }: RelatedReads): Promise<Item[]> => {
    const ranges = [
      ...(exceptionsOf === undefined ? [] : [exceptionRange(calendarId, exceptionsOf)]),
      ...(uid === undefined ? [] : [uidRange(calendarId, uid)]),
    ];
    return (await Promise.all(ranges.map((range) => queryAll(db, TableName, range)))).flat();
  };

  const transactItem = (
    calendarId: string,
    write: EventWrite,
    seq: number,
    telling: EventChange['telling'],
  ): TransactItem =>
    write.isPrivate === true
      ? {
          Update: {
            TableName,
            Key: eventKey(calendarId, write.event.id),
            UpdateExpression: 'SET changeKey = :change',
            ConditionExpression: 'attribute_exists(pk)',
            ExpressionAttributeValues: { ':change': changeKey('E', seq) },
          },
        }
      : {
          Put: {
            TableName,
            Item: eventItem(calendarId, write, seq, telling),
            ...(write.event.version === 1
              ? // What has expired counts as gone, whenever the database removes it.
                {
                  ConditionExpression: 'attribute_not_exists(pk) OR expires <= :now',
                  ExpressionAttributeValues: { ':now': Math.floor(clock.now().getTime() / 1000) },
                }
              : {
                  ConditionExpression: 'version = :before',
                  ExpressionAttributeValues: { ':before': write.event.version - 1 },
                }),
          },
        };

  const overlayItems = (
    calendarId: string,
    { email, value, marksEntry, eventType }: OverlayWrite,
    seq: number,
  ): TransactItem[] => [
    { Put: { TableName, Item: { ...overlayItem(email, calendarId, value, seq), eventType } } },
    ...(marksEntry
      ? [
          {
            Update: {
              TableName,
              Key: entryKey(email, calendarId),
              UpdateExpression: 'SET hasOverlays = :yes',
              ConditionExpression: 'attribute_exists(pk)',
              ExpressionAttributeValues: { ':yes': true },
            },
          },
        ]
      : []),
  ];

  const sequenced = (
    calendar: Calendar,
    together: readonly EventWrite[],
    { overlay, telling, atMs }: EventChange,
  ): Change => ({
    set: { eventsUpdatedAtMs: atMs },
    // What was read before the calendar was cleared must not come back by a change of it.
    ...(together.some(({ event }) => event.version > 1) && { asRead: { clearedSeq: calendar.clearedSeq } }),
    classes: classesOf(together),
    items: (seq) => [
      ...together.map((write) => transactItem(calendar.id, write, seq, telling)),
      ...(overlay === undefined ? [] : overlayItems(calendar.id, overlay, seq)),
    ],
  });

  return {
    async view(calendarId, eventIds, email, ruleIds, along = {}) {
      const overlayOf = (eventId: string) => (email === undefined ? [] : [overlayKey(email, calendarId, eventId)]);
      const keys = [
        ...keysOfView(calendarId, email, ruleIds),
        ...eventIds.flatMap((eventId) => [eventKey(calendarId, eventId), ...overlayOf(eventId)]),
      ];
      const [look, beside] = await Promise.all([batchGet(db, TableName, keys), readAlong(calendarId, along)]);
      const view = assembleView(look, calendarId, email, ruleIds);
      const events = eventIds.map((eventId) => readOne(look(eventKey(calendarId, eventId)), view.calendar));
      // A series may name an instance that has got its item since the instances were read.
      const others =
        along.exceptionsOf !== undefined && isAheadOf(events, beside) ? await readAlong(calendarId, along) : beside;
      return {
        ...view,
        events,
        overlays: eventIds.map((eventId) => {
          const [item] = overlayOf(eventId).map(look);
          return item && readOverlay(item);
        }),
        along: read(others, view.calendar ?? {}),
      };
    },

    async viewInEach(calendarIds, eventId) {
      const look = await batchGet(
        db,
        TableName,
        calendarIds.flatMap((calendarId) => [calendarKey(calendarId), eventKey(calendarId, eventId)]),
      );
      return calendarIds.map((calendarId) => {
        const { calendar } = assembleView(look, calendarId, undefined, []);
        return { calendar, event: readOne(look(eventKey(calendarId, eventId)), calendar) };
      });
    },

    async write(calendar, change) {
      let last: number | false = false;
      // A series with more exceptions than a transaction holds is written in several, in the order given.
      for (const [index, together] of writtenTogether(change.writes).entries()) {
        const outcome = await writes.write(
          calendarKey(calendar.id),
          calendar.seq,
          sequenced(calendar, together, index === 0 ? change : { ...change, overlay: undefined }),
        );
        if (typeof outcome !== 'number') return false;
        last = outcome;
      }
      return last;
    },

    async writeBoth(one, other) {
      if (writtenTogether([...one.change.writes, ...other.change.writes]).length > 1) return false;
      const beside = {
        counter: calendarKey(other.calendar.id),
        seq: other.calendar.seq,
        change: sequenced(other.calendar, other.change.writes, other.change),
      };
      return (
        typeof (await writes.writeBoth(
          calendarKey(one.calendar.id),
          one.calendar.seq,
          sequenced(one.calendar, one.change.writes, one.change),
          beside,
        )) === 'number'
      );
    },

    async listSeries(calendar, masterId) {
      const { sk } = eventKey(calendar.id, masterId);
      const [master, exceptions] = await Promise.all([
        all(calendar, { by: 'sk', from: sk, to: sk }),
        all(calendar, exceptionRange(calendar.id, masterId)),
      ]);
      return [...master, ...exceptions];
    },
    async list(calendar, after, limit) {
      const range = {
        pk: calendar.id,
        by: 'sk',
        from: eventPrefix,
        to: AFTER_EVERY_ID,
        limit,
        after: after === undefined ? undefined : { ...eventKey(calendar.id, after) },
      };
      const { items, last } = await queryPage(db, TableName, range);
      return { items: read(items, calendar), next: last && idOfEvent(last) };
    },
    listByTime: (calendar, { from, to }, limit, after) =>
      page(calendar, { by: 'timeKey', index: 'byTime', from, to, limit, after: parsePosition(after) }),
    listChanges: (calendar, seq, after, limit) => {
      const [from, to] = afterChange('E', seq);
      return page(calendar, { by: 'changeKey', index: 'byChange', from, to, limit, after: parsePosition(after) });
    },
    listLatestChanges: (calendar, limit) => {
      const [from, to] = afterChange('E', 0);
      return page(calendar, { by: 'changeKey', index: 'byChange', from, to, limit, isDescending: true });
    },
    listByUid: (calendar, iCalUID) => all(calendar, uidRange(calendar.id, iCalUID)),

    async listOverlays(email, calendarId) {
      const prefix = overlayPrefix(calendarId);
      return (await queryAll(db, TableName, { pk: userKey(email).pk, by: 'sk', from: prefix, to: `${prefix}~` })).map(
        readOverlay,
      );
    },
  };
}
