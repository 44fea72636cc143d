/** Imports an iCalendar file into a calendar. Importing the same file again changes nothing. */
import type { Context, User } from '#lib/api/context';
import { ApiError } from '#lib/api/errors';
import { foldAddress } from '#lib/api/text/address';
import { openCalendar } from '#lib/calendar/access/open-calendar';
import type { OpenCalendar } from '#lib/calendar/access/permissions';
import { importEvent } from '#lib/calendar/events/write/import-event';
import { FIRST_SEQ, type Calendar } from '#lib/calendar/model/calendar';
import type { EventResource } from '#lib/calendar/resources/event';
import type { CalendarStores } from '#lib/calendar/stores/all';
import type { EventStore } from '#lib/calendar/stores/events';
import { BlockReader, blocksIn, type FileText } from './content-lines.ts';
import { NamedQueues } from './named-queues.ts';
import {
  isException,
  surveyFile,
  unfinishedIn,
  type ReadEvent,
  type Refusal,
  type SurveyedFile,
} from './read-calendar.ts';

type UserContext = Context<CalendarStores, User>;

export interface ImportResult {
  readonly added: number;
  readonly changed: number;
  readonly unchanged: number;
  /** In the order of lines. */
  readonly refusals: readonly Refusal[];
}

/** More than a transaction holds, so that transactions are full. */
const MAX_CONCURRENT = 128;
/** After so many events, the calendar and the caller's role are read again. */
const REOPEN_AFTER = 100;

/** An event whose organizer and guests do not include this calendar becomes the calendar's own. */
function withOrganizerHere(event: EventResource, calendarId: string): EventResource {
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
 * In a calendar that was empty, UIDs are not looked up while nobody else writes into it: its events are those of this
 * import, whose ids follow from their UIDs. The number of another writer's change is missing among those of ours.
 */
function withoutLookups(context: UserContext, { seq }: Calendar): UserContext {
  const { events } = context.stores;
  let last = seq;
  let isAlone = seq === FIRST_SEQ;
  const watched: EventStore = {
    ...events,
    async write(...change) {
      const outcome = await events.write(...change);
      if (outcome === false) return outcome;
      isAlone &&= outcome === last + 1;
      last = outcome;
      return outcome;
    },
    listByUid: (...asked) => (isAlone ? Promise.resolve([]) : events.listByUid(...asked)),
  };
  return { ...context, stores: { ...context.stores, events: watched } };
}

/**
 * Imports a file; `onDone` is called with the number of finished events. The file is read three times, to hold only
 * what is being written: for zones, for events and series, and for exceptions.
 */
export async function importFile(
  text: FileText,
  calendarId: string,
  context: UserContext,
  onDone: (done: number, all: number) => void = () => undefined,
  surveyed: () => Promise<SurveyedFile> = () => surveyFile(text),
): Promise<ImportResult> {
  const { calendar } = await openCalendar(calendarId, context);
  const { file, survey } = await surveyed();
  const reader = survey.readerFor(file, calendar.timeZone);
  const refused = unfinishedIn(file);
  const counts = { added: 0, changed: 0, unchanged: 0 };
  const startedAt = context.clock.now().toISOString();
  let [begun, done] = [0, 0];
  let opened: Promise<OpenCalendar | undefined> = Promise.resolve(undefined);

  const importOne = async ({ line, event }: ReadEvent, within: UserContext): Promise<void> => {
    // If the calendar cannot be opened any more, every event reports it.
    if (begun % REOPEN_AFTER === 0) opened = openCalendar(calendarId, context).catch(() => undefined);
    begun += 1;
    try {
      const { created = '', updated = '' } = await importEvent(
        {
          calendarId,
          body: withOrganizerHere(event, calendar.id),
          parts: { conferenceDataVersion: 1, supportsAttachments: true },
          opened: await opened,
        },
        within,
      );
      counts[updated < startedAt ? 'unchanged' : created >= startedAt.slice(0, 19) ? 'added' : 'changed'] += 1;
    } catch (error) {
      refused.push({ line, component: 'VEVENT', reason: reasonOf(error) });
    }
    done += 1;
    onDone(done, survey.events);
  };

  const importAll = async (areExceptions: boolean): Promise<void> => {
    const work = new NamedQueues(MAX_CONCURRENT);
    const within = areExceptions
      ? context
      : withoutLookups(context, (await openCalendar(calendarId, context)).calendar);
    for await (const block of blocksIn(text, new BlockReader())) {
      const read = isException(block) === areExceptions ? reader.read(block) : undefined;
      // Events with the same UID are imported one after the other.
      if (read !== undefined && 'event' in read)
        await work.begin(read.event.iCalUID ?? '', () => importOne(read, within));
      else if (read !== undefined) refused.push(read);
    }
    await work.end();
  };
  await importAll(false);
  if (survey.exceptions > 0) await importAll(true);
  return { ...counts, refusals: refused.sort((a, b) => a.line - b.line) };
}
