/** Calendars with very many events, written directly into the table: the same hundred events every week. */
import type { StoredEvent } from '#lib/calendar/model/event';
import type { EventWrite } from '#lib/calendar/stores/events';
import { UpdateCommand } from '#lib/stores/dynamodb/client/commands';

export const WEEK_MS = 7 * 86_400_000;
/** The first week with events. */
export const FIRST_WEEK_MS = Date.parse('2026-03-02T00:00:00Z');
export const EVENTS_A_WEEK = 100;

const HOUR_MS = 3_600_000;
const iso = (ms: number): string => new Date(ms).toISOString().replace('.000', '');

/** Most take an hour or less, some an afternoon, some a day. */
function eventAt(index: number, email: string): StoredEvent {
  const [week, slot] = [Math.floor(index / EVENTS_A_WEEK), index % EVENTS_A_WEEK];
  const startMs = FIRST_WEEK_MS + week * WEEK_MS + slot * 1.5 * HOUR_MS;
  const isAllDay = slot % 20 === 19;
  const id = `bench${String(index).padStart(8, '0')}`;
  const day = iso(startMs).slice(0, 10);
  return {
    id,
    iCalUID: `${id}@google.com`,
    version: 1,
    createdAtMs: FIRST_WEEK_MS,
    updatedAtMs: FIRST_WEEK_MS + index,
    status: 'confirmed',
    eventType: 'default',
    sequence: 0,
    summary: `Event ${String(index)} of the bench`,
    description: 'Minutes of the last meeting, open questions, and what to bring along.',
    location: 'Meeting room 4',
    creator: { email },
    organizer: { email },
    start: isAllDay ? { date: day } : { dateTime: iso(startMs), timeZone: 'Europe/Zurich' },
    end: isAllDay
      ? { date: iso(startMs + 86_400_000).slice(0, 10) }
      : { dateTime: iso(startMs + (slot % 5 === 4 ? 4 : 1) * HOUR_MS), timeZone: 'Europe/Zurich' },
  };
}

/** One of several series without end. */
export const endlessSeries = (index: number, email: string): StoredEvent => {
  const at = (hour: number) => ({
    dateTime: iso(FIRST_WEEK_MS - 3 * 365 * 86_400_000 + hour * HOUR_MS),
    timeZone: 'Europe/Zurich',
  });
  const rules = [
    'FREQ=DAILY',
    'FREQ=WEEKLY;BYDAY=MO,WE,FR',
    'FREQ=MONTHLY;BYDAY=1TU',
    'FREQ=WEEKLY;INTERVAL=2',
    'FREQ=YEARLY',
  ];
  const { recurrence: _none, ...event } = eventAt(index, email);
  return {
    ...event,
    start: at(index % 24),
    end: at((index % 24) + 1),
    recurrence: [`RRULE:${rules[index % rules.length] ?? 'FREQ=DAILY'}`],
  };
};

/** Fills an existing calendar. The functions' environment must be set. */
export async function fillCalendar(calendarId: string, events: readonly StoredEvent[]): Promise<void> {
  const [
    { documents },
    { config },
    { batchPut },
    { eventItem, classesOf },
    { outlineUpdates },
    keys,
    { timeKeyOfItem },
  ] = await Promise.all([
    import('#lib/stores/dynamodb/client/client'),
    import('#lib/runtime/process/config'),
    import('#lib/stores/dynamodb/commands/batch-put'),
    import('#lib/stores/dynamodb/calendar/items/event-items'),
    import('#lib/stores/dynamodb/calendar/items/outline-items'),
    import('#lib/stores/dynamodb/calendar/items/keys'),
    import('#lib/calendar/events/order/time-key'),
  ]);
  const writes = events.map((event): EventWrite => ({ event, timeKey: timeKeyOfItem(event) }));
  const items = writes.map((write, index) => eventItem(calendarId, write, index + 2));
  const milestones = writes.flatMap(({ event: { updatedAtMs } }, index) =>
    keys.isMilestone(index + 2) ? [{ ...keys.milestoneKey(calendarId, updatedAtMs, index + 2), seq: index + 2 }] : [],
  );
  await batchPut(documents, config.calendarTable, [...items, ...milestones]);
  const seq = events.length + 1;
  const outlines = outlineUpdates(config.calendarTable, calendarId, writes, seq);
  for (const { Update } of outlines) if (Update !== undefined) await documents.send(new UpdateCommand(Update));
  await documents.send(
    new UpdateCommand({
      TableName: config.calendarTable,
      Key: keys.calendarKey(calendarId),
      UpdateExpression: `SET seq = :seq${outlines.length > 0 ? ', outlineSeq = :seq' : ''} ADD classes :classes`,
      ExpressionAttributeValues: { ':seq': seq, ':classes': new Set(classesOf(writes)) },
    }),
  );
}

export const manyEvents = (count: number, email: string): StoredEvent[] =>
  Array.from({ length: count }, (_, index) => eventAt(index, email));
