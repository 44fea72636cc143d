/**
 * Mail to guests and organizers. Read in this order: post.ts (from a change of an item to its letters), letters.ts (who
 * gets which letter), write-letter.ts (text, HTML and iCalendar file), send-once.ts (sending without duplicates). A
 * change that the stream hands over twice is still mailed once.
 */
import { hash } from 'node:crypto';
import { inParallel } from '#lib/api/process/in-parallel';
import { exceptionsIn } from '#lib/calendar/events/read/find-event';
import type { ItemChange } from '#lib/calendar/guests/changed-meetings';
import { eventWithId, hasOwnGuests, readSeries, type CalendarSeries } from '#lib/calendar/guests/meeting';
import type { Propagation } from '#lib/calendar/guests/propagation';
import {
  isException,
  withFormerStatus,
  type StoredEvent,
  type StoredException,
  type StoredItem,
} from '#lib/calendar/model/event';
import { rowOf } from '#lib/calendar/model/guest-copy';
import { hasException, modifiedInstance, plainInstance, type WholeEvent } from '#lib/calendar/model/instance';
import type { ChangeNotice } from '#lib/calendar/stores/events';
import { lettersFor, seenBy, type Letter, type MailedChange } from './letters.ts';
import { sendOnce, type PostTally } from './send-once.ts';

const LETTERS_AT_ONCE = 8;

type ChangeWithMail = ItemChange & {
  readonly after: StoredItem;
  readonly telling: ChangeNotice & { readonly mail: NonNullable<ChangeNotice['mail']> };
};

export const isMailed = (change: ItemChange): change is ChangeWithMail =>
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
async function mailAddressOf(address: string, { stores }: Propagation): Promise<string> {
  const [view] = await stores.calendars.viewAll([address], undefined, []);
  return view?.calendar?.owner ?? address;
}

async function mailedChangeOf(
  { calendarId, before, after, telling }: ChangeWithMail,
  { items }: CalendarSeries,
  propagation: Propagation,
): Promise<MailedChange | undefined> {
  const series = isException(after) ? eventWithId(items, after.recurringEventId) : after;
  const whole = series && wholeOf(after, after, series);
  if (series === undefined || whole === undefined) return undefined;
  const organizer = await mailAddressOf(whole.organizer.email, propagation);
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

export async function postLetters(change: ChangeWithMail, tally: PostTally, propagation: Propagation): Promise<void> {
  const { mailer, stores } = propagation;
  if (mailer === undefined) return;
  const { after, calendarId } = change;
  const series = await readSeries(stores, calendarId, isException(after) ? after.recurringEventId : after.id);
  const mailed = series && (await mailedChangeOf(change, series, propagation));
  if (series === undefined || mailed === undefined) return;

  const { calendar, items } = series;
  const instancesFor = (reader: string): WholeEvent[] =>
    isException(after)
      ? []
      : exceptionsIn(items).flatMap((item) => (hasException(after, item.id) ? [instanceFor(reader, after, item)] : []));
  await inParallel(lettersOf(mailed, change, items), LETTERS_AT_ONCE, async (letter) => {
    // Most changes are mailed to nobody, and writing iCalendar takes a lot of code.
    const { writeLetter } = await import('./write-letter.ts');
    // The time of the change, so every attempt writes the same letter.
    const date = new Date(after.updatedAtMs);
    const { calendar: content, ...words } = writeLetter(letter, {
      timeZone: calendar.timeZone,
      now: date,
      guest: calendarId,
      instances: letter.event.id === after.id ? instancesFor(letter.to) : [],
    });
    const id = idOf(calendarId, letter.event.id, String(after.version), letter.to);
    const message = {
      ...words,
      to: letter.to,
      replyTo: calendar.owner,
      calendar: { method: letter.method, content },
      id,
      date,
    };
    await sendOnce({ calendarId, eventId: after.id, message }, mailer, tally, propagation);
  });
}
