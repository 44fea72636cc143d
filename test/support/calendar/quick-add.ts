/** What a sentence was read as, in one line. */
import type { EventDraft, QuickAddOptions } from '#lib/calendar/events/quick-add/quick-add';

/** A Monday, ten past ten in the morning in Zurich. */
export const MONDAY_MORNING: QuickAddOptions = {
  now: Date.parse('2026-03-02T10:10:00+01:00'),
  timeZone: 'Europe/Zurich',
  dateFieldOrder: 'MDY',
  defaultEventLengthMinutes: 60,
};

/** `2026-03-03T15:00+60` is an hour at three; `2026-03-03+2d` two days; then the other fields of the draft. */
export function inOneLine({ summary, location, start, end, recurrence, attendees }: EventDraft): string {
  const when =
    start.date === undefined
      ? `${(start.dateTime ?? '').slice(0, 16)}+${String((Date.parse(`${end.dateTime ?? ''}Z`) - Date.parse(`${start.dateTime ?? ''}Z`)) / 60_000)}`
      : `${start.date ?? ''}+${String((Date.parse(end.date ?? '') - Date.parse(start.date ?? '')) / 86_400_000)}d`;
  return [
    summary ?? '-',
    when,
    ...(location === undefined ? [] : [`@ ${location}`]),
    ...(recurrence ?? []).map((line) => line.replace('RRULE:', '')),
    ...(attendees ?? []).map(({ email }) => email),
  ].join(' | ');
}
