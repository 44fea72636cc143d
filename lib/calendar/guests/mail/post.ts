/** Writes the letters about a change and sends them, each of them once however often the change is seen. */
import { hash } from 'node:crypto';
import { inParallel } from '#lib/api/process/in-parallel';
import { exceptionsIn } from '#lib/calendar/events/read/find-event';
import { eventWithId, hasOwnGuests, readSeries, type CalendarSeries } from '#lib/calendar/guests/meeting';
import type { Propagation } from '#lib/calendar/guests/propagation';
import type { ItemChange } from '#lib/calendar/guests/touched';
import { isException, type StoredEvent, type StoredException, type StoredItem } from '#lib/calendar/model/event';
import { rowOf } from '#lib/calendar/model/guest-copy';
import { hasException, modifiedInstance, plainInstance, type WholeEvent } from '#lib/calendar/model/instance';
import type { ChangeNotice } from '#lib/calendar/stores/events';
import { lettersAbout, seenBy, type Letter, type ToldChange } from './letters.ts';
import { sendOnce, type PostTally } from './send-once.ts';

const LETTERS_AT_ONCE = 8;

type Mailed = ItemChange & {
  readonly after: StoredItem;
  readonly telling: ChangeNotice & { readonly mail: NonNullable<ChangeNotice['mail']> };
};

export const isMailed = (change: ItemChange): change is Mailed =>
  change.telling?.mail !== undefined &&
  change.after !== undefined &&
  change.telling.eventId === change.after.id &&
  change.before?.version !== change.after.version;

/** The item with what it inherits; an instance without an item is as its series describes it. */
function wholeOf(item: StoredItem | undefined, after: StoredItem, series: StoredEvent): WholeEvent | undefined {
  if (isException(after))
    return item !== undefined && isException(item)
      ? modifiedInstance(series, item)
      : plainInstance(series, after.originalStart);
  return item !== undefined && !isException(item) ? item : undefined;
}

/** Of a calendar that is nobody's main one, the owner reads the mail. */
async function readerOf(address: string, { stores }: Propagation): Promise<string> {
  const [view] = await stores.calendars.viewAll([address], undefined, []);
  return view?.calendar?.owner ?? address;
}

async function toldChange(
  { calendarId, before, after, telling }: Mailed,
  { items }: CalendarSeries,
  propagation: Propagation,
): Promise<ToldChange | undefined> {
  const series = isException(after) ? eventWithId(items, after.recurringEventId) : after;
  const whole = series && wholeOf(after, after, series);
  if (series === undefined || whole === undefined) return undefined;
  const organizer = await readerOf(whole.organizer.email, propagation);
  return {
    calendarId,
    organizer,
    by: telling.by,
    mail: telling.mail,
    before: wholeOf(before, after, series),
    after: whole,
  };
}

/**
 * An instance that differs, as a guest of the series sees it; to whoever is not invited to it, it does not take place.
 */
function instanceFor(reader: string, series: StoredEvent, exception: StoredException): WholeEvent {
  const instance = modifiedInstance(series, exception);
  return rowOf(instance.attendees, reader) === undefined
    ? { ...plainInstance(series, exception.originalStart), attendees: [], status: 'cancelled' }
    : seenBy(instance, reader);
}

/** Whoever is invited to instances alone hears what a change of the series does to them. */
function lettersToOthers(
  told: ToldChange,
  exceptions: readonly StoredException[],
  before: StoredEvent,
  after: StoredEvent,
): Letter[] {
  const isKnown = (reader: string): boolean =>
    [before, after].some(({ attendees }) => rowOf(attendees, reader) !== undefined);
  return exceptions
    .filter((exception) => hasOwnGuests(exception) && hasException(after, exception.id))
    .flatMap((exception) => {
      const was = modifiedInstance(before, { ...exception, status: exception.statusBefore ?? exception.status });
      return lettersAbout({ ...told, before: was, after: modifiedInstance(after, exception) }).filter(
        ({ to }) => !isKnown(to),
      );
    });
}

function lettersOf(told: ToldChange, { before, after, calendarId }: Mailed, items: CalendarSeries['items']): Letter[] {
  const isSeries =
    before !== undefined && !isException(before) && !isException(after) && after.organizer.email === calendarId;
  return [...lettersAbout(told), ...(isSeries ? lettersToOthers(told, exceptionsIn(items), before, after) : [])];
}

/** One letter to one reader about one version of an event; the same whenever it is written. */
const idOf = (...parts: readonly [calendarId: string, eventId: string, version: string, to: string]): string =>
  hash('sha256', parts.join('\n')).slice(0, 32);

export async function postLetters(change: Mailed, tally: PostTally, propagation: Propagation): Promise<void> {
  const { mailer, stores } = propagation;
  if (mailer === undefined) return;
  const { after, calendarId } = change;
  const series = await readSeries(stores, calendarId, isException(after) ? after.recurringEventId : after.id);
  const told = series && (await toldChange(change, series, propagation));
  if (series === undefined || told === undefined) return;

  const { calendar, items } = series;
  const instancesFor = (reader: string): WholeEvent[] =>
    isException(after)
      ? []
      : exceptionsIn(items).flatMap((item) => (hasException(after, item.id) ? [instanceFor(reader, after, item)] : []));
  await inParallel(lettersOf(told, change, items), LETTERS_AT_ONCE, async (letter) => {
    // Most changes are mailed to nobody, and writing iCalendar takes a lot of code.
    const { writeLetter } = await import('./write-letter.ts');
    // Not the time of sending: the same letter is dated the same.
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
