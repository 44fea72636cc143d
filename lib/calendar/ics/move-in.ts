/** An iCalendar file into a calendar. The same file twice changes nothing. */
import type { Context, User } from '#lib/api/context';
import { ApiError } from '#lib/api/errors';
import { foldAddress } from '#lib/api/text/address';
import { openCalendar } from '#lib/calendar/access/open-calendar';
import type { OpenCalendar } from '#lib/calendar/access/permissions';
import { importEvent } from '#lib/calendar/events/write/import-event';
import type { EventResource } from '#lib/calendar/resources/event';
import type { CalendarStores } from '#lib/calendar/stores/all';
import { BlockReader, blocksIn, type FileText } from './content-lines.ts';
import { FileSurvey, isException, unfinishedIn, type ReadEvent, type Refusal } from './read-calendar.ts';
import { SideBySide } from './side-by-side.ts';

type Acting = Context<CalendarStores, User>;

export interface MoveIn {
  readonly added: number;
  readonly changed: number;
  readonly unchanged: number;
  /** By line. */
  readonly refusals: readonly Refusal[];
}

/** More than a transaction holds, so that each is full. */
const MAX_CONCURRENT = 128;
/** Events after which the calendar and the caller's role are read again. */
const OPEN_FOR = 100;

/**
 * Somebody who moves in brings the events along: those of an organiser who has no place here become the calendar's own.
 */
function adopted(event: EventResource, calendarId: string): EventResource {
  const { organizer, ...own } = event;
  const isParticipant =
    foldAddress(organizer?.email ?? '') === calendarId ||
    (event.attendees ?? []).some(({ email = '' }) => foldAddress(email) === calendarId);
  return organizer === undefined || isParticipant ? event : own;
}

const reasonOf = (error: unknown): string => {
  if (error instanceof ApiError && error.code < 500) return error.message;
  throw error;
};

/**
 * Reads a file into a calendar; `onDone` hears how many of its events are through. A file is gone through three times,
 * so that no more of it is held than what is on its way: for its zones, for events and series, and for the changed
 * instances of series.
 */
export async function moveIn(
  text: FileText,
  calendarId: string,
  context: Acting,
  onDone: (done: number, all: number) => void = () => undefined,
): Promise<MoveIn> {
  const { calendar } = await openCalendar(calendarId, context);
  const [file, survey] = [new BlockReader(), new FileSurvey()];
  for await (const block of blocksIn(text, file)) survey.add(block);
  const reader = survey.readerFor(file, calendar.timeZone);
  const refused = unfinishedIn(file);
  const counts = { added: 0, changed: 0, unchanged: 0 };
  const startedAt = context.clock.now().toISOString();
  let [begun, done] = [0, 0];
  let opened: Promise<OpenCalendar | undefined> = Promise.resolve(undefined);

  const bring = async ({ line, event }: ReadEvent): Promise<void> => {
    // A calendar that cannot be opened any more is told of with each event.
    if (begun % OPEN_FOR === 0) opened = openCalendar(calendarId, context).catch(() => undefined);
    begun += 1;
    try {
      const { created = '', updated = '' } = await importEvent(
        {
          calendarId,
          body: adopted(event, calendar.id),
          parts: { conferenceDataVersion: 1, supportsAttachments: true },
          opened: await opened,
        },
        context,
      );
      counts[updated < startedAt ? 'unchanged' : created >= startedAt.slice(0, 19) ? 'added' : 'changed'] += 1;
    } catch (error) {
      refused.push({ line, component: 'VEVENT', reason: reasonOf(error) });
    }
    done += 1;
    onDone(done, survey.events);
  };

  const bringAll = async (areExceptions: boolean): Promise<void> => {
    const work = new SideBySide(MAX_CONCURRENT);
    for await (const block of blocksIn(text, new BlockReader())) {
      const read = isException(block) === areExceptions ? reader.read(block) : undefined;
      // Everything with one UID stays in order.
      if (read !== undefined && 'event' in read) await work.begin(read.event.iCalUID ?? '', () => bring(read));
      else if (read !== undefined) refused.push(read);
    }
    await work.end();
  };
  await bringAll(false);
  if (survey.exceptions > 0) await bringAll(true);
  return { ...counts, refusals: refused.sort((a, b) => a.line - b.line) };
}
