/**
 * Switches a person over. Pulls tell nobody, so two things are made up for: what organizers have changed here before
 * the person came reaches the person's copies, and what the person has changed at the other service reaches the copies
 * of guests who were switched over before. Nobody gets a copy who has none.
 */
import { findMeeting, guestsOf, meetingOf, holdersOf, readSeries, type Meeting } from '#lib/calendar/guests/meeting';
import type { Propagation } from '#lib/calendar/guests/propagation';
import { syncCopies } from '#lib/calendar/guests/sync-copy';
import { isException, type StoredEvent } from '#lib/calendar/model/event';
import type { PullStore } from '#lib/pull/stores';
import { Lease } from './lease.ts';

const PAGE_SIZE = 500;

export interface FinishContext {
  readonly pulls: PullStore;
  readonly guests: Propagation;
  /** Names this process. */
  readonly holder: string;
  /** A process that held the lease and is no more. */
  readonly abandoned?: string | undefined;
  /** Called after each page of events. */
  readonly onProgress?: (events: number) => void;
}

/** The person was never pulled: there is nothing to switch over. */
export class NeverPulled extends Error {
  constructor(email: string) {
    super(`${email} was never pulled.`);
    this.name = 'NeverPulled';
  }
}

/** Whether the calendar here is the truth: the person was switched over, or has never been elsewhere. */
function truthHere(pulls: PullStore): (email: string) => Promise<boolean> {
  const known = new Map<string, Promise<boolean>>();
  return (email) => {
    const found =
      known.get(email) ?? pulls.find(email).then((person) => person === undefined || person.finishedAtMs !== undefined);
    known.set(email, found);
    return found;
  };
}

/** The guests who have a copy of the meeting, and whose calendar here is the truth. */
async function guestsWithCopies(
  meeting: Meeting,
  isHere: (email: string) => Promise<boolean>,
  { stores }: Propagation,
): Promise<string[]> {
  const holders = await holdersOf(meeting, [...guestsOf(meeting)], stores);
  const answers = await Promise.all(holders.map(async (guest) => ((await isHere(guest)) ? [guest] : [])));
  return answers.flat();
}

async function catchUp(
  calendarId: string,
  event: StoredEvent,
  isHere: (email: string) => Promise<boolean>,
  guests: Propagation,
): Promise<void> {
  if (event.copy !== undefined) {
    const meeting = (await isHere(event.copy.of))
      ? await findMeeting(guests.stores, event.copy.of, event.id)
      : undefined;
    if (meeting !== undefined) await syncCopies(meeting, [calendarId], guests);
    return;
  }
  if (event.attendees === undefined && event.exceptions === undefined) return;
  const series = await readSeries(guests.stores, calendarId, event.id);
  if (series === undefined) return;
  const meeting = meetingOf(series, event);
  await syncCopies(meeting, await guestsWithCopies(meeting, isHere, guests), guests);
}

/** Under the lease: a pull that is under way would bring back what was there. */
async function switchOver(email: string, { pulls, guests, holder, abandoned }: FinishContext): Promise<void> {
  const lease = new Lease(email, holder, pulls, guests.clock);
  await lease.take(abandoned);
  try {
    const person = await pulls.find(email);
    if (person !== undefined && person.finishedAtMs === undefined)
      await pulls.put({ ...person, finishedAtMs: guests.clock.now().getTime() });
  } finally {
    await lease.release();
  }
}

export async function finishPerson(email: string, context: FinishContext): Promise<void> {
  const { pulls, guests, onProgress } = context;
  if ((await pulls.find(email)) === undefined) throw new NeverPulled(email);
  await switchOver(email, context);
  const isHere = truthHere(pulls);
  let events = 0;
  for (const { calendarId } of await pulls.listCalendars(email)) {
    const { calendar } = await guests.stores.calendars.view(calendarId, undefined, []);
    if (calendar === undefined || calendar.isRemoved === true) continue;
    for (let after: string | undefined, isFirst = true; isFirst || after !== undefined; isFirst = false) {
      const page = await guests.stores.events.list(calendar, after, PAGE_SIZE);
      for (const item of page.items) if (!isException(item)) await catchUp(calendarId, item, isHere, guests);
      events += page.items.length;
      onProgress?.(events);
      after = page.next;
    }
  }
}
