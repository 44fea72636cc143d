/** A calendar as a file that programs fetch again and again. */
import { responseTooLarge } from '#lib/api/errors';
import { pagesOf } from '#lib/calendar/ics/export-file';
import { UsedZones } from '#lib/calendar/ics/used-zones';
import { CALENDAR_END, calendarHead, eventText, type CalendarFile } from '#lib/calendar/ics/write-calendar';
import type { EventResource } from '#lib/calendar/resources/event';
import type { OpenFeed } from './addresses.ts';
import { monthsBefore } from './feed-tag.ts';

/** Lambda answers at most 6 MB; readers that take no compressed answers get the same file. */
const MAX_BYTES = 5 * 1024 * 1024;
/** How far back a calendar goes that is too large as a whole, in months before this one; the first that fits is sent. */
const MONTHS_BACK = [undefined, 12, 1, 0] as const;

/** Readers who may not see what an event is about see that the time is taken. */
const titled = (event: EventResource): EventResource =>
  event.summary === undefined && event.creator === undefined && event.status !== 'cancelled'
    ? { ...event, summary: 'Busy' }
    : event;

/**
 * Undefined when it is too large. An instance that was moved from after `timeMin` to before it is left out, and shows
 * where its series has it.
 */
async function textSince(
  { open, context }: OpenFeed,
  timeMin: string | undefined,
  file: CalendarFile,
  maxBytes: number,
): Promise<string | undefined> {
  const zones = new UsedZones(file.timeZone);
  const parts: string[] = [];
  let bytes = 0;
  for await (const page of pagesOf(open.calendar.id, context, timeMin)) {
    for (const event of page) {
      zones.add(event);
      const part = eventText(titled(event), file);
      bytes += Buffer.byteLength(part);
      parts.push(part);
    }
    if (bytes > maxBytes) return undefined;
  }
  return [calendarHead(file, zones), ...parts, CALENDAR_END].join('');
}

/** The same text until something changes: the stamps in it are those of the last change. */
export async function writeFeed(feed: OpenFeed, maxBytes = MAX_BYTES): Promise<string> {
  const { calendar } = feed.open;
  const { summary: name, description, timeZone } = calendar;
  const { caller, clock } = feed.context;
  const file: CalendarFile = {
    name,
    ...(description !== undefined && { description }),
    timeZone,
    now: new Date(Math.max(calendar.updatedAtMs, calendar.eventsUpdatedAtMs)),
    ...(caller.email !== undefined && { owner: caller.email }),
  };
  for (const months of MONTHS_BACK) {
    const timeMin = months === undefined ? undefined : monthsBefore(clock.now(), months).toISOString();
    const text = await textSince(feed, timeMin, file, maxBytes);
    if (text !== undefined) return text;
  }
  throw responseTooLarge();
}
