/**
 * Mail to guests and organizers. Read in this order: mailing.ts (a change waits and is worked on), post.ts (from a
 * change of an item to its letters), letters.ts (who gets which letter), ceiling.ts (how many a user may cause),
 * write-letter.ts (text, HTML and iCalendar file), send-once.ts (sending without duplicates). A change that the stream
 * hands over twice is still mailed once.
 */
import { hash } from 'node:crypto';
import { exceptionsIn } from '#lib/calendar/events/read/find-event';
import type { ItemChange } from '#lib/calendar/guests/changed-meetings';
import { eventWithId, hasOwnGuests, readSeries, type CalendarSeries } from '#lib/calendar/guests/meeting';
import {
  isException,
  withFormerStatus,
  type StoredEvent,
  type StoredException,
  type StoredItem,
} from '#lib/calendar/model/event';
import { rowOf } from '#lib/calendar/model/guest-copy';
import { hasException, modifiedInstance, plainInstance, type WholeEvent } from '#lib/calendar/model/instance';
import type { OutgoingLetter } from '#lib/calendar/stores/letters';
import type { ChangeWithMail } from '#lib/calendar/stores/mailings';
import { lettersFor, seenBy, type Letter, type MailedChange } from './letters.ts';
import type { Posting } from './posting.ts';

export const isMailed = (change: ItemChange): change is ItemChange & ChangeWithMail =>
  change.telling?.mail !== undefined &&
  change.after !== undefined &&
  change.telling.eventId === change.after.id &&
  change.before?.version !== change.after.version;

/** The item with inherited fields; an instance without an item is as its series describes it. */
function wholeOf(item: StoredItem | undefined, after: StoredItem, series: StoredEvent): WholeEvent | undefined {
  if (isException(after))
    return item !== undefined && isException(item)
      ? modifiedInstance(series, item)
      : plainInstance(series, after.originalStart);
  return item !== undefined && !isException(item) ? item : undefined;
}

/** The mail of a secondary calendar goes to its owner. */
async function mailAddressOf(address: string, { stores }: Posting): Promise<string> {
  const [view] = await stores.calendars.viewAll([address], undefined, []);
  return view?.calendar?.owner ?? address;
}

async function mailedChangeOf(
  { calendarId, before, after, telling }: ChangeWithMail,
  { items }: CalendarSeries,
  posting: Posting,
): Promise<MailedChange | undefined> {
  const series = isException(after) ? eventWithId(items, after.recurringEventId) : after;
  const whole = series && wholeOf(after, after, series);
  if (series === undefined || whole === undefined) return undefined;
  const organizer = await mailAddressOf(whole.organizer.email, posting);
  return {
    calendarId,
    organizer,
    by: telling.by,
    mail: telling.mail,
    before: wholeOf(before, after, series),
    after: whole,
  };
}

/** An exception as a guest of the series sees it; cancelled for a guest who is not invited that day. */
function instanceFor(reader: string, series: StoredEvent, exception: StoredException): WholeEvent {
  const instance = modifiedInstance(series, exception);
  return rowOf(instance.attendees, reader) === undefined
    ? { ...plainInstance(series, exception.originalStart), attendees: [], status: 'cancelled' }
    : seenBy(instance, reader);
}

/** Letters about a change of the series to guests who are invited to single instances only. */
function lettersToInstanceGuests(
  mailed: MailedChange,
  exceptions: readonly StoredException[],
  before: StoredEvent,
  after: StoredEvent,
): Letter[] {
  const isKnown = (reader: string): boolean =>
    [before, after].some(({ attendees }) => rowOf(attendees, reader) !== undefined);
  return exceptions
    .filter((exception) => hasOwnGuests(exception) && hasException(after, exception.id))
    .flatMap((exception) => {
      const was = modifiedInstance(before, withFormerStatus(exception));
      return lettersFor({ ...mailed, before: was, after: modifiedInstance(after, exception) }).filter(
        ({ to }) => !isKnown(to),
      );
    });
}

function lettersOf(
  mailed: MailedChange,
  { before, after, calendarId }: ChangeWithMail,
  items: CalendarSeries['items'],
): Letter[] {
  const isSeries =
    before !== undefined && !isException(before) && !isException(after) && after.organizer.email === calendarId;
  return [
    ...lettersFor(mailed),
    ...(isSeries ? lettersToInstanceGuests(mailed, exceptionsIn(items), before, after) : []),
  ];
}

/** The same for every attempt to send this version to this reader. */
const idOf = (...parts: readonly [calendarId: string, eventId: string, version: string, to: string]): string =>
  hash('sha256', parts.join('\n')).slice(0, 32);

/** A letter that is composed when its turn comes. */
export interface PlannedLetter extends Pick<Letter, 'to' | 'method'> {
  /** Of the message. */
  readonly id: string;
  compose(): Promise<OutgoingLetter>;
}

/** The letters about a change, by what the calendar holds now. */
export async function planLetters(change: ChangeWithMail, posting: Posting): Promise<PlannedLetter[]> {
  const { after, calendarId } = change;
  const series = await readSeries(posting.stores, calendarId, isException(after) ? after.recurringEventId : after.id);
  const mailed = series && (await mailedChangeOf(change, series, posting));
  if (series === undefined || mailed === undefined) return [];

  const { calendar, items } = series;
  const instancesFor = (reader: string): WholeEvent[] =>
    isException(after)
      ? []
      : exceptionsIn(items).flatMap((item) => (hasException(after, item.id) ? [instanceFor(reader, after, item)] : []));
  const compose = async (id: string, letter: Letter): Promise<OutgoingLetter> => {
    // Writing iCalendar takes a lot of code, which a run without letters does not load.
    const { writeLetter } = await import('./write-letter.ts');
    // The time of the change, so every attempt writes the same letter.
    const date = new Date(after.updatedAtMs);
    const { calendar: content, ...words } = writeLetter(letter, {
      timeZone: calendar.timeZone,
      now: date,
      guest: calendarId,
      instances: letter.event.id === after.id ? instancesFor(letter.to) : [],
    });
    const message = {
      ...words,
      to: letter.to,
      replyTo: calendar.owner,
      calendar: { method: letter.method, content },
      id,
      date,
    };
    return { calendarId, eventId: after.id, message };
  };
  return lettersOf(mailed, change, items).map((letter) => {
    const id = idOf(calendarId, letter.event.id, String(after.version), letter.to);
    return { id, to: letter.to, method: letter.method, compose: () => compose(id, letter) };
  });
}
