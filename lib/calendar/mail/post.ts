/**
 * Sends the letters about a change. Mail services do not know a message again, so of two promises one can be kept without
 * exception: that no letter is lost, or that none is sent twice. Here none is lost. Each is claimed for a while, sent, and
 * marked as sent: a change that is seen again sends what is not marked, once the claim of whoever died over it has run out.
 * Twice goes only what a process sent and died before it could mark, in the time of one write; it is the same letter then, with the
 * same id, and says the same of the same revision.
 */
import { createHash } from 'node:crypto';
import { inParallel } from '#lib/api/in-parallel';
import { isException, type StoredEvent, type StoredItem } from '../event.ts';
import { eventIn, readSeries, type Series } from '../guests/meeting.ts';
import type { Propagation } from '../guests/propagation.ts';
import type { ItemChange } from '../guests/touched.ts';
import { exceptionsIn } from '../event-target.ts';
import { hasException, modifiedInstance, plainInstance, type WholeEvent } from '../instance.ts';
import type { Telling } from '../stores.ts';
import { lettersAbout, type Letter, type ToldChange } from './letters.ts';

/** One letter about one version of an event. */
export interface LetterId {
  readonly calendarId: string;
  readonly eventId: string;
  readonly version: number;
  readonly to: string;
}

/** `ours` to send; `sent` already; or somebody else's, who may still send it, until then. */
export type Claim = 'ours' | 'sent' | { readonly heldUntilMs: number };

export interface LetterStore {
  /** Nobody else gets it before `untilMs`. */
  claim(letter: LetterId, untilMs: number): Promise<Claim>;
  /** Nobody will ever get it again. */
  markSent(letter: LetterId): Promise<void>;
  /** It could not be sent: whoever tries again may have it. */
  release(letter: LetterId): Promise<void>;
}

const LETTERS_AT_ONCE = 8;
/** Longer than a mailer takes to send or to give up. */
const CLAIM_MS = 30_000;
const MOST_CLAIMS = 3;

type Mailed = ItemChange & { readonly after: StoredItem; readonly telling: Telling & { readonly mail: NonNullable<Telling['mail']> } };

export const isMailed = (change: ItemChange): change is Mailed =>
  change.telling?.mail !== undefined && change.after !== undefined && change.telling.eventId === change.after.id && change.before?.version !== change.after.version;

/** The item with what it inherits; an instance without an item is as its series describes it. */
function wholeOf(item: StoredItem | undefined, after: StoredItem, series: StoredEvent): WholeEvent | undefined {
  if (isException(after)) return item !== undefined && isException(item) ? modifiedInstance(series, item) : plainInstance(series, after.originalStart);
  return item !== undefined && !isException(item) ? item : undefined;
}

/** Of a calendar that is nobody's main one, the owner reads the mail. */
async function readerOf(address: string, { stores }: Propagation): Promise<string> {
  const [view] = await stores.calendars.viewAll([address], undefined, []);
  return view?.calendar?.owner ?? address;
}

async function toldChange({ calendarId, before, after, telling }: Mailed, { items }: Series, propagation: Propagation): Promise<ToldChange | undefined> {
  const series = isException(after) ? eventIn(items, after.recurringEventId) : after;
  const whole = series && wholeOf(after, after, series);
  if (series === undefined || whole === undefined) return undefined;
  const organizer = await readerOf(whole.organizer.email, propagation);
  return { calendarId, organizer, by: telling.by, mail: telling.mail, before: wholeOf(before, after, series), after: whole };
}

const idOf = ({ calendarId, eventId, version, to }: LetterId): string => createHash('sha256').update([calendarId, eventId, String(version), to].join('\n')).digest('hex').slice(0, 32);

/** False when the letter was sent before. Whoever holds it has most likely died, so that waiting is rare. */
async function claim(letter: LetterId, { stores, clock, wait }: Propagation): Promise<boolean> {
  for (let attempt = 0; attempt < MOST_CLAIMS; attempt += 1) {
    const nowMs = clock.now().getTime();
    const claimed = await stores.letters.claim(letter, nowMs + CLAIM_MS);
    if (typeof claimed === 'string') return claimed === 'ours';
    await wait(claimed.heldUntilMs - nowMs);
  }
  throw new Error(`a letter about ${letter.eventId} is held by somebody else`);
}

export async function postLetters(change: Mailed, propagation: Propagation): Promise<void> {
  const { mailer, stores } = propagation;
  if (mailer === undefined) return;
  const { after, calendarId } = change;
  const series = await readSeries(stores, calendarId, isException(after) ? after.recurringEventId : after.id);
  const told = series && (await toldChange(change, series, propagation));
  if (series === undefined || told === undefined) return;

  const { calendar, items } = series;
  const instances = isException(after) ? [] : exceptionsIn(items).flatMap((item) => (hasException(after, item.id) ? [modifiedInstance(after, item)] : []));
  const send = async (letter: Letter): Promise<void> => {
    const id: LetterId = { calendarId, eventId: after.id, version: after.version, to: letter.to };
    if (!(await claim(id, propagation))) return;
    try {
      // Most changes are mailed to nobody, and writing iCalendar takes a lot of code.
      const { writeLetter } = await import('./write-letter.ts');
      // Not the time of sending: the same letter is dated the same.
      const date = new Date(after.updatedAtMs);
      const { calendar: content, ...words } = writeLetter(letter, { timeZone: calendar.timeZone, now: date, guest: calendarId, instances });
      await mailer.send({ ...words, to: letter.to, replyTo: calendar.owner, calendar: { method: letter.method, content }, id: idOf(id), date });
    } catch (error) {
      await stores.letters.release(id);
      throw error;
    }
    await stores.letters.markSent(id);
  };
  await inParallel(lettersAbout(told), LETTERS_AT_ONCE, send);
}
