/** iCalendar files in and out. Read and written by the code that also serves the commands; loaded when it is needed. */
import { readCalendar, type Refusal } from '#lib/calendar/ics/read-calendar';
import { writeCalendar } from '#lib/calendar/ics/write-calendar';
import { explain } from '../../words/explain.ts';
import { importEvent, listEvents, type CalendarEvent } from '../data/api.ts';

export interface ImportReport {
  readonly added: number;
  readonly refusals: readonly Pick<Refusal, 'line' | 'reason'>[];
}

/** One event after the other: series come before their exceptions. */
export async function importFile(
  text: string,
  calendarId: string,
  zone: string,
  onProgress: (done: number, all: number) => void,
): Promise<ImportReport> {
  const { events, refusals } = readCalendar(text, zone);
  const failed: { line: number; reason: string }[] = [...refusals];
  let added = 0;
  for (const [index, { event, line }] of events.entries()) {
    const { organizer: _organizer, ...own } = event;
    try {
      await importEvent(calendarId, own);
      added += 1;
    } catch (error) {
      failed.push({ line, reason: explain(error) });
    }
    onProgress(index + 1, events.length);
  }
  return { added, refusals: failed.toSorted((a, b) => a.line - b.line) };
}

export interface ExportOptions {
  readonly name: string;
  readonly zone: string;
}

export const fileOf = (events: readonly CalendarEvent[], { name, zone }: ExportOptions): string =>
  writeCalendar(events, { name, timeZone: zone, now: new Date() });

/** Everything of a calendar; series as series. */
export async function exportCalendar(calendarId: string, options: ExportOptions): Promise<string> {
  const { items } = await listEvents(calendarId, {});
  return fileOf(
    items.filter(({ status, iCalUID }) => status !== 'cancelled' && iCalUID !== undefined),
    options,
  );
}
