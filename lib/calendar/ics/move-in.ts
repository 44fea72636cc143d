/** An iCalendar file into a calendar and out of it again. The same file twice changes nothing. */
import type { Context, User } from '#lib/api/context';
import { ApiError } from '#lib/api/errors';
import { importEvent } from '#lib/calendar/import-event';
import { listEvents } from '#lib/calendar/list-events';
import { open } from '#lib/calendar/open';
import type { EventResource } from '#lib/calendar/resources/event';
import type { CalendarStores } from '#lib/calendar/stores';
import { readCalendar, type ReadEvent, type Refusal } from './read-calendar.ts';
import { writeCalendar } from './write-calendar.ts';

type Acting = Context<CalendarStores, User>;

export interface MoveIn {
  readonly added: number;
  readonly changed: number;
  readonly unchanged: number;
  /** By line. */
  readonly refusals: readonly Refusal[];
}

const MOST_AT_ONCE = 48;
const PAGE = 2500;

/** Somebody who moves in brings the events along: those of an organiser who has no place here become the calendar's own. */
function adopted(event: EventResource, calendarId: string): EventResource {
  const { organizer, ...own } = event;
  const isParticipant = organizer?.email?.toLowerCase() === calendarId || (event.attendees ?? []).some(({ email }) => email?.toLowerCase() === calendarId);
  return organizer === undefined || isParticipant ? event : own;
}

/** Everything with one UID stays in order, the series before its exceptions. */
const byUid = (events: readonly ReadEvent[]): ReadEvent[][] => [...Map.groupBy(events, ({ event }) => event.iCalUID ?? '').values()];

const reasonOf = (error: unknown): string => {
  if (error instanceof ApiError && error.code < 500) return error.message;
  throw error;
};

/** Reads a file into a calendar; `onDone` hears how many of its events are through. */
export async function moveIn(text: string, calendarId: string, context: Acting, onDone: (done: number, all: number) => void = () => undefined): Promise<MoveIn> {
  const { calendar } = await open(calendarId, context);
  const { events, refusals } = readCalendar(text, calendar.timeZone);
  const refused: Refusal[] = [...refusals];
  const counts = { added: 0, changed: 0, unchanged: 0 };
  const startedAt = context.clock.now().toISOString();
  let done = 0;

  const bring = async ({ line, event }: ReadEvent): Promise<void> => {
    try {
      const { created = '', updated = '' } = await importEvent(
        { calendarId, body: adopted(event, calendar.id), parts: { conferenceDataVersion: 1, supportsAttachments: true } },
        context,
      );
      counts[updated < startedAt ? 'unchanged' : created >= startedAt.slice(0, 19) ? 'added' : 'changed'] += 1;
    } catch (error) {
      refused.push({ line, component: 'VEVENT', reason: reasonOf(error) });
    }
    done += 1;
    onDone(done, events.length);
  };

  const groups = byUid(events);
  const worker = async (): Promise<void> => {
    for (let group = groups.shift(); group !== undefined; group = groups.shift()) for (const event of group) await bring(event);
  };
  await Promise.all(Array.from({ length: MOST_AT_ONCE }, worker));
  return { ...counts, refusals: refused.sort((a, b) => a.line - b.line) };
}

/** All events of a calendar as one file; `onRead` hears how many are read. */
export async function moveOut(
  calendarId: string,
  context: Acting,
  onRead: (done: number) => void = () => undefined,
): Promise<string> {
  const { calendar } = await open(calendarId, context);
  const events: EventResource[] = [];
  let pageToken: string | undefined;
  do {
    const page = await listEvents(calendarId, { maxResults: PAGE, pageToken }, context);
    events.push(...(page.items ?? []));
    onRead(events.length);
    pageToken = page.nextPageToken;
  } while (pageToken !== undefined);
  return writeCalendar(events, {
    name: calendar.summary,
    ...(calendar.description !== undefined && { description: calendar.description }),
    timeZone: calendar.timeZone,
    now: context.clock.now(),
    owner: context.caller.email,
  });
}
